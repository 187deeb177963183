"""Figures: plots and Gantt charts with a name, from which pages and files are made."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from parsched.base.digits import counted
from parsched.report.gantt.plot import GanttPlot
from parsched.report.looks import Looks
from parsched.report.plot import KINDS, Axis, Kind, Plot, Scale, Series, Shape, floats
from parsched.report.printing import Sheet, Theme, Time, Width, print_figure, printed
from parsched.report.tidy import tidy
from parsched.report.writers import csv
from parsched.run.displayed import Plotted

__all__ = ["KINDS", "Axis", "Figure", "GanttFigure", "Kind", "Scale", "Series", "Shape", "floats"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Figure(Plotted, Plot):
    """A plot with a key and a title, and notes below.

    Examples
    --------
    >>> axis = Axis(title="jobs", ticks=(25, 50))
    >>> Figure(key="one", title="One", x=axis, y=axis, series=())
    <Figure one: 0 series, One>
    """

    key: str
    title: str
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Figure {self.key}: {len(self.series)} series, {self.title}>"

    @property
    def whole(self) -> Self:
        """The same figure with x up to the last value."""
        return replace(self, x=replace(self.x, end=None))

    def save(
        self,
        path: str | Path,
        *,
        width: Width = "column",
        theme: Theme = "light",
        font_size: float | None = None,
        caption: str = "",
        time: Time = "dates",
    ) -> Path:
        """Print the figure as an SVG, PDF or PNG, by the ending of the path.

        Equal figures give equal bytes. A column is 3.5 inches wide, the text of a page 7, and a
        slide 10; the height follows from what is drawn.

        Parameters
        ----------
        path
            Where the file goes; one that is there is replaced.
        width
            "column", "text" or "slide".
        theme
            "light" for a white ground, or "dark".
        font_size
            Points; by default what is readable at the width (8, 9 and 16).
        caption
            Text below in small type.
        time
            "dates" for dates and hours along axes of time where the jobs have a calendar, or
            "relative" for the time since their time 0.

        Returns
        -------
        Path
            The same path.

        Raises
        ------
        UnknownKeyError
            For another ending; the sentence lists those that there are.
        ParameterError
            For another width, theme or time, or a font size out of range.
        FormatError
            When the file cannot be written.

        Examples
        --------
        >>> import tempfile
        >>> from parsched.report.figure import Axis, Figure, Series, floats
        >>> sizes = floats([25, 50, 100])
        >>> lpt = Series(title="LPT", algorithm="lpt", x=sizes, y=floats([1.72, 1.6, 1.5]))
        >>> figure = Figure(
        ...     key="ratios",
        ...     title="Ratios by size",
        ...     x=Axis(title="jobs", ticks=(25, 50, 100)),
        ...     y=Axis(title="makespan / bound", scale="span"),
        ...     series=(lpt,),
        ... )
        >>> figure.save(tempfile.mkdtemp() + "/ratios.pdf", width="text").read_bytes()[:4]
        b'%PDF'
        """
        sheet = Sheet(width=width, theme=theme, font_size=font_size, caption=caption, time=time)
        return print_figure(self.edged, path, sheet, title=self.title)

    def printed(self, ending: str, sheet: Sheet | None = None, looks: Looks | None = None) -> bytes:
        """Return the content of an SVG, PDF or PNG; raises `UnknownKeyError` for another ending."""
        return printed(self.edged, ending, sheet, title=self.title, looks=looks)

    def csv(self) -> str:
        """Return the numbers that are drawn: a row for each point of each series."""
        return csv(tidy(self, self.key))

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Build from the values of `as_json`.

        Examples
        --------
        >>> from parsched.report.figure import Axis, Figure
        >>> axis = Axis(title="jobs", ticks=(25, 50))
        >>> figure = Figure(key="one", title="One", x=axis, y=axis, series=())
        >>> Figure.from_json(figure.as_json()).x == axis
        True
        """
        axes = {name: Axis.from_json(values[name]) for name in ("x", "y")}
        series = tuple(map(Series.from_json, values["series"]))
        return cls(**{**values, **axes, "series": series, "notes": tuple(values["notes"])})

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "key": self.key,
            "title": self.title,
            "kind": self.kind,
            "x": self.x.as_json(),
            "y": self.y.as_json(),
            "series": [series.as_json() for series in self.edged.series],
            "notes": list(self.notes),
        }


@dataclass(frozen=True, eq=False, kw_only=True)
class GanttFigure(GanttPlot):
    """Gantt charts of runs on one axis of time, drawn when a file is asked for.

    Examples
    --------
    >>> import parsched as sched
    >>> from parsched.report.printing import Sheet
    >>> instance = sched.Instance(
    ...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
    ... )
    >>> [figure] = sched.report("gantt", sched.compare(instance, "ltf", "lptf")).gantts
    >>> figure.printed("pdf", Sheet(width="text"))[:4]
    b'%PDF'
    >>> figure.csv().splitlines()[0]
    'run,job,release,start,end,wait,width,processors,site,runtime'
    """

    def __repr__(self) -> str:
        return f"<GanttFigure {self.key}: {counted(len(self.runs), 'run')}>"

    def printed(self, ending: str, sheet: Sheet | None = None, looks: Looks | None = None) -> bytes:
        """Return the content of an SVG, PDF or PNG; raises `UnknownKeyError` for another ending."""
        return printed(self, ending, sheet, title=self.title, looks=looks)
