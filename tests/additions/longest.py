"""Longest: which runs take how long."""

from dataclasses import dataclass

from parsched.declare.parameters import Params, integer
from parsched.report.records import Records
from parsched.report.registry import Report, report
from parsched.report.table import Cell, Column, Table


@dataclass(frozen=True, kw_only=True)
class LongestOptions(Params):
    """How many."""

    least: int = integer(1, "Runs with a makespan below this are left out.", low=1, unit="s")


@report("longest", title="Longest", options=LongestOptions)
def longest(records: Records, options: LongestOptions) -> Report:
    """Which runs take how long."""
    makespans = {r.label: r.metrics["makespan"] or 0.0 for r in records.done}
    columns = Column(key="run", title="run", is_number=False), Column(key="end", title="end")
    rows = [
        (Cell(name, name), Cell(f"{end:g}", end))
        for name, end in makespans.items()
        if end >= options.least
    ]
    table = Table(key="longest", columns=columns, rows=tuple(rows))
    return Report(sentences=(f"{len(rows)} runs are long.",), tables=(table,))
