"""Pages as code: the programs are run, and give what the pages show."""

import io
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request

import pytest
from django.test import Client

from parsched.report.as_code import algorithm_as_code
from parsched.studies import Cells, find_study
from parsched.studies.as_code import study_as_code
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison, Run
from schedweb.sharing.services import share
from schedweb.studies.models import Study
from schedweb.studies.reading import cells_of
from schedweb.workloads.services import generate_workload
from tests import factories
from tests.studies import declared

pytestmark = pytest.mark.django_db
METRIC = re.compile(r'<th scope="row"><a[^>]*#about-([\w-]+)".*?<td class="num" title="([^"]*)">')


def code(html: str, name: str) -> str:
    found = re.search(rf'<pre id="{name}">(.*?)</pre>', html, re.DOTALL)
    assert found is not None
    return unescape(found[1])


class Answer(io.BytesIO):
    status = 200


@pytest.fixture
def programs(hers: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> "Programs":
    """Runs the programs of pages in an empty folder; the server is the test's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("urllib.request.urlopen", lambda request: answered(hers, request))
    return Programs(hers)


def answered(client: Client, request: Request) -> Answer:
    parts = urlsplit(request.full_url)
    assert parts.netloc == "testserver"
    address = f"{parts.path}?{parts.query}"
    if request.data is None:
        sent = client.get(address)
    else:
        sent = client.post(address, request.data, "application/json")
    assert sent.status_code in (200, 201, 202), sent.content
    answer = Answer(b"".join(sent) if sent.streaming else sent.content)
    answer.status = sent.status_code
    return answer


class Programs:
    def __init__(self, client: Client) -> None:
        self._client = client

    def run(self, address: str, name: str) -> dict[str, Any]:
        """Run a program of a page, and return what it names."""
        namespace: dict[str, Any] = {}
        exec(code(self._client.get(address).content.decode(), name), namespace)
        return namespace


def test_a_comparison_is_made_again_by_both_programs(
    programs: Programs, done: Comparison, capsys: pytest.CaptureFixture[str]
) -> None:
    made = done
    programs.run(f"/workloads/{made.workload.pk}/code/", "api-code")
    records = programs.run(f"/comparisons/{made.pk}/code/", "library-code")["records"]
    runs = list(made.runs.all())
    assert [row.metrics for row in records] == [run.result.metrics for run in runs]
    programs.run(f"/comparisons/{made.pk}/code/", "api-code")
    again = Comparison.objects.exclude(pk=made.pk).get()
    assert [(run.algorithm, run.params, run.label) for run in again.runs.all()] == [
        (run.algorithm, run.params, run.label) for run in runs
    ]
    assert f"/comparisons/{again.pk}/" in capsys.readouterr().out


def test_a_run_is_computed_again_and_fetched(
    programs: Programs, hers: Client, done: Comparison
) -> None:
    run = done.runs.all()[1]
    programs.run(f"/workloads/{run.comparison.workload.pk}/code/", "api-code")
    page = hers.get(f"/runs/{run.pk}/").content.decode()
    assert f'href="/runs/{run.pk}/code/"' in page
    shown = {key: number(text) for key, text in METRIC.findall(page) if text != "–"}
    assert len(shown) > 5
    result = programs.run(f"/runs/{run.pk}/code/", "library-code")["result"]
    assert {key: result.metrics[key] for key in shown} == pytest.approx(shown, rel=1e-6)
    fetched = programs.run(f"/runs/{run.pk}/code/", "api-code")["run"]
    assert {key: fetched["metrics"][key] for key in shown} == pytest.approx(shown, rel=1e-6)
    assert Path("schedule.csv").read_text().startswith("job_id,")


def number(text: str) -> float:
    return float(text.removesuffix(" s").replace(",", ""))


def test_a_run_that_is_not_done_is_not_fetched(hers: Client) -> None:
    run = factories.queued_run(factories.person("alice"))
    page = hers.get(f"/runs/{run.pk}/code/").content.decode()
    assert "library-code" in page
    assert "api-code" not in page


def test_a_run_that_nothing_here_can_compute_says_so(hers: Client) -> None:
    run = factories.queued_run(factories.person("alice"))
    Run.objects.filter(pk=run.pk).update(algorithm="gone")
    page = hers.get(f"/runs/{run.pk}/code/").content.decode()
    assert "There is no program for it" in page


def test_a_comparison_that_nothing_here_can_compute_says_so(hers: Client) -> None:
    run = factories.queued_run(factories.person("alice"))
    Run.objects.all().update(algorithm="gone")
    page = hers.get(f"/comparisons/{run.comparison_id}/code/").content.decode()
    assert "library-code" not in page


def test_jobs_of_a_generator_with_other_parameters_today_are_read(
    hers: Client, alice: User
) -> None:
    kept = generate_workload(alice, generator="uniform", jobs=30, processors=16, params={"seed": 4})
    page = hers.get(f"/workloads/{kept.pk}/code/").content.decode()
    assert "another one may make others" in page
    kept.source["params"]["gone"] = 1
    kept.save()
    page = hers.get(f"/workloads/{kept.pk}/code/").content.decode()
    assert "sched.read(&quot;jobs.json&quot;)" in page
    assert "another one may make others" not in page


def test_generated_jobs_are_generated_again(programs: Programs, alice: User) -> None:
    kept = generate_workload(alice, generator="uniform", jobs=30, processors=16, params={"seed": 4})
    jobs = programs.run(f"/workloads/{kept.pk}/code/", "library-code")["jobs"]
    stored = kept.load()
    assert (jobs.profiles.times == stored.profiles.times).all()
    assert jobs.widest == kept.widest


def test_jobs_of_a_file_are_fetched_and_read(programs: Programs, hers: Client) -> None:
    kept = factories.workload(factories.person("alice"))
    address = f"/workloads/{kept.pk}/code/"
    assert f'href="{address}"' in hers.get(f"/workloads/{kept.pk}/").content.decode()
    programs.run(address, "api-code")
    jobs = programs.run(address, "library-code")["jobs"]
    assert (len(jobs), jobs.widest) == (kept.jobs, kept.widest)
    assert jobs.release.max() - jobs.release.min() == kept.span


def test_a_study_of_ones_own_is_computed_again_and_made_again(
    programs: Programs, hers: Client
) -> None:
    study = declared.work(declared.stored(claims=(declared.BETTER,)))
    address = f"/studies/{study.pk}/code/"
    assert f'href="{address}"' in hers.get(f"/studies/{study.pk}/files/").content.decode()
    Path("study.toml").write_bytes(hers.get(f"/studies/{study.pk}/study.toml").content)
    cells = programs.run(address, "library-code")["cells"]
    assert declared.content(cells) == declared.content(cells_of(study))
    programs.run(address, "api-code")
    again = Study.objects.exclude(pk=study.pk).get()
    assert (again.title, again.definition) == (study.title, study.definition)


def test_a_declared_study_is_named_with_what_was_changed(programs: Programs, hers: Client) -> None:
    asked = {"repetitions": "1", "seed": "7", "only": "fig3"}
    hers.post("/studies/new/demt/", asked)
    study = Study.objects.get()
    page = hers.get(f"/studies/{study.pk}/code/").content.decode()
    library = code(page, "library-code")
    assert "find_study(\"demt\").changed(repetitions=1, only='fig3', seed=7)" in library
    namespace: dict[str, Any] = {}
    exec(library.partition("cells =")[0], namespace)
    assert Cells(namespace["study"]).total == study.runs
    programs.run(f"/studies/{study.pk}/code/", "api-code")
    again = Study.objects.exclude(pk=study.pk).get()
    assert (again.preset, again.definition) == ("demt", study.definition)


def test_readers_with_a_link_see_programs_of_the_library_alone(
    client: Client, alice: User, done: Comparison
) -> None:
    run, study = done.runs.all()[0], declared.stored(owner=alice)
    addresses = (
        f"/s/{share(alice, done).token}/code/",
        f"/s/{share(alice, study).token}/code/",
        f"/s/{share(alice, run).token}/runs/{run.pk}/code/",
    )
    for address in addresses:
        page = client.get(address).content.decode()
        assert "library-code" in page, address
        assert "api-code" not in page


def numbers(report: dict[str, Any]) -> list[Any]:
    """Return the numbers of the tables of a report, which has other names of runs elsewhere."""
    rows = [row for table in report["tables"] for row in table["rows"]]
    return [value for row in rows for value in row.values() if isinstance(value, int | float)]


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("results", ""),
        ("ranking", "?metrics=main"),
        ("classes", "?by=user"),
        ("differences", "?first={last}&second={first}"),
        ("classes", "?runs={first},{last}"),
    ],
)
def test_a_report_of_a_comparison_is_printed_again(
    programs: Programs, hers: Client, done: Comparison, key: str, options: str
) -> None:
    programs.run(f"/workloads/{done.workload.pk}/code/", "api-code")
    at = f"/comparisons/{done.pk}/reports/{key}"
    runs = list(done.runs.all())
    options = options.format(first=runs[0].pk, last=runs[-1].pk)
    address = f"{at}/{options}"
    again = programs.run(address, "report-code")["report"]
    shown = hers.get(f"/api/v1{at}{options}").json()
    assert numbers(again.as_json()) == numbers(shown)
    assert f'href="/comparisons/{done.pk}/code/"' in hers.get(address).content.decode()


def test_a_report_of_a_study_is_printed_again(programs: Programs, hers: Client) -> None:
    study = declared.work(declared.stored(claims=(declared.BETTER,)))
    Path("study.toml").write_bytes(hers.get(f"/studies/{study.pk}/study.toml").content)
    address = f"/studies/{study.pk}/reports/verdicts/"
    again = programs.run(address, "report-code")["report"]
    assert again.sentences
    page = hers.get(address).content.decode()
    assert again.sentences[0] in unescape(page)


def test_a_report_about_other_comparisons_is_no_program(hers: Client, done: Comparison) -> None:
    page = hers.get(f"/comparisons/{done.pk}/reports/ranking/?cases={done.pk}")
    assert "report-code" not in page.content.decode()


def test_a_report_with_wrong_options_is_no_program(hers: Client, done: Comparison) -> None:
    page = hers.get(f"/comparisons/{done.pk}/reports/ranking/?metrics=none-such")
    assert page.status_code == 400
    assert "report-code" not in page.content.decode()


def test_an_algorithm_has_a_program(hers: Client) -> None:
    page = hers.get("/algorithms/easy/").content.decode()
    assert code(page, "python-code") == algorithm_as_code("easy")


def test_a_study_of_a_paper_is_named_before_it_is_started(hers: Client) -> None:
    page = hers.get("/studies/new/demt/").content.decode()
    assert code(page, "study-code") == study_as_code(find_study("demt"))
