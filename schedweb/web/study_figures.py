"""Figures of a study under the view of its page: series of the methods that are drawn."""

from collections import Counter
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

import numpy as np

from parsched.report.figure import Figure, Series
from parsched.report.looks import Looks
from parsched.report.palette import DASHES, MARKERS, Style
from parsched.run.record import OLDER
from schedweb.studies.models import Study, Summary
from schedweb.studies.selectors import told
from schedweb.web.contexts.study_workspace import StudyWorkspace

ARRAYS = ("x", "y", "low", "high")
LISTS = ("texts", "origins", "methods")


def figure_of(study: Study, key: str) -> Figure | None:
    """Return a figure of the summary of a study, whose title says where an older version computed
    its numbers; None where there is none."""
    summary = Summary.objects.filter(study=study).first()
    content = told(study, summary.content) if summary else {}
    for values in content.get("figures", []):
        if values["key"] == key:
            figure = read(values)
            mark = f" ({OLDER})" if content.get("is_older") else ""
            return replace(figure, title=f"{figure.title}{mark}")
    return None


def read(values: Mapping[str, Any]) -> Figure:
    """Build a figure from what a summary has of it."""
    return Figure.from_json({name: of for name, of in values.items() if name != "table"})


def is_empty(figure: Figure) -> bool:
    """True where there are only levels to compare with."""
    return all(series.shape == "limit" for series in figure.series)


def under(workspace: StudyWorkspace, figure: Figure) -> tuple[Figure, Looks | None]:
    """Return a figure with what is about drawn methods, and the styles of its series.

    Series of stored figures from before they named their methods are always drawn. Where the drawn
    methods are too many for colours of their own, the styles are the figure's alone.
    """
    drawn = {m.label: m.key for m in workspace.methods if m.key in workspace.drawn}
    series = [one for of in figure.series if (one := _of_drawn(of, drawn.keys())) is not None]
    if figure.kind == "bars":
        series = [bar.in_row(row) for row, bar in enumerate(series)]
    if not workspace.are_distinct:
        return replace(figure, series=tuple(series)), None
    looks: dict[str, Style] = {}
    named = list(_named(series, drawn, workspace.looks, looks, is_bars=figure.kind == "bars"))
    return replace(figure, series=tuple(named)), looks


def _of_drawn(series: Series, drawn: AbstractSet[str]) -> Series | None:
    """Return the points of a series that are of drawn methods; None where there are none."""
    if not series.methods or drawn >= set(series.methods):
        return series
    if len(series.methods) == 1 or len(series.methods) != len(series.x):
        return None if drawn.isdisjoint(series.methods) else series
    kept = [at for at, label in enumerate(series.methods) if label in drawn]
    return _only(series, kept) if kept else None


def _only(series: Series, kept: list[int]) -> Series:
    arrays: dict[str, Any] = {
        name: values[np.asarray(kept)]
        for name in ARRAYS
        if (values := getattr(series, name)) is not None
    }
    lists: dict[str, Any] = {
        name: tuple(values[at] for at in kept)
        for name in LISTS
        if (values := getattr(series, name))
    }
    facts = {head: [texts[at] for at in kept] for head, texts in series.facts.items()}
    return replace(series, **arrays, **lists, facts=facts)


def _named(
    series: list[Series],
    keys: Mapping[str, str],
    own: Mapping[str, Style],
    looks: dict[str, Style],
    *,
    is_bars: bool,
) -> Iterator[Series]:
    """Give each series a key in `looks`, with the style of the first drawn method that it is of;
    several lines of one method differ in marker and dash."""
    seen: Counter[str] = Counter()
    for one in series:
        key = next((keys[label] for label in one.methods if label in keys), "")
        if not key:
            yield one
            continue
        name = f"{key}.{seen[key]}"
        looks[name] = own[key] if is_bars else _varied(own[key], seen[key])
        seen[key] += 1
        yield replace(one, record=name)


def _varied(look: Style, times: int) -> Style:
    """Return another marker and dash of the same colour."""
    marker = MARKERS[(MARKERS.index(look.marker) + times) % len(MARKERS)]
    dash = DASHES[(DASHES.index(look.dash) + times) % len(DASHES)]
    return Style(look.color, marker, dash)
