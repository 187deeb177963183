"""Plots of studies: what stands over what, as declared."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from pydantic import ConfigDict

from parsched.studies.measures import Measure
from parsched.studies.strict import STRICT


@dataclass(frozen=True, kw_only=True)
class StudyPlot:
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
        What is drawn: one of `measures` and one of `statistics.AGGREGATES`; blank for the average
        of the study.
    along
        Name of the value, or of the methods' parameter, along the horizontal axis; blank for a bar
        of each method instead, for each value.
    against
        Another measure, along the horizontal axis instead: trade-offs, whose points are joined
        `along` the parameter; methods without it are single points.
    spread
        What the whiskers are: "interval" (95 %, by t), "deviation" (± σ), "range" (min to max),
        "none".
    methods
        Labels of the methods that are shown; empty for all.
    logarithmic
        True for a logarithmic vertical axis.
    limits
        Levels to compare with, by what they are called: what is proved, or was published.
    curves
        The same where they are no levels: points (x, y) in order of x, by what they are called.
    notes
        Sentences below it, such as what was published.

    Examples
    --------
    >>> plot = StudyPlot(figure="1", key="w", title="Waits", parts=("a",), measure="mean_wait")
    >>> plot.spread
    'interval'
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    figure: str
    key: str
    title: str
    parts: tuple[str, ...]
    measure: str
    aggregate: str = ""
    along: str = "jobs"
    against: str = ""
    spread: Literal["interval", "deviation", "range", "none"] = "interval"
    methods: tuple[str, ...] = ()
    logarithmic: bool = False
    limits: Mapping[str, float] = field(default_factory=dict)
    curves: Mapping[str, tuple[tuple[float, float], ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def aggregated(self, average: str) -> str:
        """Return the key of its aggregate in a study with some average, which for what is no ratio
        is the mean."""
        return self.aggregate or (average if Measure.parse(self.measure).is_ratio else "mean")
