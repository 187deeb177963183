"""The plain twin of masks: one job after the other, in Python alone."""

from datetime import datetime, timedelta
from math import isnan
from zoneinfo import ZoneInfo

from parsched.report.questions import FIELDS, AskedJobs, Tree
from parsched.report.questions.tree import And, FieldCondition, Not, Or, SpanEnd, ValueSpan
from parsched.report.questions.values import limits_of

Value = float | str | bool | None


def matches(tree: Tree, jobs: AskedJobs, job: int) -> bool:
    """Does a job match?"""
    match tree:
        case And():
            return all(matches(part, jobs, job) for part in tree.parts)
        case Or():
            return any(matches(part, jobs, job) for part in tree.parts)
        case Not():
            return not matches(tree.part, jobs, job)
    return _tested(tree, value_of(tree.field, jobs, job), jobs)


def _tested(condition: FieldCondition, value: Value, jobs: AskedJobs) -> bool:
    kind = FIELDS[condition.field].kind
    if kind == "flag":
        return bool(value)
    if kind == "name":
        return value is not None and ("*" in condition.names or value in condition.names)
    assert isinstance(value, int | float)
    if kind == "id" and str(value) in condition.names:
        return True
    return any(_within(span, value, jobs) for span in condition.spans)


def _within(span: ValueSpan, value: float, jobs: AskedJobs) -> bool:
    if isnan(value):
        return False
    low = second(span.low, jobs) if span.low else float("-inf")
    high = second(span.high, jobs) if span.high else float("inf")
    above = low < value if span.is_low_open else low <= value
    return above and (value < high if span.is_high_open else value <= high)


def second(end: SpanEnd, jobs: AskedJobs) -> float:
    """Return what an end of a span is on the clock of the jobs, second by second where clocks jump
    over it."""
    if not end.date:
        return end.value
    moment: datetime = limits_of(end.date)[end.is_over]
    zone = ZoneInfo(jobs.workload.zone)
    utc = ZoneInfo("UTC")
    while (
        moment.replace(tzinfo=zone).astimezone(utc).astimezone(zone).replace(tzinfo=None) != moment
    ):
        moment += timedelta(seconds=1)
    assert jobs.workload.unix_start is not None
    return moment.replace(tzinfo=zone).timestamp() - jobs.workload.unix_start


def value_of(field: str, jobs: AskedJobs, job: int) -> Value:
    """Return the value of a field for one job; NaN where the schedule does not have it."""
    workload, schedule, before = jobs.workload, jobs.placed, jobs.before
    if field in workload.labels:
        return workload.labels[field].name(job)
    start, run = float(schedule.start[job]), float(schedule.duration[job])
    release = float(workload.release[job])
    if workload.after is not None:
        for pair in range(len(workload.after.job)):
            if workload.after.job[pair] == job:
                other = int(workload.after.before[pair])
                end = float(schedule.start[other] + schedule.duration[other])
                release = max(release, end + float(workload.after.delay[pair]))
    wait = float("nan") if isnan(start) else max(start - release, 0.0)
    gone = float("nan")
    values: dict[str, Value] = {
        "id": int(workload.ids[job]),
        "site": None if isnan(start) else jobs.instance.platform.sites[schedule.site[job]].name,
        "width": gone if isnan(start) else int(schedule.width[job]),
        "runtime": gone if isnan(start) else run,
        "work": gone if isnan(start) else int(schedule.width[job]) * run,
        "requested": float(jobs.instance.workload.estimate[job]),
        "weight": float(workload.weight[job]),
        "submit": float(workload.submission[job]),
        "release": float(workload.release[job]),
        "start": start,
        "end": start + run,
        "wait": wait,
        "flow": wait + run,
        "slowdown": 1.0 if wait == 0 else (wait + run) / run if run else wait * float("inf"),
        "backfilled": bool(schedule.backfilled[job]) and not isnan(start),
        "broken": isnan(start) or bool(schedule.broken is not None and schedule.broken[job]),
        "moved": start - float(before.start[job]),
        "differs": _differs(jobs, job),
    }
    return values[field]


def _differs(jobs: AskedJobs, job: int) -> bool:
    rows = [
        (float(one.start[job]), float(one.duration[job]), int(one.width[job]), int(one.site[job]))
        for one in (jobs.placed, jobs.before)
    ]
    gone = [isnan(row[0]) for row in rows]
    return gone[0] != gone[1] or (not any(gone) and rows[0] != rows[1])
