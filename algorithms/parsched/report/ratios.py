"""Ratios of runs to lower bounds, and the Pareto front of these ratios."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from parsched.measure.bounds.registry import ON_WAITS, PROVED, TIMES, bound_title
from parsched.measure.certificates import ratios
from parsched.measure.metrics import METRICS, Metric
from parsched.model.problem.time_unit import same
from parsched.report.order import front
from parsched.report.phrases import certified
from parsched.report.proofs import MakespanProof, proved_for
from parsched.report.records import Records
from parsched.run.record import Record


@dataclass(frozen=True)
class RatioCell:
    """A metric over its best certified lower bound; `best` is the least of several rows.

    `proof` is set where a run has proved that bound, and `bound_key` is "proved" then; `bound`
    names the run if it is of the same comparison.
    """

    metric: Metric
    bound_key: str
    bound: str
    bound_value: float
    value: float
    proof: MakespanProof | None = None
    best: bool = False

    @property
    def text(self) -> str:
        """The ratio, rounded up."""
        return certified(self.value)


WORTH = 20.0
"""Times a bound on waits from which on nothing is said of it: it is too low then to judge by."""


def is_worth_reading(criterion: str, ratio: float) -> bool:
    """Tell whether a ratio tells anything of the distance to the optimum: bounds on waits and
    slowdowns of long traces may be far below all schedules."""
    return criterion not in ON_WAITS or ratio <= WORTH


def ratios_of(records: Records) -> list[dict[str, RatioCell]]:
    """Return the ratios of each run by criterion, none of one without a feasible schedule, nor
    where jobs ask for what is not kept."""
    return _with_best([_ratios(record, records) for record in records])


def _ratios(record: Record, records: Records) -> dict[str, RatioCell]:
    if not record.is_ranked or records.about.traits.unmodelled:
        return {}
    bounds, proof = records.about.bounds, proved_for(record, records)
    cells = {}
    by_criterion = ratios(
        record.metrics,
        bounds,
        proved=None if proof is None else proof.value,
        tolerance=record.tolerance,
    )
    for criterion, ratio in by_criterion.items():
        used = proof if ratio.bound == PROVED else None
        by = used.record if used else None
        cells[criterion] = RatioCell(
            metric=METRICS[ratio.metric],
            bound_key=ratio.bound,
            bound=f"proved by {by.label}" if by else bound_title(criterion, ratio.bound),
            bound_value=used.value if used else bounds[criterion][ratio.bound],
            value=ratio.value,
            proof=used,
        )
    return cells


def _with_best(rows: Sequence[dict[str, RatioCell]]) -> list[dict[str, RatioCell]]:
    """Mark the least ratio of each criterion, where there are several."""
    values = {
        key: [row[key].value for row in rows if key in row] for key in {k for r in rows for k in r}
    }
    least = {key: min(column) for key, column in values.items() if len(column) > 1}
    return [
        {
            key: replace(cell, best=key in least and same(cell.value, least[key]))
            for key, cell in row.items()
        }
        for row in rows
    ]


def on_front(rows: Sequence[Mapping[str, RatioCell]]) -> list[bool | None]:
    """Return for each row whether it is on the Pareto front of both criteria; None if a ratio is
    missing."""
    complete = [i for i, row in enumerate(rows) if all(key in row for key in TIMES)]
    first, second = TIMES
    points = [(rows[i][first].value, rows[i][second].value) for i in complete]
    places: list[bool | None] = [None] * len(rows)
    for i, place in zip(complete, front(points), strict=True):
        places[i] = place
    return places
