"""Reports over the API: listed with their options, as JSON and as text, for their owner alone."""

import csv
import io
from typing import Any

import pytest

from parsched.report import REPORTS, caption, suiting
from parsched.report.printing import ENDINGS, Sheet
from schedweb.api.serializers.reports import (
    FORMATS,
    ComparisonReportOut,
    DeclaredReportOut,
    ReportFigureOut,
    ReportTableOut,
)
from schedweb.runs import figures
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from tests import factories
from tests.api.caller import Caller
from tests.web.test_reports import KINDS, OF_KINDS, compared


@pytest.fixture(params=OF_KINDS)
def place(request: pytest.FixtureRequest, alice: Caller) -> Comparison:
    """Alice's, of each kind."""
    assert alice.user is not None
    return compared(alice.user, request.param)


def at(made: Comparison, rest: str = "") -> str:
    return f"/comparisons/{made.pk}/reports{rest}"


def test_all_that_are_declared_are_listed_with_their_options(alice: Caller) -> None:
    rows = alice.get("/reports").json["results"]
    assert [row["key"] for row in rows] == list(REPORTS)
    for row, declared in zip(rows, REPORTS.values(), strict=True):
        assert set(row) == set(DeclaredReportOut().fields)
        assert row["title"] == declared.title
        assert row["help"]
        assert row["options"] == declared.options.json_schema()


@pytest.mark.parametrize("kind", KINDS)
def test_those_that_suit_are_listed_and_have_all_that_is_described(
    alice: Caller, kind: str
) -> None:
    assert alice.user is not None
    place = compared(alice.user, kind)
    records = records_of(place)
    suit = suiting(records)
    listed = alice.get(at(place)).json["results"]
    assert [row["key"] for row in listed] == [one.key for one in suit]
    for declared in suit:
        answer = alice.get(at(place, f"/{declared.key}")).json
        assert answer == declared.of(records).as_json()
        assert set(answer) == set(ComparisonReportOut().fields)
        for table in answer["tables"]:
            assert set(table) == set(ReportTableOut().fields)
            keys = {column["key"] for column in table["columns"]}
            assert all(set(row) == keys for row in table["rows"])
        for figure in answer["figures"]:
            assert set(figure) == set(ReportFigureOut().fields)
            assert all(len(one["x"]) == len(one["y"]) for one in figure["series"])


def test_their_tables_are_text_with_the_same_numbers(alice: Caller, place: Comparison) -> None:
    for declared in suiting(records_of(place)):
        for table in alice.get(at(place, f"/{declared.key}")).json["tables"]:
            path = at(place, f"/{declared.key}?of={table['key']}&format=")
            for name, ending in FORMATS.items():
                if name != "json" and ending not in ENDINGS:
                    answer = alice.get(path + name)
                    assert answer.status == 200
                    assert answer.response["Content-Type"].startswith(("text/", "application/x-"))
            rows = list(csv.reader(io.StringIO(alice.get(f"{path}csv").content.decode())))
            assert len(rows) == 1 + len(table["rows"])
            assert rows[0] == [column["title"] for column in table["columns"]]


def test_words_are_no_numbers(alice: Caller) -> None:
    assert alice.user is not None
    made = compared(alice.user, "jobs that arrive")
    [table] = alice.get(at(made, "/results")).json["tables"]
    is_number = {column["key"]: column["is_number"] for column in table["columns"]}
    assert not is_number["run"]
    assert not is_number["params"]
    assert is_number["makespan"]


def test_what_there_is_not(alice: Caller, bob: Caller, visitor: Caller) -> None:
    assert alice.user is not None
    made = compared(alice.user, "jobs that arrive")
    assert alice.get(at(made, "/nothing")).status == 404
    assert alice.get("/comparisons/AAAAAAAAAAA/reports").status == 404
    refused = alice.get(at(made, "/trade-offs"))
    assert (refused.status, refused.error["code"]) == (409, "refused")
    for path in ("", "/results", "/results?format=csv"):
        assert bob.get(at(made, path)).status == 404
        assert visitor.get(at(made, path)).status == 401


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("metrics=beauty", "metrics"),
        ("baseline=nothing", "baseline"),
        ("format=exe", "format"),
        ("format=csv&of=nothing", "of"),
        ("of=results", "of"),
        ("cases=AAAAAAAAAAA", "cases"),
        ("metrics=%00", "metrics"),
        (f"metrics={'x' * 3000}", "metrics"),
        ("beauty=1", "beauty"),
    ],
)
def test_a_wrong_option_is_named(alice: Caller, query: str, field: str) -> None:
    assert alice.user is not None
    made = compared(alice.user, "jobs that arrive")
    answer = alice.get(at(made, f"/results?{query}"))
    assert answer.status == 400
    assert list(answer.fields) == [field]


