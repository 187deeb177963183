"""Optimality and computing time in the table and in its files."""

import csv
import io
import json
from typing import Any

import pytest

from algorithms.declare.catalogue import ALGORITHMS
from schedweb.runs import exports
from schedweb.runs.models import Comparison, Run
from schedweb.runs.tables import (
    FOR_COMPLETIONS,
    OFFLINE,
    SEARCHES,
    Table,
    build_table,
    is_about_makespan,
    metrics_for,
)
from tests import factories

pytestmark = pytest.mark.django_db


BOUNDS: dict[str, Any] = {"makespan": {"area": 90.0}, "minsum": {"squashed_area": 100.0}}


def searched(
    *rows: tuple[str, float, dict[str, Any]],
    content: bytes = factories.OFFLINE_SWF,
    bounds: dict[str, Any] = BOUNDS,
) -> Table:
    """Return the table of runs with these makespans over a bound of 90 s."""
    place = factories.comparison(factories.person("alice"), ["fcfs"], content)
    place.runs.all().delete()
    factories.know(place, **bounds)
    runs = [stored(place, label, makespan, fields) for label, makespan, fields in rows]
    return build_table(runs)


def stored(place: Comparison, label: str, makespan: float, fields: dict[str, Any]) -> Run:
    metrics = {"makespan": makespan, "sum_weighted_completion": 2 * makespan}
    run = factories.done_run(place, place.runs.count(), label, **metrics)
    for name, value in fields.items():
        setattr(run, name, value)
    return run


EXACT = {"proved": 100.0, "seconds": 20.31}


def proved() -> Table:
    return searched(("LTF", 112.0, {"seconds": 0.0004}), ("Exact", 100.0, EXACT))


def test_ratios_are_to_what_a_sibling_proved_and_name_it() -> None:
    ltf, exact = proved().rows
    assert [ltf.ratios["makespan"].value, exact.ratios["makespan"].value] == [1.12, 1.0]
    assert ltf.ratios["makespan"].bound == "proved by Exact"
    assert (ltf.ratios["makespan"].bound_key, ltf.ratios["makespan"].bound_value) == ("proved", 100)
    assert ltf.ratios["minsum"].bound_key == "squashed_area"


def test_a_proof_below_the_bounds_is_not_used() -> None:
    found = searched(("LTF", 112.0, {}), ("Exact", 100.0, {"proved": 80.0}))
    assert {row.ratios["makespan"].bound_key for row in found.rows} == {"area"}


def test_each_run_says_what_is_proved() -> None:
    found = proved()
    texts = [row.optimality.text for row in found.rows if row.optimality]
    assert texts == ["within 12 % of the optimum", "proved optimal"]
    assert [found.time_text(row) for row in found.rows] == ["0.000400", "20.3"]


def test_the_columns_are_there_where_certificates_mean_something() -> None:
    assert proved().has_optimality
    assert not searched(("FCFS", 112.0, {}), content=factories.SWF).has_optimality
    assert searched(("FCFS", 112.0, {"proved": 95.0}), content=factories.SWF).has_optimality
    runs = [row.run for row in proved().rows]
    assert not build_table(runs, metrics=["mean_flow"]).has_optimality


def test_where_somebody_searches_for_the_makespan_it_is_all_that_counts() -> None:
    searching = [row.run for row in searched(("LTF", 112.0, {}), ("Exact", 100.0, EXACT)).rows]
    assert metrics_for(searching) == ("makespan",)
    lists = [row.run for row in searched(("LTF", 112.0, {}), ("LPT", 100.0, {})).rows]
    assert metrics_for(lists) == OFFLINE
    with_demt = searched(("DEMT", 112.0, {}), ("Exact", 100.0, EXACT))
    assert metrics_for([row.run for row in with_demt.rows]) == OFFLINE
    searching[0].comparison.workload.features = {"weights": True}
    assert not is_about_makespan(searching)
    assert {*SEARCHES, *FOR_COMPLETIONS} <= set(ALGORITHMS)


def test_files_say_what_is_proved() -> None:
    found = proved()
    found.rows[0].run.status = "stopped early"
    first, second = csv.DictReader(io.StringIO(exports.as_csv(found)))
    assert float(first["makespan gap [fraction]"]) == pytest.approx(0.12)
    assert first["makespan certificate"] == "within 12 % of the optimum"
    assert (second["makespan gap [fraction]"], second["makespan certificate"]) == (
        "0.0",
        "proved optimal",
    )
    assert second["minsum certificate"] == "within 100 % of the optimum"
    assert (second["seconds [s]"], first["status"]) == ("20.31", "stopped early")
    head, sides, ltf, exact, _, conditions = exports.as_markdown(found).splitlines()
    assert head == (
        "| algorithm | makespan (minutes) | makespan / bound (proved by Exact) | optimality "
        "| computing time (s) |"
    )
    assert sides == "| --- | ---: | ---: | --- | ---: |"
    assert ltf == (
        "| LTF (stopped early) | 1.867 | 1.120 | within 12 % of the optimum | 0.000400 |"
    )
    assert exact == "| Exact | **1.667** | **1** | proved optimal | 20.3 |"
    assert conditions == (
        "Conditions: estimates raised to run times, events of an instant together, deployments "
        "that take no time."
    )
    text = exports.as_latex(found, found.rows[0].run.comparison)
    assert f"% {conditions}" in text
    assert r"LTF (stopped early) & 1.867 & 1.120 & within 12 \% of the optimum & 0.000400" in text


def test_the_api_gets_certificates_by_criterion() -> None:
    rows = json.loads(json.dumps(proved().as_json()))["rows"]
    assert rows[1]["certificates"]["makespan"] == {"gap": 0.0, "text": "proved optimal"}
    assert rows[0]["certificates"]["minsum"]["text"] == "within 124 % of the optimum"
    assert rows[0]["ratios"]["makespan"]["bound"] == "proved"
    assert (rows[1]["seconds"], rows[1]["status"]) == (20.31, "finished")


def test_without_any_bound_there_is_no_certificate() -> None:
    found = searched(("LTF", 112.0, {}), ("Exact", 100.0, {}), bounds={})
    assert [row.optimality.text for row in found.rows if row.optimality] == ["no certificate"] * 2
    first, _ = csv.DictReader(io.StringIO(exports.as_csv(found)))
    assert first["makespan gap [fraction]"] == ""
