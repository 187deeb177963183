"""Pages of studies: presets, progress, changes, numbers, links, and what is asked for wrongly."""

import html
import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from parsched.studies import REPORTS, STUDIES, Generated, StudyPlot
from parsched.studies.computing import request_of
from parsched.studies.part import Unit
from parsched.studies.study import Study as Declared
from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison
from schedweb.sharing.services import share
from schedweb.store import blobs
from schedweb.studies import handing, services, storage
from schedweb.studies.models import Batch, Study, Summary
from schedweb.studies.reading import cells_of
from schedweb.workers.models import State, Task
from schedweb.workloads.models import Workload
from tests import factories
from tests.everywhere import ROOT
from tests.studies import declared as made
from tests.web.plots.items import models

pytestmark = pytest.mark.django_db


def finished() -> Study:
    plot = StudyPlot(
        figure="one", key="one", title="Makespan", parts=("small",), measure="makespan"
    )
    study = made.stored(claims=(made.BETTER,), plots=(plot,), tables=(made.TABLE,))
    made.work(study)
    made.summed_up(study)
    return Study.objects.get(pk=study.pk)


def page_of(client: Client, study: Study, tab: str = "") -> str:
    """Return the page of a study, or another tab of it."""
    name = f"study_tab_{tab}" if tab else "study"
    response = client.get(reverse(name, args=(study.pk,)))
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
    assert f"/studies/{study.pk}/figures/one/" in page_of(hers, study, "figures")
    drawn = hers.get(f"/studies/{study.pk}/figures/one/").json()
    assert "root_id" in drawn
    assert hers.get(f"/studies/{study.pk}/figures/none/").status_code == 404


def test_printed_tables_stand_above_ours(hers: Client) -> None:
    study = made.stored(tables=(made.TABLE,))
    assert "when some instances are computed" in page_of(hers, study, "printed")
    made.summed_up(made.work(study))
    page = page_of(hers, study, "printed")
    assert "Table 9: Both" in page
    assert "4,711" in page
    assert page.index('class="printed"') < page.index('class="ours"')
    found = hers.get(f"/studies/{study.pk}/reports/printed.csv")
    assert "4711" in found.content.decode()
    assert f"/studies/{study.pk}/reports/printed/" in page_of(hers, study, "files")
    bare = made.stored()
    assert "Printed tables" not in page_of(hers, bare)
    assert hers.get(f"/studies/{bare.pk}/printed/").status_code == 404


def test_many_statements_are_counted_and_listed_those_that_fail_first(hers: Client) -> None:
    sizes = tuple(range(5, 11))
    instances = Generated(generator="uniform", jobs=sizes, processors=(8,))
    study = made.work(made.stored(made.part(instances=instances), claims=(made.BETTER,)))
    content = made.summed_up(study).content
    told = content["statements"]["ltf-better"]
    assert len(told["each"]) == len(sizes)
    order = [(False, None, True).index(holds) for _, holds in told["each"]]
    assert order == sorted(order)
    page = html.unescape(page_of(hers, study))
    assert told["counted"] == content["claims"][0]["ours"].partition(": ")[0].partition(", such")[0]
    assert f"<summary>O{told['counted'][1:]}</summary>" in page
    assert page.count('class="holds"') == sum(holds is True for _, holds in told["each"])
    assert all(text in page.replace("\xa0", " ") for text, _ in told["each"])


def test_a_claim_with_only_open_parts_is_open_on_pages_and_partly_for_programs(
    hers: Client,
) -> None:
    study = made.work(made.stored(made.part(repetitions=1), claims=(made.BETTER,)))
    content = made.summed_up(study).content
    page = page_of(hers, study)
    assert '<span class="badge open">open</span>' in page
    assert '<span class="badge open">1 open</span>' in page
    assert "Its claim is still open." in page
    assert "partly" not in page
    for address in ("/", "/studies/"):
        assert '<span class="badge open">1 open</span>' in hers.get(address).content.decode()
    report = hers.get(f"/studies/{study.pk}/reports/verdicts/").content.decode()
    assert "Its claim is still open." in report
    [row] = hers.get(f"/api/v1/studies/{study.pk}").json()["verdicts"]
    assert (row["verdict"], "standing" in row) == ("partly", False)
    for claim in content["claims"]:
        del claim["standing"]
    Summary.objects.filter(study=study).update(content=content)
    assert '<span class="badge partly">partly</span>' in page_of(hers, study), "stored earlier"


def test_of_the_table_of_verdicts_only_claims_are_wide() -> None:
    css = re.sub(r"/\*.*?\*/", "", (ROOT / "static/css/studies.css").read_text(), flags=re.S)
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", css)
    least = {
        selector.strip(): int(found[1])
        for selector, body in rules
        if ".verdicts" in selector and (found := re.search(r"min-width: (\d+)px", body))
    }
    assert least == {".verdicts :where(tbody) th": 260, ".verdicts td:where(:not(.fit))": 150}


def test_figures_that_lack_numbers_are_named_with_the_reason(hers: Client) -> None:
    trimmed = StudyPlot(
        figure="two",
        key="two",
        title="Trimmed",
        parts=("small",),
        measure="makespan",
        aggregate="trimmed_mean",
    )
    study = made.stored(made.part(repetitions=2), plots=(replace(trimmed, key="one"),))
    made.summed_up(made.work(study))
    said = "Not drawn, for want of numbers: Trimmed (a trimmed mean needs 3 repetitions)."
    assert "Nothing is computed that could be drawn" in page_of(hers, study, "figures")
    plain = replace(trimmed, key="plain", title="Plain", aggregate="mean")
    both = made.stored(made.part(repetitions=2), plots=(plain, trimmed))
    made.summed_up(made.work(both))
    assert said in page_of(hers, both, "figures")
    services.repeat_more(both, 3)
    handing.hand_out()
    made.summed_up(made.work(Study.objects.get(pk=both.pk)))
    assert "Not drawn" not in page_of(hers, both, "figures")


