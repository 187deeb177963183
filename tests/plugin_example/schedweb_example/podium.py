"""A report."""

from dataclasses import dataclass

from parsched.plugins import Cell, Column, Params, Records, Report, Table, integer, report


@dataclass(frozen=True, kw_only=True)
class PodiumOptions(Params):
    """How many runs."""

    places: int = integer(3, "So many runs.", low=1, high=10)


@report("podium", title="Podium", options=PodiumOptions)
def podium(records: Records, options: PodiumOptions) -> Report:
    """The runs of the shortest makespan."""
    runs = sorted(records.done, key=lambda record: record.metrics["makespan"] or 0.0)
    table = Table(
        key="podium",
        title="Shortest makespan first",
        columns=(
            Column(key="run", title="algorithm", is_number=False),
            Column(key="makespan", title="makespan", unit="s"),
        ),
        rows=tuple(
            (Cell(run.label, run.key), Cell(f"{run.metrics['makespan']:,.6g}", makespan))
            for run in runs[: options.places]
            for makespan in [run.metrics["makespan"]]
        ),
        about=records.about,
    )
    return Report(sentences=(f"{runs[0].label} is first of {len(runs)}.",), tables=(table,))
