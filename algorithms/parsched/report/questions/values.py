"""Values of questions: numbers, durations with units, dates, and ranges of them."""

import re
from datetime import datetime, timedelta
from math import isfinite

from parsched.base.naming import quoted
from parsched.report.questions.errors import QuestionError
from parsched.report.questions.fields import Field
from parsched.report.questions.tree import SpanEnd, ValueSpan

_NUMBER = r"(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?"
_PLAIN = re.compile(rf"[+-]?{_NUMBER}", re.ASCII | re.IGNORECASE)
_SPELLED = re.compile(r"([+-]?)((?:(?:\d+(?:\.\d*)?|\.\d+)[a-z]+)+)", re.ASCII | re.IGNORECASE)
_PART = re.compile(r"(\d+(?:\.\d*)?|\.\d+)([a-z]+)", re.ASCII | re.IGNORECASE)
_DATE = re.compile(
    r"(\d{4})-(\d{1,2})(?:-(\d{1,2})(?:[T ]+(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?)?)?", re.ASCII
)
SECONDS = {"s": 1, "m": 60, "min": 60, "h": 3_600, "d": 86_400, "w": 604_800}
"""Units of durations."""
FIRST_YEAR, LAST_YEAR = 1970, 8999
RANGE = ".."
RULES = {
    "number": "a number, such as 256",
    "duration": "a time, such as 30m, 1h or 2d",
    "time": "a time since the beginning, such as 2d, or a date, such as 2026-03-29",
    "id": "an identifier or a range, such as 17..40",
}
"""What the values of fields of a kind are."""


def number_of(field: Field, text: str) -> float | None:
    """Return what a text is as the value of a field, seconds for times; None if it is neither."""
    if _PLAIN.fullmatch(text):
        return float(text)
    if field.kind in ("duration", "time") and (match := _SPELLED.fullmatch(text)):
        parts = _PART.findall(match[2])
        if all(unit.lower() in SECONDS for _, unit in parts):
            total = sum(float(number) * SECONDS[unit.lower()] for number, unit in parts)
            return -total if match[1] == "-" else total
    return None


def end_of(field: Field, text: str, position: int) -> SpanEnd:
    """Read one end of a span.

    Raises
    ------
    QuestionError
        For what is no value of the field.
    """
    number = number_of(field, text)
    if number is not None and not isfinite(number):
        raise QuestionError(f"{text:.20} is too large", position)
    if number is not None:
        return SpanEnd(position, number)
    if field.kind == "time" and (match := _DATE.fullmatch(text)):
        return SpanEnd(position, date=_written(match, position))
    raise QuestionError(
        f"{field.key} is compared with {RULES[field.kind]}, got {quoted(text, 40)}", position
    )


def _written(match: re.Match[str], position: int) -> str:
    """Write a date in one form, with as many parts as it was typed with."""
    parts = [int(part) for part in match.groups() if part is not None]
    try:
        moment = datetime(*_filled(parts))
    except ValueError:
        raise QuestionError(f"there is no date {match[0]}", position) from None
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        rule = f"dates are from {FIRST_YEAR} to {LAST_YEAR}, got {match[0]}"
        raise QuestionError(rule, position)
    form = ("%Y-%m", "%Y-%m-%d", "%Y-%m-%d %H", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S")
    return moment.strftime(form[len(parts) - 2])


def _filled(parts: list[int]) -> tuple[int, int, int, int, int, int]:
    year, month, day, hour, minute, second = [*parts, *(1, 1, 1, 0, 0, 0)[len(parts) :]]
    return year, month, day, hour, minute, second


def limits_of(date: str) -> tuple[datetime, datetime]:
    """Return begin and end of the month, day, hour, minute or second that a date is.

    Examples
    --------
    >>> limits_of("2026-03")[1]
    datetime.datetime(2026, 4, 1, 0, 0)
    """
    match = _DATE.fullmatch(date)
    assert match is not None
    parts = [int(part) for part in match.groups() if part is not None]
    begin = datetime(*_filled(parts))
    if len(parts) == 2:
        return begin, datetime(begin.year + begin.month // 12, begin.month % 12 + 1, 1)
    unit = ("days", "hours", "minutes", "seconds")[len(parts) - 3]
    return begin, begin + timedelta(**{unit: 1})


def span_of(field: Field, sign: str, text: str, position: int) -> ValueSpan:
    """Read what a sign, such as `>=`, and a value mean; a range stands after `:` or `=`.

    A date is the whole day, hour, … that it names: what is later than a day begins after its end.

    Raises
    ------
    QuestionError
        For what is no value of the field, and for a range after another sign or without ends.
    """
    if RANGE in text:
        return _range(field, sign, text, position)
    end = end_of(field, text, position)
    over = SpanEnd(position, date=end.date, is_over=True) if end.date else end
    match sign:
        case ">":
            return ValueSpan(low=over, is_low_open=not end.date)
        case ">=":
            return ValueSpan(low=end)
        case "<":
            return ValueSpan(high=end, is_high_open=True)
        case "<=":
            return ValueSpan(high=over, is_high_open=bool(end.date))
    return ValueSpan(low=end, high=over, is_high_open=bool(end.date))


def _range(field: Field, sign: str, text: str, position: int) -> ValueSpan:
    low, _, high = text.partition(RANGE)
    if "<" in sign or ">" in sign:
        raise QuestionError(f"a range stands after a colon: {field.key}:{text[:40]}", position)
    if not low and not high:
        raise QuestionError(f"a range has a number at one end, such as {field.key}:1..", position)
    first = end_of(field, low, position) if low else None
    at = position + len(low) + len(RANGE)
    last = end_of(field, high, at) if high else None
    if last is not None and last.date:
        last = SpanEnd(at, date=last.date, is_over=True)
    if first and last and not first.date and not last.date and first.value > last.value:
        raise QuestionError(f"a range goes from the smaller to the larger, got {text}", position)
    return ValueSpan(low=first, high=last, is_high_open=bool(last and last.date))
