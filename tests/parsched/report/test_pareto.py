"""Runs by both criteria."""

from parsched.report.pareto import Pareto, pareto
from parsched.report.records import Records
from tests.parsched.report.factories import record, records


def compared(*rows: tuple[str, float, float], bounds: bool = True) -> Records:
    """Return runs with these makespans and Σ w·C, over bounds of 10 and 100."""
    found = [
        record(label, metrics={"makespan": makespan, "sum_weighted_completion": minsum})
        for label, makespan, minsum in rows
    ]
    known = {"makespan": {"area": 10.0}, "minsum": {"squashed_area": 100.0}}
    return records(found, bounds=known if bounds else {})


def series(*rows: tuple[str, float, float]) -> Pareto:
    return pareto(compared(*rows))


def test_each_run_is_at_its_ratios() -> None:
    found = series(("A", 12.0, 200.0), ("B", 15.0, 150.0))
    assert [(p.record.label, p.x, p.y) for p in found.points] == [("A", 1.2, 2.0), ("B", 1.5, 1.5)]


def test_the_front_falls_from_left_to_right() -> None:
    found = series(("A", 20.0, 110.0), ("B", 12.0, 200.0), ("C", 30.0, 300.0), ("D", 15.0, 150.0))
    assert [point.record.label for point in found.front] == ["B", "D", "A"]
    assert found.as_json()["front"] == {"x": [1.2, 1.5, 2.0], "y": [2.0, 1.5, 1.1]}
    assert [point["on_front"] for point in found.as_json()["points"]] == [True, True, False, True]


def test_equal_runs_are_on_the_front_together() -> None:
    found = series(("A", 12.0, 200.0), ("B", 12.0, 200.0))
    assert [point.record.label for point in found.front] == ["A", "B"]


def test_runs_without_ratios_are_left_out() -> None:
    assert pareto(compared(("A", 12.0, 200.0), bounds=False)).points == ()
