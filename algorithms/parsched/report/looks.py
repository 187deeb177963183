"""Styles of the series of a figure."""

from collections.abc import Iterator, Mapping, Sequence

from parsched.report.palette import DASHES, MARKERS, NEUTRAL, OKABE_ITO, Style, style, styles
from parsched.report.plot import Plot, Series

MOST = 8
"""Most runs that are distinguished by colour."""
LIMIT = Style(NEUTRAL, "", "dashed")
"""Style of lines that others are compared with."""
Looks = Mapping[str, Style]
Styled = Sequence[tuple[Series, Style]]


def looks_of(plot: Plot, looks: Looks | None) -> list[Style | None]:
    """Return the style of each series: its run's style, else its algorithm's, else an unused one.
    Series of one algorithm without runs, such as methods of a study, differ from each other; bars
    do not, as their names stand beside them.

    None stands for a series whose run has no style in `looks`.
    """
    runs = {series.record: series.algorithm for series in plot.series if series.record}
    if looks is None:
        several = [*runs.values()]
        run_styles = map(style, several) if len(several) > MOST else styles(several)
        looks = dict(zip(runs, run_styles, strict=True))
    algorithms = [s.algorithm for s in plot.series if s.algorithm and not s.record]
    methods = map(style, algorithms) if plot.kind == "bars" else iter(styles(algorithms))
    return [_look(i, series, looks, methods) for i, series in enumerate(plot.series)]


def styled(plot: Plot, looks: Looks | None = None) -> list[tuple[Series, Style]]:
    """Pair series with their styles, and limits with the common style of limits; leave out runs
    that have no style in `looks`."""
    pairs = zip(plot.series, looks_of(plot, looks), strict=True)
    return [(s, LIMIT if s.shape == "limit" else look) for s, look in pairs if look is not None]


def _look(i: int, series: Series, looks: Looks, methods: Iterator[Style]) -> Style | None:
    if series.record:
        return looks.get(series.record)
    if series.algorithm:
        return next(methods)
    count = len(OKABE_ITO)
    return Style(OKABE_ITO[i % count], MARKERS[i % len(MARKERS)], DASHES[i % len(DASHES)])
