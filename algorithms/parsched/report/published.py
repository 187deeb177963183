"""Published results of policies on the trace of KTH, beside ours.

The schedules of Gaussier et al. (2015) and Lelong et al. (2017) on this trace are public; the means
are computed from their starts. They leave out jobs of less than a second, take events one at a time
and raise estimates to the run time, so only results under these conditions are compared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any

from parsched.model.problem.instance import Rules
from parsched.policies.online.policy import QueueParams, as_named
from parsched.policies.online.presets import PRESETS
from parsched.policies.registry import ALGORITHMS
from parsched.report.phrases import named
from parsched.report.records import Records
from parsched.report.registry import NoOptions, Report, report
from parsched.report.table import Cell, Column, Table
from parsched.run.record import Record

DAY = 86_400.0
JOBS, PROCESSORS, WORK = 28_467, 100, 2_005_181_934.0
"""Of the trace as published results take it; its work is in processor-seconds."""
RULES = Rules(estimates="raise", events="sequential")


@dataclass(frozen=True)
class PublishedMeans:
    """Mean bounded slowdown, mean wait in seconds and longest wait in days, as printed."""

    slowdown: float
    wait: float
    longest: float


LEARNED: dict[str, Any] = {"predict": "average-2"}
SJBF: dict[str, Any] = {"backfill_order": "sjf"}
KTH: Mapping[QueueParams, PublishedMeans] = {
    QueueParams(): PublishedMeans(92.6, 6_840, 3.0),
    QueueParams(predict="exact"): PublishedMeans(71.8, 6_330, 3.0),
    QueueParams(predict="double"): PublishedMeans(80.0, 6_043, 4.1),
    QueueParams(**LEARNED): PublishedMeans(87.1, 7_234, 4.5),
    QueueParams(**LEARNED, pass_on_arrival="if-fits"): PublishedMeans(85.5, 7_190, 4.5),
    QueueParams(**PRESETS["easy-sjbf"].fixed): PublishedMeans(69.4, 5_907, 3.3),
    QueueParams(**SJBF, predict="exact"): PublishedMeans(49.9, 5_438, 3.2),
    QueueParams(**PRESETS["easy++"].fixed): PublishedMeans(63.4, 6_234, 6.1),
    QueueParams(**SJBF, **LEARNED, correct="estimate"): PublishedMeans(62.8, 5_651, 6.1),
    QueueParams(**SJBF, **LEARNED, correct="doubling"): PublishedMeans(64.5, 6_226, 7.8),
    QueueParams(order="sjf"): PublishedMeans(42.7, 4_618, 7.9),
    QueueParams(order="ljf"): PublishedMeans(110.8, 8_348, 19.0),
    QueueParams(order="saf"): PublishedMeans(39.1, 5_653, 48.5),
    QueueParams(order="laf"): PublishedMeans(128.8, 8_996, 9.4),
    QueueParams(order="narrow"): PublishedMeans(80.7, 7_653, 84.7),
    QueueParams(order="wide"): PublishedMeans(101.1, 7_254, 3.5),
    QueueParams(order="xf"): PublishedMeans(52.6, 5_226, 4.1),
    QueueParams(order="wfp3"): PublishedMeans(53.9, 5_174, 4.3),
    QueueParams(order="unicef"): PublishedMeans(50.0, 5_097, 4.3),
    QueueParams(order="f1"): PublishedMeans(58.9, 6_390, 30.7),
    QueueParams(order="f2"): PublishedMeans(50.9, 6_654, 37.5),
    QueueParams(order="f3"): PublishedMeans(43.4, 5_852, 42.4),
    QueueParams(order="f4"): PublishedMeans(43.9, 5_693, 37.5),
}
"""Results by policy."""


@dataclass(frozen=True)
class PublishedQuantity:
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
    "slowdown": PublishedQuantity("mean_bounded_slowdown", "mean bounded slowdown", 1),
    "wait": PublishedQuantity("mean_wait", "mean wait", 0, "s"),
    "longest": PublishedQuantity("max_wait", "longest wait", 1, "days", DAY),
}
"""What is compared, by field of `PublishedMeans`."""


def policy_of(record: Record) -> QueueParams | None:
    """Return the policy of a run, with names of orders where its formulas are theirs; None where it
    is no queue."""
    if record.algorithm in PRESETS:
        declared = ALGORITHMS[record.algorithm].params
        return as_named(PRESETS[record.algorithm].policy(declared.from_mapping(record.params)))
    return (
        as_named(QueueParams.from_mapping(record.params)) if record.algorithm == "queue" else None
    )


def _compared(records: Records) -> list[tuple[Record, PublishedMeans]]:
    """Return finished runs of policies with published results."""
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
    notes = tuple(filter(None, (SOURCE, _missing(records))))
    return Report(sentences=(sentence,), tables=(_table(records, rows),), notes=notes)


SOURCE = (
    "Printed: means of the public schedules of Gaussier et al. (2015) and Lelong et al. (2017) on "
    "the trace KTH-SP2, jobs of less than a second left out."
)


def _missing(records: Records) -> str:
    """Name the policies without published results to compare with."""
    compared = {record.key for record, _ in _compared(records)}
    labels = [record.label for record in records.done if record.key not in compared]
    return f"No published schedule is at hand for {named(labels, 'runs')}." if labels else ""


def _agrees(record: Record, theirs: PublishedMeans) -> bool:
    """Are all our numbers those that were printed?"""
    return all(one.agrees(record, getattr(theirs, name)) for name, one in QUANTITIES.items())


def _table(records: Records, rows: Sequence[tuple[Record, PublishedMeans]]) -> Table:
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
