"""Pages of studies: presets, progress, changes, numbers, links, and what is asked for wrongly."""

import html
import io
import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from algorithms.request import Entry
from algorithms.studies import REPORTS, STUDIES, Generated, Kept, Plot, Traced
from algorithms.studies.files import as_toml
from schedweb.accounts.models import User
from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison
from schedweb.runs.services import create_comparison
from schedweb.sharing.services import share
from schedweb.store import blobs
from schedweb.studies import services, storage
from schedweb.studies.definitions import address_of
from schedweb.studies.models import Batch, Study
from schedweb.studies.reading import cells_of
from schedweb.workers.models import State, Task
from schedweb.workloads.models import Workload
from schedweb.workloads.services import generate_workload
from tests import factories
from tests.studies import declared as made

pytestmark = pytest.mark.django_db


def finished() -> Study:
    plot = Plot(figure="one", key="one", title="Makespan", parts=("small",), measure="makespan")
    study = made.work(made.stored(claims=(made.BETTER,), plots=(plot,)))
    made.summed_up(study)
    return Study.objects.get(pk=study.pk)


def page_of(client: Client, study: Study) -> str:
    response = client.get(reverse("study", args=(study.pk,)))
    assert response.status_code == 200
    return response.content.decode()


def test_studies_of_papers_are_offered_with_what_they_claim(hers: Client) -> None:
    page = hers.get("/studies/").content.decode()
    for study in STUDIES.values():
        assert study.title in page
        assert f"/studies/new/{study.key}/" in page
    assert STUDIES["demt"].claims[0].text in page
    assert "No study yet" in page


def test_a_study_of_a_paper_starts_with_a_click(hers: Client) -> None:
    start = "/studies/new/demt/"
    assert "What the paper claims" in hers.get(start).content.decode()
    sent = {"repetitions": "1", "seed": "7", "only": "fig3"}
    response = hers.post(start, sent)
    study = Study.objects.get()
    assert response["Location"] == f"/studies/{study.pk}/"
    assert (study.preset, study.declared.seed, study.instances) == ("demt", 7, 6)
    assert Batch.objects.filter(study=study, state=State.QUEUED).exists()
    page = page_of(hers, study)
    assert "waits for a worker" in page
    assert "not judged" in page
    assert "data-poll" in page


@pytest.mark.parametrize(
    ("name", "value"),
    [("repetitions", "0"), ("repetitions", "many"), ("seed", "-1"), ("only", "fig99")],
)
def test_what_cannot_be_is_said_at_its_field(hers: Client, name: str, value: str) -> None:
    sent = {"repetitions": "1", "seed": "7", "only": "", name: value}
    response = hers.post("/studies/new/demt/", sent)
    assert response.status_code == 422
    assert name in response.content.decode()
    assert not Study.objects.exists()


def test_the_page_of_a_finished_study_has_verdicts_and_figures(hers: Client) -> None:
    study = finished()
    page = page_of(hers, study)
    assert "LTF is better than LPTF." in page
    assert "data-poll" not in page
    assert "12 of 12 instances" in page
    assert f"/studies/{study.pk}/figures/one/" in page
    drawn = hers.get(f"/studies/{study.pk}/figures/one/").json()
    assert "root_id" in drawn
    assert hers.get(f"/studies/{study.pk}/figures/none/").status_code == 404


def own(**changes: str | list[str]) -> dict[str, str | list[str]]:
    """What the form of a small study sends."""
    return {
        "kind": "generator",
        "generator": "uniform",
        "jobs": "5, 10",
        "processors": "8",
        "repetitions": "3",
        "seed": "5",
        "title": "Mine",
        "entry": ["0.ltf", "1.local-search"],
        "on": ["0", "1"],
        "measure": ["makespan", "makespan/area"],
        "start": "1",
        **changes,
    }


def test_a_study_of_ones_own_is_made_from_a_form(hers: Client) -> None:
    assert hers.get("/studies/new/").status_code == 200
    response = hers.post("/studies/new/", own())
    study = Study.objects.get()
    assert response["Location"] == f"/studies/{study.pk}/"
    [part] = study.declared.parts
    assert (study.title, study.runs, part.repetitions) == ("Mine", 12, 3)
    assert [one.text for one in part.requests] == ["ltf", "local-search"], "no seed is stated"
    assert [plot.along for plot in study.declared.plots] == ["jobs", "jobs"]
    assert made.work(study).finished is not None


