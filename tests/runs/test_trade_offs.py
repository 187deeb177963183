"""Trade-offs of stored runs: the numbers of the library, sentences, files."""

import csv
import io
from dataclasses import replace
from typing import Any

import pytest

from algorithms.compare import Entry
from algorithms.deployment import Demands
from algorithms.groups.tradeoffs import trade_offs
from algorithms.solve import solve
from schedweb.runs import entries
from schedweb.runs.deploying import deploy_text, deployment_of
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


def environed(*methods: str, content: bytes = factories.ENVIRONED) -> Comparison:
    """Compute methods as the command line names them on three jobs with environments."""
    alice = factories.person("alice")
    made = [Entry.parse(text) for text in methods]
    chosen = [entries.Entry(entry.key, entry.params.changed()) for entry in made]
    jobs = factories.workload(alice, content, "Environments")
    place = create_comparison(alice, jobs, factories.cluster(alice, 3), chosen)
    return computed(place)


def found(place: Comparison) -> Trades:
    trades = Trades.of(place)
    assert trades is not None
    return trades


def points(*rows: tuple[str, float, int, float], **more: Any) -> Trades:
    """Runs with these labels, makespans, deployments and Σ C."""
    place = environed("env-blind")
    place.runs.all().delete()
    for i, (label, makespan, deployments, total) in enumerate(rows):
        values = {"makespan": makespan, "deployments": deployments, "sum_completion": total}
        run = factories.done_run(place, i, label, **values, **more)
        run.bounds = {"makespan": {"area": 8.0}, "deployments": {"widest": 3.0}}
        run.save()
    return found(Comparison.objects.get(pk=place.pk))


@pytest.mark.parametrize("slow", ["", "deploy_seconds=2,deploy_extra=1"])
def test_numbers_are_those_of_the_library(slow: str) -> None:
    methods = [f"{m}{',' if ':' in m else ':'}{slow}" if slow else m for m in METHODS]
    place = environed(*methods)
    workload, platform = place.workload.load(), place.platform()
    runs = list(place.runs.all())
    results = [(e.key, e.params) for e in map(Entry.parse, methods)]
    expected = trade_offs(
        [
            (run.pk, solve(workload, platform, key, params))
            for run, (key, params) in zip(runs, results, strict=True)
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


def test_jobs_that_were_cut_are_others() -> None:
    trades = points(("A", 10.0, 4, 20.0), ("B", 12.0, 3, 25.0))
    run = trades.comparison.runs.get(label="B")
    run.is_cut = True
    run.save()
    rest = found(Comparison.objects.get(pk=trades.comparison.pk))
    assert [trade.run.label for trade in rest.trades] == ["A"]
    assert notes(rest) == [
        "B: jobs were cut at their estimates, so other jobs were solved; left out here."
    ]


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

    def test_deployments_of_different_length_are_told(self) -> None:
        place = environed("gls", "gls:deploy_seconds=2,deploy_extra=1", "env-blind")
        assert notes(found(place)) == [
            "Deployments do not take the same time in all runs: no time in 2 runs, 2 s on one "
            "processor, 3 s on 100 at once in 1 run. Only the 2 runs where they take no time "
            "are compared; the others are shown, but are neither on the front nor unbeaten."
        ]

    def test_what_pays_nothing_does_not_win(self) -> None:
        trades = found(environed("gls:deploy_seconds=2", "env-blind:deploy_seconds=2", "ltf"))
        (free,) = [trade for trade in trades.trades if trade.run.algorithm == "ltf"]
        assert free.place == "not compared: deployments take no time"
        assert free not in trades.shown
        assert free.run.label not in sentence(trades)
        assert "Where deployments take 2 s, no schedule takes less than " in sentence(trades)
        assert "of 2" in third(trades)
        listed = {point["run"]: point["compared"] for point in trades.as_json()["points"]}
        assert [run for run, compared in listed.items() if not compared] == [free.run.pk]

    def test_slow_deployments_are_told(self) -> None:
        trades = found(environed("gls:deploy_seconds=2"))
        assert notes(trades) == ["A deployment takes 2 s; makespans include the waits for them."]
        assert trades.guarantee == "4λ + max(2d, 4d·D_λ / m)"
        (run,) = trades.comparison.runs.all()
        assert deploy_text(deployment_of(run)) == "2 s"

    def test_runs_without_a_result_are_named(self) -> None:
        trades = points(("A", 10.0, 4, 20.0))
        run = factories.done_run(trades.comparison, 7, "Waits")
        run.state = State.QUEUED
        run.save()
        again = found(Comparison.objects.get(pk=trades.comparison.pk))
        assert notes(again) == ["Without a result and not compared: Waits."]


class TestFiles:
    def test_all_have_the_same_runs_and_numbers(self) -> None:
        trades = found(environed(*METHODS))
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
            assert float(row["deploy_extra [s]"]) == point["deploy_extra"]
            assert row["target [s]"] == ("" if point["target"] is None else str(point["target"]))
            assert f"| {point['deployments']} |" in line
            assert ("**" in line) == point["on_front"]
        assert data["summary"][0] == sentence(trades)

    def test_columns_are_those_with_a_number(self) -> None:
        blind = found(environed("env-blind"))
        assert [c.key for c in columns(blind)] == ["makespan", "deployments", "sum_completion"]
        assert {"target", "guaranteed_makespan", "group_widths"} <= {
            c.key for c in columns(found(environed("gls")))
        }

    def test_times_of_deployments_are_columns_where_they_differ(self) -> None:
        both = found(environed("gls", "gls:deploy_seconds=2,deploy_extra=1"))
        texts = {c.key: {c.text(t) for t in both.trades} for c in columns(both)}
        assert (texts["deploy_one"], texts["deploy_100"]) == ({"0", "2"}, {"0", "3"})
        alike = found(environed("gls:deploy_seconds=2", "env-blind:deploy_seconds=2"))
        assert "deploy_one" not in {c.key for c in columns(alike)}

    def test_labels_are_no_formulas_and_no_markup(self) -> None:
        trades = points(("=A|B&C", 10.0, 4, 20.0))
        assert "'=A|B&C" in as_csv(trades)
        assert r"=A\|B&C" in as_markdown(trades)
        assert r"=A|B\&C" in as_latex(trades)
