"""How far a run is from what happened, where a log recorded it."""

from algorithms.metrics import METRICS
from algorithms.record import Record
from algorithms.report.phrases import VISIBLE, counted
from algorithms.report.records import Records
from algorithms.report.units import percent, unit_for

RECORDED = "recorded"
"""Key of the algorithm that returns what happened."""
FIRST = ("easy", "conservative")
"""Of several runs the one that is compared with it: what most machines say that they run."""


def beside_what_happened(records: Records) -> str:
    """Say how long jobs wait under a usual policy and how long they did; where they are all there
    from the beginning, how long they take. Blank where nothing was recorded."""
    log = next((r for r in records.done if r.algorithm == RECORDED), None)
    metric = "mean_wait" if records.about.traits.has_releases else "makespan"
    if log is None or (before := log.metrics.get(metric)) is None:
        return ""
    rules = f"the log breaks rules {counted(log.violation_count, 'time')}"
    notes = [rules] if log.violation_count else []
    notes += log.remarks
    other = _compared(records, metric)
    if other is None:
        unit = unit_for("s", [before])
        title = METRICS[metric].title
        told = f"The {title} of what happened is {unit.text(before)} {unit.name}"
    else:
        told = _change(other, metric, before)
    return f"{'; '.join([told, *notes])}."


def _compared(records: Records, metric: str) -> Record | None:
    """Return the run that is compared with what happened: a usual policy, else the best."""
    runs = [r for r in records.ranked if not r.made_by and r.metrics.get(metric) is not None]
    usual = {record.algorithm: record for record in reversed(runs)}
    for key in FIRST:
        if key in usual:
            return usual[key]
    return min(runs, key=lambda record: record.metrics[metric] or 0.0, default=None)


def _change(record: Record, metric: str, before: float) -> str:
    """Return "EASY waits 35 % less than what happened (4.1 h → 2.7 h)"."""
    after = record.metrics[metric] or 0.0
    unit = unit_for("s", [before, after])
    values = f"({unit.text(before)} → {unit.text(after)} {unit.name})"
    subject = f"{record.label} {'waits' if metric == 'mean_wait' else 'takes'}"
    change = 100 * (after - before) / before if before > 0 else None
    if change is None:
        times = f"{unit.text(after)} {unit.name}, what happened {unit.text(before)}"
        return f"{subject} {times} {unit.name}"
    if abs(change) < VISIBLE:
        return f"{subject} as long as what happened {values}"
    than = "less" if change < 0 else "more"
    far = percent(abs(change), signed=False)
    return f"{subject} {far} {than} than what happened {values}"
