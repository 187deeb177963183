"""Two criteria: how far each run is from the bounds on makespan and Σ w·C, and the Pareto front."""

from collections.abc import Sequence

from parsched.report.figure import Axis, Figure, Series, floats
from parsched.report.pareto import FrontPoint, Pareto
from parsched.report.phrases import certified, listed
from parsched.report.ratios import RatioCell
from parsched.report.records import Records
from parsched.report.registry import NoOptions, Report, report
from parsched.report.standings import has_two_criteria, is_about_makespan, standings_of
from parsched.report.table import Cell, Column, Table
from parsched.report.units import unit_for

NOTE = "Values over the best certified lower bound: nothing can be below 1."
FRONT_NOTE = (
    "Filled markers on the line are the Pareto front; for each of the others some run is no worse "
    "in either criterion, and better in one."
)
BARS_NOTE = "Of two bars the upper, full one is the makespan, the lower, lighter one Σ w·C."


def _suits(records: Records) -> bool:
    two = has_two_criteria(records) and not is_about_makespan(records)
    return two and bool(Pareto.of(standings_of(records)).points)


@report("two-criteria", title="Two criteria", suits=_suits)
def two_criteria(records: Records, _: NoOptions) -> Report:
    """Makespan and Σ w·C of every run over their lower bounds, and the Pareto front."""
    pareto = Pareto.of(standings_of(records))
    names = [point.record.label for point in pareto.front]
    verb = "is" if len(names) == 1 else "are"
    sentence = f"On the Pareto front {verb} {listed(names)}."
    return Report(
        sentences=(sentence,),
        tables=(_table(pareto, records),),
        figures=(front_figure(pareto), bars_figure(pareto)),
        notes=(NOTE,),
    )


def front_figure(pareto: Pareto) -> Figure:
    """Return a figure with one point per run at its two ratios, and the front."""
    facts = _facts(pareto)
    points = (
        Series(
            title=point.record.label,
            record=point.record.key,
            algorithm=point.record.algorithm,
            shape="points",
            x=floats([point.x]),
            y=floats([point.y]),
            texts=(point.record.label,),
            facts={head: [texts[i]] for head, texts in facts.items()},
            is_light=not point.on_front,
        )
        for i, point in enumerate(pareto.points)
    )
    front = Series(
        title="Pareto front",
        shape="front",
        x=floats([point.x for point in pareto.front]),
        y=floats([point.y for point in pareto.front]),
    )
    return Figure(
        key="pareto",
        title="Pareto front",
        x=Axis(title=_title([point.makespan for point in pareto.points]), scale="bound"),
        y=Axis(title=_title([point.minsum for point in pareto.points]), scale="bound"),
        series=(*points, front),
        kind="points",
        notes=(FRONT_NOTE,),
    )


def bars_figure(pareto: Pareto) -> Figure:
    """Return a figure with two bars per run, from the bound to its ratios."""
    facts = _facts(pareto)
    bars = (
        Series(
            title=point.record.label,
            record=point.record.key,
            algorithm=point.record.algorithm,
            shape="bars",
            x=floats([ratio]),
            y=floats([row]),
            texts=(certified(ratio),),
            facts={head: [texts[row]] for head, texts in facts.items()},
            is_light=is_second,
        )
        for row, point in enumerate(pareto.points)
        for ratio, is_second in ((point.x, False), (point.y, True))
    )
    return Figure(
        key="ratios",
        title="Ratios to the bounds",
        x=Axis(title="value / bound", scale="bound"),
        y=Axis(title=""),
        series=tuple(bars),
        kind="bars",
        notes=(BARS_NOTE,),
    )


def _title(cells: Sequence[RatioCell]) -> str:
    """Return an axis title: the metric and its bound; several bounds are named at the points."""
    bounds = {cell.bound for cell in cells}
    bound = f"bound ({bounds.pop()})" if len(bounds) == 1 else "bound"
    return f"{cells[0].metric.title} / {bound}" if cells else bound


def _facts(pareto: Pareto) -> dict[str, list[str]]:
    """Return the facts of each point by heading."""
    return {
        "makespan": _products([point.makespan for point in pareto.points], pareto.points),
        "Σ w·C": _products([point.minsum for point in pareto.points], pareto.points),
        "": [
            "on the Pareto front" if point.on_front else "beaten by another run"
            for point in pareto.points
        ],
    }


def _products(cells: Sequence[RatioCell], points: Sequence[FrontPoint]) -> list[str]:
    """Write each value as a multiple of its bound."""
    values = [
        point.record.metrics[cell.metric.key] for point, cell in zip(points, cells, strict=True)
    ]
    texts = []
    for cell, value in zip(cells, values, strict=True):
        unit = unit_for(cell.metric.unit, values)
        bound = f"{cell.bound}, {unit.text(cell.bound_value)} {unit.name}"
        texts.append(f"{unit.text(value)} {unit.name} = {cell.text} × {bound}")
    return texts


def _table(pareto: Pareto, records: Records) -> Table:
    return Table(
        key="ratios",
        columns=(
            Column(key="run", title="run", is_number=False),
            Column(key="makespan", title="makespan / bound", better="lower"),
            Column(key="minsum", title="Σ w·C / bound", better="lower"),
            Column(key="on_front", title="on the front", is_number=False),
        ),
        rows=tuple(
            (
                Cell(point.record.label, point.record.key),
                Cell(point.makespan.text, point.x, point.makespan.best),
                Cell(point.minsum.text, point.y, point.minsum.best),
                Cell("yes" if point.on_front else "no", point.on_front),
            )
            for point in pareto.points
        ),
        about=records.about,
    )
