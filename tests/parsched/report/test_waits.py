"""What is said of waits, and that no makespan of a replayed trace is called optimal."""

from dataclasses import replace
from typing import Any

from parsched.report.conditions import Traits
from parsched.report.results import table_of
from parsched.report.standings import standings_of
from parsched.report.summary import sentence
from tests.parsched.report.factories import OFFLINE, record, records
from tests.parsched.report.factories import ONLINE as ARRIVING

EASY: tuple[float, ...] = (4_000.0, 50.0, 90_000.0)
SAF: tuple[float, ...] = (1_000.0, 20.0, 180_000.0)


def said(
    *rows: tuple[float, ...],
    traits: Traits = ARRIVING,
    wait: float = 0.0,
    slowdown: float = 0.0,
    proved: float | None = None,
) -> str:
    """Return the sentence about EASY and SAF with these mean waits, slowdowns and longest waits;
    every makespan is 100 s and meets its bound."""
    keys = ("mean_wait", "mean_bounded_slowdown", "max_wait")
    found = []
    for label, values in zip(("EASY", "SAF"), rows, strict=False):
        metrics = dict(zip(keys, values, strict=True)) | {"makespan": 100.0}
        found.append(record(label, metrics={**metrics, "sum_weighted_completion": values[0]}))
    bounds: dict[str, dict[str, float]] = {
        "makespan": {"area": 100.0},
        "minsum": {"squashed_area": 500.0},
    }
    if wait:
        bounds["wait"] = {"wait_price": wait}
    if slowdown:
        bounds["slowdown"] = {"slowdown_price": slowdown}
    return sentence(standings_of(records(found, traits, bounds=bounds, proved=proved, jobs=100)))


def test_who_waits_least_how_long_at_most_and_how_far_above_the_bound() -> None:
    assert said(EASY, SAF, wait=100.0) == (
        "SAF lowers the mean wait by 75 % and the mean bounded slowdown by 60 % against EASY.\nThe "
        "longest wait under SAF is 50 h, under EASY 25 h. The mean wait under SAF is at most "
        "10 times the least possible."
    )


def test_both_longest_waits_are_in_the_same_unit() -> None:
    text = said((4_000.0, 50.0, 720_000.0), (1_000.0, 20.0, 2_160_000.0))
    assert "The longest wait under SAF is 25 d, under EASY 8.333 d." in text


def test_starvation_is_named_beside_the_mean_that_hides_it() -> None:
    starved = (1_000.0, 20.0, 900_000.0)
    assert said(EASY, starved).endswith(" The longest wait under SAF is 10 times that under EASY.")
    three_times, never = (1_000.0, 20.0, 270_000.0), (1_000.0, 20.0, 86_400.0)
    assert "times that" not in said(EASY, three_times)
    assert "times that" not in said((4_000.0, 50.0, 100.0), never)
    assert said((0.0, 1.0, 0.0), starved).endswith("Jobs wait longer than a day under SAF.")


def test_several_runs_under_which_jobs_starve_are_named_the_worst_first() -> None:
    waits = {"EASY": 90_000.0, "SAF": 900_000.0, "SJF": 1_800_000.0, "LCFS": 90_000.0}
    found = records(
        [
            record(
                label, metrics={"mean_wait": 1e3, "mean_bounded_slowdown": 2.0, "max_wait": wait}
            )
            for label, wait in waits.items()
        ],
        ARRIVING,
    )
    text = sentence(standings_of(found))
    assert "The longest waits under SJF and SAF are 10 to 20 times that" in text


def test_the_shortest_of_the_longest_waits_is_not_set_against_itself() -> None:
    text = said((4_000.0, 50.0, 180_000.0), SAF, wait=800.0)
    assert text.endswith(
        "The longest wait under SAF is 50 h. The mean wait under SAF is within 25 % of the optimum."
    )
    alone = said(EASY, wait=4_000.0)
    assert alone == (
        "The mean wait under EASY is 1.111 h.\nThe longest wait under EASY is 25 h. The mean wait "
        "under EASY is optimal."
    )


def test_bounds_that_are_too_low_are_not_spoken_of() -> None:
    assert "times" not in said(EASY, SAF, wait=49.0)
    assert "at most 20 times" in said(EASY, SAF, wait=50.0)
    text = said(EASY, SAF, wait=49.0, slowdown=2.0)
    assert text.endswith("bounded slowdown under SAF is at most 10 times the least possible.")
    lost = replace(ARRIVING, unmodelled=("dependencies",))
    assert "times" not in said(EASY, SAF, wait=100.0, traits=lost)


def test_no_sentence_about_a_replay_calls_a_makespan_optimal() -> None:
    weighted = replace(ARRIVING, has_weights=True)
    for traits in (ARRIVING, weighted, replace(ARRIVING, environments=2)):
        for proved in (None, 100.0):
            text = said(EASY, SAF, traits=traits, wait=100.0, proved=proved)
            assert "optimal" not in text
            assert "makespan" not in text.replace("raises the makespan", "")
    assert "optimal" in said(EASY, SAF, traits=replace(OFFLINE, has_weights=True))


def test_with_deployments_only_these_are_certified_where_jobs_arrive() -> None:
    metrics = {"mean_wait": 5.0, "makespan": 20.0, "deployments": 4.0}
    bounds = {"makespan": {"area": 20.0}, "deployments": {"widest": 4.0}}
    for traits, said_of_it in (
        (ARRIVING, "Certified, it is optimal in deployments."),
        (OFFLINE, "Certified, it is optimal in makespan, optimal in deployments."),
    ):
        found = records([record("SAF", metrics=metrics)], traits, bounds=bounds, jobs=100)
        assert sentence(standings_of(found)).endswith(said_of_it)


def table(bound: float) -> list[str]:
    """Titles of the results of one run that waits for 1,000 s, with this bound."""
    metrics: dict[str, Any] = {"mean_wait": 1_000.0, "max_wait": 2_000.0}
    found = records(
        [record("SAF", metrics=metrics)], ARRIVING, bounds={"wait": {"wait_price": bound}}
    )
    return [column.title for column in table_of(standings_of(found)).columns]


def test_ratios_stand_beside_waits_where_they_tell_something() -> None:
    assert "mean wait / bound" in table(50.0)
    assert "mean wait / bound" not in table(49.0)
