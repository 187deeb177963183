"""Plots of studies: what stands over what, as declared."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import ConfigDict

from algorithms.studies.strict import STRICT


@dataclass(frozen=True, kw_only=True)
class Plot:
    """One picture of a figure: an aggregate of a measure over values, a line for each method.

    Parameters
    ----------
    figure
        Key of the figure, such as "fig3"; its pictures are printed side by side.
    key, title
        Of this picture.
    parts
        Keys of the parts that it shows, with a line each where there are several.
    measure, aggregate
        What is drawn: one of `measures` and one of `statistics.AGGREGATES`.
    along
        Name of the value, or of the methods' parameter, along the horizontal axis.
    spread
        What the whiskers are: "interval" (95 %, by t), "deviation" (± σ), "range" (min to max),
        "none".
    methods
        Labels of the methods that are shown; empty for all.
    logarithmic
        True for a logarithmic vertical axis.
    notes
        Sentences below it, such as what was published.
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    figure: str
    key: str
    title: str
    parts: tuple[str, ...]
    measure: str
    aggregate: str = "mean"
    along: str = "jobs"
    spread: Literal["interval", "deviation", "range", "none"] = "interval"
    methods: tuple[str, ...] = ()
    logarithmic: bool = False
    notes: tuple[str, ...] = ()
