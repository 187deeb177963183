"""Figures as files: how requests say they are printed, and what is not done in a request."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import isfinite, nan
from typing import Any

from parsched.base.errors import ParameterError
from parsched.report import GanttFigure
from parsched.report.figure import Figure
from parsched.report.looks import Looks
from parsched.report.printing import Sheet
from parsched.report.registry import Drawable, content_of
from schedweb.base.errors import InvalidError

WITH_PARAMETERS = "parameters"
"""Parameter that asks for a caption: what is drawn, and for which jobs."""
SHEET = ("width", "theme", "font_size", "caption", "time")
VIEW = "view"
"""Parameter of the range in view of an axis of time, seconds: `3600:7200`."""
OWN = ("file", WITH_PARAMETERS, *SHEET)
"""Parameters of files: no option of a report is called so."""
LONGEST = 2_000
"""Characters of a caption."""
ENDS = ".!?:…"
"""What a sentence ends with."""
MOST_JOBS, MOST_ROWS = 5_000_000, 200_000
"""Jobs of all charts of a picture, and rows of a CSV, that a request waits for."""


def sheet_of(query: Mapping[str, str], caption: Callable[[], str]) -> Sheet:
    """Read how a figure is printed; `caption` says what is drawn. Raises `InvalidError`."""
    given: dict[str, Any] = {name: query[name] for name in SHEET if query.get(name)}
    text = given.pop("caption", "")
    if len(text) > LONGEST:
        rule = f"caption must have at most {LONGEST:,} characters, got {len(text):,}"
        raise InvalidError({"caption": rule})
    own = caption() if query.get(WITH_PARAMETERS) else ""
    if "font_size" in given:
        given["font_size"] = _number("font_size", given["font_size"])
    try:
        return Sheet(**given, caption=_joined(text, own))
    except ParameterError as error:
        raise InvalidError(error.errors) from error


def _joined(text: str, own: str) -> str:
    """Put what a reader wrote before what is said of the figure, with one full stop between."""
    text = text.strip()
    if text and own and text[-1] not in ENDS:
        text += "."
    return " ".join(filter(None, (text, own)))


def viewed(figure: Figure, text: str) -> Figure:
    """Return a figure over time with the range in view that a text has, such as `3600:7200`;
    other figures are as they are. Raises `InvalidError`."""
    if not text or figure.x.scale != "clock":
        return figure
    try:
        begin, end = map(float, text.split(":"))
    except ValueError:
        begin = end = nan
    if not (isfinite(begin) and isfinite(end) and begin < end):
        rule = "view must be the first and the last second, such as 3600:7200"
        raise InvalidError({VIEW: f"{rule}, got {text!r:.40}"})
    return replace(figure, x=replace(figure.x, begin=max(begin, 0.0), end=max(end, 1e-3)))


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InvalidError({name: f"{name} must be a number of points, got {text!r:.40}"}) from None


def file_of(figure: Drawable, ending: str, sheet: Sheet, looks: Looks | None = None) -> bytes:
    """Return the content of a file of a figure.

    Raises
    ------
    InvalidError
        For options that these jobs have no answer to, and for what takes too long.
    """
    check_drawable(figure, ending)
    try:
        return content_of(figure, ending, sheet, looks)
    except ParameterError as error:
        raise InvalidError(error.errors) from error


def check_drawable(figure: Drawable, ending: str) -> None:
    """Make sure that `file_of` can answer, without drawing anything; raises the same."""
    if not isinstance(figure, GanttFigure):
        return
    _refuse_jobs(figure)
    try:
        figure.resolve()
    except ParameterError as error:
        raise InvalidError(error.errors) from error
    if ending == "csv":
        _refuse_rows(figure)


def _refuse_jobs(figure: GanttFigure) -> None:
    """Refuse more jobs than a request should wait for, before they are read."""
    jobs = figure.records.about.jobs * len(figure.runs)
    if jobs > MOST_JOBS:
        rule = f"runs must have at most {MOST_JOBS:,} jobs together in one figure"
        raise InvalidError({"runs": f"{rule}, got {jobs:,}: choose fewer of them"})


def _refuse_rows(figure: GanttFigure) -> None:
    """Refuse more rows than a request should wait for, before they are written."""
    if (rows := figure.job_count) > MOST_ROWS:
        rule = f"a CSV of a view has at most {MOST_ROWS:,} jobs, and this one has {rows:,}"
        raise InvalidError({"file": f"{rule}: zoom in, or take the schedules of the runs"})
