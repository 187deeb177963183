"""An exercise: a few jobs and a machine, small enough to be scheduled by hand."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from parsched.base.errors import WorkloadError
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload

MOST_JOBS, MOST_PROCESSORS, LONGEST = 30, 32, 1_000
"""Limits of what can still be followed by eye; times in seconds."""
TASK = re.compile(r"(\d{1,9})x(\d{1,9})(?:~(\d{1,9}))?(?:@(\d{1,9}))?", re.ASCII)


@dataclass(frozen=True, order=True)
class ExerciseJob:
    """A job: it is released, needs processors for a time, and asks for `estimate`; seconds."""

    release: int
    processors: int
    time: int
    estimate: int

    @property
    def text(self) -> str:
        """As it is typed: `processors x time ~ estimate @ release`, without what is usual."""
        estimate = "" if self.estimate == self.time else f"~{self.estimate}"
        release = "" if self.release == 0 else f"@{self.release}"
        return f"{self.processors}x{self.time}{estimate}{release}"


@dataclass(frozen=True)
class Exercise:
    """Jobs, numbered from 1 on in order of release, and the processors of the machine.

    Raises
    ------
    WorkloadError
        When a job breaks a rule; names the job, the value and the rule.

    Examples
    --------
    >>> Exercise.of_text("2x9 3x1~4@1", processors=4).tasks[1]
    ExerciseJob(release=1, processors=3, time=1, estimate=4)
    """

    tasks: tuple[ExerciseJob, ...]
    processors: int

    def __post_init__(self) -> None:
        _within("The machine", "processors", self.processors, 1, MOST_PROCESSORS)
        if not 1 <= len(self.tasks) <= MOST_JOBS:
            raise WorkloadError(
                f"An exercise has from 1 to {MOST_JOBS} jobs, and this one has {len(self.tasks)}."
            )
        ordered = sorted(self.tasks, key=lambda task: task.release)
        object.__setattr__(self, "tasks", tuple(ordered))
        for number, task in enumerate(self.tasks, 1):
            job = f"Job {number}"
            _within(job, "processors", task.processors, 1, self.processors)
            _within(job, "time", task.time, 1, LONGEST)
            _within(job, "release", task.release, 0, LONGEST)
            _within(job, "estimate", task.estimate, task.time, LONGEST)

    @classmethod
    def of_text(cls, text: str, processors: int) -> Self:
        """Read jobs such as `2x9 3x1~4@1`: two processors for 9 s; three for 1 s, estimated at 4 s,
        from 1 s on. Raises WorkloadError."""
        tasks = []
        for number, word in enumerate(re.split(r"[\s,;]+", text.strip()), 1):
            match = TASK.fullmatch(word)
            if match is None:
                raise WorkloadError(
                    f"Job {number}, “{word[:40]}”, is not of the form "
                    "processors x time ~ estimate @ release, such as 3x10~15@2."
                )
            width, time, estimate, release = match.groups()
            tasks.append(
                ExerciseJob(int(release or 0), int(width), int(time), int(estimate or time))
            )
        return cls(tuple(tasks), processors)

    @classmethod
    def of_workload(cls, workload: Workload, processors: int) -> Self | None:
        """Return the exercise of some jobs; None if they are too many, too large, moldable, wait
        for others, or have times that are no whole seconds."""
        if not workload.is_rigid or len(workload) > MOST_JOBS or workload.after is not None:
            return None
        jobs = workload.with_estimates("raise")
        columns = (jobs.release, jobs.width, jobs.runtime, jobs.estimate)
        if any((np.floor(column) != column).any() for column in columns):
            return None
        rows = zip(*(column.astype(np.int64).tolist() for column in columns), strict=True)
        try:
            return cls(tuple(ExerciseJob(*row) for row in rows), processors)
        except WorkloadError:
            return None

    @property
    def text(self) -> str:
        """All jobs as they are typed."""
        return " ".join(task.text for task in self.tasks)

    @property
    def has_estimates(self) -> bool:
        """Does a job ask for more time than it needs?"""
        return any(task.estimate != task.time for task in self.tasks)

    @cached_property
    def instance(self) -> Instance:
        """The problem."""
        columns = np.array([(t.release, t.processors, t.time, t.estimate) for t in self.tasks])
        release, width, time, estimate = columns.T
        workload = Workload(
            name="Exercise",
            ids=np.arange(1, len(self.tasks) + 1),
            release=release.astype(np.float64),
            profiles=Profiles.rigid(width, time.astype(np.float64)),
            estimate=estimate.astype(np.float64),
        )
        return Instance(workload, Platform.of(self.processors))


def _within(whose: str, what: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise WorkloadError(f"{whose}: {what} must be from {low} to {high:,}, not {value:,}.")
