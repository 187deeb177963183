"""Trade-offs of runs: the numbers of points, sentences, files."""

import csv
import io
from dataclasses import replace

import pytest

from parsched.model.problem.deployment import Demands
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import INSTANT, DeployTime
from parsched.report import writers
from parsched.report.records import Records
from parsched.report.trade_offs.points import trade_offs
from parsched.report.trade_offs.table import columns, sentences, table_of
from parsched.report.trade_offs.trades import Trades
from parsched.report.trade_offs.words import deploy_text, notes, sentence, third
from parsched.run.request import requests, run_all
from parsched.run.result import Result
from tests.parsched.policies.groups.loads import environed as jobs_of
from tests.parsched.policies.groups.loads import machine
from tests.parsched.report.factories import record, records

METHODS = ("env-blind", "env-order", "env-sequential", "gls", "gls-plus:lam=1.5", "gls:lam=2")
SLOW = DeployTime(2.0, 1.0)
JOBS = jobs_of((2, 4.0, "a"), (1, 3.0, "b"), (1, 5.0, "a"), (1, 2.0, None))


def computed(*methods: str, deployment: DeployTime = INSTANT) -> list[tuple[str, Result]]:
    """Compute methods as the command line names them on three jobs with environments."""
    instance = Instance(JOBS, machine(3, deployment))
    return [(one.text, result) for one, result in run_all(instance, requests(methods))]


def environed(*methods: str, deployment: DeployTime = INSTANT) -> Records:
    """The records of the same."""
    return Records.of(computed(*methods, deployment=deployment))


def found(place: Records) -> Trades:
    trades = Trades.of(place)
    assert trades is not None
    return trades


def points_of(*rows: tuple[str, float, int, float], proved: float | None = None) -> Records:
    """Runs with these labels, makespans, deployments and Σ C."""
    rows_of = [
        record(
            label,
            metrics={"makespan": makespan, "deployments": deployments, "sum_completion": total},
        )
        for label, makespan, deployments, total in rows
    ]
    return records(
        rows_of,
        bounds={"makespan": {"area": 8.0}, "deployments": {"widest": 3.0}},
        proved=proved,
        sites=(3,),
        load=lambda: Instance(JOBS, machine(3)),
    )


def points(*rows: tuple[str, float, int, float]) -> Trades:
    """What is said of them."""
    return found(points_of(*rows))


@pytest.mark.parametrize("slow", [INSTANT, SLOW])
def test_numbers_equal_the_points(slow: DeployTime) -> None:
    """Lists that know nothing of environments pay for deployments, too."""
    results = computed(*METHODS, "ltf", deployment=slow)
    expected = trade_offs(results)
    trades = found(Records.of(results))
    assert trades.trade_offs == expected
    assert {t.point for t in trades.trades} == set(expected.points)
    assert trades.is_instant == (slow == INSTANT)


def test_the_floor_holds_for_each_makespan() -> None:
    trades = found(environed(*METHODS))
    demands = Demands.of(JOBS)
    makespans = [makespan for makespan, _ in trades.floor]
    assert makespans == sorted(set(makespans))
    assert makespans[0] == trades.trade_offs.least_makespan
    assert all(count == demands.deployments(makespan) for makespan, count in trades.floor)
    assert set(trades.floor) >= {s for s in trades.trade_offs.steps if s[0] >= makespans[0]}


def test_runs_without_deployments_are_not_compared() -> None:
    one = record("A", metrics={"makespan": 1.0, "deployments": None, "sum_completion": 2.0})
    assert Trades.of(records([one])) is None


def test_what_any_run_on_the_instance_proved_bounds_makespans() -> None:
    place = points_of(("A", 10.0, 4, 20.0), proved=9.5)
    assert found(place).trade_offs.least_makespan == 9.5


class TestSentences:
    def test_the_front_has_two_ends(self) -> None:
        trades = points(
            ("A", 10.0, 9, 20.0), ("B", 12.0, 4, 30.0), ("C", 13.0, 4, 25.0), ("D", 16.0, 3, 50.0)
        )
        assert sentence(trades) == (
            "3 of 4 schedules are on the front: from 10 s with 9 deployments (A) to 16 s with 3 "
            "deployments (D). No schedule takes less than 8 s; the shortest exceeds it by at "
            "most 25 %. No schedule takes fewer than 3 deployments; the fewest are just that."
        )
        assert third(trades) == (
            "With Σ C as the third criterion, 4 of 4 are unbeaten: 3 on the front, and 1 more for "
            "their Σ C."
        )

    def test_equal_ones_are_counted_and_told(self) -> None:
        trades = points(("A", 10.0, 9, 20.0), ("B", 10.0, 9, 21.0), ("C", 16.0, 4, 50.0))
        assert sentence(trades).startswith(
            "3 of 3 runs are on the front, with 2 schedules: from 10 s with 9 deployments (A)"
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
            "A takes 20 s with 7 deployments. No schedule takes less than 8 s; the "
            "shortest is 2.500 times that. No schedule takes fewer than 3 deployments; the fewest "
            "are 2.334 times that."
        )
        assert third(alone) == ""

    def test_one_is_counted_as_one(self) -> None:
        trades = points(("A", 10.0, 4, 20.0), ("B", 12.0, 5, 25.0))
        assert third(trades) == (
            "With Σ C as the third criterion, 1 of 2 is unbeaten: it is on the front."
        )
        less = replace(trades, trade_offs=replace(trades.trade_offs, least_deployments=1))
        assert "fewer than 1 deployment; the fewest are" in sentence(less)

    def test_slow_deployments_are_told(self) -> None:
        trades = found(environed("gls", deployment=DeployTime(2.0)))
        assert notes(trades) == ["A deployment takes 2 s; makespans include the waits for them."]
        assert trades.guarantee == "4λ + max(2d, 4d·D_λ / m)"
        assert deploy_text(trades.records.about.deployment) == "2 s"

    def test_runs_without_a_result_are_named(self) -> None:
        place = points_of(("A", 10.0, 4, 20.0))
        waits = record("Waits", state="queued")
        again = found(replace(place, rows=(*place, waits)))
        assert notes(again) == ["Without a result and not compared: Waits."]


class TestFiles:
    def test_all_have_the_same_runs_and_numbers(self) -> None:
        trades = found(environed(*METHODS, deployment=SLOW))
        data, table = trades.as_json(), table_of(trades)
        rows = list(csv.DictReader(io.StringIO(writers.csv(table))))
        lines = [line for line in writers.markdown(table).splitlines() if line.startswith("|")][2:]
        latex = writers.latex(table).splitlines()
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
        assert sentences(trades)[0] == table.notes[0] == sentence(trades)
        assert data["rules"] == {"estimates": "raise", "events": "batch"}
        conditions = "events of an instant together, deployments of 2–3 s."
        assert conditions in writers.markdown(table)
        assert any(line.startswith("% Conditions: ") for line in latex)

    def test_columns_are_those_with_a_number(self) -> None:
        blind = found(environed("env-blind"))
        assert [c.key for c in columns(blind)] == ["makespan", "deployments", "sum_completion"]
        assert {"target", "guaranteed_makespan", "group_widths"} <= {
            c.key for c in columns(found(environed("gls")))
        }

    def test_labels_are_no_formulas_and_no_markup(self) -> None:
        table = table_of(points(("=A|B&C", 10.0, 4, 20.0)))
        assert "'=A|B&C" in writers.csv(table)
        assert r"=A\|B&C" in writers.markdown(table)
        assert r"=A\textbar{}B\&C" in writers.latex(table)
