"""In which order dates such as 03/02/2026 are, as their cells tell. This loads pyarrow."""

from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from algorithms.sources.dates import ORDERS, SHORT, dates_in
from algorithms.sources.mapping import DAY_FIRST, MONTH_FIRST, YEAR_FIRST


@dataclass
class Evidence:
    """What cells say of the order of their dates: how many are dates in each of `ORDERS`, the
    earliest and the latest of these, seconds; how many have points or
    dashes, of how many; and one of them.
    """

    fits: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ORDERS, 0))
    first: dict[str, float] = field(default_factory=lambda: dict.fromkeys(ORDERS, np.inf))
    last: dict[str, float] = field(default_factory=lambda: dict.fromkeys(ORDERS, -np.inf))
    dotted: int = 0
    dashed: int = 0
    cells: int = 0
    example: str = ""

    def add(self, cells: pa.Array) -> None:
        """Take the cells of a column, text without blanks around it."""
        cells = cells.filter(pc.fill_null(pc.match_substring_regex(cells, SHORT), False))
        if not len(cells):
            return
        self.example = self.example or cells[0].as_py()
        self.cells += len(cells)
        self.dotted += pc.sum(pc.match_substring_regex(cells, r"\d\.\d+\.")).as_py()
        self.dashed += pc.sum(pc.match_substring_regex(cells, r"\d-\d+-")).as_py()
        for order, days in dates_in(cells.unique() if len(cells) > 1 else cells).items():
            good = days[np.isfinite(days)]
            self.fits[order] += len(good)
            self.first[order] = min(self.first[order], float(good.min(initial=np.inf)))
            self.last[order] = max(self.last[order], float(good.max(initial=-np.inf)))

    def join(self, other: "Evidence") -> None:
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


def _is_usual(order: str) -> bool:
    return order != YEAR_FIRST


def order_in(cells: pa.Array) -> str:
    """Return the order of the dates in cells, by the cells alone.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from algorithms.sources.date_orders import order_in
    >>> order_in(pa.array(["03/02/2026", "14/02/2026"])), order_in(pa.array(["02/14/26"]))
    ('day first', 'month first')
    """
    evidence = Evidence()
    evidence.add(cells)
    return evidence.order if evidence.cells else MONTH_FIRST
