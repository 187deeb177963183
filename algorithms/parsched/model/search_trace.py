"""Trace: how a search went, as points over time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

MOST_POINTS = 400
"""A trace holds at most this many points, and at least half as many once it was full."""
LEAST_GAP = 1e-6
"""Seconds between points of a trace that was full."""


@dataclass(frozen=True, kw_only=True)
class SearchSeries:
    """One value that searches report: how charts and tables name it.

    `total` is what one number says of the whole search: the value reported last, or the mean of all
    that were reported; blank where one number says nothing.
    """

    title: str
    unit: str
    help: str
    total: Literal["", "last", "mean"] = ""


SERIES = {
    "best": SearchSeries(
        title="best makespan", unit="s", help="Makespan of the best schedule found so far."
    ),
    "bound": SearchSeries(
        title="bound",
        unit="s",
        help="Makespan that no schedule beats, as lower bounds or the search itself have proved.",
    ),
    "T": SearchSeries(title="T", unit="s", help="Makespan that the search tries to reach."),
    "lps": SearchSeries(
        title="LPs solved", unit="", help="Linear programs solved so far.", total="last"
    ),
    "exact_share": SearchSeries(
        title="exact jobs",
        unit="%",
        help="Share of the jobs that the last linear program did not split.",
        total="mean",
    ),
}
"""Every name that `Stop.report` may be given in a trace, and the two that it adds itself."""


@dataclass(frozen=True)
class TracePoint:
    """What a search reported after `seconds`, by the keys of `SERIES`."""

    seconds: float
    values: Mapping[str, float]


class Totals:
    """Numbers of a whole search, one for each series that has a `total`: exact, as they are counted
    when values are reported, and not from the points that a trace keeps."""

    def __init__(self) -> None:
        self._sums: dict[str, float] = {}
        self._counts: dict[str, int] = {}

    def add(self, values: Mapping[str, float]) -> None:
        """Count what is reported at once, by the keys of `SERIES`."""
        for key, value in values.items():
            if total := SERIES[key].total:
                before = self._sums.get(key, 0.0) if total == "mean" else 0.0
                self._sums[key] = before + value
                self._counts[key] = self._counts.get(key, 0) + 1 if total == "mean" else 1

    @property
    def numbers(self) -> dict[str, float]:
        """The numbers by key of `SERIES`; keys without a report are left out."""
        return {key: value / self._counts[key] for key, value in self._sums.items()}


class SearchTrace:
    """Points in order of time, thinned as they come: however long a search runs, few are kept.

    The first and the last point always stay. Of those between, none is nearer to the one before
    than a gap, which doubles whenever there are more than MOST_POINTS.
    """

    def __init__(self) -> None:
        self._points: list[TracePoint] = []
        self._gap = 0.0

    def add(self, point: TracePoint) -> None:
        """Append a point, which is not earlier than those before."""
        points = self._points
        if len(points) > 2 and points[-1].seconds - points[-2].seconds < self._gap:
            points.pop()
        points.append(point)
        while len(points) > MOST_POINTS:
            span = point.seconds - points[0].seconds
            self._gap = max(2 * self._gap, span / MOST_POINTS, LEAST_GAP)
            self._points = points = _thinned(points, self._gap)

    @property
    def points(self) -> tuple[TracePoint, ...]:
        """The points that are kept."""
        return tuple(self._points)


def _thinned(points: list[TracePoint], gap: float) -> list[TracePoint]:
    kept = points[:1]
    for point in points[1:-1]:
        if point.seconds - kept[-1].seconds >= gap:
            kept.append(point)
    return [*kept, points[-1]]


def columns(points: tuple[TracePoint, ...]) -> dict[str, list[float | None]]:
    """Return the points as table ready for JSON: "seconds" and each series that occurs; None
    where a point lacks it."""
    keys = [key for key in SERIES if any(key in point.values for point in points)]
    table: dict[str, list[float | None]] = {"seconds": [point.seconds for point in points]}
    return table | {key: [point.values.get(key) for point in points] for key in keys}


def shown(
    columns: Mapping[str, list[float | None]], unmodelled: Sequence[str]
) -> dict[str, list[float | None]]:
    """Return the columns of a trace as people and programs see them: without the bound where jobs
    ask for what is not kept, as it is one of another problem."""
    return {name: of for name, of in columns.items() if not (unmodelled and name == "bound")}
