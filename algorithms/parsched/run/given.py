"""Schedules that are given to us: what is wrong with them, and what they are worth."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from parsched.base.errors import expect
from parsched.measure.metrics import measure
from parsched.model.outcome import Outcome
from parsched.model.problem.instance import Instance
from parsched.model.schedules.examination import Examination, examine
from parsched.model.schedules.schedule import Schedule
from parsched.run.per_environment import per_environment
from parsched.run.per_site import per_site
from parsched.run.record import GIVEN as GIVEN
from parsched.run.result import Result


def judge(
    instance: Instance,
    schedule: Schedule,
    *,
    label: str = "",
    made_by: str = "",
    tolerance: float = 0.0,
    bounds: Collection[str] | None = None,
    metrics: Collection[str] | None = None,
) -> Result:
    """Check, measure and bound a schedule that was made elsewhere, whatever is wrong with it.

    All rules are looked at, and each that is broken is a sentence of `Result.violations`. Such a
    schedule has numbers, but neither ratios nor certificates, and reports rank it with no other.
    Metrics are computed from the jobs that have a start and a duration; what counts deployments is
    left out where jobs hold processors that they cannot.

    Parameters
    ----------
    instance
        Jobs, machine and rules.
    schedule
        A row for each job; NaN starts for jobs that it does not have. Processors are chosen where
        it says none: see `parsched.model.schedules.overfull` where it needs too many.
    label
        What the result is called.
    made_by
        Who made it.
    tolerance
        Seconds by which times may be off, such as rounded decimals of a file. What is no larger
        than its bound is not called optimal then.
    bounds, metrics
        As for `solve`.

    Returns
    -------
    Result
        As of an algorithm of ours, under the key `GIVEN`.

    Raises
    ------
    ParameterError
        When the schedule has not one row for each job.

    Examples
    --------
    >>> import parsched as sched
    >>> jobs = sched.generate("uniform", jobs=20, processors=8)
    >>> instance = sched.Instance(jobs, sched.Platform.of(8))
    >>> schedule = sched.solve(instance, "ltf").schedule
    >>> sched.judge(instance, schedule, made_by="a student").violations
    ()
    """
    expect("instance", instance, Instance)
    expect("schedule", schedule, Schedule)
    ticks = instance.ticks_of(schedule.start, schedule.duration)
    counted, platform = instance.counted_in(ticks), instance.platform
    examined = examine(
        counted.jobs,
        counted.platform,
        schedule.counted(ticks),
        tolerance=tolerance * ticks.second,
    ).in_seconds(ticks)
    outcome = _outcome(instance, examined)
    return Result(
        algorithm=GIVEN,
        version=1,
        params={},
        seconds=0.0,
        cpu_seconds=0.0,
        instance=instance,
        schedule=examined.schedule,
        metrics=measure(outcome, metrics),
        wanted=None if bounds is None else frozenset(bounds),
        sites=per_site(outcome) if platform.is_grid else [],
        environments=_environments(outcome),
        violations=examined.sentences,
        violation_count=examined.count,
        broken_rules=examined.broken_rules,
        tolerance=tolerance,
        made_by=made_by,
        label=label,
    )


def _environments(outcome: Outcome) -> list[dict[str, Any]]:
    return per_environment(outcome) if outcome.workload.environment is not None else []


def _outcome(instance: Instance, examined: Examination) -> Outcome:
    """Return what can be measured: the jobs that have a start, without their environments where
    what is installed is unknown."""
    jobs, schedule = examined.schedule.with_jobs(instance.jobs)
    if jobs.environment is not None and not examined.is_placed:
        jobs = replace(jobs, environment=None)
    return Outcome(jobs, instance.platform, schedule)
