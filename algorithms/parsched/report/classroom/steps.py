"""A policy of the queue on an exercise, event by event."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.online.policy import QueueParams
from parsched.policies.online.queue import scheduled
from parsched.report.classroom.exercise import Exercise
from parsched.report.classroom.rules import Said, start_of, wait_of
from parsched.report.explain.replay import Moment, Replay
from parsched.report.explain.window import Window


@dataclass(frozen=True)
class Step:
    """What happens at an instant, and how things stand afterwards; jobs are counted from 0.

    `arrived` and `ended` at `at`, seconds; `started` then, each with the rule by which it did;
    `waiting` in the order of the queue, each with why it does not start. `running` maps jobs that
    run to their planned ends, `reserved` those that wait to their reservations, seconds. `free`
    processors remain.
    """

    at: float
    arrived: tuple[int, ...]
    ended: tuple[int, ...]
    started: tuple[Said, ...]
    waiting: tuple[Said, ...]
    running: Mapping[int, float]
    reserved: Mapping[int, float]
    free: int


@dataclass(frozen=True)
class ExerciseSteps:
    """A policy on an exercise: the whole schedule, and its steps in order of time."""

    schedule: Schedule
    steps: tuple[Step, ...]

    def at(self, instant: float) -> Step:
        """Return the last step up to an instant."""
        return [step for step in self.steps if step.at <= instant][-1]


def steps(exercise: Exercise, policy: QueueParams) -> ExerciseSteps:
    """Run a policy and return what it does.

    Examples
    --------
    >>> exercise = Exercise.of_text("2x9 3x1@1 1x2@3", processors=4)
    >>> from parsched.policies.online.policy import QueueParams
    >>> found = steps(exercise, QueueParams())
    >>> [(step.at, [said.job for said in step.started]) for step in found.steps]
    [(0.0, [0]), (1.0, []), (3.0, [2]), (5.0, []), (9.0, [1]), (10.0, [])]
    """
    instance = exercise.instance
    schedule = scheduled(instance, policy, Stop())
    replay, found = Replay(instance, policy), []
    before: Moment | None = None
    for instant in instants(instance, schedule):
        moment = replay.until(instant)
        found.append(_step(instance, policy, schedule, moment, before, instant))
        before = moment
    return ExerciseSteps(schedule, tuple(found))


def instants(instance: Instance, *schedules: Schedule) -> list[float]:
    """Return when something happens in some schedules: releases, starts and ends, seconds."""
    events = [instance.jobs.release]
    for schedule in schedules:
        events += [schedule.start, schedule.end]
    return [float(at) for at in np.unique(np.concatenate(events))]


def _step(
    instance: Instance,
    policy: QueueParams,
    schedule: Schedule,
    moment: Moment,
    before: Moment | None,
    instant: float,
) -> Step:
    everybody = np.arange(len(instance.jobs))

    def of(job: int) -> Window:
        return Window(instance, policy, everybody, job, float(schedule.start[job]))

    started = np.flatnonzero(schedule.start == instant).tolist()
    return Step(
        instant,
        tuple(np.flatnonzero(instance.jobs.release == instant).tolist()),
        tuple(np.flatnonzero(schedule.end == instant).tolist()),
        tuple(start_of(of(job), schedule, moment, before) for job in started),
        tuple(wait_of(of(job), moment) for job in moment.waiting),
        {one.job: one.planned for one in moment.running},
        moment.reserved,
        moment.free,
    )
