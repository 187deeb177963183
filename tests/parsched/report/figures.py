"""Figures that tests draw: of a study, by sizes of jobs, and of bars with a spread."""

from typing import Any

import numpy as np

from parsched.model.problem.arrays import Floats
from parsched.report.figure import Axis, Figure, Series, floats

SIZES = (25.0, 50.0, 100.0, 200.0, 300.0, 400.0)
METHODS = {"Graham": "graham", "LPTF": "lptf", "MRT": "mrt", "DEMT": "demt", "gang": "gang"}


def line(title: str, y: Floats, half: float = 0.0, **more: Any) -> Series:
    """A line over the sizes, with a spread to both sides unless `half` is 0."""
    spread: dict[str, Any] = {"low": y - half, "high": y + half} if half else {}
    return Series(title=title, x=floats(SIZES), y=y, **spread, **more)


def study(**axis: Any) -> Figure:
    """The ratios of several methods over the number of jobs, each with its interval."""
    shrinking = np.array(SIZES) ** -0.5
    lines = (
        line(
            title, 1.05 + 0.2 * i + (2 + i) * shrinking, 0.06 + 0.01 * i, record=key, algorithm=key
        )
        for i, (title, key) in enumerate(METHODS.items())
    )
    x = Axis(title="jobs", ticks=SIZES)
    y = Axis(title="makespan / bound", **{"scale": "span", **axis})
    return Figure(key="study", title="Ratios by size", x=x, y=y, series=tuple(lines))


def bars() -> Figure:
    """One bar of each method, with an interval."""
    series = (
        Series(
            title=title,
            algorithm=key,
            shape="bars",
            x=floats([1.2 + 0.3 * i]),
            y=floats([i]),
            low=floats([1.1 + 0.25 * i]),
            high=floats([1.3 + 0.4 * i]),
            texts=(f"{1.2 + 0.3 * i:.2f}",),
        )
        for i, (title, key) in enumerate(METHODS.items())
    )
    x = Axis(title="makespan / bound", scale="bound")
    return Figure(
        key="bars", title="Ratios", x=x, y=Axis(title=""), series=tuple(series), kind="bars"
    )
