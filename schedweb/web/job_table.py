"""The jobs of an example in a table."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parsched import Workload
from parsched.report.examples import Picture, WorkedExample, kinds


@dataclass(frozen=True)
class JobTableColumn:
    """A column of the table: numbers, unless they `are_words`."""

    head: str
    cells: Sequence[str]
    are_words: bool = False


@dataclass(frozen=True)
class JobTable:
    """The jobs of an example: their properties, then their times and processors."""

    columns: Sequence[JobTableColumn]

    @property
    def heads(self) -> list[str]:
        """Headings of the columns."""
        return [column.head for column in self.columns]

    @property
    def rows(self) -> list[list[tuple[str, bool]]]:
        """Cells of each job, with whether they are words."""
        jobs = zip(*(column.cells for column in self.columns), strict=True)
        words = [column.are_words for column in self.columns]
        return [list(zip(cells, words, strict=True)) for cells in jobs]


def job_table(example: WorkedExample) -> JobTable:
    """Return the jobs with widths, times and weights, and their place in the last picture."""
    jobs, picture = example.workload, example.pictures[-1]
    schedule = picture.result.schedule
    columns = [JobTableColumn("job", [str(name) for name in jobs.ids])]
    if jobs.environment is not None:
        names = [jobs.environment.name(job) or "none" for job in range(len(jobs))]
        columns.append(JobTableColumn("environment", names, are_words=True))
    if jobs.has_releases:
        columns.append(JobTableColumn("released", _texts(jobs.release)))
    columns += _configurations(jobs)
    if has_weights(jobs):
        columns.append(JobTableColumn("weight", _texts(jobs.weight)))
    if not jobs.is_rigid:
        columns.append(JobTableColumn("runs on", [str(width) for width in schedule.width]))
    if example.platform.is_grid:
        columns.append(JobTableColumn("site", [str(site + 1) for site in schedule.site]))
    if schedule.groups is not None:
        columns.append(JobTableColumn("group", _groups(picture), are_words=True))
    columns += [
        JobTableColumn("starts", _texts(schedule.start)),
        JobTableColumn("ends", _texts(schedule.end)),
    ]
    return JobTable(columns)


def has_weights(jobs: Workload) -> bool:
    """Tell whether jobs differ in weight."""
    return bool(np.any(jobs.weight != jobs.weight[0]))


def letter(group: int) -> str:
    """Return the name of a group of an example: A, B, …"""
    return chr(ord("A") + group)


def _groups(picture: Picture) -> list[str]:
    groups = picture.result.schedule.groups
    assert groups is not None
    names = [f"{letter(number)}, {kind}" for number, kind in enumerate(kinds(picture.result))]
    return [names[group] if group >= 0 else "none" for group in groups.job]


def _configurations(jobs: Workload) -> list[JobTableColumn]:
    if jobs.is_rigid:
        widths = [str(width) for width in jobs.width]
        return [JobTableColumn("processors", widths), JobTableColumn("time", _texts(jobs.runtime))]
    widest = int(jobs.profiles.widths.max())
    return [
        JobTableColumn(
            f"time on {width}",
            _texts(jobs.profiles.times_at(np.full(len(jobs), width))),
        )
        for width in range(1, widest + 1)
    ]


def _texts(values: NDArray[np.float64]) -> list[str]:
    return [f"{value:.4g}" if value == value else "–" for value in values]
