"""The sentence about a comparison."""

import pytest

from schedweb.runs.models import Run, State
from schedweb.runs.summary import sentence
from schedweb.runs.tables import build_table
from tests import factories

pytestmark = pytest.mark.django_db

ONLINE = ("mean_wait", "makespan")
OFFLINE_JOB = b"1 0 -1 10 2 -1 -1 2 20 -1 1 3 1 -1 1 -1 -1 -1\n"
OFFLINE = ("sum_weighted_completion", "makespan")


def said(
    *rows: tuple[str, float, float], criteria: tuple[str, str] = ONLINE, bound: float = 0.0
) -> str:
    """Return the sentence for runs with these two metrics."""
    content = factories.SWF if criteria == ONLINE else OFFLINE_JOB
    compared = factories.comparison(factories.person("alice"), content=content)
    compared.runs.all().delete()
    for position, (label, first, second) in enumerate(rows):
        metrics = dict(zip(criteria, (first, second), strict=True))
        run = factories.done_run(compared, position, label, **metrics)
        if bound:
            run.bounds = {"makespan": {"area": bound / 2, "release_area": bound}}
            run.save()
    return sentence(build_table(list(compared.runs.all()), metrics=["throughput"]))


def test_the_best_is_set_against_the_baseline_and_the_bound() -> None:
    text = said(("FCFS", 1000.0, 110.0), ("EASY", 170.0, 101.2), bound=100.0)
    assert text == (
        "EASY lowers the mean wait by 83 % and the makespan by 8.0 % against FCFS; "
        "the makespan of EASY is within 1.2 % of the lower bound (release + area)."
    )


def test_a_price_is_said() -> None:
    text = said(("LPTF", 100.0, 100.0), ("DEMT", 69.0, 118.0), criteria=OFFLINE)
    assert text == "DEMT lowers the Σ w·C by 31 % against LPTF and raises the makespan by 18 %."


def test_a_baseline_that_nobody_beats_is_said() -> None:
    text = said(("FCFS", 10.0, 100.0), ("EASY", 20.0, 100.0))
    assert text == "No algorithm lowers the mean wait of FCFS."


def test_equal_results_are_said() -> None:
    text = said(("FCFS", 10.0, 100.0), ("EASY", 10.0, 100.0), bound=100.0)
    assert text == (
        "All algorithms give the same mean wait; every makespan is optimal: it equals the lower "
        "bound (release + area)."
    )


def test_one_run_is_described_alone() -> None:
    text = said(("EASY", 7200.0, 250.0), bound=100.0)
    assert text == (
        "The mean wait under EASY is 2 h; the makespan is 2.50 times the lower bound "
        "(release + area)."
    )


def test_what_is_missing_is_said() -> None:
    compared = factories.comparison(factories.person("alice"), ["fcfs", "easy", "conservative"])
    runs = list(compared.runs.all())
    assert sentence(build_table(runs)) == "No run has ended yet."
    Run.objects.filter(pk=runs[0].pk).update(state=State.FAILED)
    runs = list(compared.runs.all())
    text = sentence(build_table(runs))
    assert text == "First come, first served failed. 1 of 3 runs have ended."
    Run.objects.filter(pk__in=[run.pk for run in runs[1:]]).update(state=State.CANCELLED)
    text = sentence(build_table(list(compared.runs.all())))
    assert text == "First come, first served failed. 2 runs were cancelled."
