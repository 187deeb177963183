"""Trade-offs of stored runs: the numbers of the library, sentences, files."""

import csv
import io
from dataclasses import replace
from typing import Any

import pytest

from algorithms.compare import Entry
from algorithms.groups.tradeoffs import trade_offs
from algorithms.problem.deployment import Demands
from algorithms.solve import solve
from schedweb.runs import entries
from schedweb.runs.deploying import deploy_text
from schedweb.runs.models import Comparison
from schedweb.runs.services import create_comparison
from schedweb.runs.trade_off_files import as_csv, as_json, as_latex, as_markdown, columns
from schedweb.runs.trade_off_words import notes, sentence, third
from schedweb.runs.trade_offs import Trades
from schedweb.workers.models import State
from tests import factories
from tests.web.conftest import computed

pytestmark = pytest.mark.django_db

METHODS = ("env-blind", "env-order", "env-sequential", "gls", "gls-plus:lam=1.5", "gls:lam=2")
SLOW = {"seconds": 2.0, "extra": 1.0}


def environed(
    *methods: str,
    content: bytes = factories.ENVIRONED,
    deployment: dict[str, float] | None = None,
) -> Comparison:
    """Compute methods as the command line names them on three jobs with environments."""
    alice = factories.person("alice")
    made = [Entry.parse(text) for text in methods]
    chosen = [entries.Entry(entry.key, entry.params.changed()) for entry in made]
    jobs = factories.workload(alice, content, "Environments")
    machine = factories.cluster(alice, 3, deployment=deployment)
    return computed(create_comparison(alice, jobs, machine, chosen))


def found(place: Comparison) -> Trades:
    trades = Trades.of(place)
    assert trades is not None
    return trades


def points(*rows: tuple[str, float, int, float], **more: Any) -> Trades:
    """Runs with these labels, makespans, deployments and Σ C."""
    place = environed("env-blind")
    place.runs.all().delete()
    factories.know(place, makespan={"area": 8.0}, deployments={"widest": 3.0})
    for i, (label, makespan, deployments, total) in enumerate(rows):
        values = {"makespan": makespan, "deployments": deployments, "sum_completion": total}
        factories.done_run(place, i, label, **values, **more)
    return found(Comparison.objects.get(pk=place.pk))


@pytest.mark.parametrize("slow", [None, SLOW])
def test_numbers_are_those_of_the_library(slow: dict[str, float] | None) -> None:
    """Lists that know nothing of environments pay for deployments, too."""
    methods = (*METHODS, "ltf")
    place = environed(*methods, deployment=slow)
    instance = place.instance()
    entries_of = map(Entry.parse, methods)
    expected = trade_offs(
        [
            (run.pk, solve(instance, entry.key, entry.params))
            for run, entry in zip(place.runs.all(), entries_of, strict=True)
        ]
    )
    trades = found(place)
    assert trades.found == expected
    assert {t.point for t in trades.trades} == set(expected.points)
    assert trades.is_instant == (not slow)


def test_the_floor_holds_for_each_makespan() -> None:
    trades = found(environed(*METHODS))
    demands = Demands.of(trades.comparison.workload.load())
    makespans = [makespan for makespan, _ in trades.floor]
    assert makespans == sorted(set(makespans))
    assert makespans[0] == trades.found.least_makespan
    assert all(count == demands.deployments(makespan) for makespan, count in trades.floor)
    assert set(trades.floor) >= {s for s in trades.found.steps if s[0] >= makespans[0]}


def test_runs_without_deployments_are_not_compared() -> None:
    place = factories.comparison(factories.person("alice"))
    factories.done_run(place, 5, "A", makespan=1.0, deployments=None, sum_completion=2.0)
    assert Trades.of(place) is None


def test_what_a_run_of_another_comparison_proved_bounds_makespans() -> None:
    place = points(("A", 10.0, 4, 20.0)).comparison
    factories.know(place, proved=9.5, makespan={"area": 8.0})
    assert found(Comparison.objects.get(pk=place.pk)).found.least_makespan == 9.5


