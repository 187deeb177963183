"""In which order dates such as 03/02/2026 are, as their cells tell. This loads pyarrow."""

from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from parsched.data.files.mapping import DAY_FIRST, YEAR_FIRST
from parsched.data.logs.dates import ORDERS, SHORT, dates_in

_MAY_BE_SHORT = rf"^\s*{SHORT.removeprefix('^')}"
_DATE = r"^((?:[A-Za-z.,]+\s+)?\d{1,2}[/.-]\d{1,2}[/.-]\d{2}(?:\d{2})?).*$"
_LONGEST = len("14/02/2026")
"""Characters of a date that no day of the week stands before."""


@dataclass
class OrderEvidence:
    """What cells say of the order of their dates; each date counts once: how many are dates in
    each of `ORDERS`, the earliest and the latest of these, seconds; how many have points or dashes,
    of how many; and the first cell with one.
    """

    fits: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ORDERS, 0))
    first: dict[str, float] = field(default_factory=lambda: dict.fromkeys(ORDERS, np.inf))
    last: dict[str, float] = field(default_factory=lambda: dict.fromkeys(ORDERS, -np.inf))
    dotted: int = 0
    dashed: int = 0
    cells: int = 0
    example: str = ""
    _known: set[str] = field(default_factory=set)

    def add(self, cells: pa.Array) -> None:
        """Take cells of a column, text."""
        are_short = pc.match_substring_regex(cells, _MAY_BE_SHORT)
        if not pc.any(are_short).as_py():
            return
        cells = pc.utf8_trim_whitespace(cells.filter(are_short))
        self.example = self.example or cells[0].as_py()
        dates = sorted(set(_dates(cells).to_pylist()) - self._known)
        self._known.update(dates)
        self._add(pa.array(dates, pa.string()))

    def _add(self, cells: pa.Array) -> None:
        """Take dates that are not known yet."""
        if not len(cells):
            return
        self.cells += len(cells)
        self.dotted += pc.sum(pc.match_substring_regex(cells, r"\d\.\d+\.")).as_py()
        self.dashed += pc.sum(pc.match_substring_regex(cells, r"\d-\d+-")).as_py()
        for order, days in dates_in(cells).items():
            good = days[np.isfinite(days)]
            self.fits[order] += len(good)
            self.first[order] = min(self.first[order], float(good.min(initial=np.inf)))
            self.last[order] = max(self.last[order], float(good.max(initial=-np.inf)))

    def join(self, other: "OrderEvidence") -> None:
        """Take what the cells of another column say."""
        for order in ORDERS:
            self.fits[order] += other.fits[order]
            self.first[order] = min(self.first[order], other.first[order])
            self.last[order] = max(self.last[order], other.last[order])
        self.dotted += other.dotted
        self.dashed += other.dashed
        self.cells += other.cells

    @property
    def best(self) -> list[str]:
        """The orders in which most cells are dates; that the year comes first with two digits is
        thought of beside others only where dashes stand, as in 26-02-14."""
        most = max(self.fits.values())
        best = [order for order in ORDERS if self.fits[order] == most]
        return best if self.dashed or best == [YEAR_FIRST] else [*filter(_is_usual, best)]

    @property
    def is_proved(self) -> bool:
        """Whether one order alone makes dates of most cells, or points say it."""
        return len(self.best) == 1 or (self.dotted == self.cells and DAY_FIRST in self.best)

    @property
    def order(self) -> str:
        """The order that is proved, else the likeliest: that in which the dates are closest to each
        other, of equal ones that with the month first."""
        best = self.best
        if self.is_proved:
            return best[0] if len(best) == 1 else DAY_FIRST
        return min(best, key=lambda order: self.last[order] - self.first[order])


def _dates(cells: pa.Array) -> pa.Array:
    """Return the different dates in cells, without the time of the day behind them."""
    if not pc.any(pc.match_substring_regex(cells, "^[A-Za-z]")).as_py():
        cells = pc.utf8_slice_codeunits(cells, 0, _LONGEST)
    return pc.replace_substring_regex(cells.unique(), _DATE, r"\1").unique()


def _is_usual(order: str) -> bool:
    return order != YEAR_FIRST
