"""Bounds that one run has proved, applied to all runs on the same instance."""

from dataclasses import dataclass

from parsched.measure.certificates import (
    BREAKS_RULES,
    OLDER,
    Certificate,
    certificates,
    without_certificates,
)
from parsched.model.problem.time_unit import rounded_up
from parsched.report.conditions import ends_with_arrivals
from parsched.report.records import Records
from parsched.run.record import Record


@dataclass(frozen=True)
class MakespanProof:
    """A certified lower bound on the makespan, seconds, and the run that proved it; None where that
    was one of another comparison."""

    value: float
    record: Record | None


def proved_for(record: Record, records: Records) -> MakespanProof | None:
    """Return the largest bound that a run on the instance has proved.

    Of equal proofs the run's own counts, then the first of the records. A run that is not ranked
    has none, and none has where jobs ask for what is not kept.
    """
    if not record.is_ranked or records.about.traits.unmodelled:
        return None
    proofs: list[MakespanProof] = [
        MakespanProof(rounded_up(run.proved, run.unit), run)
        for run in (record, *records.provers)
        if run.proved is not None
    ]
    if (proved := records.about.proved) is not None:
        proofs.append(MakespanProof(rounded_up(proved, record.unit), None))
    return max(proofs, key=lambda proof: proof.value, default=None)


def certificates_of(record: Record, records: Records) -> dict[str, Certificate]:
    """Return the certificates of a run by criterion, also by proofs of other runs on its instance;
    empty for a run without a result."""
    if not record.is_done:
        return {}
    if not record.is_ranked:
        reason = OLDER if record.outdated else BREAKS_RULES
        return without_certificates(records.about.bounds, reason)
    proof = proved_for(record, records)
    return certificates(
        record.metrics,
        records.about.bounds,
        proved=None if proof is None else proof.value,
        unit=record.unit,
        unmodelled=records.about.traits.unmodelled,
        tolerance=record.tolerance,
        is_settled=ends_with_arrivals(records.about.traits),
    )
