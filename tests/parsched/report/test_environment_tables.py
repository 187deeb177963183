"""Result tables and sentences where jobs need environments."""

from parsched.report.conditions import Traits
from parsched.report.standings import ENVIRONED, ONLINE, metrics_for, standings_of
from parsched.report.summary import sentence
from tests.parsched.report.factories import ONLINE as ARRIVING
from tests.parsched.report.factories import record, records

TWO = Traits(environments=2)
"""Jobs of two environments, all there at time 0."""


def said(*rows: tuple[str, float, int], certified: bool = True, jobs: int = 100) -> str:
    """Return the sentence for runs with these makespans and deployments, over bounds 10 and 3."""
    found = [
        record(label, key=label, metrics={"makespan": makespan, "deployments": count})
        for label, makespan, count in rows
    ]
    bounds = {"makespan": {"area": 10.0}, "deployments": {"widest": 3.0}}
    table = standings_of(records(found, TWO, bounds=bounds if certified else {}, jobs=jobs))
    return sentence(table)


def test_deployments_stand_beside_the_makespan() -> None:
    found = metrics_for(records([record("LPT", state="queued")], TWO))
    assert found == ("makespan", "deployments", *ENVIRONED[1:])


def test_reboots_stand_beside_deployments_where_processors_hold_several_systems() -> None:
    found = metrics_for(records([record("LPT", state="queued")], TWO, systems=2))
    assert found == ("makespan", "deployments", "reboots", *ENVIRONED[1:])


def test_metrics_tell_of_environments_that_were_stored_before_workloads_told() -> None:
    first = record("A", metrics={"makespan": 1.0, "deployments": None})
    assert metrics_for(records([first], ARRIVING)) == ONLINE
    second = record("B", metrics={"makespan": 1.0, "deployments": 0})
    found = metrics_for(records([first, second], ARRIVING))
    assert found.index("deployments") == found.index("makespan") + 1
    assert [key for key in found if key != "deployments"] == [*ONLINE]


def test_deployments_have_ratios_to_their_named_bound() -> None:
    found = [
        record(label, metrics={"makespan": 1.0, "deployments": count})
        for label, count in (("A", 6), ("B", 3))
    ]
    table = standings_of(records(found, TWO, bounds={"deployments": {"widest": 3.0}}))
    ratios = [row.ratios["deployments"] for row in table.rows]
    assert [ratio.value for ratio in ratios] == [2.0, 1.0]
    assert [ratio.best for ratio in ratios] == [False, True]
    assert {ratio.bound for ratio in ratios} == {"widest jobs"}


def test_the_shortest_and_the_fewest_are_named() -> None:
    assert said(("A", 11.0, 9), ("B", 25.0, 3), ("C", 11.0, 8)) == (
        "The shortest schedule takes 11 s with 8 deployments (C), the one with the fewest 25 s "
        "with 3 (B).\nCertified, the first is within 10 % of the optimum in makespan, the second "
        "optimal in deployments."
    )


def test_one_may_be_both() -> None:
    assert said(("A", 11.0, 3), ("B", 25.0, 3)) == (
        "The shortest schedule has the fewest deployments, too: 11 s with 3 deployments (A).\n"
        "Certified, it is within 10 % of the optimum in makespan, optimal in deployments."
    )


def test_of_those_with_the_fewest_the_shortest_is_named_and_the_other_way_round() -> None:
    rows = ("A", 11.0, 9), ("B", 25.0, 3), ("C", 12.0, 3), ("D", 11.0, 5), ("E", 13.0, 3)
    sentence = (
        "The shortest schedule takes 11 s with 5 deployments (D), the one with the fewest 12 s "
        "with 3 (C)."
    )
    assert said(*rows, certified=False) == sentence
    assert said(*rows[::-1], certified=False) == sentence


def test_few_jobs_and_a_bracket_read_well_together() -> None:
    assert said(("A", 11.0, 9), ("B", 25.0, 3), certified=False, jobs=3) == (
        "With 3 jobs, the shortest schedule takes 11 s with 9 deployments (A), the one with the "
        "fewest 25 s with 3 (B)."
    )
    assert said(("A", 11.0, 8), ("B", 11.0, 8), certified=False, jobs=3) == (
        "With 3 jobs, both schedules take 11 s with 8 deployments."
    )


def test_both_makespans_have_one_unit() -> None:
    """The bound for all makespans, as in the trade-offs."""
    assert said(("A", 1500.0, 9), ("B", 9500.0, 3), ("C", 1600.0, 9), certified=False) == (
        "The shortest schedule takes 25 minutes with 9 deployments (A), the one with the fewest "
        "158.3 minutes with 3 (B)."
    )


def test_runs_that_are_alike_are_counted() -> None:
    assert said(("A", 11.0, 8), ("B", 25.0, 3), ("C", 11.0, 8), certified=False) == (
        "The shortest schedule takes 11 s with 8 deployments (A and 1 more), the one with the "
        "fewest 25 s with 3 (B)."
    )
    assert said(("A", 11.0, 8), ("B", 11.0, 8), certified=False) == (
        "Both schedules take 11 s with 8 deployments."
    )


def test_one_run_alone_is_measured_and_one_deployment_is_one() -> None:
    assert said(("A", 11.0, 1), certified=False) == "A takes 11 s with 1 deployment."


def test_where_jobs_arrive_waits_come_first() -> None:
    found = [
        record(label, metrics={"mean_wait": wait, "makespan": 20.0, "deployments": count})
        for label, wait, count in (("EASY", 10.0, 9), ("SAF", 5.0, 4))
    ]
    assert sentence(standings_of(records(found, ARRIVING, jobs=100))) == (
        "SAF lowers the mean wait by 50 % against EASY.\nThe shortest schedule has the fewest "
        "deployments, too: 20 s with 4 deployments (SAF)."
    )