def test_parameters_of_the_model_may_take_several_values(hers: Client) -> None:
    several = {"g-several": "1", "g-sent": "1", "g-max_time": "10, 20", "g-max_width": "0"}
    hers.post("/studies/new/", own(**several, **{"g-load": "0"}))
    [part] = Study.objects.get().declared.parts
    assert isinstance(part.instances, Generated)
    assert part.instances.vary == {"max_time": (10, 20)}


def test_stored_workloads_are_instances_too(hers: Client) -> None:
    workload = factories.workload(factories.person("alice"))
    sent = own(kind="workloads", workload=[workload.pk], processors="", entry=["0.easy"], on=["0"])
    sent |= {"measure": ["mean_wait"], "windows": "3", "window-jobs": "1"}
    hers.post("/studies/new/", sent)
    study = made.work(Study.objects.get())
    [part] = study.declared.parts
    assert isinstance(part.instances, Kept)
    assert study.finished is not None
    assert cells_of(study).done == 3
    page = hers.post(f"/workloads/{workload.pk}/delete/", follow=True).content.decode()
    assert "cannot be deleted: a study uses it" in page


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"jobs": "few"}, "whole numbers"),
        ({"jobs": ""}, "such as 25, 50"),
        ({"jobs": "9" * 30}, "whole numbers"),
        ({"processors": "4+"}, "whole numbers"),
        ({"processors": "0"}, "processors"),
        ({"repetitions": "0"}, "repetitions must be"),
        ({"seed": "x"}, "seed must be"),
        ({"on": []}, "at least one algorithm"),
        ({"measure": []}, "at least one measure"),
        ({"measure": ["makespan/nothing"]}, "can be divided"),
        ({"measure": ["nothing"]}, "no measure is called"),
        ({"kind": "workloads", "workload": ["x"]}, "choose 1 to"),
        ({"g-load": "much"}, "load"),
        ({"title": "x" * 300}, "title must"),
    ],
)
def test_wrong_values_are_said_and_start_nothing(
    hers: Client, changes: dict[str, str], said: str
) -> None:
    response = hers.post("/studies/new/", own(**changes))
    assert response.status_code in (400, 409, 422)
    assert said in html.unescape(response.content.decode()).lower()
    assert not Study.objects.exists()


def test_a_file_starts_a_study_and_a_study_is_a_file(hers: Client) -> None:
    study = made.stored()
    text = hers.get(f"/studies/{study.pk}/study.toml").content.decode()
    assert hers.get(f"/studies/new/?from={study.pk}").content.decode().count("uniform") > 1
    for sent in ({"text": text}, {"file": io.BytesIO(text.encode())}):
        assert hers.post("/studies/new/", {**sent, "read": "1"}).status_code == 302
    assert Study.objects.count() == 3
    assert len({str(one.definition) for one in Study.objects.all()}) == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "title",
        "[" * 5_000,
        '{"parts": []}',
        '{"parts": [{"key": 1}]}',
        "x = 1",
        "\x00",
        'key = "a"\ntitle = "b"\nparts = [[[[]]]]',
    ],
)
def test_no_text_breaks_the_page(hers: Client, text: str) -> None:
    response = hers.post("/studies/new/", {"text": text, "read": "1"})
    assert response.status_code == 422
    assert "Nothing was started" in response.content.decode()


def test_files_of_the_server_and_jobs_of_others_are_no_instances(hers: Client) -> None:
    other = factories.workload(factories.person("bob"))
    for address in ("../secret.swf", address_of(other)):
        kept = Kept(workloads={"x": address}, processors=(4,))
        text = as_toml(made.declared(made.part(instances=kept, methods=("easy",))))
        response = hers.post("/studies/new/", {"text": text, "read": "1"})
        assert response.status_code == 422
        assert "digest of one of your workloads" in response.content.decode()
    traced = Traced(merges={"x": "grid1"}, folder="/")
    text = as_toml(made.declared(made.part(instances=traced, methods=("easy",))))
    assert hers.post("/studies/new/", {"text": text, "read": "1"}).status_code == 422


