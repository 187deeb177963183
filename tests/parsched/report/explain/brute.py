"""What explanations claim, found out the long way: instant by instant, and by a second engine."""

from itertools import pairwise
from math import inf

from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.policies.online.policy import QueueParams
from tests.parsched.policies.online.twin import Twin
from tests.parsched.policies.online.twin_job import Job


def twin_of(instance: Instance, policy: QueueParams) -> Twin:
    """The plain engine on all jobs of an instance."""
    jobs, processors = instance.jobs, instance.platform.processors
    return Twin(jobs, policy, processors, instance.rules.is_sequential)


def twin_at(instance: Instance, policy: QueueParams, instant: float) -> Twin:
    """The plain engine when all is done that there is at an instant."""
    twin = twin_of(instance, policy)
    while twin.next_event() <= instant:
        twin.now = max(twin.now, twin.next_event())
        if twin.queue or twin.is_arriving():
            twin.fair.pass_time(twin.now)
        if twin.sequential:
            twin.one_by_one()
        else:
            twin.all_at_once()
    return twin


def free_at(schedule: Schedule, processors: int, at: float) -> int:
    """Processors that no job holds at an instant, counted job by job."""
    rows = zip(schedule.start, schedule.end, schedule.width, strict=True)
    return processors - sum(int(width) for start, end, width in rows if start <= at < end)


def instants(schedule: Schedule, begin: float, end: float) -> list[float]:
    """All starts and ends within [begin, end), and the times between two of them."""
    events = {float(at) for at in (*schedule.start, *schedule.end) if begin <= at < end}
    ordered = sorted({begin, *events, end})
    middles = [(a + b) / 2 for a, b in pairwise(ordered)]
    return sorted(at for at in {*ordered[:-1], *middles} if begin <= at < end)


def breaks(twin: Twin, job: Job, by: Job, at: float) -> bool:
    """Would a job that starts now leave too few processors for another one at an instant, as
    planned?"""
    by.reserved, reserved = inf, by.reserved
    held = sum(width for begin, end, width in twin.planned_intervals() if begin <= at < end)
    by.reserved = reserved
    return twin.now <= at < twin.now + job.belief and held + by.width + job.width > twin.processors
