"""The first words about jobs of a log: how long they wait under policies, on what machine, and how
long they did."""

from collections.abc import Sequence

from parsched.data.files.machine import guessed
from parsched.measure.metrics import METRICS
from parsched.report.baseline import USUAL
from parsched.report.comparable import RECORDED, unkept
from parsched.report.phrases import VISIBLE, capital, counted, how_often, listed
from parsched.report.records import Records
from parsched.report.units import percent, unit_for
from parsched.run.record import Record

MOST = 3
"""Policies that are named."""


def beside_what_happened(records: Records) -> tuple[str, str]:
    """Say how long jobs wait under usual policies and how long they did; where they are all there
    from the beginning, how long they take.

    Where something that the source says is not kept, or the machine is guessed, no share of what
    happened is said: that would be about another problem.

    Returns
    -------
    tuple of str
        A claim without its full stop, blank where nothing was recorded and nothing is lost or
        guessed; and the sentences that belong to it.
    """
    about = records.about
    metric = "mean_wait" if about.traits.has_releases else "makespan"
    log = _log(records)
    before = None if log is None else log.metrics.get(metric)
    guess = f"{capital(guessed(about.guess))}." if about.guess else ""
    if log is None or before is None:
        is_conditional = about.traits.has_releases and (guess or about.traits.unmodelled)
        return _waits(records, metric) if is_conditional else "", guess
    if log.apart and (waits := _waits(records, metric)):
        return waits, " ".join(filter(None, (guess, _recorded(log, before))))
    other = None if log.apart else next(iter(_compared(records, metric)), None)
    if other is None:
        unit = unit_for("s", [before])
        title = METRICS[metric].title
        told = f"the {title} of what happened is {unit.text(before)} {unit.name}"
    else:
        told = _change(other, metric, before)
    return "; ".join([told, *_notes(log)]), guess


def broken_rules(records: Records) -> str:
    """Name each rule that the log breaks, with how often; blank where it keeps all."""
    log = _log(records)
    if log is None or not log.broken_rules:
        return ""
    rules = [f"{rule} ({how_often(count)})" for rule, count in log.broken_rules.items()]
    return f"In the log, jobs {listed(rules)}."


def _log(records: Records) -> Record | None:
    """Return what happened, as it is computed now."""
    return next((r for r in records.done if r.algorithm == RECORDED and not r.outdated), None)


def _waits(records: Records, metric: str) -> str:
    """Return "EASY waits 2.1 h, FCFS 3.5 h, on 1,752 alike processors; memory is not kept"."""
    runs = _compared(records, metric)[:MOST]
    if not runs:
        return ""
    about = records.about
    values = [record.metrics[metric] or 0.0 for record in runs]
    unit = unit_for("s", values)
    verbs = ["waits " if metric == "mean_wait" else "takes ", *[""] * len(runs[1:])]
    named = ", ".join(
        f"{record.label} {verb}{unit.text(value)} {unit.name}"
        for record, verb, value in zip(runs, verbs, values, strict=True)
    )
    lost = unkept(about.traits.unmodelled)
    processors = about.platform.processors
    where = f"on {counted(processors, 'alike processor' if processors > 1 else 'processor')}"
    return f"{named}, {where}{f'; {lost}' if lost else ''}"


def _recorded(log: Record, before: float) -> str:
    unit = unit_for("s", [before])
    return f"{'; '.join([f'As recorded: {unit.text(before)} {unit.name}', *_notes(log)])}."


def _notes(log: Record) -> Sequence[str]:
    rules = f"the log breaks rules {how_often(log.violation_count)}"
    return [*([rules] if log.violation_count else []), *log.remarks]


def _compared(records: Records, metric: str) -> list[Record]:
    """Return the runs that stand beside what happened: usual policies, else the best."""
    runs = [r for r in records.ranked if not r.made_by and r.metrics.get(metric) is not None]
    runs.sort(key=lambda r: (_place(r), r.metrics[metric] or 0.0))
    return runs


def _place(record: Record) -> int:
    return USUAL.index(record.algorithm) if record.algorithm in USUAL else len(USUAL)


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
