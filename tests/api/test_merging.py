"""Merging over the API: sources by id, digest or file; errors under paths of the specification."""

from typing import Any

import pytest
from django.test import Client

from parsched.data.merging import Filters, MergeSpec, TraceWindow
from schedweb.workloads.models import Workload
from tests import factories
from tests.api.caller import Caller

START = {"align": "start", "after_days": 0, "days": 1}
MERGE = "/workloads/merge"


def body(*sources: dict[str, Any], **common: Any) -> dict[str, Any]:
    """Sites of 4 processors on a window from the start, unless told otherwise."""
    given = [{"site": f"s{i}", "processors": 4, **source} for i, source in enumerate(sources)]
    return {"name": "Two sites", "window": START, "sources": given, **common}


@pytest.fixture
def made(alice: Caller) -> dict[str, Any]:
    """Alice's upload."""
    answer: dict[str, Any] = alice.upload().json
    return answer


def test_a_merge_is_stored_with_its_specification_and_report(
    alice: Caller, bob: Caller, made: dict[str, Any]
) -> None:
    digest = made["source"]["sha256"]
    sources = ({"workload": made["id"]}, {"sha256": digest}, {"file": "three.swf.gz"})
    answer = alice.post(MERGE, body(*sources))
    assert answer.status == 201
    merged = answer.json
    assert (merged["name"], merged["jobs"], merged["processors"]) == ("Two sites", 9, 12)
    assert merged["source"]["sites"] == [{"name": f"s{i}", "processors": 4} for i in range(3)]
    spec = MergeSpec.from_json(merged["source"]["spec"])
    assert {source.site.sha256 for source in spec.sources} == {digest}
    assert [site["kept"] for site in merged["report"]["sites"]] == [3, 3, 3]
    assert alice.get(f"/workloads/{merged['id']}").json == merged
    again = alice.post(MERGE, merged["source"]["spec"])
    assert again.json["digest"] == merged["digest"]
    assert set(bob.post(MERGE, merged["source"]["spec"]).fields) == {
        f"sources[{i}].file" for i in range(3)
    }


@pytest.mark.parametrize(
    ("source", "common", "path"),
    [
        ({"window": {"align": "noon"}}, {}, "sources[0].window.align"),
        ({"window": {"align": "monday"}}, {}, "sources[0].window.align"),
        ({"zone": "Mars"}, {}, "sources[0].zone"),
        ({"workload": "unknown"}, {}, "sources[0].workload"),
        ({"surprise": 1}, {}, "sources[0].surprise"),
        ({}, {"clock": "sundial"}, "clock"),
        ({}, {"name": "\0"}, "name"),
        ({}, {"sources": []}, "sources"),
        ({}, {"sources": [1]}, "sources[0]"),
        ({}, {"surprise": 1}, "surprise"),
        ({}, {"window": {**START, "after_days": 9}}, "sources"),
    ],
)
def test_errors_are_under_paths_of_the_specification(
    alice: Caller, made: dict[str, Any], source: Any, common: Any, path: str
) -> None:
    answer = alice.post(MERGE, body({"workload": made["id"], **source}, **common))
    assert answer.status == 400
    assert set(answer.fields) == {path}
    assert Workload.objects.count() == 1


def test_a_sentence_that_names_its_place_does_not_say_it_twice(
    alice: Caller, made: dict[str, Any]
) -> None:
    source = {"workload": made["id"], "window": {"align": "monday"}}
    message = alice.post(MERGE, body(source)).error["message"]
    assert message.startswith("sources[0] (s0): align must be start")


def test_a_merge_is_no_object_of_strangers(made: dict[str, Any], bob: Caller) -> None:
    assert set(bob.post(MERGE, body({"workload": made["id"]})).fields) == {"sources[0].workload"}
    assert Caller(None).post(MERGE, body()).status == 401
    assert set(bob.post(MERGE, [1]).fields) == {"request"}


def test_a_preview_tells_when_its_trace_begins(alice: Caller) -> None:
    header = b"; UnixStartTime: 5\n; TimeZoneString: US/Eastern\n"
    told = alice.upload("/uploads", header + factories.SWF).json
    assert (told["unix_start"], told["zone"]) == (5, "US/Eastern")
    silent = alice.upload("/uploads").json
    assert (silent["unix_start"], silent["zone"]) == (None, "")


def test_the_specification_is_described_by_its_declarations() -> None:
    document = Client().get("/api/schema/").json()
    sent = document["paths"]["/api/v1/workloads/merge"]["post"]["requestBody"]
    reference = sent["content"]["application/json"]["schema"]["$ref"]
    schema = document["components"]["schemas"][reference.rpartition("/")[2]]
    source = schema["properties"]["sources"]["items"]["properties"]
    for properties in (schema["properties"], source):
        assert properties["window"]["properties"] == TraceWindow.json_schema()["properties"]
        assert properties["filters"]["properties"] == Filters.json_schema()["properties"]
    assert set(schema["example"]["sources"][1]) <= set(source)
    assert sent["required"]
