"""Lower bounds for one run: every declared bound by metric, and bounds that runs have proved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from parsched.measure.bounds import BOUNDS, Bound
from parsched.measure.bounds.registry import CRITERIA, PROVED
from parsched.measure.certificates import Certificate, Ratio, ratios
from parsched.measure.metrics import METRICS, Metric
from parsched.model.problem.time_unit import same
from parsched.report.phrases import certified
from parsched.report.proofs import certificates_of, proved_for
from parsched.report.records import Records, Subject
from parsched.report.units import DisplayUnit, unit_for
from parsched.run.record import Record


@dataclass(frozen=True)
class BoundRow:
    """A declared bound and, where it was computed, its value and the ratio to it."""

    bound: Bound
    value: float | None
    ratio: str
    is_used: bool
    applies: bool
    is_old: bool = False
    """True where the stored value was computed by an older version."""

    @property
    def why_not(self) -> str:
        """Reason why there is no value."""
        if self.is_old:
            return "computed by an older version, and left out until it is computed again"
        if self.applies:
            return "not known when this run was computed"
        return f"computed only for {self.bound.limit}"


@dataclass(frozen=True)
class ProofRow:
    """A bound that a run on the same instance has proved by search: this run (`is_own`), another
    one of the comparison, or, with no record, one of another comparison."""

    value: float
    ratio: str
    record: Record | None
    is_used: bool
    is_own: bool


@dataclass(frozen=True)
class BoundGroup:
    """All lower bounds on one metric, the best certified one first, in the `unit` of what the run
    has reached."""

    metric: Metric
    unit: DisplayUnit
    rows: Sequence[BoundRow]
    proof: ProofRow | None
    ratio: float | None
    certificate: Certificate

    @property
    def used(self) -> BoundRow | None:
        """The declared bound that ratios are taken to, if it is one of these."""
        return next((row for row in self.rows if row.is_used), None)

    @property
    def used_proof(self) -> ProofRow | None:
        """The proof of another run that the certificate rests on, if it does."""
        proof = self.proof
        return proof if proof is not None and proof.is_used and not proof.is_own else None

    @property
    def ratio_text(self) -> str:
        """The metric over the best certified bound; blank where none is above 0."""
        return "" if self.ratio is None else certified(self.ratio)

    @property
    def is_rounded(self) -> bool:
        """True if the certificate is tighter than the ratio, as times are multiples of a unit."""
        gap = self.certificate.gap
        has_both = gap is not None and self.ratio is not None
        return has_both and not same(1 + (gap or 0.0), self.ratio or 0.0)


def bound_groups(record: Record, records: Records) -> list[BoundGroup]:
    """Return every declared bound by metric; those without a value come last.

    `records` are all of the comparison. A run that is not done has none; one whose schedule breaks
    rules, or that an older version computed, is held against none; no run has any where jobs ask
    for what is not kept (`problem.unmodelled.without_bounds` says so).
    """
    if not record.is_done or records.about.traits.unmodelled:
        return []
    if not record.is_ranked:
        record = replace(record, metrics={})
    about, bounds = records.about, records.about.bounds
    proof = proved_for(record, records)
    used = ratios(
        record.metrics,
        bounds,
        proved=None if proof is None else proof.value,
        tolerance=record.tolerance,
    )
    proved = certificates_of(record, records)
    groups = []
    for criterion in CRITERIA:
        if criterion not in proved:
            continue
        best, row = used.get(criterion), None
        if proof is not None and criterion == "makespan":
            row = ProofRow(
                value=proof.value,
                ratio=_ratio(record.metrics.get("makespan"), proof.value),
                record=proof.record,
                is_used=best is not None and best.bound == PROVED,
                is_own=proof.record is not None and proof.record.key == record.key,
            )
        groups.append(_group(criterion, record, about, best, row, proved))
    return groups


def _group(
    criterion: str,
    record: Record,
    about: Subject,
    used: Ratio | None,
    proof: ProofRow | None,
    proved: Mapping[str, Certificate],
) -> BoundGroup:
    metric, values = METRICS[CRITERIA[criterion]], about.bounds.get(criterion, {})
    instance = about.load()
    reached = record.metrics.get(metric.key)
    rows = [
        BoundRow(
            bound=bound,
            value=values.get(key),
            ratio=_ratio(reached, values.get(key)),
            is_used=used is not None and key == used.bound,
            applies=bound.applies(instance.jobs, instance.platform),
            is_old=f"{criterion}/{key}" in about.old_bounds,
        )
        for key, bound in BOUNDS[criterion].items()
    ]
    rows.sort(key=lambda row: (row.value is None, not row.bound.certified, -(row.value or 0.0)))
    known = [*values.values(), *([proof.value] if proof else [])]
    unit = unit_for(metric.unit, known if reached is None else [reached])
    ratio = None if used is None else used.value
    return BoundGroup(metric, unit, rows, proof, ratio, proved[criterion])


def _ratio(reached: float | None, value: float | None) -> str:
    return certified(reached / value) if reached is not None and value else "–"
