"""Which jobs match a question: masks over columns, one for each condition."""

from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from parsched.base.digits import whole
from parsched.model.problem.calendar import Calendar
from parsched.model.problem.instance import Instance
from parsched.model.problem.labels import Labels
from parsched.model.schedules.schedule import Schedule
from parsched.report.questions.errors import QuestionError
from parsched.report.questions.fields import FIELDS, Field
from parsched.report.questions.jobs import AskedJobs
from parsched.report.questions.parsing import parsed
from parsched.report.questions.tree import And, FieldCondition, Not, SpanEnd, Tree, ValueSpan
from parsched.report.questions.values import limits_of

Mask = NDArray[np.bool_]
ANY = "*"
"""The name that every job with a name matches."""
_DAY = 86_400.0


def select(
    instance: Instance,
    schedule: Schedule | None,
    question: str,
    *,
    baseline: Schedule | None = None,
) -> Mask:
    """Return which jobs match a question, bool of shape (n_jobs,), in the order of the jobs.

    Parameters
    ----------
    instance
        Jobs, machine and rules.
    schedule
        A schedule of the jobs; None where only jobs are asked for.
    question
        Such as `user:7 wait>1h`; the fields are `FIELDS`. A blank one matches all jobs.
    baseline
        Another schedule of the same jobs, for `moved` and `differs`.

    Raises
    ------
    QuestionError
        For a text that is no question, and for one that these jobs have no answer to: of names that
        they do not have, or of dates without a calendar.

    Examples
    --------
    >>> import parsched as sched
    >>> instance = sched.Instance(
    ...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
    ... )
    >>> schedule = sched.solve(instance, "ltf").schedule
    >>> bool(select(instance, schedule, "wait>0 or wait=0").all())
    True
    """
    return matching(parsed(question), AskedJobs(instance, schedule, baseline))


def matching(tree: Tree, jobs: AskedJobs) -> Mask:
    """Return which jobs match a parsed question, bool of shape (n_jobs,); raises as `select`."""
    match tree:
        case FieldCondition():
            return _tested(tree, jobs)
        case Not():
            return ~matching(tree.part, jobs)
        case And():
            found = np.ones(len(jobs), np.bool_)
            for part in tree.parts:
                found &= matching(part, jobs)
            return found
    found = np.zeros(len(jobs), np.bool_)
    for part in tree.parts:
        found |= matching(part, jobs)
    return found


def _tested(condition: FieldCondition, jobs: AskedJobs) -> Mask:
    field = FIELDS[condition.field]
    if field.needs != "jobs" and jobs.schedule is None:
        raise QuestionError(
            f"{field.key} is asked of a schedule, and there is none", condition.position
        )
    if field.needs == "baseline" and jobs.baseline is None:
        rule = f"{field.key} compares with a baseline, and there is none"
        raise QuestionError(rule, condition.position)
    value = field.find(jobs)
    if field.kind == "name":
        return _named(condition, field, value if isinstance(value, Labels) else None, jobs)
    columns = np.asarray(value)
    if field.kind == "flag":
        return columns.astype(np.bool_)
    if field.kind == "id":
        return _identified(condition, columns)
    calendar = Calendar.of(jobs.workload)
    return _within(condition.spans, columns.astype(np.float64), calendar)


def _named(condition: FieldCondition, field: Field, labels: Labels | None, jobs: AskedJobs) -> Mask:
    if labels is None:
        known = ", ".join(jobs.workload.labels) or "none"
        rule = f"these jobs have no {field.key}; of names they have {known}"
        raise QuestionError(rule, condition.position)
    wanted = set(condition.names)
    has_any = ANY in wanted
    table = np.array([False, *(has_any or name in wanted for name in labels.names)])
    return table[labels.codes + 1]


def _identified(condition: FieldCondition, ids: NDArray[np.generic]) -> Mask:
    """Compare identifiers: with names as text, with ranges as numbers."""
    if ids.dtype.kind in "iu":
        found = _within(condition.spans, ids.astype(np.float64), None)
        numbers = [number for name in condition.names if (number := whole(name)) is not None]
        return found | np.isin(ids, numbers)
    if condition.spans:
        raise QuestionError(
            "these identifiers are no numbers: list them, as in id:a,b", condition.position
        )
    return np.isin(ids, list(condition.names)) if condition.names else np.zeros(len(ids), np.bool_)


def _within(
    spans: tuple[ValueSpan, ...], values: NDArray[np.float64], calendar: Calendar | None
) -> Mask:
    found = np.zeros(len(values), np.bool_)
    for span in spans:
        inside = ~np.isnan(values)
        if span.low is not None:
            low = _second(span.low, calendar)
            inside &= values > low if span.is_low_open else values >= low
        if span.high is not None:
            high = _second(span.high, calendar)
            inside &= values < high if span.is_high_open else values <= high
        found |= inside
    return found


def _second(end: SpanEnd, calendar: Calendar | None) -> float:
    if not end.date:
        return end.value
    if calendar is None:
        rule = "these jobs have no calendar: write a time since the beginning, such as 2d"
        raise QuestionError(rule, end.position)
    return first_second(calendar, limits_of(end.date)[end.is_over])


def first_second(calendar: Calendar, moment: datetime) -> float:
    """Return the first second after time 0 at which clocks show a date, without a zone, or more:
    the jump where they jump over it."""
    local = moment.replace(tzinfo=UTC).timestamp()
    pieces = calendar.offsets(local - calendar.unix_start + 2 * _DAY)
    for number, piece in enumerate(pieces):
        ahead = calendar.unix_start + piece.seconds
        low = piece.begin if number else -np.inf
        if number + 1 == len(pieces) or local - ahead < pieces[number + 1].begin:
            return float(max(local - ahead, low))
    raise AssertionError("a calendar has a last offset")
