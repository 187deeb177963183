"""Two criteria: how far each run is from the bounds on makespan and Σ w·C, and the Pareto front."""

from algorithms.report.declared import NoOptions, Report, report
from algorithms.report.figure import Axis, Figure, Series, floats
from algorithms.report.pareto import Pareto
from algorithms.report.phrases import listed
from algorithms.report.records import Records
from algorithms.report.standings import has_two_criteria, is_about_makespan, standings_of
from algorithms.report.table import Cell, Column, Table

NOTE = "Values over the best certified lower bound: nothing can be below 1."


def _suits(records: Records) -> bool:
    two = has_two_criteria(records) and not is_about_makespan(records)
    return two and bool(Pareto.of(standings_of(records)).points)


@report("two-criteria", title="Two criteria", suits=_suits)
def two_criteria(records: Records, _: NoOptions) -> Report:
    """Makespan and Σ w·C of every run over their lower bounds, and the Pareto front."""
    found = Pareto.of(standings_of(records))
    names = [point.record.label for point in found.front]
    verb = "is" if len(names) == 1 else "are"
    sentence = f"On the Pareto front {verb} {listed(names)}."
    return Report(
        sentences=(sentence,),
        tables=(_table(found, records),),
        figures=(_figure(found),),
        notes=(NOTE,),
    )


def _figure(found: Pareto) -> Figure:
    points = [
        Series(
            title=point.record.label,
            record=point.record.key,
            algorithm=point.record.algorithm,
            shape="points",
            x=floats([point.x]),
            y=floats([point.y]),
        )
        for point in found.points
    ]
    line = Series(
        title="Pareto front",
        shape="step",
        x=floats([point.x for point in found.front]),
        y=floats([point.y for point in found.front]),
    )
    return Figure(
        key="pareto",
        title="Pareto front",
        x=Axis(title="makespan / bound", scale="ratio"),
        y=Axis(title="Σ w·C / bound", scale="ratio"),
        series=(*points, line),
        notes=(NOTE,),
    )


def _table(found: Pareto, records: Records) -> Table:
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
            for point in found.points
        ),
        about=records.about,
    )
