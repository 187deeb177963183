"""What a bound proved by one run means for the others."""

from typing import Any

import pytest

from schedweb.runs.models import Comparison, Run
from schedweb.runs.proofs import certificate, proved_for
from schedweb.runs.ratios import ratios_of
from schedweb.workers.models import State
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def place() -> Comparison:
    made = factories.comparison(factories.person("alice"), ["ltf"], factories.OFFLINE_SWF)
    made.runs.all().delete()
    factories.know(made, makespan={"area": 90.0}, minsum={"squashed_area": 100.0})
    return made


def stored(place: Comparison, label: str, makespan: float, **fields: Any) -> Run:
    """Store a run with this makespan over an area bound of 90 s."""
    metrics = {"makespan": makespan, "sum_weighted_completion": 2 * makespan}
    run = factories.done_run(place, place.runs.count(), label, **metrics)
    for name, value in fields.items():
        setattr(run, name, value)
    run.save()
    return run


def texts(run: Run, siblings: list[Run]) -> dict[str, str]:
    return {key: found.text for key, found in certificate(run, siblings).items()}


def test_what_one_run_proves_holds_for_all(place: Comparison) -> None:
    ltf = stored(place, "LTF", 112.0)
    exact = stored(place, "Exact", 100.0, proved=100.0)
    both = [ltf, exact]
    proof = proved_for(ltf, both)
    assert proof is not None
    assert (proof.value, proof.run) == (100.0, exact)
    assert texts(ltf, both)["makespan"] == "within 12 % of the optimum"
    assert texts(exact, both)["makespan"] == "proved optimal"
    assert texts(ltf, [ltf])["makespan"] == "within 24.5 % of the optimum"


def test_a_proof_about_the_makespan_says_nothing_of_completions(place: Comparison) -> None:
    ltf = stored(place, "LTF", 112.0)
    exact = stored(place, "Exact", 100.0, proved=100.0)
    assert texts(ltf, [ltf, exact])["minsum"] == "within 124 % of the optimum"


def test_what_a_run_of_another_comparison_proved_holds_too(place: Comparison) -> None:
    ltf = stored(place, "LTF", 112.0)
    factories.know(place, proved=100.0, makespan={"area": 90.0})
    proof = proved_for(ltf, [ltf])
    assert proof is not None
    assert (proof.value, proof.run) == (100.0, None)
    assert texts(ltf, [ltf])["makespan"] == "within 12 % of the optimum"
    (ratio,) = (row["makespan"] for row in ratios_of([ltf]))
    assert (ratio.bound_key, ratio.bound, ratio.bound_value) == ("proved", "proved by search", 100)


def test_of_equal_proofs_that_of_a_run_of_the_comparison_is_named(place: Comparison) -> None:
    exact = stored(place, "Exact", 100.0, proved=100.0)
    factories.know(place, proved=100.0, makespan={"area": 90.0})
    (ratio,) = (row["makespan"] for row in ratios_of([exact]))
    assert ratio.bound == "proved by Exact"
    factories.know(place, proved=100.5, makespan={"area": 90.0})
    (ratio,) = (row["makespan"] for row in ratios_of([exact]))
    assert ratio.bound == "proved by search"


def test_the_largest_proof_counts_and_of_equal_ones_the_own(place: Comparison) -> None:
    weak = stored(place, "Weak", 110.0, proved=95.0)
    first = stored(place, "First", 105.0, proved=100.0)
    second = stored(place, "Second", 100.0, proved=100.0)
    runs = [weak, first, second]
    found = [proved_for(run, runs) for run in runs]
    assert [proof.run and proof.run.label for proof in found if proof] == [
        "First",
        "First",
        "Second",
    ]


def test_a_proof_is_rounded_up_to_the_unit_of_the_times(place: Comparison) -> None:
    ltf = stored(place, "LTF", 100.0)
    hybrid = stored(place, "Hybrid", 105.0, proved=96.2, unit=5.0)
    proof = proved_for(ltf, [ltf, hybrid])
    assert proof is not None
    assert proof.value == 100.0
    assert texts(ltf, [ltf, hybrid])["makespan"] == "proved optimal"


def test_nothing_is_proved_of_or_by_a_run_without_a_result(place: Comparison) -> None:
    ltf = stored(place, "LTF", 112.0)
    failed = stored(place, "Exact", 100.0, proved=100.0, state=State.FAILED)
    both = [ltf, failed]
    assert proved_for(ltf, both) is None
    assert proved_for(failed, both) is None
    assert certificate(failed, both) == {}