def test_owners_pause_continue_repeat_and_stop(hers: Client) -> None:
    study = made.work(made.stored(), batches=1)
    at = f"/studies/{study.pk}/"
    hers.post(f"{at}pause/")
    assert "Continue" in page_of(hers, study)
    hers.post(f"{at}continue/")
    assert "Pause" in page_of(hers, study)
    hers.post(f"{at}repetitions/", {"repetitions": "5"})
    assert Study.objects.get().runs == 30
    for wrong in ("1", "x", "", "99999999"):
        response = hers.post(f"{at}repetitions/", {"repetitions": wrong}, follow=True)
        assert "repetitions must be" in response.content.decode()
    hers.post(f"{at}stop/")
    page = page_of(hers, study)
    assert "stopped" in page
    assert "More repetitions" not in page
    assert hers.post(f"{at}continue/", follow=True).status_code == 200
    hers.post(f"{at}describe/", {"title": "Other", "note": "Why"})
    assert "Other" in hers.get("/studies/").content.decode()
    hers.post(f"{at}delete/")
    assert not Study.objects.exists()


def test_nobody_else_sees_or_changes_a_study(his: Client) -> None:
    study = finished()
    at = f"/studies/{study.pk}/"
    reading = ("", "progress/", "figures/one/", "study.toml", "bundle.zip", "cells/0/0/")
    for path in (*reading, "reports/verdicts/", "reports/cells.csv"):
        assert his.get(f"{at}{path}").status_code == 404, path
    for path in ("pause", "continue", "stop", "retry", "repetitions", "delete", "share"):
        assert his.post(f"{at}{path}/").status_code == 404, path
    assert his.get(f"/studies/new/?from={study.pk}").status_code == 404
    assert study.title not in his.get("/studies/").content.decode()


def test_a_link_shows_a_study_read_only(client: Client) -> None:
    study = finished()
    token = share(study.owner, study).token
    at = f"/s/{token}/"
    page = client.get(at).content.decode()
    assert "LTF is better than LPTF." in page
    assert "More repetitions" not in page
    for path in ("progress/", "figures/one/", "study.toml", "cells/0/0/", "reports/verdicts/"):
        assert client.get(f"{at}{path}").status_code == 200, path
    for ending in ("csv", "tex", "md", "json"):
        assert client.get(f"{at}reports/figures.{ending}").status_code == 200
    assert client.get(f"{at}results/").status_code == 404, "it is no comparison"
    of_comparison = share(study.owner, factories.comparison(study.owner)).token
    assert client.get(f"/s/{of_comparison}/figures/one/").status_code == 404
    assert client.get(f"/s/{of_comparison}/bundle.zip").status_code == 404


def test_reports_of_studies_are_pages_and_files(hers: Client) -> None:
    study = finished()
    at = f"/studies/{study.pk}/reports/"
    for key in REPORTS:
        assert hers.get(f"{at}{key}/").status_code == 200, key
    csv = hers.get(f"{at}cells.csv?of=cells").content.decode()
    assert len(csv.splitlines()) == 25
    assert hers.get(f"{at}pairs/?baseline=nobody").status_code == 400
    assert hers.get(f"{at}pairs.csv?baseline=nobody").status_code == 400
    for path in ("nothing/", "nothing.csv", "cells.exe", "cells.csv?of=nothing"):
        assert hers.get(f"{at}{path}").status_code == 404, path
    assert hers.get(f"{at}figures/figures/one/").json()["root_id"]


