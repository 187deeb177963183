"""Gantt charts: pictures of whole schedules."""

from functools import partial
from pathlib import Path

from algorithms.problem.platform import Platform
from algorithms.problem.workload import Workload
from algorithms.record import Record
from algorithms.report.gantt import Layout, poster
from algorithms.report.records import Records
from algorithms.report.registry import NoOptions, Picture, Report, report
from algorithms.result import Result
from algorithms.schedules.schedule import Schedule

WIDTH, SCALE = 2260, 2
"""Pixels across, and pixels per CSS pixel of the chart, for sharp screens."""


def gantt_png(jobs: Workload, platform: Platform, schedule: Schedule) -> bytes:
    """Draw a schedule: processors upwards, time to the right, busy processors above."""
    height = Layout.of(platform).frame * SCALE
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
    OSError
        When it cannot be written.

    Examples
    --------
    >>> import algorithms as sched, tempfile
    >>> jobs = sched.generate("uniform", jobs=20, processors=8)
    >>> result = sched.solve(sched.Instance(jobs, sched.Platform.of(8)), "ltf")
    >>> sched.plot_gantt(result, tempfile.mkdtemp() + "/x.png").stat().st_size > 1000
    True
    """
    picture = Path(path)
    picture.write_bytes(gantt_png(result.workload, result.platform, result.schedule))
    return picture


@report("gantt", title="Schedules")
def gantt(records: Records, _: NoOptions) -> Report:
    """The Gantt chart of every run."""

    def drawn(record: Record) -> bytes:
        about = records.about
        return gantt_png(about.load().jobs, about.platform, records.read_schedule(record))

    pictures = (Picture(r.key, r.label, partial(drawn, r)) for r in records.done)
    return Report(pictures=tuple(pictures))