class TestSentences:
    def test_the_front_has_two_ends(self) -> None:
        trades = points(
            ("A", 10.0, 9, 20.0), ("B", 12.0, 4, 30.0), ("C", 13.0, 4, 25.0), ("D", 16.0, 3, 50.0)
        )
        assert sentence(trades) == (
            "3 of 4 schedules are on the front: from 10 s with 9 deployments (A) to 16 s with 3 "
            "deployments (D). No schedule takes less than 8 s, which the shortest exceeds by at "
            "most 25 %, or fewer than 3 deployments, which the fewest reach."
        )
        assert third(trades) == (
            "With Σ C as the third criterion, 4 of 4 are unbeaten: 3 on the front, and 1 more for "
            "their Σ C."
        )

    def test_equal_ones_are_counted_and_told(self) -> None:
        trades = points(("A", 10.0, 9, 20.0), ("B", 10.0, 9, 21.0), ("C", 16.0, 4, 50.0))
        assert sentence(trades).startswith(
            "2 schedules, made by 3 of 3 runs, are on the front: from 10 s with 9 deployments (A)"
        )
        assert third(trades).endswith("; 1 on the front is equalled with less Σ C.")

    def test_one_may_lose_to_none(self) -> None:
        trades = points(("A", 10.0, 4, 20.0), ("B", 12.0, 5, 25.0))
        assert sentence(trades).startswith(
            "A loses to none in makespan and deployments: 10 s with 4 deployments."
        )

    def test_all_may_be_alike_and_one_may_be_alone(self) -> None:
        alike = points(("A", 10.0, 1, 20.0), ("B", 10.0, 1, 20.0))
        assert sentence(alike).startswith("All 2 schedules take 10 s with 1 deployment.")
        alone = points(("A", 20.0, 7, 20.0))
        assert sentence(alone) == (
            "A takes 20 s with 7 deployments. No schedule takes less than 8 s, of which the "
            "shortest is 2.50 times as long, or fewer than 3 deployments, of which the fewest are "
            "2.33 times as many."
        )
        assert third(alone) == ""

    def test_one_is_counted_as_one(self) -> None:
        trades = points(("A", 10.0, 4, 20.0), ("B", 12.0, 5, 25.0))
        assert third(trades) == (
            "With Σ C as the third criterion, 1 of 2 is unbeaten: it is on the front."
        )
        less = replace(trades, found=replace(trades.found, least_deployments=1))
        assert "or fewer than 1 deployment, of which" in sentence(less)

    def test_slow_deployments_are_told(self) -> None:
        trades = found(environed("gls", deployment={"seconds": 2.0}))
        assert notes(trades) == ["A deployment takes 2 s; makespans include the waits for them."]
        assert trades.guarantee == "4λ + max(2d, 4d·D_λ / m)"
        assert deploy_text(trades.comparison.deploy_time) == "2 s"

    def test_runs_without_a_result_are_named(self) -> None:
        trades = points(("A", 10.0, 4, 20.0))
        run = factories.done_run(trades.comparison, 7, "Waits")
        run.state = State.QUEUED
        run.save()
        again = found(Comparison.objects.get(pk=trades.comparison.pk))
        assert notes(again) == ["Without a result and not compared: Waits."]


class TestFiles:
    def test_all_have_the_same_runs_and_numbers(self) -> None:
        trades = found(environed(*METHODS, deployment=SLOW))
        data = as_json(trades)
        rows = list(csv.DictReader(io.StringIO(as_csv(trades))))
        lines = [line for line in as_markdown(trades).splitlines() if line.startswith("|")][2:]
        latex = as_latex(trades).splitlines()
        body = latex[latex.index(r"\midrule") + 1 : latex.index(r"\bottomrule")]
        assert len(rows) == len(lines) == len(body) == len(data["points"]) == len(METHODS)
        for point, row, line in zip(data["points"], rows, lines, strict=True):
            assert float(row["makespan [s]"]) == point["makespan"]
            assert int(row["deployments"]) == point["deployments"]
            assert row["on_front"] == str(point["on_front"])
            assert float(row["deploy_extra [s]"]) == data["deployment"]["extra"] == 1.0
            assert row["target [s]"] == ("" if point["target"] is None else str(point["target"]))
            assert f"| {point['deployments']} |" in line
            assert ("**" in line) == point["on_front"]
        assert data["summary"][0] == sentence(trades)
        assert data["rules"] == {"estimates": "raise", "events": "batch"}
        conditions = "events of an instant together, deployments of 2–3 s."
        assert conditions in as_markdown(trades)
        assert any(line.startswith("% Conditions: ") for line in latex)

    def test_columns_are_those_with_a_number(self) -> None:
        blind = found(environed("env-blind"))
        assert [c.key for c in columns(blind)] == ["makespan", "deployments", "sum_completion"]
        assert {"target", "guaranteed_makespan", "group_widths"} <= {
            c.key for c in columns(found(environed("gls")))
        }

    def test_labels_are_no_formulas_and_no_markup(self) -> None:
        trades = points(("=A|B&C", 10.0, 4, 20.0))
        assert "'=A|B&C" in as_csv(trades)
        assert r"=A\|B&C" in as_markdown(trades)
        assert r"=A|B\&C" in as_latex(trades)
