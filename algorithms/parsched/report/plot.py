"""The data of a plot, from which drawers make pictures: axes and series."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self, TypeAlias, get_args

import numpy as np

from parsched.base.errors import ParameterError
from parsched.model.problem.arrays import Floats, frozen
from parsched.model.problem.calendar import Calendar


def floats(values: Sequence[float | None]) -> Floats:
    """Return numbers as an array, NaN for None."""
    return np.array(values, np.float64)


Shape: TypeAlias = Literal[
    "line", "threads", "step", "points", "bars", "front", "limit", "cells", "changes"
]
"""What becomes of the points of a series: "threads" are many thin lines, an unknown y behind each;
"step" holds each y up to the next x; "bars" lie, each from 0, or from the bound, to its x, in the
row y; "front" steps from the upper edge to the right one; "limit" is a line that others are
compared with; "cells" are the cells of one class of a heat map, "changes" the cells of a class of
differences, classes from the least to the largest."""
Kind: TypeAlias = Literal["lines", "points", "bars", "cells"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""Kinds of figures, after most of their series."""
Scale: TypeAlias = Literal["linear", "clock", "duration", "ratio", "bound", "spread", "span", "log"]
"""How values lie along an axis: times since the beginning as "clock"; waits from nothing to weeks
as "duration"; from 1 on, logarithmic, as "ratio"; multiples of a bound as "bound"; from 0 on, as
"spread" where they may be far apart; as "span" where the axis need not begin at 0; and as "log"
where it is logarithmic whatever the values are, with those that are not above 0 at its edge."""


