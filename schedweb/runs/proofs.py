"""What a bound that one run of a comparison has proved means for the others."""

from collections.abc import Sequence
from dataclasses import dataclass

from algorithms.granule import rounded_up
from algorithms.result import Certificate, certificates
from schedweb.runs.models import Run


@dataclass(frozen=True)
class Proof:
    """A certified lower bound on the makespan, seconds, and the run that proved it."""

    value: float
    run: Run


def proved_for(run: Run, siblings: Sequence[Run]) -> Proof | None:
    """Return the largest bound that a run of the comparison has proved for the jobs of `run`.

    Runs of a comparison have the same jobs and machine, so what one of them proves holds for all;
    but where jobs are cut at their estimates, the others solve longer ones. Of equal proofs the
    run's own counts, then the first. A run without a result has none.
    """
    if not run.is_done:
        return None
    known = [
        Proof(_rounded(other.proved, other.unit), other)
        for other in (run, *siblings)
        if other.is_done and other.proved is not None and _have_same_jobs(run, other)
    ]
    return max(known, key=lambda proof: proof.value, default=None)


def certificate(run: Run, siblings: Sequence[Run]) -> dict[str, Certificate]:
    """Return what is proved about a run by criterion, also by the others of its comparison; nothing
    about one without a result."""
    if not run.is_done:
        return {}
    proof = proved_for(run, siblings)
    proved = None if proof is None else proof.value
    return certificates(run.metrics, run.bounds, proved=proved, unit=run.unit)


def _have_same_jobs(run: Run, other: Run) -> bool:
    return run.pk == other.pk or not (run.is_cut or other.is_cut)


def _rounded(value: float, unit: float | None) -> float:
    """Round up as certificates do: the optimum is a multiple of the unit of all times."""
    return value if unit is None else rounded_up(value, unit)
