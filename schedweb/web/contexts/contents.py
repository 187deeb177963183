"""The jobs of a workload: figures, plots, and a table of the first ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from parsched import Workload as Jobs
from parsched.model.problem.calendar import Calendar
from parsched.report.shares import LabelShares
from schedweb.web.contexts.asked import Asked
from schedweb.web.histograms import Histogram, histograms
from schedweb.web.quantities import significant
from schedweb.web.speedups import SpeedupChart, speedup_chart

FIRST_JOBS = 10
"""Number of jobs in the table by default."""
MOST_MATCHES = 50
"""Jobs in the table of those that match a question."""
MOST_BEFORE = 3
"""Jobs that the table names of those that one waits for."""


@dataclass(frozen=True)
class JobRow:
    """One job of the table of first jobs.

    `time` is that on the fewest processors. `least` and `speedup` are of a moldable job: its time
    on the processors that make it fastest, and how many times as fast that is. `after` names the
    jobs that it waits for.
    """

    id: str
    release: float
    weight: float
    width: str
    time: float
    least: str
    speedup: str
    estimate: float | None
    user: str
    environment: str
    after: str
    released: str
    """Date of its release, blank where it is unknown."""
    submission: float
    submitted: str
    """Date of its submission, blank where it is unknown."""


@dataclass(frozen=True)
class MoldableContents:
    """Moldable jobs: their number, their processor counts, and the number of their run times."""

    moldable: int
    jobs: int
    narrowest: int
    widest: int
    configurations: int

    @classmethod
    def of(cls, jobs: Jobs) -> Self:
        """Count them."""
        of = jobs.profiles
        moldable = int(np.count_nonzero(of.counts > 1))
        ends = int(of.widths.min()), int(of.widths.max())
        return cls(moldable, len(jobs), *ends, len(of.widths))


@dataclass(frozen=True)
class Contents:
    """Overview of the jobs; `choice` and `speedups` are None if all jobs are rigid, and
    `origins`, `statuses` and `environments` where none is known. `waiting` jobs wait for others."""

    histograms: Sequence[Histogram]
    speedups: SpeedupChart | None
    choice: MoldableContents | None
    first: Sequence[JobRow]
    jobs: int
    load: float | None
    has_weights: bool
    origins: LabelShares | None
    statuses: LabelShares | None
    environments: LabelShares | None
    waiting: int
    held: int
    """Jobs that were submitted before they could start, as far as a log says it."""
    asked: Asked

    @classmethod
    def of(cls, jobs: Jobs, processors: int, question: str = "") -> Self:
        """Build it from jobs that are already loaded; the table has those that match a question."""
        asked = Asked.of(jobs, question)
        most = MOST_MATCHES if asked.is_answered else FIRST_JOBS
        span = float(jobs.release[-1] - jobs.release[0]) if len(jobs) else 0.0
        # Over less time than the longest job takes, work per time says nothing.
        long_enough = span > float(jobs.least_time.max(initial=0.0))
        return cls(
            histograms=histograms(jobs),
            speedups=speedup_chart(jobs),
            choice=None if jobs.is_rigid else MoldableContents.of(jobs),
            first=[job_row(jobs, i) for i in asked.rows[:most].tolist()],
            jobs=len(jobs),
            load=float(jobs.least_work.sum()) / (processors * span) if long_enough else None,
            has_weights=bool(np.any(jobs.weight != 1.0)),
            origins=LabelShares.of(jobs, "origin"),
            statuses=LabelShares.of(jobs, "status"),
            environments=environments(jobs),
            waiting=0 if jobs.after is None else jobs.after.waiting,
            held=int(np.count_nonzero(jobs.submission < jobs.release)),
            asked=asked,
        )

    @property
    def hidden(self) -> int:
        """Jobs that the table leaves out."""
        return len(self.asked.rows) - len(self.first)


def environments(jobs: Jobs) -> LabelShares | None:
    """Return the environments that jobs need; None where no job needs one."""
    return LabelShares.by_work(jobs, "environment", "none: runs on what is there")


def job_row(jobs: Jobs, i: int) -> JobRow:
    """Return one job as the table shows it."""
    widths, times = jobs.profiles.job(i)
    calendar = Calendar.of(jobs)
    best = int(times.argmin())
    least = gain = ""
    if len(widths) > 1:
        least = f"{significant(float(times[best]))} on {widths[best]:,}"
        gain = significant(float(times[0] / times[best]), 3) if times[best] else ""
    return JobRow(
        id=str(jobs.ids[i]),
        release=float(jobs.release[i]),
        weight=float(jobs.weight[i]),
        width=_widths(widths.tolist()),
        time=float(times[0]),
        least=least,
        speedup=gain,
        estimate=float(jobs.estimate[i]) if jobs.estimate[i] > 0 else None,
        user=(jobs.user.name(i) or "") if jobs.user else "",
        environment=(jobs.environment.name(i) or "") if jobs.environment else "",
        after=_after(jobs, i),
        released=calendar.text(float(jobs.release[i])) if calendar else "",
        submission=float(jobs.submission[i]),
        submitted=calendar.text(float(jobs.submission[i])) if calendar else "",
    )


def _after(jobs: Jobs, i: int) -> str:
    """Return the ids of the jobs that one waits for, each with its delay, the first of many."""
    if jobs.after is None:
        return ""
    first, last = np.searchsorted(jobs.after.job, [i, i + 1]).tolist()
    names = [
        f"{jobs.ids[before]}{f' + {significant(delay)} s' if delay else ''}"
        for before, delay in zip(
            jobs.after.before[first:last][:MOST_BEFORE].tolist(),
            jobs.after.delay[first:last][:MOST_BEFORE].tolist(),
            strict=True,
        )
    ]
    more = last - first - len(names)
    return ", ".join(names) + (f" and {more:,} more" if more else "")


def _widths(widths: Sequence[int]) -> str:
    """Write the allowed processor counts as a range, with their number if the range has gaps."""
    if len(widths) == 1:
        return f"{widths[0]:,}"
    whole = widths[-1] - widths[0] + 1 == len(widths)
    return f"{widths[0]:,}–{widths[-1]:,}" + ("" if whole else f", {len(widths):,} of them")
