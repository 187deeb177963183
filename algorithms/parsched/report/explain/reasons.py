"""Why a policy did not start a job though enough processors were free."""

from parsched.report.explain.explanation import Held
from parsched.report.explain.replay import Moment, Replay, shadow_of
from parsched.report.explain.window import Window

MOST = 8
"""Instants of a wait whose reason is looked for, those that hold longest."""


def reasons(window: Window, instants: list[float], ids: list[str]) -> tuple[Held, ...]:
    """Return why the job of a window did not start at some instants, in order; instants about which
    no claim can be made are left out. `ids` are the ids of the jobs of the window."""
    replay, found = Replay(window.instance, window.policy), []
    for instant in sorted(instants):
        moment = replay.until(instant)
        if moment.now != instant or window.at not in moment.waiting:
            continue
        if (held := reason(window, moment, ids)) is not None:
            found.append(held)
    return tuple(found)


def reason(window: Window, moment: Moment, ids: list[str]) -> Held | None:
    """Return what kept a job that fits from starting at a moment; None if no claim can be made."""
    policy, job, now, free = window.policy, window.at, moment.now, moment.free
    width = int(window.instance.jobs.width[job])
    place = moment.waiting.index(job)
    if free < width:
        return None
    if policy.backfill == "off":
        return Held(now, free, "order", ids[moment.waiting[0]]) if place else None
    if policy.interval and moment.passed < now:
        return Held(now, free, "interval")
    if policy.depth and place >= policy.depth:
        return Held(now, free, "depth")
    if policy.reservations == 0:
        return None
    if policy.reservations == 1:
        return _shadow(window, moment, width, ids)
    return _planned(window, moment, width, ids)


def _shadow(window: Window, moment: Moment, width: int, ids: list[str]) -> Held | None:
    """Would the head have started later than at its shadow time?"""
    head, jobs = moment.waiting[0], window.instance.jobs
    if head == window.at or head not in moment.reserved:
        return None
    processors = window.instance.platform.processors
    shadow, extra = shadow_of(moment.running, processors, int(jobs.width[head]), moment.now)
    if moment.now + moment.believed[window.at] <= shadow or width <= extra:
        return None
    return Held(moment.now, moment.free, "reservation", ids[head], shadow)


def _planned(window: Window, moment: Moment, width: int, ids: list[str]) -> Held | None:
    """Would a reservation have found too few processors?"""
    job, jobs, now = window.at, window.instance.jobs, moment.now
    until = now + moment.believed[job]
    plans = [(now, one.planned, one.width) for one in moment.running]
    others = {other: at for other, at in moment.reserved.items() if other != job}
    plans += [(at, at + moment.believed[o], int(jobs.width[o])) for o, at in others.items()]
    for at in sorted({at for at in others.values() if now <= at < until}):
        used = sum(wide for begin, end, wide in plans if begin <= at < end)
        if used + width > window.instance.platform.processors:
            by = min(other for other, reserved in others.items() if reserved == at)
            return Held(now, moment.free, "reservation", ids[by], at)
    if (own := moment.reserved.get(job)) is not None and own > now:
        return Held(now, moment.free, "kept", "", own)
    return None
