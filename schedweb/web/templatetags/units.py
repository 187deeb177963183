"""Numbers as people read them; the exact value is in the title."""

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from parsched.report import phrases
from parsched.report.units import DisplayUnit
from schedweb.web import quantities

register = template.Library()

DASH = "–"
_FIRM = "\N{NO-BREAK SPACE}"


@register.filter
def duration(seconds: float | None) -> str:
    """`12345` → `3.43 h`, with the seconds in the title."""
    if seconds is None:
        return DASH
    return format_html(
        '<span title="{} s">{}</span>', quantities.exact(seconds), quantities.duration(seconds)
    )


@register.filter
def plain_duration(seconds: float | None) -> str:
    """`12345` → `3.43 h`."""
    return DASH if seconds is None else quantities.duration(seconds)


@register.filter
def roughly(seconds: float) -> str:
    """`131` → `2 min`, for what is estimated."""
    return quantities.rough_duration(seconds)


@register.filter
def count(number: int | None) -> str:
    """`12345` → `12,345`."""
    return DASH if number is None else f"{number:,}"


@register.filter
def counted(number: int, noun: str) -> str:
    """`1` and `job` → `1 job`, `12345` → `12,345 jobs`."""
    return phrases.counted(number, noun)


@register.filter
def number(value: float | None) -> str:
    """Four significant digits."""
    return DASH if value is None else quantities.significant(value)


@register.filter
def exact(value: float | None) -> str:
    """All digits."""
    return DASH if value is None else quantities.exact(value)


@register.filter
def size(number_of_bytes: int | None) -> str:
    """`1234567` → `1.23 MB`."""
    return DASH if number_of_bytes is None else quantities.size(number_of_bytes)


@register.filter
def percent(fraction: float | None) -> str:
    """`0.25` → `25 %`."""
    return DASH if fraction is None else unbroken(f"{quantities.significant(100 * fraction, 3)} %")


@register.filter(is_safe=True)
def unbroken(text: str) -> str:
    """`within 5.3 %`, `a = 0.5` and `2 ± 1`, where no line ends before or after the sign."""
    for sign in "=±":
        text = text.replace(f" {sign} ", f"{_FIRM}{sign}{_FIRM}")
    return text.replace(" %", f"{_FIRM}%")


@register.filter
def ago(moment: datetime | None) -> str | SafeString:
    """`2 min ago`, with date and time in the title; ago.js lets it move."""
    if moment is None:
        return DASH
    return format_html(
        '<time data-ago datetime="{}" title="{}">{}</time>',
        moment.isoformat(timespec="seconds"),
        quantities.moment(moment),
        quantities.ago(moment, timezone.now()),
    )


@register.filter
def moment(value: datetime | None) -> str | SafeString:
    """`21 Nov 2026, 03:36 UTC`."""
    if value is None:
        return DASH
    return format_html(
        '<time datetime="{}">{}</time>',
        value.isoformat(timespec="seconds"),
        quantities.moment(value),
    )


@register.filter
def get(mapping: dict[Any, Any], key: Any) -> Any:
    """The value under a key that is a variable."""
    return mapping.get(key)


@register.filter
def in_unit(value: float, unit: DisplayUnit) -> str:
    """A number of a column in the column's unit."""
    return unit.text(value)
