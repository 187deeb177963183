"""Published results of policies on the trace of KTH, beside ours.

The schedules of Gaussier et al. (2015) and Lelong et al. (2017) on this trace are public; the means
are those of their starts. They leave out jobs of less than a second, take events one at a time and
raise estimates to the run time, so only results under these conditions are compared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan

from algorithms.declare.registry import ALGORITHMS
from algorithms.problem.instance import Rules
from algorithms.record import Record
from algorithms.report.records import Records
from algorithms.report.registry import NoOptions, Report, report
from algorithms.report.table import Cell, Column, Table
from algorithms.simulation.policy import QueueParams, as_named
from algorithms.simulation.presets import PRESETS

DAY = 86_400.0
JOBS, PROCESSORS, WORK = 28_467, 100, 2_005_181_934.0
"""Of the trace as published results take it; its work is in processor-seconds."""
RULES = Rules(estimates="raise", events="sequential")


@dataclass(frozen=True)
class Measured:
    """Mean bounded slowdown, mean wait in seconds and longest wait in days, as printed."""

    slowdown: float
    wait: float
    longest: float


KTH: Mapping[QueueParams, Measured] = {
    QueueParams(): Measured(92.6, 6_840, 3.0),
    QueueParams(**PRESETS["easy-sjbf"].fixed): Measured(69.4, 5_907, 3.3),
    QueueParams(**PRESETS["easy++"].fixed): Measured(63.4, 6_234, 6.1),
    QueueParams(order="sjf"): Measured(42.7, 4_618, 7.9),
    QueueParams(order="saf"): Measured(39.1, 5_653, 48.5),
    QueueParams(order="xf"): Measured(52.6, 5_226, 4.1),
    QueueParams(order="wfp3"): Measured(53.9, 5_174, 4.3),
    QueueParams(order="unicef"): Measured(50.0, 5_097, 4.3),
    QueueParams(order="f4"): Measured(43.9, 5_693, 37.5),
}
"""Results by policy."""


@dataclass(frozen=True)
class Quantity:
    """A metric as it is printed: its unit, how many `seconds` that is, and the number of `digits`
    after the decimal point."""

    metric: str
    title: str
    digits: int
    unit: str = ""
    seconds: float = 1.0

    def of(self, record: Record) -> float:
        """Return our value."""
        value = record.metrics[self.metric]
        return nan if value is None else value / self.seconds

    def agrees(self, record: Record, printed: float) -> bool:
        """Is our value the printed one, rounded alike?"""
        return round(self.of(record), self.digits) == round(printed, self.digits)

    def cell(self, value: float) -> Cell:
        """Write a value as it is printed."""
        return Cell(f"{value:,.{self.digits}f}", value)


QUANTITIES = {
    "slowdown": Quantity("mean_bounded_slowdown", "mean bounded slowdown", 1),
    "wait": Quantity("mean_wait", "mean wait", 0, "s"),
    "longest": Quantity("max_wait", "longest wait", 1, "days", DAY),
}
"""What is compared, by field of `Measured`."""


def policy_of(record: Record) -> QueueParams | None:
    """Return the policy of a run, with names of orders where its formulas are theirs; None where it
    is no queue."""
    if record.algorithm in PRESETS:
        declared = ALGORITHMS[record.algorithm].params
        return as_named(PRESETS[record.algorithm].policy(declared.from_mapping(record.params)))
    return (
        as_named(QueueParams.from_mapping(record.params)) if record.algorithm == "queue" else None
    )


def _compared(records: Records) -> list[tuple[Record, Measured]]:
    """Return finished runs of policies of which there are published results."""
    compared = []
    for record in records.done:
        policy = policy_of(record)
        if policy is not None and policy in KTH:
            compared.append((record, KTH[policy]))
    return compared


def _suits(records: Records) -> bool:
    about = records.about
    same = (about.jobs, about.platform.processors, about.rules) == (JOBS, PROCESSORS, RULES)
    return same and len(about.platform.sites) == 1 and bool(_compared(records))


@report("published", title="Beside published results", suits=_suits)
def published(records: Records, options: NoOptions) -> Report:
    """Published results of the same policies on the same jobs."""
    jobs = records.about.load().workload
    if float(jobs.width @ jobs.runtime) != WORK:
        return Report(sentences=("These are as many jobs as published results have, but others.",))
    rows = _compared(records)
    far = [record.label for record, theirs in rows if not _agrees(record, theirs)]
    agree = f"{len(rows) - len(far)} of {len(rows)} policies agree with published results in all"
    sentence = f"{agree} printed digits." + (f" Others: {', '.join(far)}." if far else "")
    return Report(sentences=(sentence,), tables=(_table(records, rows),), notes=(SOURCE,))


SOURCE = (
    "Printed: means of the public schedules of Gaussier et al. (2015) and Lelong et al. (2017) on "
    "the trace KTH-SP2, jobs of less than a second left out."
)


def _agrees(record: Record, theirs: Measured) -> bool:
    """Are all our numbers those that were printed?"""
    return all(one.agrees(record, getattr(theirs, name)) for name, one in QUANTITIES.items())


def _table(records: Records, rows: Sequence[tuple[Record, Measured]]) -> Table:
    columns = [Column(key="run", title="run", is_number=False)]
    for one in QUANTITIES.values():
        for whose in ("printed", "ours"):
            key, title = f"{one.metric}_{whose}", f"{one.title}, {whose}"
            columns.append(Column(key=key, title=title, unit=one.unit, better="lower"))
    lines = []
    for record, theirs in rows:
        cells = [Cell(record.label, record.label)]
        for name, one in QUANTITIES.items():
            cells += [one.cell(getattr(theirs, name)), one.cell(one.of(record))]
        lines.append(tuple(cells))
    return Table(
        key="published",
        title="Results on the trace of KTH, printed and ours",
        columns=tuple(columns),
        rows=tuple(lines),
        about=records.about,
    )
