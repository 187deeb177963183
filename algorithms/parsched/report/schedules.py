"""Gantt charts: pictures of whole schedules."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from parsched.base.whole_files import write
from parsched.declare.parameters import choice, real, text
from parsched.model.problem.identifiers import row_of
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.baseline import baseline_of
from parsched.report.figure import GanttFigure
from parsched.report.gantt import GanttLayout, poster
from parsched.report.gantt.plot import GanttView
from parsched.report.gantt.schemes import ASKED, AUTOMATIC, COLOURS, asked_by, names_of
from parsched.report.highlights import HighlightOptions
from parsched.report.names import named, split
from parsched.report.questions import LONGEST, fault
from parsched.report.records import Records
from parsched.report.registry import Report, report, wrong
from parsched.run.record import Record
from parsched.run.result import Result

WIDTH, SCALE = 1695, 1.5
"""Pixels across, and pixels per CSS pixel of the chart: charts are drawn over it, as sharp as the
screen is, and it is what comes first."""


def gantt_png(jobs: Workload, platform: Platform, schedule: Schedule) -> bytes:
    """Draw a schedule: processors upwards, time to the right, busy processors above."""
    height = round(GanttLayout.of(platform).frame * SCALE)
    return poster(jobs, platform, schedule, WIDTH, height, scale=SCALE)


def plot_gantt(result: Result, path: str | Path) -> Path:
    """Draw the schedule of a result as a PNG, and return its path.

    Parameters
    ----------
    result
        What `solve` returned.
    path
        Where the picture goes; a file that is there is replaced.

    Returns
    -------
    Path
        The same path.

    Raises
    ------
    FormatError
        When it cannot be written.

    Examples
    --------
    >>> import parsched as sched, tempfile
    >>> jobs = sched.generate("uniform", jobs=20, processors=8)
    >>> result = sched.solve(sched.Instance(jobs, sched.Platform.of(8)), "ltf")
    >>> sched.plot_gantt(result, tempfile.mkdtemp() + "/x.png").stat().st_size > 1000
    True
    """
    return write(path, gantt_png(result.workload, result.platform, result.schedule))


@dataclass(frozen=True, kw_only=True)
class GanttOptions(HighlightOptions):
    """A view of Gantt charts: which runs, coloured how, over which time."""

    most: ClassVar[int] = 20
    colour: str = choice(
        AUTOMATIC,
        COLOURS,
        "What colours the jobs; blank is by environment where they have any, else by run time.",
    )
    pick: str = text(
        "",
        "Names that have a colour where there are too many for all, with commas between; or the "
        "question that jobs are coloured by.",
        longest=2_000,
        commas=True,
    )
    start: float = real(0.0, "First second that is drawn; 0 is the beginning of all.", unit="s")
    end: float = real(0.0, "Last second that is drawn; 0 is the end of all.", low=0.0, unit="s")
    baseline: str = text(
        "",
        "Key or label of the run that starts are compared with; else the usual one.",
        longest=2_000,
        commas=True,
    )
    question: str = text(
        "",
        "Jobs that do not match it fade, such as user:7 or wait>1h.",
        longest=LONGEST,
        commas=True,
        fault=fault,
    )
    job: str = text("", "Id of a job that is outlined in all charts.", longest=200, commas=True)
    deployments: str = choice("on", ("on", "off"), "Whether deployments are drawn.")

    @property
    def view(self) -> GanttView:
        """What is looked at; raises ParameterError for times in the wrong order."""
        if self.end and self.end <= self.start:
            raise wrong("end", f"must be after start, {self.start:g} s", f"{self.end:g}")
        return GanttView(
            colour=self.colour,
            pick=self.pick,
            start=self.start,
            end=self.end or None,
            question=self.question,
            deployments=self.deployments == "on",
            job=self.job,
        )

    def compared(self, records: Records) -> Record:
        """Return the run that others are compared with; raises ParameterError where no run has that
        name."""
        if not self.baseline:
            return baseline_of(records, None) or records.done[0]
        by_name = named(records)
        if self.baseline not in by_name:
            raise wrong("baseline", "must be a run with a result", self.baseline)
        return by_name[self.baseline]


@report("gantt", title="Schedules", options=GanttOptions)
def gantt(records: Records, options: GanttOptions) -> Report:
    """The Gantt charts of runs, over all of the time or a part of it."""
    runs, notes = options.among(records)
    if options.colour == ASKED:
        asked_by(options.pick)
    elif options.pick:  # an unknown name is refused at once
        instance = records.about.load()
        split(options.pick, names_of(options.colour, instance), "pick", "names that jobs have")
    if options.job:
        row_of(records.about.load().jobs, options.job)
    figure = GanttFigure(
        records=records,
        runs=tuple(runs),
        baseline=options.compared(records),
        view=options.view,
        notes=notes,
    )
    return Report(gantts=(figure,), notes=notes)
