"""Pages and files of jobs that had dependencies say so, and call nothing optimal."""

import csv
import io
from typing import Any

import pytest
from django.test import Client

from parsched.model.problem.unmodelled import DEPENDENCIES, sentence, without_bounds
from parsched.report.results import table_of
from parsched.report.standings import standings_of
from parsched.report.summary import sentence as summary
from parsched.report.table import Table
from parsched.report.writers import csv as as_csv
from parsched.report.writers import latex, markdown
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.web.contexts.records import comparison_record
from tests import factories
from tests.web.conftest import computed

SWF = b"""; MaxProcs: 4
1 0 -1 100 2 -1 -1 2 100 -1 1 1 1 1 1 1 -1 -1
2 0 -1 50 2 -1 -1 2 100 -1 1 1 1 1 1 1 9 20
"""
"""Two jobs, both there at time 0; the second waits for one that the file does not have."""
LOST = sentence([DEPENDENCIES])


@pytest.fixture
def lost(alice: User) -> Comparison:
    """Schedules of 100 s, which is as long as the longest job."""
    return computed(factories.comparison(alice, ["ltf", "lpt"], SWF))


def text(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def test_every_page_says_it(hers: Client, lost: Comparison) -> None:
    run = lost.runs.all()[0]
    for path in (
        f"/workloads/{lost.workload.pk}/",
        f"/comparisons/{lost.pk}/",
        f"/runs/{run.pk}/",
    ):
        html = text(hers, path)
        assert LOST in html, path
        assert "proved optimal</" not in html
        assert "is optimal" not in html


def test_the_page_of_other_jobs_does_not(hers: Client, alice: User) -> None:
    made = computed(factories.comparison(alice, ["ltf"], factories.OFFLINE_SWF))
    assert LOST not in text(hers, f"/comparisons/{made.pk}/")


def test_no_bound_is_shown_and_a_sentence_says_why(hers: Client, lost: Comparison) -> None:
    run = lost.runs.all()[0]
    html = text(hers, f"/runs/{run.pk}/")
    assert without_bounds([DEPENDENCIES]) in html
    assert 'class="bounds"' not in html
    assert lost.bounds["makespan"]["longest"] == 100.0, "it is known, and not shown"
    for tab in ("", "ranking/", "reports/"):
        page = text(hers, f"/comparisons/{lost.pk}/{tab}")
        assert "/ bound" not in page
        assert "of the optimum" not in page
    assert not records_of(lost).about.bounds
    assert not lost.awaits_bounds


def test_the_sentence_claims_no_optimum(lost: Comparison) -> None:
    assert "optim" not in summary(standings_of(records_of(lost)))


def written(made: Comparison) -> Table:
    """The table of results."""
    return table_of(standings_of(records_of(made)))


def test_files_say_it(lost: Comparison) -> None:
    table = written(lost)
    rows = list(csv.DictReader(io.StringIO(as_csv(table))))
    assert {row["not kept of the jobs"] for row in rows} == {"dependencies"}
    assert {row["makespan certificate"] for row in rows} == {"no certificate"}
    assert markdown(table).endswith(f"\n\n{LOST}\n")
    assert f"% {LOST}" in latex(table).splitlines()


def test_files_of_other_jobs_are_as_they_were(alice: User) -> None:
    made = computed(factories.comparison(alice, ["ltf"], factories.OFFLINE_SWF))
    table = written(made)
    assert "not kept" not in as_csv(table)
    assert LOST not in markdown(table)


def test_programs_are_told(hers: Client, lost: Comparison) -> None:
    answer: Any = hers.get(f"/api/v1/comparisons/{lost.pk}").json()
    found = answer["table"]["rows"][0]["certificates"]["makespan"]
    assert (found["gap"], found["text"]) == (None, "no certificate")
    assert found["reason"] == "dependencies of the jobs are not kept"
    run: Any = hers.get(f"/api/v1/runs/{answer['runs'][0]['id']}").json()
    assert run["certificates"]["minsum"]["reason"] == found["reason"]
    assert (run["bounds"], run["ratios"], run["proved"]) == ({}, {}, None)
    assert "bound" not in hers.get(f"/api/v1/runs/{run['id']}/trace").json()
    whole = comparison_record(lost)
    assert [(one["bounds"], one["proved"]) for one in whole["runs"]] == [({}, None)] * 2
    assert all(row["ratios"] == {} for row in whole["table"]["rows"])
    workload: Any = hers.get(f"/api/v1/workloads/{lost.workload.pk}").json()
    assert workload["features"]["unmodelled"] == ["dependencies"]


def test_what_was_stored_before_tells_it_by_its_report(alice: User) -> None:
    """Features of old rows do not know it, nor do their jobs."""
    stored = factories.workload(alice, SWF)
    del stored.features["unmodelled"]
    stored.report = {"findings": [{"key": "preceding_job"}]}
    assert stored.unmodelled == (DEPENDENCIES,)
    other = factories.workload(alice, factories.OFFLINE_SWF)
    assert other.unmodelled == ()
    assert other.beware == ""


def test_the_jobs_of_a_stored_workload_know_it(alice: User) -> None:
    stored, other = (factories.workload(alice, c) for c in (SWF, factories.OFFLINE_SWF))
    assert stored.load().unmodelled == (DEPENDENCIES,)
    assert other.load().unmodelled == ()
