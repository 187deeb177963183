"""Dates as people and programs write them, whole columns at a time. This loads pyarrow."""

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from parsched.data.files.mapping import DAY_FIRST, MONTH_FIRST, YEAR_FIRST
from parsched.model.problem.workload import Floats, Ints

ORDERS = (MONTH_FIRST, DAY_FIRST, YEAR_FIRST)
"""In which order dates of three numbers may be; year first is usual where the year has four digits,
and needs to be proved or said where it has two."""

FORMS = (
    "2026-02-14 08:15:00, 14/02/2026 08:15, 02/14/26 8:15 AM, 14 Feb 2026 08:15 CET, "
    "Sat Feb 14 08:15:00 2026, 20260214081500 or seconds since 1970"
)
"""Examples of what can be read, for messages."""

_WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]?\s+)?"
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?\.?"
_YEAR = r"(?P<year>\d{4}|\d{2})"
_WHOLE_YEAR = r"(?P<year>\d{4})"
_HOURS = (
    r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2}(?:[.,]\d*)?))?)?"
    r"(?:\s*(?P<half>[ap])\.?m\b\.?)?"
)
_ZONE = (
    r"(?:\s*(?P<zone>[a-z]+(?:/[a-z_]+)*(?:[+-]\d{1,2}(?::?\d{2})?)?|[+-]\d{2}(?::?\d{2})?)"
    r"(?:\s*\([a-z ]+\))?)?"
)
_BETWEEN = r"(?P<between>\s*,\s*|\s+at\s+|\s+|[t_:-])"
_REST = rf"(?:{_BETWEEN}{_HOURS}{_ZONE})?"
_NUMBERS = r"(?P<a>\d{1,4})(?:/(?P<b>\d{1,2})/|-(?P<e>\d{1,2})-|\.(?P<f>\d{1,2})\.)(?P<c>\d{1,4})"

_THREE_NUMBERS = rf"^{_WEEKDAY}{_NUMBERS}{_REST}$"
_NAMED = (
    rf"^{_WEEKDAY}{_DAY}[\s/-]*{_MONTH}[\s,/-]*{_YEAR}{_REST}$",
    rf"^{_WEEKDAY}{_MONTH}[\s/-]*{_DAY},?[\s/-]+{_WHOLE_YEAR}{_REST}$",
    rf"^{_WEEKDAY}{_MONTH}\s+{_DAY}\s+{_HOURS}{_ZONE}\s+{_WHOLE_YEAR}$",
    rf"^{_WEEKDAY}{_WHOLE_YEAR}[\s/-]*{_MONTH}[\s/-]*{_DAY}{_REST}$",
    rf"^{_WHOLE_YEAR}(?P<month>\d{{2}})(?P<day>\d{{2}})[t_ -]"
    rf"(?P<hour>\d{{2}}):?(?P<minute>\d{{2}})(?::?(?P<second>\d{{2}}(?:[.,]\d*)?))?{_ZONE}$",
)
"""Dates whose numbers say themselves what they are."""

SHORT = r"^(?:[A-Za-z.,]+\s+)?\d{1,2}[/.-]\d{1,2}[/.-]\d{2}(?:\d{2})?(?:[^\d]|$)"
"""Cells whose order of day, month and year is to be found out."""

_DIGITS = {14: 1.0, 12: 1e2, 8: 1e6}
"""Digits of a date without separators, and what makes it one to the second when multiplied."""

_LAST_OF_CENTURY = 68
"""Years of two digits up to this one are of this century, as POSIX has it."""


class ClockTimes(NamedTuple):
    """What clocks showed: float64, seconds from 1970 on the clock, infinite for what is no date;
    and the zone that each names, in lower case, "" for none."""

    seconds: Floats
    zones: NDArray[np.object_]


def shown_in(cells: pa.Array, order: str) -> ClockTimes:
    """Return what clocks show by cells.

    Parameters
    ----------
    cells
        Text without blanks around it, none missing.
    order
        One of `ORDERS`, for dates of three numbers such as 03/02/2026.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from parsched.data.logs.dates import shown_in
    >>> found = shown_in(pa.array(["Sat Feb 14 08:15:00 CET 2026", "14.02.26"]), "day first")
    >>> found.seconds.tolist(), found.zones.tolist()
    ([1771056900.0, 1771027200.0], ['cet', ''])
    """
    cells = pc.utf8_lower(cells)
    seconds, zones = np.full(len(cells), np.inf), np.full(len(cells), "", object)
    left = np.arange(len(cells))
    for pattern in (_THREE_NUMBERS, *_NAMED):
        if not len(left):
            break
        fields = pc.extract_regex(cells.take(pa.array(left)), pattern)
        fits = np.array(fields.is_valid().to_numpy(zero_copy_only=False))
        if not fits.any():
            continue
        told = _Fields(fields.filter(pa.array(fits)))
        place = left[fits]
        day = told.dates()[order] if pattern is _THREE_NUMBERS else told.named_date()
        seconds[place] = day + told.clock()
        zones[place] = told.texts("zone")
        left = left[~fits]
    return ClockTimes(seconds, zones)


def dates_in(cells: pa.Array) -> dict[str, Floats]:
    """Return the days of dates of three numbers, seconds since 1970, by the order in which they are
    read; infinite where they are no dates in it."""
    fields = pc.extract_regex(pc.utf8_lower(cells), _THREE_NUMBERS)
    return _Fields(fields.filter(fields.is_valid())).dates()


