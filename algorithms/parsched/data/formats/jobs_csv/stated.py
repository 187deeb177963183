"""Columns of a CSV workload that say the same in each line: the first cell that says it counts."""

from collections.abc import Mapping, Sequence

from parsched.data.files.findings import FindingKind, Findings, Severity, shown_cell
from parsched.data.formats.jobs_csv import MACHINE, NOT_KEPT, ZONE
from parsched.model.problem.machine import StatedMachine
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.model.problem.unmodelled import UNMODELLED
from parsched.model.problem.workload import Ints

NO_SIZE = FindingKind(
    key="no_machine_size",
    severity=Severity.NOTE,
    field="The size of the machine",
    rule=f"must be a whole number from 1 to {MAX_PROCESSORS:,}",
    action="not used",
)
NOT_KNOWN = FindingKind(
    key="not_unmodelled",
    severity=Severity.NOTE,
    field="What was not kept of the jobs",
    rule=f"must be some of {', '.join(UNMODELLED)}, with semicolons between",
    action="not used",
)


class StatedColumns:
    """What the columns say that a file has."""

    def __init__(self, places: Mapping[str, int], findings: Findings) -> None:
        self._places = {n: i for n, i in places.items() if n in (ZONE, NOT_KEPT, *MACHINE)}
        self._findings = findings
        self._cells: dict[str, tuple[str, int]] = {}

    def feed(self, cells: Sequence[Sequence[str]], kept: Ints, lines: Ints) -> None:
        """Look at some rows; the kept ones count."""
        for name, place in self._places.items():
            if name not in self._cells:
                found = ((cells[place][i].strip(), int(lines[i])) for i in kept.tolist())
                first = next((pair for pair in found if pair[0]), None)
                self._cells |= {name: first} if first else {}

    @property
    def zone(self) -> str:
        """The name of the time zone; blank where no cell has one."""
        return self._cells.get(ZONE, ("", 0))[0]

    def machine(self) -> StatedMachine:
        """Return what is stated of the machine; reports what is no size."""
        sizes: dict[str, int] = {}
        for name, key in MACHINE.items():
            cell, line = self._cells.get(name, ("", 0))
            is_count = cell.isascii() and cell.isdigit() and len(cell) <= len(str(MAX_PROCESSORS))
            if is_count and 1 <= int(cell) <= MAX_PROCESSORS:
                sizes[key] = int(cell)
            elif cell:
                self._findings.add(NO_SIZE, line=line, value=shown_cell(cell))
        return StatedMachine.from_json(sizes)

    def unmodelled(self) -> set[str]:
        """Return what was not kept of the jobs before; reports what is no such thing."""
        cell, line = self._cells.get(NOT_KEPT, ("", 0))
        names = {name.strip() for name in cell.split(";") if name.strip()}
        if not names <= set(UNMODELLED):
            self._findings.add(NOT_KNOWN, line=line, value=shown_cell(cell))
        return names & set(UNMODELLED)
