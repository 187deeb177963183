"""The classroom: two policies on the same few jobs, one event after the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Self
from urllib.parse import urlencode

import numpy as np

from parsched import Workload
from parsched.data.generators.samples import SAMPLES
from parsched.measure.metrics import METRICS
from parsched.report.classroom import Exercise, ExerciseSteps, Step, instants, steps
from parsched.report.classroom.policies import policies, policy_named, title_of
from schedweb.web.classroom_chart import ClassroomChart
from schedweb.web.drawings import ROOM

SIDES = {"first": "fcfs", "second": "easy"}
"""Names of the two policies in addresses, and which they are by default."""
SHEETS = ("exercise", "solution")


@dataclass(frozen=True)
class PolicyChoice:
    """A policy that can be chosen."""

    value: str
    title: str
    is_chosen: bool = False


@dataclass(frozen=True)
class ClassroomLine:
    """A job in the queue, or one that starts: its number, and a sentence."""

    job: int
    text: str


@dataclass(frozen=True)
class Side:
    """One policy: what is chosen, its schedule, and how it stands at an instant."""

    name: str
    value: str
    title: str
    found: ExerciseSteps
    at: float
    span: float
    exercise: Exercise

    @cached_property
    def step(self) -> Step:
        """The last step up to the instant."""
        return self.found.at(self.at)

    @property
    def is_now(self) -> bool:
        """Does something happen here at the instant?"""
        return self.step.at == self.at

    @property
    def started(self) -> list[ClassroomLine]:
        """Who starts at the instant, and by which rule."""
        return (
            [ClassroomLine(job + 1, text) for job, text in self.step.started] if self.is_now else []
        )

    @property
    def waiting(self) -> list[ClassroomLine]:
        """Who waits, in the order of the queue, and why."""
        return [ClassroomLine(job + 1, text) for job, text in self.step.waiting]

    @property
    def ended(self) -> list[int]:
        """Which jobs end at the instant."""
        return [job + 1 for job in self.step.ended] if self.is_now else []

    @property
    def chart(self) -> ClassroomChart:
        """The schedule up to the instant."""
        return ClassroomChart.of(self.exercise, self.found, self.step, self.at, self.span)

    @property
    def whole(self) -> ClassroomChart:
        """The whole schedule."""
        return ClassroomChart.of(self.exercise, self.found, None, np.inf, self.span)

    @property
    def blank(self) -> ClassroomChart:
        """No job yet, on the same axes."""
        return ClassroomChart.of(self.exercise, self.found, None, -1.0, self.span)

    @property
    def times(self) -> list[tuple[int, float, float, float]]:
        """Start, end and wait of each job, with its number."""
        schedule = self.found.schedule
        wait = schedule.wait(self.exercise.instance.jobs)
        columns = (schedule.start.tolist(), schedule.end.tolist(), wait.tolist())
        return [(job, *values) for job, values in enumerate(zip(*columns, strict=True), 1)]

    @property
    def results(self) -> list[tuple[str, float]]:
        """Mean wait and makespan, seconds."""
        schedule = self.found.schedule
        wait = float(np.mean(schedule.wait(self.exercise.instance.jobs)))
        return [
            (METRICS["mean_wait"].title, wait),
            (METRICS["makespan"].title, float(schedule.end.max())),
        ]


@dataclass(frozen=True)
class ClassroomPage:
    """Two policies on an exercise at one of its instants, or what is wrong with the exercise.

    `typed` has the columns of the table as they were typed, `chosen` the policies.
    """

    exercise: Exercise | None
    typed: Sequence[Mapping[str, str]]
    processors: str
    chosen: Mapping[str, str]
    step: int = 0
    sheet: str = ""
    error: str = ""
    sides: Sequence[Side] = field(default=())
    moments: Sequence[float] = field(default=())

    @classmethod
    def of(cls, exercise: Exercise, chosen: Mapping[str, str], step: int, sheet: str) -> Self:
        """Run both policies. Raises ParameterError for one that is none."""
        page = cls(exercise, typed(exercise), str(exercise.processors), chosen, sheet=sheet)
        policies = {name: policy_named(chosen[name]) for name in SIDES}
        found = {name: steps(exercise, policy) for name, policy in policies.items()}
        schedules = [one.schedule for one in found.values()]
        moments = instants(exercise.instance, *schedules)
        step = min(max(step, 0), len(moments) - 1)
        span = float(max(schedule.end.max() for schedule in schedules)) * ROOM
        sides = [
            Side(name, chosen[name], title_of(chosen[name]), one, moments[step], span, exercise)
            for name, one in found.items()
        ]
        return cls(**{**page.__dict__, "step": step, "sides": sides, "moments": moments})

    @property
    def choices(self) -> list[tuple[str, str, list[PolicyChoice]]]:
        """The two lists of policies: name, what it says, and what can be chosen."""
        titles = {"first": "Policy", "second": "beside"}
        return [(name, titles[name], self._choices(self.chosen[name])) for name in SIDES]

    def _choices(self, chosen: str) -> list[PolicyChoice]:
        values = policies()
        if chosen not in values:
            values.append(chosen)
        return [PolicyChoice(value, title_of(value), value == chosen) for value in values]

    @property
    def now(self) -> float:
        """The instant, seconds."""
        return self.moments[self.step]

    @property
    def arrived(self) -> list[int]:
        """Which jobs arrive at the instant."""
        return [job + 1 for job in self.sides[0].step.arrived] if self.sides[0].is_now else []

    @property
    def last(self) -> int:
        """The last step."""
        return len(self.moments) - 1

    @property
    def before(self) -> str:
        """Address of the step before; blank at the first one."""
        return self._address(step=self.step - 1) if self.step else ""

    @property
    def after(self) -> str:
        """Address of the next step; blank at the last one."""
        return self._address(step=self.step + 1) if self.step < self.last else ""

    @property
    def begin(self) -> str:
        """Address of the first step."""
        return self._address(step=0)

    @property
    def end(self) -> str:
        """Address of the last step."""
        return self._address(step=self.last)

    @property
    def back(self) -> str:
        """Address of the page from a sheet."""
        return self._address(step=self.step)

    @property
    def sheets(self) -> list[tuple[str, str]]:
        """Title and address of what can be printed."""
        titles = ("Exercise sheet", "Sheet with solution")
        pairs = zip(titles, SHEETS, strict=True)
        return [(title, self._address(sheet=sheet)) for title, sheet in pairs]

    def _address(self, **more: int | str) -> str:
        assert self.exercise is not None
        return address_of(self.exercise, self.chosen, **more)


@cache
def first_exercise() -> Exercise:
    """Return the eight jobs that are there at first."""
    found = Exercise.of_workload(SAMPLES[0].workload(), SAMPLES[0].processors)
    assert found is not None
    return found


def address_of(exercise: Exercise, chosen: Mapping[str, str] = SIDES, **more: int | str) -> str:
    """Return the query of an exercise, which carries all of it."""
    asked = {"jobs": exercise.text, "processors": exercise.processors, **chosen, **more}
    return f"?{urlencode(asked)}"


def exercise_query(jobs: Workload, processors: int) -> str:
    """Return the query of some jobs in the classroom; blank if they cannot be stepped through."""
    exercise = Exercise.of_workload(jobs, processors)
    return address_of(exercise) if exercise else ""


def typed(exercise: Exercise) -> list[Mapping[str, str]]:
    return [
        {
            "release": str(task.release),
            "width": str(task.processors),
            "time": str(task.time),
            "estimate": "" if task.estimate == task.time else str(task.estimate),
        }
        for task in exercise.tasks
    ]
