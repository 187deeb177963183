"""Studies over the API: started, watched, paused, continued, stopped, reported and downloaded."""

import io
import json
import tomllib
from typing import Any
from zipfile import ZipFile

import pytest

from parsched.studies import REPORTS, STUDIES, Kept, StudyPlot
from parsched.studies.files import as_json, from_json
from schedweb.api.serializers.studies import ProgressOut, StudyBrief, StudyOut
from schedweb.runs.models import Comparison
from schedweb.studies.definitions import address_of
from schedweb.studies.models import Study
from tests import factories
from tests.api.caller import Caller
from tests.studies import declared as made

PLOT = StudyPlot(figure="one", key="one", title="Makespan", parts=("small",), measure="makespan")


@pytest.fixture
def study(alice: Caller) -> Study:
    """Alice's, finished and summed up."""
    shown: dict[str, Any] = {"claims": (made.BETTER,), "plots": (PLOT,), "tables": (made.TABLE,)}
    stored = made.work(made.stored(owner=alice.user, **shown))
    made.summed_up(stored)
    return Study.objects.get(pk=stored.pk)


def definition(**values: Any) -> dict[str, Any]:
    return as_json(made.declared(**values))


def test_a_study_is_started_from_what_its_file_has(alice: Caller) -> None:
    answer = alice.post("/studies", {"definition": definition(), "title": "Mine"})
    assert answer.status == 201
    assert set(answer.json) == set(StudyOut().fields)
    assert answer.json["title"] == "Mine"
    assert answer.json["definition"] == definition()
    assert answer.json["progress"]["state"] == "waiting"
    made.work(Study.objects.get())
    shown = alice.get(f"/studies/{answer.json['id']}").json
    assert shown["progress"]["runs"] == shown["runs"] == 24
    assert set(shown["progress"]) == set(ProgressOut().fields)
    assert shown["progress"]["parts"][0]["values"][0] == {
        "value": {"processors": 8, "jobs": 5},
        "done": 4,
    }


def test_declared_studies_are_listed_and_started_by_key(alice: Caller) -> None:
    listed = alice.get("/presets").json["results"]
    assert [row["key"] for row in listed] == list(STUDIES)
    whole = alice.get("/presets/demt").json
    assert from_json(whole["definition"]) == STUDIES["demt"]
    sent = {"preset": "demt", "repetitions": 2, "seed": 9, "only": listed[0]["figures"][0]}
    answer = alice.post("/studies", sent)
    assert (answer.status, answer.json["preset"], answer.json["instances"]) == (201, "demt", 12)
    assert "parts" in alice.get("/studies/schema").json["properties"]


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({}, "definition"),
        ({"preset": "nothing"}, "preset"),
        ({"preset": "demt", "only": "fig99"}, "only"),
        ({"preset": "demt", "repetitions": 0}, "repetitions"),
        ({"preset": "demt", "definition": {}}, "preset"),
        ({"definition": {"parts": [{"repetitions": 0}]}}, "parts[0].key"),
        ({"definition": {**definition(), "more": 1}}, "more"),
        ({"definition": {**definition(), "format": "other"}}, "format"),
        ({"definition": definition(), "title": "x" * 300}, "title"),
    ],
)
def test_what_is_wrong_is_said_by_its_place(
    alice: Caller, sent: dict[str, Any], field: str
) -> None:
    answer = alice.post("/studies", sent)
    assert answer.status == 400
    assert field in answer.fields
    assert not Study.objects.exists()


def test_studies_are_listed_with_how_far_they_are(alice: Caller, bob: Caller) -> None:
    made.work(made.stored(owner=alice.user), batches=2)
    [row] = alice.get("/studies").json["results"]
    assert set(row) == set(StudyBrief().fields)
    assert 0 < row["done"] < row["instances"] == 12
    assert bob.get("/studies").json["results"] == []
    assert bob.get(f"/studies/{row['id']}").status == 404


