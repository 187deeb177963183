"""The sentence about a comparison."""

from dataclasses import replace

import pytest

from parsched.report.standings import standings_of
from parsched.report.summary import sentence
from tests.parsched.report.factories import OFFLINE, record, records
from tests.parsched.report.factories import ONLINE as ARRIVING

ONLINE = ("mean_wait", "mean_bounded_slowdown")
BOTH = ("sum_weighted_completion", "makespan")


def said(
    *rows: tuple[str, float, float],
    criteria: tuple[str, str] = ONLINE,
    bound: float = 0.0,
    minsum: float = 0.0,
) -> str:
    """Return the sentence for runs with these two metrics."""
    bounds: dict[str, dict[str, float]] = {}
    if bound:
        completions = {"squashed_area": minsum} if minsum else {}
        bounds = {"makespan": {"area": bound / 2, "release_area": bound}, "minsum": completions}
    found = [
        record(label, metrics=dict(zip(criteria, values, strict=True))) for label, *values in rows
    ]
    traits = ARRIVING if criteria == ONLINE else OFFLINE
    return sentence(
        standings_of(records(found, traits, bounds=bounds, jobs=100), metrics=["throughput"])
    )


def test_the_best_is_set_against_the_baseline_and_the_bound() -> None:
    text = said(("EASY", 1000.0, 110.0), ("SAF", 170.0, 101.2), bound=100.0)
    assert text == (
        "SAF lowers the mean wait by 83 % and the mean bounded slowdown by 8.0 % against EASY."
    )


def test_a_price_is_said() -> None:
    text = said(("LPTF", 100.0, 100.0), ("DEMT", 69.0, 118.0), criteria=BOTH)
    assert text == "DEMT lowers Σ w·C by 31 % against LPTF and raises the makespan by 18 %."


def both(*rows: tuple[str, float, float]) -> str:
    """Return the sentence for runs with these Σ w·C and makespans, over bounds of 100."""
    return said(*rows, criteria=BOTH, bound=100.0, minsum=100.0)


def test_two_criteria_are_certified_and_the_front_is_named() -> None:
    text = both(("LPTF", 160.0, 110.0), ("DEMT", 110.4, 129.8), ("Gang", 900.0, 900.0))
    assert text == (
        "DEMT lowers Σ w·C by 31 % against LPTF and raises the makespan by 18 %.\n"
        "Both are certified against lower bounds, within 10.4 % and 29.8 % of the optimum. Of "
        "3 runs, LPTF and DEMT are on the Pareto front."
    )


def test_far_from_the_bounds_factors_are_said() -> None:
    text = both(("LPTF", 500.0, 300.0), ("DEMT", 250.0, 300.0))
    assert text == (
        "DEMT lowers Σ w·C by 50 % against LPTF.\nCertified against lower bounds, Σ w·C of DEMT "
        "is at most 2.500 times the optimum and every makespan is at most 3 times the optimum. No "
        "run is better than DEMT in either criterion."
    )


def test_an_optimum_is_said_and_a_single_run_stands_alone() -> None:
    text = both(("DEMT", 100.0, 104.0))
    assert text == (
        "Σ w·C under DEMT is 1.667 minutes.\nCertified against lower bounds, Σ w·C of DEMT is "
        "optimal and its makespan within 4 % of the optimum."
    )


def test_where_all_runs_are_optimal_none_is_singled_out() -> None:
    text = both(("FCFS", 100.0, 100.0), ("EASY", 100.0, 100.0))
    assert text == (
        "All runs have the same Σ w·C.\nCertified against lower bounds, every Σ w·C is "
        "optimal and every makespan optimal. Both runs are on the Pareto front."
    )
    text = both(("LPTF", 100.0, 120.0), ("DEMT", 100.0, 110.0))
    assert "every Σ w·C is optimal and the makespan of DEMT is within 10 % of the optimum" in text


def test_a_run_that_is_not_ranked_is_in_no_sentence_about_all_runs() -> None:
    """What happened on a guessed machine ends at 200 s, above the bound of 100 s."""
    log = record("Log", algorithm="recorded", metrics=dict.fromkeys(BOTH, 200.0))
    best = [record(label, metrics=dict.fromkeys(BOTH, 100.0)) for label in ("FCFS", "EASY")]
    bounds = {"makespan": {"area": 100.0}, "minsum": {"squashed_area": 100.0}}
    found = records([log, *best], bounds=bounds, jobs=100)
    found = replace(found, about=replace(found.about, guess="busiest"))
    assert sentence(standings_of(found)).endswith(
        "All ranked runs have the same Σ w·C. Certified against lower bounds, every ranked Σ w·C "
        "is optimal and every ranked makespan optimal. Both ranked runs are on the Pareto front."
    )


