"""The progress of a search: chart, numbers below it, and the file of its points."""

import math
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from parsched.base.digits import beyond
from parsched.model.search_trace import SERIES, shown
from parsched.report.palette import Style
from parsched.report.scales import Floats
from parsched.report.units import DisplayUnit, unit_for
from schedweb.runs.models import Run
from schedweb.web.access import Access
from schedweb.web.plots.search import Course, points, search
from schedweb.web.quantities import duration

SHOWN_FROM = 1.0
"""Seconds that a search of one point must last to be shown as a line."""
POLL_MS = 1_000
"""Milliseconds between requests for new points of a live chart."""

SECONDS = DisplayUnit("s", 1.0)
IN_SECONDS = 100_000.0
"""Makespans below this are written in seconds, as searches improve by whole seconds."""
NUMBERS = (
    ("lps", "LPs solved", SERIES["lps"].help),
    ("best", "Best makespan", SERIES["best"].help),
    ("bound", "Bound", SERIES["bound"].help),
    ("gap", "Gap", "How far the best makespan is above the bound, rounded up."),
    ("improved", "Last improvement", "When the best schedule was found."),
    ("time", "Searched for", "From the first step of the algorithm on."),
)
"""Key, title and help of what stands under the chart."""


@dataclass(frozen=True)
class SearchNumber:
    """One number of the line under the chart; `text` is blank while it does not apply."""

    key: str
    title: str
    text: str
    help: str


@dataclass(frozen=True, eq=False)
class Searched:
    """The trace of a run's search so far."""

    course: Course
    unit: DisplayUnit

    @classmethod
    def of(cls, run: Run) -> Self | None:
        """Read the trace of a run; None if it has no points to show."""
        course = _course(run)
        if course is None:
            return None
        first = float(np.where(np.isfinite(course.best), course.best, course.bound)[0])
        return cls(course, SECONDS if first < IN_SECONDS else unit_for("s", [first]))

    @property
    def best(self) -> float | None:
        """Best makespan, seconds."""
        return _finite(self.course.best[-1])

    @property
    def bound(self) -> float | None:
        """Largest bound, seconds."""
        return _finite(self.course.bound[-1])

    @property
    def improved(self) -> float | None:
        """When the best makespan was found, seconds; None without one."""
        if self.best is None:
            return None
        return float(self.course.seconds[np.argmax(self.course.best == self.best)])

    @property
    def summary(self) -> str:
        """The chart in words."""
        parts = []
        if self.best is not None and self.improved is not None:
            parts.append(f"best makespan {self.text(self.best)} after {duration(self.improved)}")
        if self.bound is not None:
            parts.append(f"bound {self.text(self.bound)}")
        text = ", ".join(parts)
        return f"{text[0].upper()}{text[1:]}."

    @property
    def numbers(self) -> tuple[SearchNumber, ...]:
        """Numbers below the chart."""
        return numbers(self)

    def figure(self, look: Style) -> dict[str, Any]:
        """Draw the chart."""
        return search(self.course, self.unit, look)

    def news(self) -> dict[str, Any]:
        """Columns and ranges that update a chart that is already drawn."""
        numbers = {number.key: number.text for number in self.numbers}
        return points(self.course, self.unit) | {"numbers": numbers, "summary": self.summary}

    @property
    def gap(self) -> float | None:
        """How far the best is above the bound, a fraction of the bound."""
        if self.best is None or not self.bound:
            return None
        return max(self.best / self.bound - 1, 0.0)

    def text(self, makespan: float | None) -> str:
        """Write a makespan in the unit of the chart; blank for None."""
        return "" if makespan is None else f"{self.unit.text(makespan)} {self.unit.name}"


@dataclass(frozen=True)
class SearchPart:
    """The chart on the page of a run; `searched` is None as long as there is nothing to show."""

    searched: Searched | None
    is_live: bool
    figure_url: str
    news_url: str
    csv_url: str
    save_url: str

    @classmethod
    def of(cls, run: Run, access: Access) -> Self | None:
        """Build it; None for runs that have no trace and will not get one."""
        searched = Searched.of(run)
        if searched is None and run.is_over:
            return None
        return cls(
            searched=searched,
            is_live=not run.is_over,
            figure_url=access.run("run_search", run.pk),
            news_url=access.run("run_search_news", run.pk),
            csv_url=access.run("run_search_csv", run.pk),
            save_url=access.run("run_report_figure", run.pk, "search", "search-1"),
        )

    @property
    def numbers(self) -> tuple[SearchNumber, ...]:
        """Numbers below the chart, blank until the search reports values."""
        return numbers(None) if self.searched is None else self.searched.numbers

    @property
    def poll_ms(self) -> int:
        """How often the chart asks while it is live."""
        return POLL_MS


def numbers(of: Searched | None) -> tuple[SearchNumber, ...]:
    """Return the numbers of a search, blank for None."""
    texts = {} if of is None else _texts(of)
    return tuple(SearchNumber(key, title, texts.get(key, ""), help) for key, title, help in NUMBERS)


def _texts(of: Searched) -> dict[str, str]:
    lps = _finite(of.course.lps[-1])
    return {
        "lps": "" if lps is None else f"{lps:,.0f}",
        "best": of.text(of.best),
        "bound": of.text(of.bound),
        "gap": "" if of.gap is None else beyond(1 + of.gap),
        "improved": _improvement(of),
        "time": duration(float(of.course.seconds[-1])),
    }


def _improvement(of: Searched) -> str:
    if of.improved is None:
        return ""
    makespans = of.course.best[np.isfinite(of.course.best)]
    return "none after the first" if makespans[0] == of.best else f"after {duration(of.improved)}"


def _course(run: Run) -> Course | None:
    """Read the columns of a trace, up to the end of the search.

    Runs whose best makespan rises optimise another criterion: None.
    """
    trace = shown(run.trace, run.comparison.workload.unmodelled)
    seconds = _column(trace.get("seconds"), 0)
    best, bound, tried, exact, lps = (
        _column(trace.get(key), len(seconds))
        for key in ("best", "bound", "T", "exact_share", "lps")
    )
    is_filled = np.isfinite(best) | np.isfinite(bound)
    if not is_filled.any() or np.any(np.diff(best[np.isfinite(best)]) > 0):
        return None
    rows = np.flatnonzero(is_filled)
    times = seconds[rows]
    end = max(times[-1], run.result.seconds or 0.0) if run.is_done else times[-1]
    if end > times[-1]:
        rows, times = np.append(rows, rows[-1]), np.append(times, end)
    if run.is_over and len(rows) < 3 and end < SHOWN_FROM:
        return None
    return Course(times, best[rows], bound[rows], tried[rows], exact[rows], lps[rows])


def _column(values: list[float | None] | None, count: int) -> Floats:
    if values is None:
        return np.full(count, np.nan)
    return np.array([np.nan if value is None else value for value in values], np.float64)


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
