"""The rail of the runs of a comparison."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from parsched.report.palette import Style
from parsched.report.standings import Standings, StandingsRow
from parsched.run.record import Record
from schedweb.web.contexts.rail import BY_SCHEDULE, Rail
from schedweb.web.contexts.workspace import Workspace
from schedweb.web.rail_view import PRESETS
from schedweb.web.table_view import TableView

BY_RANK = "rank"


@dataclass(frozen=True)
class RunRail(Rail[Record]):
    """The runs of a workspace."""

    workspace: Workspace
    noun: ClassVar[str] = "run"
    example: ClassVar[str] = "easy, seed=4 …"
    hidden_note: ClassVar[str] = ", which ranks and the answer count, too"
    best: ClassVar[str] = "best"

    @property
    def view(self) -> TableView:
        return self.workspace.view

    @property
    def table(self) -> Standings:
        """How the runs stand."""
        return self.workspace.part.results.table

    @cached_property
    def _rows(self) -> dict[str, StandingsRow]:
        return {row.record.key: row for row in self.table.rows}

    @property
    def entries(self) -> Sequence[Record]:
        return [row.record for row in self.table.rows]

    @property
    def looks(self) -> Mapping[str, Style]:
        return self.workspace.looks

    @property
    def drawn(self) -> frozenset[str]:
        return self.workspace.selection.keys

    @property
    def is_chosen(self) -> bool:
        return self.workspace.selection.is_chosen

    @property
    def reason(self) -> str:
        reason = self.workspace.selection.reason
        return f"{reason}; where schedules are equal, one of them is drawn" if reason else ""

    @property
    def baseline(self) -> str:
        return self.table.baseline.key if self.table.baseline else ""

    @property
    def open_address(self) -> str:
        return self.workspace.access.run("run", self.workspace.records[0].key)

    @property
    def ways(self) -> Mapping[str, str]:
        return {**super().ways, BY_SCHEDULE: "equal schedules"}

    @property
    def measures(self) -> Mapping[str, str]:
        columns = {column.metric.key: f"by {column.title}" for column in self.table.columns}
        return {BY_RANK: "by rank", **columns}

    @property
    def presets(self) -> list[tuple[str, str]]:
        has_front = any(row.on_front for row in self.table.done)
        return [
            (title, self.view.drawing(key).page_query)
            for key, title in PRESETS.items()
            if key != "front" or has_front
        ]

    def place(self, key: str, order: str) -> tuple[bool, float]:
        row = self._rows[key]
        if order == BY_RANK:
            return row.rank is None, row.rank or 0
        cell = self.table.cell(row, order)
        value = cell.value if cell else None
        is_high = any(
            c.metric.key == order and c.metric.better == "higher" for c in self.table.columns
        )
        return value is None, (-1 if is_high else 1) * (value or 0.0)

    def state(self, entry: Record) -> str:
        if not entry.is_done:
            return entry.state
        return "breaks rules" if entry.violation_count else ""