def test_a_study_is_paused_continued_repeated_and_stopped(alice: Caller) -> None:
    study = made.work(made.stored(owner=alice.user), batches=1)
    at = f"/studies/{study.pk}"
    assert alice.post(f"{at}/pause").json["progress"]["state"] == "paused"
    assert alice.post(f"{at}/continue").json["paused"] is False
    assert alice.post(f"{at}/repetitions", {"repetitions": 6}).json["instances"] == 18
    assert "repetitions" in alice.post(f"{at}/repetitions", {"repetitions": 5}).fields
    assert alice.post(f"{at}/stop").json["progress"]["state"] == "stopped"
    assert alice.post(f"{at}/continue").json["stopped"] is None
    assert alice.patch(at, {"note": "Why"}).json["note"] == "Why"
    assert alice.delete(at).status == 204
    assert not Study.objects.exists()


def test_verdicts_and_reports_equal_the_librarys(alice: Caller, study: Study) -> None:
    at = f"/studies/{study.pk}"
    assert [row["key"] for row in alice.get(at).json["verdicts"]] == ["ltf-better"]
    assert alice.get(at).json["summary"].startswith("ltf: mean makespan 1.")
    listed = alice.get(f"{at}/reports").json["results"]
    assert [row["key"] for row in listed] == list(REPORTS)
    for key in REPORTS:
        answer = alice.get(f"{at}/reports/{key}")
        assert answer.status == 200
        assert answer.json["key"] == key
        for format in ("csv", "latex", "markdown"):
            assert alice.get(f"{at}/reports/{key}?format={format}").status == 200
    assert alice.get(f"{at}/reports/nothing").status == 404
    assert "baseline" in alice.get(f"{at}/reports/pairs?baseline=unknown").fields
    assert "of" in alice.get(f"{at}/reports/cells?format=csv&of=nothing").fields


def test_a_bundle_has_all_that_repeats_a_study(alice: Caller, study: Study) -> None:
    answer = alice.get(f"/studies/{study.pk}/bundle")
    assert answer.status == 200
    content = answer.content
    archive = ZipFile(io.BytesIO(content))
    names = set(archive.namelist())
    assert {f"one.{ending}" for ending in ("svg", "pdf", "png")} < names
    assert {"tables/one.csv", "tables/one.tex", "cells.csv", "summary.csv"} < names
    assert {"claims.json", "study.toml", "references.bib", "README.txt"} < names
    assert from_json(tomllib.loads(archive.read("study.toml").decode())) == study.portable
    assert [row["key"] for row in json.loads(archive.read("claims.json"))] == ["ltf-better"]
    assert "python -m parsched study run study.toml" in archive.read("README.txt").decode()
    assert alice.get(f"/studies/{study.pk}/bundle").content == content


def test_an_instance_is_computed_as_a_comparison(alice: Caller, study: Study) -> None:
    at = f"/studies/{study.pk}/cells"
    answer = alice.post(at, {"part": "small", "value": 1, "repetition": 3})
    assert answer.status == 201
    assert Comparison.objects.get().pk == answer.json["id"]
    for name, wrong in (("part", "other"), ("value", 3), ("repetition", 4)):
        sent = {"part": "small", "value": 0, "repetition": 0, name: wrong}
        assert name in alice.post(at, sent).fields


def test_links_to_studies_are_made_and_open(alice: Caller, study: Study) -> None:
    link = alice.post(f"/studies/{study.pk}/links", {"label": "for reviewers"}).json
    assert (link["study"], link["comparison"], link["run"]) == (study.pk, None, None)
    assert len(alice.get(f"/studies/{study.pk}/links").json["results"]) == 1


def test_a_bundle_has_the_workloads_that_its_study_takes(alice: Caller) -> None:
    assert alice.user is not None
    workload = factories.workload(alice.user)
    kept = Kept(workloads={"mine": address_of(workload)}, processors=(4,))
    part = made.part(instances=kept, methods=("easy",), measures=("mean_wait",), repetitions=1)
    study = made.work(made.stored(part, owner=alice.user))
    archive = ZipFile(io.BytesIO(alice.get(f"/studies/{study.pk}/bundle").content))
    repeated = from_json(tomllib.loads(archive.read("study.toml").decode()))
    [of] = [part.instances for part in repeated.parts]
    assert isinstance(of, Kept)
    assert of.workloads == {"mine": "workloads/1.json"}
    assert len(json.loads(archive.read("workloads/1.json"))["jobs"]) == 3
