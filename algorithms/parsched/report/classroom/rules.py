"""The rule by which a job starts, and why another one waits, in words."""

from typing import NamedTuple

from parsched.model.schedules.schedule import Schedule
from parsched.report.explain.explanation import Held
from parsched.report.explain.reasons import reason
from parsched.report.explain.replay import Moment, shadow_of
from parsched.report.explain.window import Window
from parsched.report.phrases import counted


class Said(NamedTuple):
    """A job, counted from 0, and a sentence about it."""

    job: int
    text: str


def start_of(window: Window, schedule: Schedule, moment: Moment, before: Moment | None) -> Said:
    """Say by which rule the job of a window starts at a moment; `before` is the one before it."""
    job = window.at
    assert schedule.backfilled is not None
    overtakes = bool(schedule.backfilled[job])
    reserved = before.reserved.get(job) if before else None
    return Said(job, _overtaking(window, moment) if overtakes else _in_turn(window, reserved))


def _in_turn(window: Window, reserved: float | None) -> str:
    if reserved is None or window.policy.reservations in (0, 1):
        return "is the head of the queue, and fits"
    if reserved > window.start:
        return f"moves forward from its reservation at {reserved:g}, as jobs ended early"
    return f"starts at its reservation, {reserved:g}"


def _overtaking(window: Window, moment: Moment) -> str:
    policy, jobs = window.policy, window.instance.jobs
    if policy.reservations == 0:
        return "fits, and no job holds a reservation: it overtakes"
    if policy.reservations != 1:
        return "fits, and delays no reservation: it overtakes"
    if not moment.waiting or moment.waiting[0] not in moment.reserved:
        return "fits, and delays no reservation: it overtakes"
    head = moment.waiting[0]
    processors, need = window.instance.platform.processors, int(jobs.width[head])
    shadow, _ = shadow_of(moment.running, processors, need, moment.now)
    number = jobs.ids[head]
    if moment.now + moment.believed[window.at] <= shadow:
        return f"fits, and ends by {shadow:g}, the reservation of job {number}: it overtakes"
    return (
        f"fits, and takes only processors that job {number} leaves over at {shadow:g}, its "
        "reservation: it overtakes"
    )


def wait_of(window: Window, moment: Moment) -> Said:
    """Say why the job of a window does not start at a moment."""
    job, jobs = window.at, window.instance.jobs
    width, own = int(jobs.width[job]), moment.reserved.get(job)
    promise = "" if own is None else f"; it is reserved at {own:g}"
    if width > moment.free:
        free = counted(moment.free, "processor") if moment.free else "none"
        verb = "is" if moment.free in (0, 1) else "are"
        return Said(job, f"needs {width}, and {free} {verb} free{promise}")
    held = reason(window, moment, [str(name) for name in jobs.ids])
    if held is None:
        return Said(job, f"waits by the rules of the policy{promise}")
    return Said(job, f"fits, but {_obstacle(held)}")


def _obstacle(held: Held) -> str:
    if held.kind == "order":
        return f"job {held.by} is the head of the queue, and no job may overtake it"
    if held.kind == "reservation":
        return (
            f"would leave too few processors for job {held.by}, which is reserved at "
            f"{held.reserved:g}"
        )
    if held.kind == "kept":
        return f"keeps its reservation at {held.reserved:g}"
    if held.kind == "depth":
        return "the pass does not look so far down the queue"
    return "no full pass is due"