def test_large_files_are_written_by_a_worker(hers: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    study = finished()
    at = f"/studies/{study.pk}/reports/cells"
    at_once = {e: hers.get(f"{at}.{e}?of=summary").content for e in ("csv", "tex", "md")}
    monkeypatch.setattr("schedweb.studies.files.QUICK", 0)
    for ending, content in at_once.items():
        assert hers.get(f"{at}.{ending}?of=summary").content == content
    assert Task.objects.filter(kind="study-report").count() == 3


def test_the_schedules_of_an_instance_open_as_a_comparison(hers: Client) -> None:
    study = finished()
    page = hers.get(f"/studies/{study.pk}/cells/0/1/").content.decode()
    assert "10 jobs" in page
    at = f"/studies/{study.pk}/cells/0/1/2/compare/"
    response = hers.post(at)
    comparison = Comparison.objects.get()
    assert response["Location"] == f"/comparisons/{comparison.pk}/"
    for pk in comparison.runs.values_list("pk", flat=True):
        execute(pk)
    cells = cells_of(study).parts["small"]
    makespans = [run.result.metrics["makespan"] for run in comparison.runs.all()]
    assert makespans == cells.of("makespan")[1, 2].tolist()
    assert comparison.workload.source["kind"] == "generator"
    hers.post(at)
    assert Workload.objects.count() == 1, "the same jobs once"
    for wrong in ("9/0/0", "0/9/0", "0/0/99"):
        assert hers.post(f"/studies/{study.pk}/cells/{wrong}/compare/").status_code == 404
    assert hers.get(f"/studies/{study.pk}/cells/0/9/").status_code == 404


def test_polling_answers_only_with_news(hers: Client) -> None:
    study = made.work(made.stored(), batches=1)
    page = page_of(hers, study)
    address = html.unescape(re.search(r'hx-get="(/studies/[^"]*)"', page)[1])  # type: ignore[index]
    assert hers.get(address).status_code == 204
    made.work(study, batches=1)
    assert "progress" in hers.get(address).content.decode()
    services.pause_study(study)
    assert hers.get(address)["HX-Refresh"] == "true"


def test_what_failed_is_said_and_can_be_tried_again(hers: Client) -> None:
    wrong = Generated(generator="uniform", jobs=(5,), processors=(8,), params={"max_width": 9})
    study = made.work(made.stored(made.part(instances=wrong)))
    page = page_of(hers, study)
    assert "Some instances could not be computed" in page
    assert "ax_width must be at most" in page
    hers.post(f"/studies/{study.pk}/retry/")
    assert Batch.objects.filter(study=study, state=State.QUEUED).exists()


def test_a_damaged_file_has_its_page_and_is_computed_again(hers: Client, own_store: Path) -> None:
    study = made.work(made.stored())
    lost = study.batches.all()[0]
    (own_store / blobs.path_of(lost.cells)).unlink()
    storage.forget_loaded()
    response = hers.get(f"/studies/{study.pk}/cells/0/0/")
    assert response.status_code == 409
    page = response.content.decode()
    assert f"numbers of your study {study.title} are missing" in page
    assert f"/studies/{study.pk}/retry/" in page
    hers.post(f"/studies/{study.pk}/retry/")
    assert made.work(study).finished is not None
    assert hers.get(f"/studies/{study.pk}/cells/0/0/").status_code == 200


def test_a_study_is_made_of_a_comparison(hers: Client, alice: User) -> None:
    workload = generate_workload(alice, "uniform", jobs=12, processors=4, params={"seed": 8})
    entries = [Entry("ltf"), Entry("local-search", {"effort": 2, "seed": 5}, "Search")]
    machine = factories.cluster(alice, 4, deployment={"seconds": 2})
    comparison = create_comparison(alice, workload, machine, entries, title="Two lists")
    assert "Make a study of it" in hers.get(f"/comparisons/{comparison.pk}/").content.decode()
    page = hers.get(f"/studies/new/?comparison={comparison.pk}").content.decode()
    hers.post("/studies/new/", {**sent_by(page), "repetitions": "2", "start": "1"})
    study = Study.objects.get()
    [part] = study.declared.parts
    assert isinstance(part.instances, Generated)
    assert (study.title, part.instances.jobs) == ("Study of Two lists", (12,))
    assert part.instances.deployment == {"seconds": 2.0}
    assert [one.text for one in part.requests] == ["ltf", "local-search:effort=2"]


def test_a_study_of_an_uploaded_workload_takes_it_as_it_is(hers: Client, alice: User) -> None:
    comparison = factories.comparison(alice, rules={"estimates": "kill"})
    page = hers.get(f"/studies/new/?comparison={comparison.pk}").content.decode()
    hers.post("/studies/new/", {**sent_by(page), "start": "1"})
    [part] = Study.objects.get().declared.parts
    assert isinstance(part.instances, Kept)
    assert list(part.instances.workloads) == ["Three jobs"]
    assert part.instances.rules == {"estimates": "kill"}
    assert [one.algorithm.key for one in part.requests] == ["fcfs", "easy"]


def sent_by(page: str) -> dict[str, list[str]]:
    """What a browser sends of the form of a study, without its buttons."""
    form = page[page.index('id="study-form"') : page.index('aria-labelledby="from-file"')]
    sent: dict[str, list[str]] = {}
    for tag in re.findall(r"<input [^>]*>", form):
        values = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if values.get("type") in ("checkbox", "radio") and " checked" not in tag:
            continue
        sent.setdefault(html.unescape(values["name"]), []).append(html.unescape(values["value"]))
    for name, options in re.findall(r'<select [^>]*name="([^"]*)".*?>(.*?)</select>', form, re.S):
        sent[name] = re.findall(r'value="([^"]*)" selected', options)
    return sent
