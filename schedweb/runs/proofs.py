"""What a bound that one run has proved means for all runs on the same instance."""

from collections.abc import Sequence
from dataclasses import dataclass

from algorithms.result import Certificate, certificates
from algorithms.unit import rounded_up
from schedweb.runs.models import Run


@dataclass(frozen=True)
class Proof:
    """A certified lower bound on the makespan, seconds, and the run of the comparison that proved
    it; None where that was a run of another one."""

    value: float
    run: Run | None


def proved_for(run: Run, siblings: Sequence[Run]) -> Proof | None:
    """Return the largest bound that a run on the instance has proved.

    Of equal proofs the run's own counts, then the first of the comparison. A run without a result
    has none.
    """
    if not run.is_done:
        return None
    known: list[Proof] = [
        Proof(rounded_up(other.proved, other.unit), other)
        for other in (run, *siblings)
        if other.is_done and other.proved is not None
    ]
    instance = run.comparison.known
    if instance is not None and instance.proved is not None:
        known.append(Proof(rounded_up(instance.proved, run.unit), None))
    return max(known, key=lambda proof: proof.value, default=None)


def provers(runs: Sequence[Run]) -> list[Run]:
    """Return the runs whose proofs `proved_for` looks at: of many, few have any."""
    return [run for run in runs if run.is_done and run.proved is not None]


def certificate(run: Run, siblings: Sequence[Run]) -> dict[str, Certificate]:
    """Return what is proved about a run by criterion, also by others on its instance; nothing about
    one without a result."""
    if not run.is_done:
        return {}
    proof = proved_for(run, siblings)
    proved = None if proof is None else proof.value
    unmodelled = run.comparison.workload.unmodelled
    return certificates(
        run.metrics, run.bounds, proved=proved, unit=run.unit, unmodelled=unmodelled
    )
