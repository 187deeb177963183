"""Figure: the data of a plot, from which drawers make pictures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self, TypeAlias, get_args

import numpy as np

from algorithms.problem.arrays import Floats, frozen


def floats(values: Sequence[float | None]) -> Floats:
    """Return numbers as an array, NaN for None."""
    return np.array(values, np.float64)


Shape: TypeAlias = Literal["line", "step", "points", "bars", "front", "limit"]
"""What becomes of the points of a series: "step" holds each y up to the next x; "bars" lie, each
from 0, or from the bound, to its x, in the row y; "front" steps from the upper edge to the right
one; "limit" is a line that others are compared with."""
Kind: TypeAlias = Literal["lines", "points", "bars"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""Kinds of figures, after most of their series."""
Scale: TypeAlias = Literal["linear", "clock", "duration", "ratio", "bound", "spread", "span"]
"""How values lie along an axis: times since the beginning as "clock"; waits from nothing to weeks
as "duration"; from 1 on, logarithmic, as "ratio"; multiples of a bound as "bound"; from 0 on, as
"spread" where they may be far apart; and as "span" where the axis need not begin at 0."""


@dataclass(frozen=True, kw_only=True)
class Axis:
    """Title, unit and scale of an axis; `end` is the end of the first view of a "linear" axis or a
    "clock", if that is not the last value. Shares are fractions of unit "%"."""

    title: str
    unit: str = ""
    scale: Scale = "linear"
    end: float | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class Series:
    """Points of one name: float64 `x` and `y` of one shape, NaN for unknown values.

    `record` is the key of its run, which determines its colour everywhere, else `algorithm` does.
    `texts` are written at the points, and `facts` are shown by heading for each point, instead of
    its x and y. If `is_light`, it is drawn lighter than the others.
    """

    title: str
    x: Floats
    y: Floats
    shape: Shape = "line"
    record: str = ""
    algorithm: str = ""
    texts: Sequence[str] = ()
    facts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    is_light: bool = False

    def __post_init__(self) -> None:
        for name in ("x", "y"):
            object.__setattr__(self, name, frozen(np.asarray(getattr(self, name)), np.float64))

    def in_row(self, row: int) -> Self:
        """Return the bars of a series in another row."""
        return replace(self, y=np.full(len(self.x), row))

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
            "texts": list(self.texts),
            "facts": {heading: list(texts) for heading, texts in self.facts.items()},
        }


def _finite_or_none(values: Floats) -> list[float | None]:
    return [value if np.isfinite(value) else None for value in values.tolist()]


@dataclass(frozen=True, eq=False, kw_only=True)
class Figure:
    """Series over two axes, with notes below."""

    key: str
    title: str
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    kind: Kind = "lines"
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Figure {self.key}: {len(self.series)} series, {self.title}>"

    @property
    def whole(self) -> Self:
        """The same figure with x up to the last value."""
        return replace(self, x=replace(self.x, end=None))

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "key": self.key,
            "title": self.title,
            "kind": self.kind,
            "x": dict(vars(self.x)),
            "y": dict(vars(self.y)),
            "series": [series.as_json() for series in self.series],
            "notes": list(self.notes),
        }
