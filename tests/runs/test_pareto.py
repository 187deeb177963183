"""Runs by both criteria."""

import pytest
from django.test import Client

from schedweb.runs.models import Comparison
from schedweb.runs.pareto import Pareto, pareto
from schedweb.runs.tables import build_table
from tests import factories

pytestmark = pytest.mark.django_db


def compared(*rows: tuple[str, float, float], bounds: bool = True) -> Comparison:
    """Store runs with these makespans and Σ w·C, over bounds of 10 and 100."""
    place = factories.comparison(factories.person("alice"), ["ltf"], factories.OFFLINE_SWF)
    place.runs.all().delete()
    for i, (label, makespan, minsum) in enumerate(rows):
        metrics = {"makespan": makespan, "sum_weighted_completion": minsum}
        factories.done_run(place, i, label, **metrics)
    if bounds:
        factories.know(place, makespan={"area": 10.0}, minsum={"squashed_area": 100.0})
    return place


def series(*rows: tuple[str, float, float]) -> Pareto:
    return pareto(list(compared(*rows).runs.all()))


def test_each_run_is_at_its_ratios() -> None:
    found = series(("A", 12.0, 200.0), ("B", 15.0, 150.0))
    assert [(p.run.label, p.x, p.y) for p in found.points] == [("A", 1.2, 2.0), ("B", 1.5, 1.5)]


def test_the_front_falls_from_left_to_right() -> None:
    found = series(("A", 20.0, 110.0), ("B", 12.0, 200.0), ("C", 30.0, 300.0), ("D", 15.0, 150.0))
    assert [point.run.label for point in found.front] == ["B", "D", "A"]
    assert found.as_json()["front"] == {"x": [1.2, 1.5, 2.0], "y": [2.0, 1.5, 1.1]}
    assert [point["on_front"] for point in found.as_json()["points"]] == [True, True, False, True]


def test_equal_runs_are_on_the_front_together() -> None:
    found = series(("A", 12.0, 200.0), ("B", 12.0, 200.0))
    assert [point.run.label for point in found.front] == ["A", "B"]


def test_runs_without_ratios_are_left_out() -> None:
    place = compared(("A", 12.0, 200.0), bounds=False)
    assert Pareto.of(build_table(list(place.runs.all()))).points == ()


def test_page_api_and_record_have_the_same_points() -> None:
    place = compared(("A", 12.0, 200.0), ("B", 15.0, 150.0))
    client = Client()
    client.force_login(place.owner)
    expected = pareto(list(place.runs.all())).as_json()
    assert client.get(f"/api/v1/comparisons/{place.pk}/pareto").json() == expected
    record = client.get(f"/comparisons/{place.pk}/comparison.json").json()
    assert record["pareto"] == expected