class _Fields:
    """The groups of a pattern, of cells that it matches."""

    def __init__(self, fields: pa.StructArray) -> None:
        self._fields = fields
        self._names = {field.name for field in fields.type}

    def texts(self, name: str) -> Any:
        """Return a group as text, "" where it is missing."""
        if name not in self._names:
            return np.full(len(self._fields), "", object)
        return pc.struct_field(self._fields, name).to_numpy(zero_copy_only=False)

    def numbers(self, *names: str) -> Floats:
        """Return the first of some groups that is there, as numbers; 0 where none is."""
        found = np.zeros(len(self._fields))
        for name in names:
            if name in self._names:
                text = pc.replace_substring(pc.struct_field(self._fields, name), ",", ".")
                text = pc.if_else(pc.equal(text, ""), "0", text)
                found += text.cast(pa.float64()).to_numpy(zero_copy_only=False)
        return found

    def clock(self) -> Floats:
        """Return seconds since midnight; infinite where no clock shows that."""
        hour, minute, second = (self.numbers(name) for name in ("hour", "minute", "second"))
        half = self.texts("half")
        is_half = half != ""
        wrong = (minute > 59) | (second >= 61) | (is_half & ((hour < 1) | (hour > 12)))
        # Of "14 Feb 08:15" the last numbers are an hour, and no year is told.
        short = np.maximum(*(np.char.str_len(self.texts(n).astype(str)) for n in ("year", "c"))) < 4
        wrong |= (self.texts("between") == ":") & short
        wrong |= (hour > 24) | ((hour == 24) & (minute + second > 0))
        hour = np.where(is_half, hour % 12 + 12 * (half == "p"), hour)
        return np.where(wrong, np.inf, hour * 3_600 + minute * 60 + second)

    def named_date(self) -> Floats:
        """Return days whose month is a name, or two digits after the year."""
        month = self.texts("month")
        names = {name: i for i, name in enumerate(_MONTHS, 1)}
        numbers = np.array([names.get(m[:3]) or int(m) for m in month.tolist()], np.float64)
        year = _year(self.numbers("year"), np.char.str_len(self.texts("year").astype(str)))
        return midnight(year, numbers, self.numbers("day"))

    def dates(self) -> dict[str, Floats]:
        """Return days of three numbers by their order, infinite where they do not fit it."""
        a, b, c = self.numbers("a"), self.numbers("b", "e", "f"), self.numbers("c")
        wide_a, wide_c = (np.char.str_len(self.texts(name).astype(str)) for name in ("a", "c"))
        is_first = wide_a == 4
        last = np.where(wide_c == 3, np.inf, _year(c, wide_c))
        last[wide_c == 1] = np.inf
        first = midnight(np.where(is_first, a, _year(a, wide_a)), b, c)
        first[(wide_a == 3) | (wide_a == 1) | (wide_c > 2)] = np.inf
        of = {
            MONTH_FIRST: midnight(last, a, b),
            DAY_FIRST: midnight(last, b, a),
            YEAR_FIRST: first,
        }
        return {order: np.where(is_first, first, days) for order, days in of.items()}


def _year(year: Floats, digits: Ints) -> Floats:
    """Return years, with two-digit years in the century that POSIX takes them for."""
    short = year + np.where(year <= _LAST_OF_CENTURY, 2_000, 1_900)
    return np.where(digits == 2, short, year)


def midnight(year: Floats, month: Floats, day: Floats) -> Floats:
    """Return the seconds from 1970 to days; infinite for what is none."""
    good = (year >= 1) & (year <= 9_999) & (month >= 1) & (month <= 12) & (day >= 1)
    years = np.where(good, year, 1970).astype(np.int64)
    months = np.where(good, month, 1).astype(np.int64)
    begins = ((years - 1970) * 12 + months - 1).astype("datetime64[M]")
    length = ((begins + 1).astype("datetime64[D]") - begins.astype("datetime64[D]")).astype(int)
    days = begins.astype("datetime64[D]").astype(np.float64) + np.where(good, day, 1) - 1
    return np.where(good & (day <= length), days * 86_400.0, np.inf)


def of_digits(values: Floats) -> Floats:
    """Return what clocks show by numbers whose digits are a date, `20260214081500` or shorter;
    infinite for others. Years are those in which jobs may have run: 1980 to 2100.

    Examples
    --------
    >>> of_digits(np.array([20260214081500.0, 202602140815.0, 20260214.0, 86400.0])).tolist()
    [1771056900.0, 1771056900.0, 1771027200.0, inf]
    """
    found = np.full(len(values), np.inf)
    for digits, times in _DIGITS.items():
        with np.errstate(invalid="ignore"):
            fits = (values >= 1.98 * 10.0 ** (digits - 1)) & (values < 2.1 * 10.0 ** (digits - 1))
        fits &= np.floor(values) == values
        parts = values[fits] * times
        month_on, clock = np.divmod(parts, 1e6)
        year_month, day = np.divmod(month_on, 100)
        year, month = np.divmod(year_month, 100)
        hours, second = np.divmod(clock, 100)
        hour, minute = np.divmod(hours, 100)
        wrong = (hour > 23) | (minute > 59) | (second > 59)
        seconds = midnight(year, month, day) + hour * 3_600 + minute * 60 + second
        found[fits] = np.where(wrong, np.inf, seconds)
    return found
