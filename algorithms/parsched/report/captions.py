"""Captions of figures: what is drawn, for which jobs on which machine, with which parameters."""

from collections.abc import Sequence

from parsched.base.errors import AlgorithmsError
from parsched.base.version import __version__
from parsched.policies.catalogue import ALGORITHMS
from parsched.report.conditions import conditions
from parsched.report.figure import Figure, GanttFigure
from parsched.report.gantt.plot import GanttChart
from parsched.report.phrases import capital, counted
from parsched.report.records import Records
from parsched.report.units import significant, unit_for
from parsched.run.record import Record
from parsched.run.request import Request


def caption(figure: Figure | GanttFigure, records: Records) -> str:
    """Return the caption of a figure of some records.

    Examples
    --------
    >>> import parsched as sched
    >>> instance = sched.Instance(
    ...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
    ... )
    >>> records = sched.compare(instance, "ltf", "lptf")
    >>> caption(sched.report("distributions", records).figure("wait"), records)[:59]
    'Wait. Uniform, 20 jobs, seed 1 (20 jobs) on machine (8 proc'
    """
    about = records.about
    where = (
        f"{about.workload} ({counted(about.jobs, 'job')}) on {about.machine} "
        f"({counted(about.platform.processors, 'processor')})"
    )
    rules = conditions(about.rules, about.platform, about.traits)
    parts = [figure.title, where, *map(capital, rules), _runs(drawn_in(figure, records))]
    if isinstance(figure, GanttFigure) and figure.pinned is not None:
        parts.append(_outlined(figure, figure.pinned))
    parts += [records.only(record.key for record in drawn_in(figure, records)).mark]
    parts.append(f"SchedWeb {__version__}")
    return " ".join(f"{part.rstrip('.')}." for part in parts if part)


def drawn_in(figure: Figure | GanttFigure, records: Records) -> list[Record]:
    """Return the runs that a figure shows, all where it does not tell them apart."""
    if isinstance(figure, GanttFigure):
        return list(figure.runs)
    keys = {series.record for series in figure.series if series.record}
    return [record for record in records.done if record.key in keys or not keys]


def _outlined(figure: GanttFigure, row: int) -> str:
    """Say which job is outlined, and what each run does with it."""
    placed = [_place(chart, row) for chart in figure.charts]
    job = figure.instance.jobs.ids[row]
    return f"Outlined is job {job}: {'; '.join(dict.fromkeys(placed))}"


def _place(chart: GanttChart, row: int) -> str:
    jobs, label = chart.jobs, chart.record.label
    if not jobs.placed.is_scheduled[row]:
        return f"{label} does not start it"
    start, wait, time = (float(of[row]) for of in (jobs.placed.start, jobs.wait, jobs.runtime))
    width = counted(int(jobs.placed.width[row]), "processor")
    waits = f", {_seconds(wait)} after its release" if wait else ", at its release"
    return f"{label} starts it at {_seconds(start)}{waits}, on {width} for {_seconds(time)}"


def _seconds(value: float) -> str:
    unit = unit_for("s", [value])
    return f"{significant(value / unit.size)} {unit.name}"


def _runs(records: Sequence[Record]) -> str:
    """Name runs with what the command line takes for them, where the label is another text."""
    named = []
    for record in records:
        text = command_of(record)
        named.append(record.label if text in ("", record.label) else f"{record.label} ({text})")
    return f"Runs: {'; '.join(named)}" if named else ""


def command_of(record: Record) -> str:
    """Return what `compare` takes for a run, such as "easy:order=saf"; blank for one that no
    algorithm of this installation made."""
    declared = ALGORITHMS.get(record.algorithm)
    if declared is None or (record.made_by and not declared.made_by):
        return ""
    try:
        return Request(declared, declared.params.from_mapping(record.params)).text
    except AlgorithmsError:  # parameters of an older version
        return ""
