"""Tables of a study: each number names its aggregate."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isinf, isnan, nan
from typing import Any, TypeAlias

import numpy as np

from parsched.report.figure import Figure, Series
from parsched.report.shapes import headings_of
from parsched.report.table import Cell, Column, Row, Table, raw_table
from parsched.report.units import significant
from parsched.studies.cells import Cells
from parsched.studies.figures import PER_CENT
from parsched.studies.measured import MeasuredGroup
from parsched.studies.measures import Measure
from parsched.studies.printed_tables import PRINTED, bar_rows
from parsched.studies.statistics import (
    AGGREGATES,
    NOTHING,
    UNKNOWN,
    Interval,
    Pairs,
    aggregate,
    bootstrap_interval,
    ratio_interval,
    t_interval,
)

CLAIMS = {
    "claim": "claim",
    "where": "where",
    "published": "published",
    "ours": "ours",
    "verdict": "verdict",
    "beside": "other forms",
    "reason": "reason",
}
"""Columns of the table of verdicts, by field of `judged_rows`."""
Mark: TypeAlias = tuple[Series, int | None]
"""A point of a series, or a bar, by its place; None where the series has none there."""
ENDS = ("from", "to")
"""What the ends of whiskers are called in tables for programs."""
PAIRED = "Instances of each value, such as a size, are paired by themselves."
INTERVALS = ("t_low", "t_high", "bootstrap_low", "bootstrap_high")
"""Ends of the 95 % intervals of the mean, or of the ratio of sums where it says so."""


def verdicts(judged: list[dict[str, Any]]) -> Table:
    """Return claims with their verdicts, of `judged_rows`: people read the standing, programs the
    verdict."""
    columns = tuple(Column(key=k, title=t, is_number=False) for k, t in CLAIMS.items())
    texts = [{**row, "verdict": row["standing"]} for row in judged]
    rows = tuple(
        tuple(Cell(text[key], row[key]) for key in CLAIMS)
        for text, row in zip(texts, judged, strict=True)
    )
    return Table(key="verdicts", title="Verdicts", columns=columns, rows=rows)


def points(figure: Figure) -> Table:
    """Return the numbers of a picture: a row for each point of its axis; of trade-offs, for each of
    its points; of bars, for each bar. Levels to compare with are left out."""
    if figure.kind == "bars":
        is_printed = any(PRINTED in bar.facts for bar in figure.series)
        return bar_rows(figure) if is_printed else _bars(figure)
    lines = [series for series in figure.series if series.shape != "limit"]
    return _trade_offs(figure, lines) if any(of.facts for of in lines) else _lines(figure, lines)


def _bars(figure: Figure) -> Table:
    columns = (
        Column(key="method", title="method", is_number=False),
        Column(key="value", title=figure.x.title, unit=figure.x.unit),
    )
    heads = [(Cell(bar.title, bar.title),) for bar in figure.series]
    return _table(figure, columns, heads, [[(bar, 0)] for bar in figure.series])


def _lines(figure: Figure, lines: Sequence[Series]) -> Table:
    titles = [series.title for series in lines]
    columns = (
        Column(key="x", title=figure.x.title),
        *(Column(key=title, title=title, unit=figure.y.unit) for title in titles),
    )
    places = sorted({x for series in lines for x in series.x.tolist()})
    heads = [(Cell(f"{x:g}", int(x) if x.is_integer() else x),) for x in places]
    found = [[(series, np.flatnonzero(series.x == x)) for series in lines] for x in places]
    marks = [[(series, int(at[0]) if len(at) else None) for series, at in row] for row in found]
    return _table(figure, columns, heads, marks)


def _trade_offs(figure: Figure, lines: Sequence[Series]) -> Table:
    heads = headings_of(lines)
    columns = (
        Column(key="method", title="method", is_number=False),
        *(Column(key=head, title=head) for head in heads),
        Column(key="x", title=figure.x.title, unit=figure.x.unit),
        Column(key="y", title=figure.y.title, unit=figure.y.unit),
    )
    marks = [(series, at) for series in lines for at in range(len(series.x))]
    words = [
        (
            Cell(series.title, series.title),
            *(Cell(series.facts[head][at], series.facts[head][at]) for head in heads),
            _number(float(series.x[at])),
        )
        for series, at in marks
    ]
    return _table(figure, columns, words, [[mark] for mark in marks])


def _table(
    figure: Figure,
    columns: tuple[Column, ...],
    heads: Sequence[Row],
    marks: Sequence[Sequence[Mark]],
) -> Table:
    """Return rows that begin with `heads` and go on with marks, which people read with their
    intervals; programs have columns of these."""
    unit = (figure.x if figure.kind == "bars" else figure.y).unit
    rows = [
        (*head, *(_cell(*mark, unit) for mark in row))
        for head, row in zip(heads, marks, strict=True)
    ]
    return Table(
        key=figure.key,
        title=figure.title,
        columns=columns,
        rows=tuple(rows),
        notes=figure.notes,
        has_units=any(column.unit for column in columns),
        data=_with_ends(figure, columns, rows, [[_ends(*m, unit) for m in row] for row in marks]),
    )


def _with_ends(
    figure: Figure,
    columns: tuple[Column, ...],
    rows: Sequence[Row],
    ends: Sequence[Sequence[Interval]],
) -> Table | None:
    """Return the table for programs: two more columns for each with whiskers, behind it; None
    where there are no whiskers."""
    first = len(columns) - len(ends[0]) if ends else 0
    spread = {first + i for i, each in enumerate(zip(*ends, strict=True)) if not _are_blank(each)}
    if not spread:
        return None
    wide: list[Column] = []
    for at, column in enumerate(columns):
        wide.append(column)
        if at in spread:
            wide += [
                replace(column, key=f"{column.key}, {end}", title=f"{column.title}, {end}")
                for end in ENDS
            ]
    found = []
    for row, of in zip(rows, ends, strict=True):
        cells: list[Cell] = []
        for at, cell in enumerate(row):
            cells += [cell, *(map(_number, of[at - first]) if at in spread else ())]
        found.append(tuple(cells))
    return Table(key=figure.key, title=figure.title, columns=tuple(wide), rows=tuple(found))


def _are_blank(ends: Sequence[Interval]) -> bool:
    return all(isnan(low) for low, _ in ends)


def _ends(series: Series, at: int | None, unit: str) -> Interval:
    """Return the ends of the whisker of a mark; unknown where it has none."""
    if at is None or series.low is None or series.high is None:
        return UNKNOWN
    factor = PER_CENT if unit == "%" else 1.0
    return factor * float(series.low[at]), factor * float(series.high[at])


def _cell(series: Series, at: int | None, unit: str) -> Cell:
    """Write a point, or the length of a bar, with its whisker; fractions in per cent."""
    if at is None:
        return Cell("–")
    factor = PER_CENT if unit == "%" else 1.0
    values = series.x if series.shape == "bars" else series.y
    value = factor * float(values[at])
    if isnan(value):
        return Cell("–")
    if isinf(value):
        return Cell("no average")
    text = significant(value)
    ends = _ends(series, at, unit)
    if not isnan(ends[0]):
        text = f"{text} [{', '.join(map(significant, ends))}]"
    return Cell(text, value)


def _values_of(cells: Cells) -> list[str]:
    """Return the names of all values of all parts."""
    values = [value for c in cells.parts.values() for value in c.part.instances.values]
    return list(dict.fromkeys(name for value in values for name in value))


def summary(cells: Cells) -> Table:
    """Return every aggregate of every measure, part, value and method, for programs."""
    names = _values_of(cells)
    heads = ["part", *names, "method", "measure", "instances", "missing", "lost", *AGGREGATES]
    heads += [*INTERVALS, "ratio_low", "ratio_high"]
    return raw_table("summary", heads, [*_summary_rows(cells, names)])


def _summary_rows(cells: Cells, names: list[str]) -> Iterator[list[Any]]:
    for group in cells.groups():
        head = [group.cells.part.key, *(group.name.get(name) for name in names)]
        for measure in group.cells.part.typed_measures:
            for label in group.cells.labels:
                yield [*head, label, measure.key, *map(_plain, _aggregates(group, measure, label))]


def _aggregates(group: MeasuredGroup, measure: Measure, label: str) -> Iterator[float]:
    """Yield the count of instances with and without a value and of runs without a schedule, all
    aggregates and all intervals."""
    values = group.of(measure.key, label)
    above, below = group.sums(measure.key, label) if measure.is_ratio else (NOTHING, NOTHING)
    known = int(np.isfinite(values).sum())
    yield known
    yield int(group.cells.is_done[group.value].sum()) - known
    yield int(group.lost(label).sum())
    for key in AGGREGATES:
        yield aggregate(key, values, above, below)
    yield from t_interval(values)
    yield from bootstrap_interval(values)
    yield from ratio_interval(above, below) if measure.is_ratio else (nan, nan)


def _plain(value: float) -> float | None:
    return None if isnan(value) else value


def pairs(cells: Cells, baseline: str = "") -> Table:
    """Return each method against a baseline on the same instances, value by value: sizes that are
    pooled would weigh by their own numbers.

    Parameters
    ----------
    baseline
        Label of a method; by default the first of each part.
    """
    rows = [*_pairs_rows(cells, baseline)]
    heads = (
        ("part", "part", False),
        ("value", "value", False),
        ("measure", "measure", False),
        ("method", "method", False),
        ("baseline", "baseline", False),
        ("instances", "instances", True),
        ("difference", "mean difference", True),
        ("low", "95 % interval, from", True),
        ("high", "to", True),
        ("wins", "better", True),
        ("ties", "as good", True),
        ("losses", "worse", True),
        ("lost", "without a schedule", True),
        ("sign", "sign test, p", True),
        ("wilcoxon", "Wilcoxon, p", True),
        ("effect", "effect size d", True),
    )
    columns = tuple(Column(key=key, title=title, is_number=is_) for key, title, is_ in heads)
    return Table(
        key="pairs",
        title="Pairs on the same instances",
        columns=columns,
        rows=tuple(rows),
        notes=(PAIRED,),
        data=lambda: _joinable_pairs(cells, baseline),
    )


def _joinable_pairs(cells: Cells, baseline: str) -> Table:
    """Return the same for programs: rows are named as in `tidy`, so that both join."""
    names = _values_of(cells)
    heads = ["study", "part", *names, "measure", "method", "baseline", "instances", "difference"]
    heads += ["low", "high", "wins", "ties", "losses", "lost", "sign", "wilcoxon", "effect"]
    rows = [
        [
            *(cells.study.key, group.cells.part.key, *(group.name.get(name) for name in names)),
            *(measure.key, label, base, found.count, *map(_plain, _differences(found))),
        ]
        for group, measure, label, base, found in _paired(cells, baseline)
    ]
    return raw_table("pairs", heads, rows)


def _differences(found: Pairs) -> Iterator[float]:
    """Yield what pairs say of their difference, in the order of the columns."""
    yield found.difference
    yield from found.interval
    yield from (found.wins, found.ties, found.losses, found.lost)
    yield from (found.sign, found.wilcoxon, found.effect)


def _pairs_rows(cells: Cells, baseline: str) -> Iterator[tuple[Cell, ...]]:
    for group, measure, label, base, found in _paired(cells, baseline):
        title = cells.study.titles[group.cells.part.key]
        low, high = found.interval
        yield (
            *(Cell(word, word) for word in (title, group.label, measure.title, label, base)),
            Cell(f"{found.count:,}", found.count),
            _number(found.difference),
            *map(_number, (low, high)),
            *(Cell(f"{n:,}", n) for n in (found.wins, found.ties, found.losses, found.lost)),
            *map(_number, (found.sign, found.wilcoxon, found.effect)),
        )


def _paired(
    cells: Cells, baseline: str
) -> Iterator[tuple[MeasuredGroup, Measure, str, str, Pairs]]:
    """Yield group, measure, method, baseline, and their pairs."""
    for group in cells.groups():
        part = group.cells
        base = baseline if baseline in part.labels else part.labels[0]
        for measure in part.part.typed_measures:
            first, of_schedule = group.of(measure.key, base), measure.is_of_schedule
            for label in part.labels:
                found = Pairs.of(
                    group.of(measure.key, label),
                    first,
                    is_lower_better=measure.better != "higher",
                    lost=(group.lost(label), group.lost(base)) if of_schedule else None,
                )
                if label == base or not found.count:
                    continue
                yield group, measure, label, base, found


def _number(value: float) -> Cell:
    return Cell("–") if isnan(value) else Cell(significant(value, 3), value)


def tidy(cells: Cells) -> Table:
    """Return one row for each instance and method that is computed, for programs: what it is, what
    came out, and why there is no schedule where there is none."""
    names = _values_of(cells)
    measures = {m.key: m for c in cells.parts.values() for m in c.part.typed_measures}
    numbers = {name: None for c in cells.parts.values() for name in c.part.numbers}
    columns = [*numbers, *(key for key in measures if key not in numbers)]
    heads = ["study", "part", *names, "repetition", "seed", "method", *columns, "problem"]
    return raw_table("cells", heads, [*_tidy_rows(cells, names, columns)])


def _tidy_rows(cells: Cells, names: list[str], columns: list[str]) -> Iterator[list[Any]]:
    study = cells.study
    for part in cells.parts.values():
        known = {**part.by_number, **{m.key: part.of(m.key) for m in part.part.typed_measures}}
        for i, value in enumerate(part.part.instances.values):
            head = [study.key, part.part.key, *(value.get(name) for name in names)]
            for repetition in np.flatnonzero(part.is_done[i]).tolist():
                seed = part.part.instances.seed(study.seed, value, repetition)
                for method, label in enumerate(part.labels):
                    at = i, repetition, method
                    numbers = [
                        _plain(float(known[name][at])) if name in known else None
                        for name in columns
                    ]
                    problem = part.problems.get(at, "")
                    yield [*head, repetition + 1, seed, label, *numbers, problem or None]