def test_points_of_figures_lead_to_their_instances(hers: Client, client: Client) -> None:
    study = finished()
    own = [f"/studies/{study.pk}/cells/0/{value}/" for value in range(3)]
    token = share(study.owner, study).token
    shared = [f"/s/{token}/cells/0/{value}/" for value in range(3)]
    for reader, at, links in (
        (hers, f"/studies/{study.pk}/figures/one/", own),
        (hers, f"/studies/{study.pk}/reports/figures/figures/one/", own),
        (client, f"/s/{token}/figures/one/", shared),
    ):
        item = reader.get(at).json()
        sources = [dict(of["data"]["entries"]) for of in models(item, "ColumnDataSource")]
        assert [of["link"] for of in sources if "link" in of] == [links, links]
        [opens] = models(item, "OpenURL")
        assert (opens["url"], opens["same_tab"]) == ("@link", True)
        assert all(reader.get(link).status_code == 200 for link in links)


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
        assert "Repetitions of each value in all must be" in response.content.decode()
    hers.post(f"{at}stop/")
    page = page_of(hers, study)
    assert "stopped" in page
    assert "Stop</button>" not in page
    assert "The total, with the 5 that there are. Each one more adds 6 runs." in page
    hers.post(f"{at}continue/")
    assert "Pause" in page_of(hers, study)
    hers.post(f"{at}stop/")
    hers.post(f"{at}repetitions/", {"repetitions": "6"})
    assert "Pause" in page_of(hers, study), "more repetitions of a stopped study are computed"
    hers.post(f"{at}describe/", {"title": "Other", "note": "Why"})
    assert "Other" in hers.get("/studies/").content.decode()
    hers.post(f"{at}delete/")
    assert not Study.objects.exists()


def test_no_other_user_sees_or_changes_a_study(his: Client) -> None:
    study = finished()
    at = f"/studies/{study.pk}/"
    reading = ("", "progress/", "figures/one/", "study.toml", "bundle.zip", "cells/0/0/")
    for path in (*reading, "reports/verdicts/", "reports/cells.csv"):
        assert his.get(f"{at}{path}").status_code == 404, path
    for path in ("pause", "continue", "stop", "retry", "repetitions", "delete", "share"):
        assert his.post(f"{at}{path}/").status_code == 404, path
    form = his.get(f"/studies/new/?from={study.pk}").content.decode()
    assert "There is no study of yours" in form
    assert study.title not in form
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
    assert hers.get(f"{at}pairs/?baseline=unknown").status_code == 400
    assert hers.get(f"{at}pairs.csv?baseline=unknown").status_code == 400
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


def test_numbers_of_a_cell_open_the_schedules_for_the_owner_alone(
    hers: Client, client: Client
) -> None:
    study = finished()
    page = hers.get(f"/studies/{study.pk}/cells/0/1/").content.decode()
    part = study.declared.parts[0]
    each = len(part.requests) * len(part.typed_measures)
    assert page.count('form="open-3"') == each
    assert f'id="open-3" method="post" action="/studies/{study.pk}/cells/0/1/2/compare/"' in page
    measure = part.typed_measures[0]
    assert f'title="{html.escape(measure.help)}">{measure.title}</th>' in page
    token = share(study.owner, study).token
    shared = client.get(f"/s/{token}/cells/0/1/").content.decode()
    assert "open-3" not in shared
    assert "Time from the first release to the completion of the last job" in shared


def test_a_study_whose_traces_are_missing_says_which_and_cannot_be_started(hers: Client) -> None:
    page = hers.get("/studies/new/grid1/").content.decode()
    assert "It cannot be started here:" in page
    assert "KTH-SP2-1996-2.1-cln.swf.gz" in page
    assert "study run grid1 --traces FOLDER" in page
    assert ">Start</button>" not in page
    response = hers.post("/studies/new/grid1/", {"repetitions": "1", "seed": "1", "only": ""})
    assert response.status_code == 422
    assert "server must have the traces, and lacks KTH" in response.content.decode()
    assert not Study.objects.exists()
    assert "traces missing" in hers.get("/studies/").content.decode()


def test_figures_whose_traces_are_there_can_be_started(
    hers: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    declared = STUDIES["grids-outlook"]

    def missing(study: Declared) -> list[str]:
        return ["x.swf"] if any(part.key == "grid3" for part in study.parts) else []

    monkeypatch.setattr("schedweb.web.contexts.study_list.missing_traces", missing)
    page = hers.get(f"/studies/new/{declared.key}/").content.decode()
    assert "Some of it cannot be computed here:" in page
    assert ">Start</button>" in page
    assert 'value="grid1-wait"' in page
    assert 'value="grid3-wait"' not in page
    assert "All figures and claims" not in page


def test_methods_that_draw_have_the_seeds_of_the_study_in_its_comparison(hers: Client) -> None:
    study = made.work(made.stored(made.part(methods=("local-search:effort=1",))))
    hers.post(f"/studies/{study.pk}/cells/0/1/2/compare/")
    run = Comparison.objects.get().runs.get()
    declared = study.declared
    assert run.params == request_of(declared, Unit("small", 1, 2), 0).params.as_dict()


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
