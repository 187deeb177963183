"""Figure: what a plot shows, as data; drawers make pictures of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from algorithms.problem.arrays import Floats, frozen


def floats(values: Sequence[float]) -> Floats:
    """Return numbers as an array."""
    return np.array(values, np.float64)


Shape: TypeAlias = Literal["line", "step", "points", "bars", "area"]
"""How the points of a series are joined: "step" holds each y up to the next x, "bars" has a name
for each, and "area" is filled down to the axis."""
Scale: TypeAlias = Literal["linear", "log", "time", "ratio"]
"""What an axis is divided by: seconds as "time", multiples of a bound, from 1 on, as "ratio"."""


@dataclass(frozen=True, kw_only=True)
class Axis:
    """A title, a unit, and how values lie along it; `end` is where people look first, if that is
    not the last value."""

    title: str
    unit: str = ""
    scale: Scale = "linear"
    end: float | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class Series:
    """Points of one name: float64 `x` and `y` of one shape, NaN where nothing is known.

    `record` is the key of the run that it is about, which gives it its colour everywhere; `names`
    say what each point is.
    """

    title: str
    x: Floats
    y: Floats
    shape: Shape = "line"
    record: str = ""
    algorithm: str = ""
    names: Sequence[str] = ()

    def __post_init__(self) -> None:
        for name in ("x", "y"):
            object.__setattr__(self, name, frozen(np.asarray(getattr(self, name)), np.float64))

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values; null where nothing is known."""
        return {
            "title": self.title,
            "record": self.record or None,
            "shape": self.shape,
            "x": _known(self.x),
            "y": _known(self.y),
            "names": list(self.names),
        }


def _known(values: Floats) -> list[float | None]:
    return [value if np.isfinite(value) else None for value in values.tolist()]


@dataclass(frozen=True, eq=False, kw_only=True)
class Figure:
    """Series over two axes, with what is said below them."""

    key: str
    title: str
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    notes: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    """More that a drawer of this figure alone needs, as plain JSON values."""

    def __repr__(self) -> str:
        return f"<Figure {self.key}: {len(self.series)} series, {self.title}>"

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "key": self.key,
            "title": self.title,
            "x": dict(vars(self.x)),
            "y": dict(vars(self.y)),
            "series": [series.as_json() for series in self.series],
            "notes": list(self.notes),
        }
