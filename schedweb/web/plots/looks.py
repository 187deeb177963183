"""How the series of a figure look."""

from collections.abc import Mapping

from algorithms.report.figure import Figure, Series
from schedweb.web.plots.palette import DASHES, MARKERS, OKABE_ITO, Style, style, styles

MOST = 8
"""Runs that are told apart by colour."""
Looks = Mapping[str, Style]


def looks_of(figure: Figure, looks: Looks | None) -> list[Style | None]:
    """Return how each series looks: its run, as is `known`, else its algorithm, else what is left.

    None is one whose run has no look among those that are known.
    """
    runs = {series.record: series.algorithm for series in figure.series if series.record}
    if looks is None:
        several = [*runs.values()]
        run_styles = map(style, several) if len(several) > MOST else styles(several)
        looks = dict(zip(runs, run_styles, strict=True))
    return [_look(i, series, looks) for i, series in enumerate(figure.series)]


def _look(i: int, series: Series, looks: Looks) -> Style | None:
    if series.record:
        return looks.get(series.record)
    if series.algorithm:
        return style(series.algorithm)
    count = len(OKABE_ITO)
    return Style(OKABE_ITO[i % count], MARKERS[i % len(MARKERS)], DASHES[i % len(DASHES)])