def test_a_report_without_tables_is_no_text(alice: Caller) -> None:
    assert alice.user is not None
    made = compared(alice.user, "jobs that arrive")
    assert alice.get(at(made, "/gantt")).json["tables"] == []
    answer = alice.get(at(made, "/gantt?format=markdown"))
    assert (answer.status, list(answer.fields)) == (400, ["of"])


@pytest.mark.parametrize("ending", ["svg", "pdf", "png"])
def test_figures_are_files(alice: Caller, ending: str) -> None:
    assert alice.user is not None
    made = compared(alice.user, "jobs that arrive")
    records = records_of(made)
    for key, name, figure in (
        ("gantt", "schedules", REPORTS["gantt"].of(records, {"end": 5.0}).gantts[0]),
        ("distributions", "wait", REPORTS["distributions"].of(records).figure("wait")),
    ):
        option = "&end=5" if key == "gantt" else ""
        path = f"/{key}?format={ending}&figure={name}&width=text&theme=dark&parameters=1{option}"
        answer = alice.get(at(made, path))
        assert answer.status == 200, answer
        sheet = Sheet(width="text", theme="dark", caption=caption(figure, records))
        assert answer.content == figure.printed(ending, sheet)


def test_the_jobs_in_view_are_a_csv(alice: Caller) -> None:
    assert alice.user is not None
    made = compared(alice.user, "jobs that arrive")
    answer = alice.get(at(made, "/gantt?format=csv&end=5&colour=wait"))
    [figure] = REPORTS["gantt"].of(records_of(made), {"end": 5, "colour": "wait"}).gantts
    assert answer.content.decode() == figure.csv()


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("/results?format=pdf", "figure"),
        ("/distributions?format=pdf&figure=none", "figure"),
        ("/distributions?format=pdf&font_size=2", "font_size"),
        ("/distributions?format=pdf&font_size=x", "font_size"),
        ("/distributions?format=pdf&width=wide", "width"),
        ("/distributions?theme=dark", "theme"),
        ("/distributions?format=latex&figure=wait", "figure"),
        ("/gantt?format=csv&start=9&end=5", "end"),
        ("/gantt?format=png&colour=site", "colour"),
        ("/gantt?format=png&question=partition:1", "question"),
    ],
)
def test_what_is_wrong_with_a_figure_is_named(alice: Caller, path: str, field: str) -> None:
    assert alice.user is not None
    answer = alice.get(at(compared(alice.user, "jobs that arrive"), path))
    assert (answer.status, list(answer.fields)) == (400, [field])


def test_long_views_are_refused(alice: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    assert alice.user is not None
    made = compared(alice.user, "jobs that arrive")
    monkeypatch.setattr(figures, "MOST_ROWS", 3)
    answer = alice.get(at(made, "/gantt?format=csv"))
    assert list(answer.fields) == ["file"]
    assert alice.get(at(made, "/gantt?format=pdf")).status == 200
    monkeypatch.setattr(figures, "MOST_JOBS", 3)
    assert list(alice.get(at(made, "/gantt?format=pdf")).fields) == ["runs"]


def test_a_comparison_that_waits_has_none(alice: Caller) -> None:
    assert alice.user is not None
    waiting = factories.comparison(alice.user)
    assert alice.get(at(waiting)).json["results"] == []
    assert {alice.get(at(waiting, f"/{key}")).status for key in REPORTS} == {409}


def test_it_takes_few_queries(alice: Caller, django_assert_max_num_queries: Any) -> None:
    assert alice.user is not None
    made = compared(alice.user, "sites")
    for path in ("", "/results", "/ranking", "/sites"):
        with django_assert_max_num_queries(4):  # session, user, comparison, runs
            alice.get(at(made, path))