def test_of_many_runs_on_the_front_the_number_is_said() -> None:
    rows = [(f"A{i}", 200.0 - i, 110.0 + i) for i in range(6)]
    assert "All 6 runs are on the Pareto front" in both(*rows)
    assert "6 of 7 runs are on the Pareto front" in both(*rows, ("B", 300.0, 300.0))
    assert "Both runs are on the Pareto front" in both(*rows[:2])


def test_of_equal_ones_the_shorter_schedule_is_named() -> None:
    text = both(("LPTF", 150.0, 110.0), ("Long", 120.0, 130.0), ("Short", 120.0, 120.0))
    assert text.startswith("Short lowers Σ w·C by 20 % against LPTF and raises the makespan by 9.1")


def test_an_unbeaten_baseline_is_said() -> None:
    text = said(("FCFS", 10.0, 100.0), ("EASY", 20.0, 100.0))
    assert text == "FCFS lowers the mean wait by 50 % against EASY."
    text = said(("FCFS", 20.0, 100.0), ("EASY", 10.0, 100.0))
    assert text == "No other run has a lower mean wait than EASY."
    text = said(("FCFS", 9.999, 100.0), ("SJF", 20.0, 100.0), ("EASY", 10.0, 100.0))
    assert text == "No other run lowers the mean wait of EASY by 0.05 % or more."


def test_equal_results_are_said() -> None:
    text = said(("FCFS", 10.0, 100.0), ("EASY", 10.0, 100.0), bound=100.0)
    assert text == "All runs have the same mean wait."
    text = said(("FCFS", 9.999, 100.0), ("EASY", 10.0, 100.0), bound=100.0)
    assert text == "All runs have the same mean wait within 0.05 %."


def test_one_run_is_described_alone() -> None:
    text = said(("EASY", 7200.0, 250.0), bound=100.0)
    assert text == "The mean wait under EASY is 2 h."


def test_what_is_missing_is_said() -> None:
    def missing(*states: str) -> str:
        first, *others = states
        rows = [record("First come, first served", algorithm="fcfs", state=first)]
        rows += [record(f"Run {i}", state=state) for i, state in enumerate(others)]
        return sentence(standings_of(records(rows, ARRIVING, jobs=100)))

    assert missing("queued", "queued", "queued") == "No run has ended yet."
    text = missing("failed", "queued", "running")
    assert text == "First come, first served failed. 1 of 3 runs have ended."
    text = missing("failed", "cancelled", "cancelled")
    assert text == "First come, first served failed. 2 runs were cancelled."


@pytest.mark.parametrize(
    ("jobs", "left_out", "beginning"),
    [
        (1, 0, "With 1 job, "),
        (29, 0, "With 29 jobs, "),
        (30, 0, ""),
        (1_000, 0, ""),
        (3, 2, "With 3 of 5 jobs, "),
        (8_000, 1_200, "With 8,000 of 9,200 jobs, "),
    ],
)
def test_claims_from_few_jobs_or_from_some_say_of_how_many_they_are(
    jobs: int, left_out: int, beginning: str
) -> None:
    found = [record(label, metrics={"mean_wait": wait}) for label, wait in (("A", 2.0), ("B", 1.0))]
    told = records(found, ARRIVING, jobs=jobs)
    told = replace(told, about=replace(told.about, left_out=left_out))
    first = sentence(standings_of(told)).partition("\n")[0]
    assert first == f"{beginning}B lowers the mean wait by 50 % against A."


@pytest.mark.parametrize(
    ("rows", "first"),
    [
        ({"A": 5.0}, "With 3 jobs, the mean wait under A is 5 s."),
        ({"A": 5.0, "B": 5.0}, "With 3 jobs, all runs have the same mean wait."),
        ({"A": 5.0, "B": 9.0}, "With 3 jobs, no other run has a lower mean wait than A."),
    ],
)
def test_first_sentences_of_any_kind_begin_with_how_few_jobs_they_are_from(
    rows: dict[str, float], first: str
) -> None:
    found = [record(label, metrics={"mean_wait": wait}) for label, wait in rows.items()]
    text = sentence(standings_of(records(found, ARRIVING)))
    assert text.partition("\n")[0] == first


@pytest.mark.parametrize("left_out", [0, 7])
def test_what_is_missing_is_no_claim_about_jobs(left_out: int) -> None:
    for state, text in (("queued", "No run has ended yet."), ("failed", "A failed.")):
        found = records([record("A", state=state)], ARRIVING)
        found = replace(found, about=replace(found.about, left_out=left_out))
        assert sentence(standings_of(found)) == text


def test_a_guessed_machine_without_a_result_is_no_claim_about_jobs() -> None:
    found = records([record("A", state="queued")], ARRIVING)
    found = replace(found, about=replace(found.about, guess="widest"))
    first, more = sentence(standings_of(found)).split("\n")
    assert first.startswith("The machine is guessed")
    assert more == "No run has ended yet."