@dataclass(frozen=True, kw_only=True)
class Axis:
    """Title, unit and scale of an axis; `end` is the end of the first view of a "linear" axis or a
    "clock", if that is not the last value; `begin` is where the first view of a "clock" begins, if
    that is not 0. Shares are fractions of unit "%".

    `ticks` are the only values that are written at the axis, such as the sizes that a study has; by
    default the scale chooses. The axis shows all of them.

    `names` are the names of classes 0, 1, …, which stand in place of numbers.

    With a `calendar`, the values of a "clock" count from its time 0, and drawers may write dates
    instead of them.

    Raises
    ------
    ParameterError
        For ticks of a "log" that are not above 0.
    """

    title: str
    unit: str = ""
    scale: Scale = "linear"
    end: float | None = None
    begin: float = 0.0
    ticks: tuple[float, ...] = ()
    calendar: Calendar | None = None
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(self.names))
        object.__setattr__(self, "ticks", tuple(map(float, self.ticks)))
        hidden = [tick for tick in self.ticks if not tick > 0]
        if self.scale == "log" and hidden:
            rule = f"ticks of a log axis must be above 0, got {hidden[0]:g}"
            raise ParameterError({"ticks": rule})

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        calendar = self.calendar and self.calendar.as_json()
        return {
            **vars(self),
            "ticks": list(self.ticks),
            "calendar": calendar,
            "names": list(self.names),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Build from the values of `as_json`, also from before there were calendars."""
        return cls(**{**values, "calendar": Calendar.from_json(values.get("calendar"))})


@dataclass(frozen=True, eq=False, kw_only=True)
class Series:
    """Points of one name: float64 `x` and `y` of one shape, NaN for unknown values.

    `record` is the key of its run, which determines its colour everywhere, else `algorithm` does.
    `texts` are written at the points, and `facts` are shown by heading for each point, instead of
    its x and y. `origins` tell pages what each point is of. If `is_light`, it is drawn lighter than
    the others. `methods` are labels of a study's methods: of several, one for each point.

    `low` and `high` are the spread of each point, such as a 95 % interval: float64 of the shape of
    `y`, in its unit (of bars, in the unit of `x`), NaN in both where it is unknown. The value may
    be outside, as a mean may be outside the quartiles. Few points have whiskers, many have a band.

    Raises
    ------
    ParameterError
        For arrays of another shape, a spread without one of its ends, ends in the wrong order, and
        a front with a spread.

    Examples
    --------
    >>> from parsched.report.figure import Series, floats
    >>> x, y = floats([25, 50]), floats([1.72, 1.6])
    >>> Series(title="LPT", x=x, y=y, low=floats([1.65, 1.5]), high=floats([1.79, 1.7])).has_spread
    True
    """

    title: str
    x: Floats
    y: Floats
    shape: Shape = "line"
    record: str = ""
    algorithm: str = ""
    texts: Sequence[str] = ()
    facts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    origins: Sequence[str] = ()
    methods: Sequence[str] = ()
    is_light: bool = False
    low: Floats | None = None
    high: Floats | None = None

    def __post_init__(self) -> None:
        for name in ("x", "y", "low", "high"):
            if (values := getattr(self, name)) is not None:
                object.__setattr__(self, name, frozen(np.asarray(values), np.float64))
        if errors := dict(self._errors()):
            raise ParameterError(errors)

    def _errors(self) -> Iterator[tuple[str, str]]:
        for name in ("y", "low", "high"):
            values = getattr(self, name)
            if values is not None and values.shape != self.x.shape:
                yield name, f"{name} must have the shape of x, {self.x.shape}, got {values.shape}"
                return
        if (self.low is None) != (self.high is None):
            name, other = ("low", "high") if self.low is None else ("high", "low")
            yield name, f"{name} is missing: a spread has both ends, and there is {other}"
        elif self.low is not None and self.high is not None:
            yield from self._spread_errors(self.low, self.high)

    def _spread_errors(self, low: Floats, high: Floats) -> Iterator[tuple[str, str]]:
        if self.shape == "front":
            yield "low", "a front has no spread"
        if (np.isnan(low) != np.isnan(high)).any():
            yield "low", "low and high must be unknown (NaN) at the same points"
        elif (low > high).any():
            at = int(np.argmax(low > high))
            yield "low", f"low must be at most high, got {low[at]:g} above {high[at]:g}"

    @property
    def has_spread(self) -> bool:
        """True where the spread of some point is known."""
        return self.low is not None and not np.isnan(self.low).all()

    @property
    def spread(self) -> tuple[Floats, Floats]:
        """Both ends of the spread of each point: float64 of the shape of `y`, NaN for unknown."""
        if self.low is None or self.high is None:
            unknown = np.full(self.y.shape, np.nan)
            return unknown, unknown
        return self.low, self.high

    def in_row(self, row: int) -> Self:
        """Return the bars of a series in another row."""
        return replace(self, y=np.full(len(self.x), row))

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Build from the values of `as_json`."""
        arrays = {
            name: None if values[name] is None else floats(values[name])
            for name in ("x", "y", "low", "high")
        }
        blank = {name: values[name] or "" for name in ("record", "algorithm")}
        return cls(**{**values, **arrays, **blank})

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values; null for unknown values."""
        return {
            "title": self.title,
            "record": self.record or None,
            "algorithm": self.algorithm or None,
            "shape": self.shape,
            "is_light": self.is_light,
            "x": _finite_or_none(self.x),
            "y": _finite_or_none(self.y),
            "low": None if self.low is None else _finite_or_none(self.low),
            "high": None if self.high is None else _finite_or_none(self.high),
            "texts": list(self.texts),
            "facts": {heading: list(texts) for heading, texts in self.facts.items()},
            "origins": list(self.origins),
            "methods": list(self.methods),
        }


def _finite_or_none(values: Floats) -> list[float | None]:
    return [value if np.isfinite(value) else None for value in values.tolist()]


@dataclass(frozen=True, eq=False, kw_only=True)
class Plot:
    """Series over two axes: what drawers of all media take."""

    x: Axis
    y: Axis
    series: tuple[Series, ...]
    kind: Kind = "lines"

    @property
    def edged(self) -> Self:
        """The same plot with infinite y at the edge: as high as the highest point of all."""
        if not any(np.isinf(series.y).any() for series in self.series):
            return self
        ends = [series.y for series in self.series] + [
            series.high for series in self.series if series.high is not None
        ]
        known = np.concatenate([values[np.isfinite(values)] for values in ends])
        top = float(known.max(initial=1.0))
        return replace(self, series=tuple(_at_most(series, top) for series in self.series))


def _at_most(series: Series, top: float) -> Series:
    """Return a series whose infinite points, which have no spread, are at `top`."""
    y = np.where(np.isinf(series.y), top, series.y)
    return replace(series, y=y)
