"""What a bound proved by one run means for the others."""

from typing import Any

from parsched.report.proofs import certificates_of, proved_for
from parsched.report.ratios import ratios_of
from parsched.report.records import Records
from parsched.run.record import Record
from tests.parsched.report.factories import record, records

BOUNDS = {"makespan": {"area": 90.0}, "minsum": {"squashed_area": 100.0}}


def stored(label: str, makespan: float, **fields: Any) -> Record:
    """Return a run with this makespan over an area bound of 90 s."""
    metrics = {"makespan": makespan, "sum_weighted_completion": 2 * makespan}
    return record(label, metrics=metrics, **fields)


def of(*runs: Record, proved: float | None = None) -> Records:
    return records(runs, bounds=BOUNDS, proved=proved)


def texts(run: Record, siblings: Records) -> dict[str, str]:
    return {key: found.text for key, found in certificates_of(run, siblings).items()}


def test_what_one_run_proves_holds_for_all() -> None:
    ltf = stored("LTF", 112.0)
    exact = stored("Exact", 100.0, proved=100.0)
    both = of(ltf, exact)
    proof = proved_for(ltf, both)
    assert proof is not None
    assert (proof.value, proof.record) == (100.0, exact)
    assert texts(ltf, both)["makespan"] == "within 12 % of the optimum"
    assert texts(exact, both)["makespan"] == "proved optimal"
    assert texts(ltf, of(ltf))["makespan"] == "within 24.5 % of the optimum"


def test_a_proof_about_the_makespan_says_nothing_of_completions() -> None:
    ltf = stored("LTF", 112.0)
    exact = stored("Exact", 100.0, proved=100.0)
    assert texts(ltf, of(ltf, exact))["minsum"] == "at most 2.240 times the optimum"


def test_what_a_run_of_another_comparison_proved_holds_too() -> None:
    ltf = stored("LTF", 112.0)
    known = of(ltf, proved=100.0)
    proof = proved_for(ltf, known)
    assert proof is not None
    assert (proof.value, proof.record) == (100.0, None)
    assert texts(ltf, known)["makespan"] == "within 12 % of the optimum"
    (ratio,) = (row["makespan"] for row in ratios_of(known))
    assert (ratio.bound_key, ratio.bound, ratio.bound_value) == ("proved", "proved by search", 100)


def test_of_equal_proofs_the_comparisons_own_is_named() -> None:
    exact = stored("Exact", 100.0, proved=100.0)
    (ratio,) = (row["makespan"] for row in ratios_of(of(exact, proved=100.0)))
    assert ratio.bound == "proved by Exact"
    (ratio,) = (row["makespan"] for row in ratios_of(of(exact, proved=100.5)))
    assert ratio.bound == "proved by search"


def test_the_largest_proof_counts_and_of_equal_ones_the_own() -> None:
    weak = stored("Weak", 110.0, proved=95.0)
    first = stored("First", 105.0, proved=100.0)
    second = stored("Second", 100.0, proved=100.0)
    runs = of(weak, first, second)
    found = [proved_for(run, runs) for run in runs]
    assert [proof.record and proof.record.label for proof in found if proof] == [
        "First",
        "First",
        "Second",
    ]


def test_a_proof_is_rounded_up_to_the_unit_of_the_times() -> None:
    ltf = stored("LTF", 100.0)
    hybrid = stored("Hybrid", 105.0, proved=96.2, unit=5.0)
    proof = proved_for(ltf, of(ltf, hybrid))
    assert proof is not None
    assert proof.value == 100.0
    assert texts(ltf, of(ltf, hybrid))["makespan"] == "proved optimal"


def test_nothing_is_proved_of_or_by_a_run_without_a_result() -> None:
    ltf = stored("LTF", 112.0)
    failed = stored("Exact", 100.0, proved=100.0, state="failed")
    both = of(ltf, failed)
    assert proved_for(ltf, both) is None
    assert proved_for(failed, both) is None
    assert certificates_of(failed, both) == {}
