"""Optimality and computing time in the table and in its files."""

import csv
import io
import json
from dataclasses import replace
from typing import Any

import pytest

from parsched.policies.catalogue import ALGORITHMS
from parsched.report import writers
from parsched.report.conditions import Traits
from parsched.report.records import Records
from parsched.report.results import table_of
from parsched.report.standings import (
    OFFLINE,
    Standings,
    is_about_makespan,
    metrics_for,
    standings_of,
)
from tests.parsched.report.factories import OFFLINE as OFFLINE_JOBS
from tests.parsched.report.factories import ONLINE as ARRIVING
from tests.parsched.report.factories import record, records

BOUNDS: dict[str, Any] = {"makespan": {"area": 90.0}, "minsum": {"squashed_area": 100.0}}


def ran(
    *rows: tuple[str, float, dict[str, Any]],
    traits: Traits = OFFLINE_JOBS,
    bounds: dict[str, Any] = BOUNDS,
) -> Records:
    """Return runs with these makespans over a bound of 90 s."""
    found = []
    for label, makespan, fields in rows:
        metrics = {"makespan": makespan, "sum_weighted_completion": 2 * makespan}
        found.append(record(label, metrics=metrics, **fields))
    return records(found, traits, bounds=bounds)


def searched(*rows: tuple[str, float, dict[str, Any]], **options: Any) -> Standings:
    """Return the table of such runs."""
    return standings_of(ran(*rows, **options))


EXACT = {"proved": 100.0, "seconds": 20.31}


def proved() -> Standings:
    return searched(("LTF", 112.0, {"seconds": 0.0004}), ("Exact", 100.0, EXACT))


def test_what_is_far_behind_is_so_many_times_the_best() -> None:
    found = searched(("A", 100.0, {}), ("B", 112.0, {}), ("C", 999.0, {}), ("D", 1180.0, {}))
    texts = [row.behind for row in found.rows]
    assert texts == ["0 % behind", "12 % behind", "899 % behind", "11.8 × the best"]


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
    assert not searched(("FCFS", 112.0, {}), traits=ARRIVING).has_optimality
    assert searched(("FCFS", 112.0, {"proved": 95.0}), traits=ARRIVING).has_optimality
    assert not standings_of(proved().records, metrics=["mean_flow"]).has_optimality


def test_where_a_run_searches_for_the_makespan_it_is_all_that_counts() -> None:
    searching = ran(("LTF", 112.0, {}), ("Exact", 100.0, EXACT))
    assert metrics_for(searching) == ("makespan",)
    assert metrics_for(ran(("LTF", 112.0, {}), ("LPT", 100.0, {}))) == OFFLINE
    assert metrics_for(ran(("DEMT", 112.0, {}), ("Exact", 100.0, EXACT))) == OFFLINE
    weighted = replace(searching.about, traits=Traits(has_weights=True))
    assert not is_about_makespan(replace(searching, about=weighted))


def test_algorithms_say_what_they_are_judged_by() -> None:
    judged = {
        criterion: {key for key, a in ALGORITHMS.items() if a.judged_by == criterion}
        for criterion in ("makespan", "minsum")
    }
    assert judged == {
        "makespan": {
            "exact",
            "local-search",
            "slp-bregman",
            "slp-hybrid",
            "slp-pure",
            "slp-two-level",
        },
        "minsum": {"demt", "lptf", "price", "saf", "smith"},
    }
    ranked = {a.baseline: key for key, a in ALGORITHMS.items() if a.baseline is not None}
    order = ["env-blind", "fcfs", "list-graham", "lptf", "ltf", "lpt"]
    assert [ranked[place] for place in sorted(ranked)] == order


def test_files_say_what_is_proved() -> None:
    stopped = {"seconds": 0.0004, "status": "stopped early"}
    found = searched(("LTF", 112.0, stopped), ("Exact", 100.0, EXACT))
    first, second = csv.DictReader(io.StringIO(writers.csv(table_of(found))))
    assert float(first["makespan gap [fraction]"]) == pytest.approx(0.12)
    assert first["makespan certificate"] == "within 12 % of the optimum"
    assert (second["makespan gap [fraction]"], second["makespan certificate"]) == (
        "0.0",
        "proved optimal",
    )
    assert second["minsum certificate"] == "within 100 % of the optimum"
    assert (second["seconds [s]"], first["status"]) == ("20.31", "stopped early")
    head, sides, ltf, exact, _, conditions = writers.markdown(table_of(found)).splitlines()
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
    text = writers.latex(table_of(found))
    assert f"% {conditions}" in text
    assert r"LTF (stopped early) & 1.867 & 1.120 & within 12 \% of the optimum & 0.000400" in text


def test_the_api_gets_certificates_by_criterion() -> None:
    rows = json.loads(json.dumps(proved().as_json()))["rows"]
    assert rows[1]["certificates"]["makespan"] == {"gap": 0.0, "text": "proved optimal"}
    assert rows[0]["certificates"]["minsum"]["text"] == "at most 2.240 times the optimum"
    assert rows[0]["ratios"]["makespan"]["bound"] == "proved"
    assert (rows[1]["seconds"], rows[1]["status"]) == (20.31, "finished")


def test_without_any_bound_there_is_no_certificate() -> None:
    found = searched(("LTF", 112.0, {}), ("Exact", 100.0, {}), bounds={})
    assert [row.optimality.text for row in found.rows if row.optimality] == ["no certificate"] * 2
    first, _ = csv.DictReader(io.StringIO(writers.csv(table_of(found))))
    assert first["makespan gap [fraction]"] == ""
