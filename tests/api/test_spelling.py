"""What spells letters is kept in all that people call something; what turns text is refused."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from schedweb.base.errors import RefusedError
from schedweb.clusters.models import Cluster
from schedweb.store import filing
from tests import factories
from tests.api.caller import ROOT, Answer, Caller

SPELT = [
    "می\u200cشود",
    "क्\u200dष",
    "👩\u200d💻 und 👨\u200d👩\u200d👧",
    "ශ්\u200dරී",
    "PDF\u200c\u0647\u0627",
]
TURNING = ["\u202a", "\u202e", "\u2066", "\u2069", "\u200e", "\u200f"]

Naming = Callable[[Caller, str], tuple[Answer, Any]]


def of_a_machine(caller: Caller, name: str) -> tuple[Answer, Any]:
    sites = [{"name": "a", "processors": 4}]
    answer = caller.post("/clusters", {"name": name, "sites": sites})
    return answer, answer.json.get("name")


def of_a_site(caller: Caller, name: str) -> tuple[Answer, Any]:
    sites = [{"name": name, "processors": 4}, {"name": "other", "processors": 4}]
    answer = caller.post("/clusters", {"name": "grid", "sites": sites})
    return answer, answer.json["sites"][0]["name"] if answer.status == 201 else None


def of_a_workload(caller: Caller, name: str) -> tuple[Answer, Any]:
    workload = factories.workload(factories.person("alice"))
    answer = caller.patch(f"/workloads/{workload.pk}", {"name": name})
    return answer, answer.json.get("name")


def of_an_upload(caller: Caller, name: str) -> tuple[Answer, Any]:
    form = {"file": SimpleUploadedFile("three.swf", factories.SWF), "name": name}
    answer = Answer(caller.client.post(f"{ROOT}/workloads", form))
    return answer, answer.json.get("name")


def of_a_generated_workload(caller: Caller, name: str) -> tuple[Answer, Any]:
    sent = {"generator": "uniform", "params": {}, "jobs": 3, "processors": 4}
    answer = caller.post("/workloads/generate", {**sent, "name": name})
    return answer, answer.json.get("name")


def of_a_comparison(caller: Caller, name: str) -> tuple[Answer, Any]:
    compared = factories.comparison(factories.person("alice"))
    answer = caller.patch(f"/comparisons/{compared.pk}", {"title": name})
    return answer, answer.json.get("title")


def of_a_label(caller: Caller, name: str) -> tuple[Answer, Any]:
    compared = factories.comparison(factories.person("alice"))
    entries = [{"algorithm": "conservative", "label": name}]
    answer = caller.post(f"/comparisons/{compared.pk}/runs", {"algorithms": entries})
    return answer, answer.json["runs"][-1]["label"] if answer.status == 201 else None


def of_a_link(caller: Caller, name: str) -> tuple[Answer, Any]:
    compared = factories.comparison(factories.person("alice"))
    answer = caller.post(f"/comparisons/{compared.pk}/links", {"label": name})
    return answer, answer.json.get("label")


def of_a_token(caller: Caller, name: str) -> tuple[Answer, Any]:
    answer = caller.post("/tokens", {"label": name})
    return answer, answer.json.get("label")


def of_a_study(caller: Caller, name: str) -> tuple[Answer, Any]:
    answer = caller.post("/studies", {"preset": "demt", "repetitions": 1, "title": name})
    return answer, answer.json.get("title")


NAMED = [value for key, value in list(globals().items()) if key.startswith("of_a")]


@pytest.mark.django_db
@pytest.mark.parametrize("name", SPELT)
@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.__name__)
def test_names_keep_their_spelling(alice: Caller, named: Naming, name: str) -> None:
    answer, kept = named(alice, name)
    assert answer.status in (200, 201), answer.json
    assert kept == name


@pytest.mark.parametrize("mark", TURNING)
@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.__name__)
def test_what_turns_text_is_refused_in_words(alice: Caller, named: Naming, mark: str) -> None:
    answer, _ = named(alice, f"ab{mark}c")
    assert answer.status == 400
    [sentence] = [text for texts in answer.fields.values() for text in texts]
    assert f"(U+{ord(mark):04X}), which turns the text around it; it is character 3" in sentence


def test_notes_keep_lines_and_spelling_and_are_not_turned(alice: Caller) -> None:
    compared = factories.comparison(factories.person("alice"))
    text = "می\u200cشود\nعربى!\u200f"
    assert alice.patch(f"/comparisons/{compared.pk}", {"note": text}).json["note"] == text
    refused = alice.patch(f"/comparisons/{compared.pk}", {"note": "one\ntwo\u202e"})
    assert "it is character 4 of line 2" in refused.fields["note"][0]


@pytest.mark.parametrize("name", [*SPELT[:2], "👩\u200d💻", "हिन्दी", "naïve", "nai\u0308ve"])
def test_tags_keep_their_spelling(alice: Caller, name: str) -> None:
    machine = factories.cluster(factories.person("alice"))
    filing.add_tag(Cluster.objects.all(), name.upper())
    shown = alice.get(f"/clusters?{urlencode({'tag': name})}").json
    assert [row["id"] for row in shown["results"]] == [machine.pk]
    filing.remove_tag(Cluster.objects.all(), name)
    machine.refresh_from_db()
    assert machine.tag_list == []


@pytest.mark.parametrize("mark", TURNING)
def test_a_tag_that_turns_text_is_refused_in_words(db: None, mark: str) -> None:
    with pytest.raises(RefusedError, match=r"A tag must have .* without .*\(U\+20"):
        filing.tag_of(f"a{mark}b")


@pytest.mark.parametrize("path", ["/uploads", "/workloads"])
@pytest.mark.parametrize("name", SPELT)
def test_names_of_files_keep_their_spelling(alice: Caller, path: str, name: str) -> None:
    made = alice.upload(path, name=f"{name}.swf")
    assert made.json["name"] == name


@pytest.mark.parametrize("mark", TURNING)
def test_a_name_of_a_file_that_turns_text_is_refused(alice: Caller, mark: str) -> None:
    refused = alice.upload("/workloads", name=f"ab{mark}c.swf")
    assert "file must have a name without " in refused.fields["file"][0]


def test_a_long_name_of_a_file_keeps_its_beginning_and_it_is_said(alice: Caller) -> None:
    name = "a very long name of a trace that is too long to type " * 4
    made = alice.upload("/workloads", name=f"{name}.swf.gz")
    assert made.json["name"].startswith(name[:85])
    said = [one["sentence"] for one in made.json["report"]["findings"]]
    assert any(text.startswith("Name of the file has more than 100 characters") for text in said)
