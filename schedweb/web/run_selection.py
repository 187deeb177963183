"""The selection of runs for plots and Gantt charts, and the style of each run."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self
from urllib.parse import urlencode

from parsched.report.highlights import MOST, highlights
from parsched.report.palette import Style, faint, style, styles
from parsched.report.records import Records
from parsched.report.standings import Standings, standings_of
from parsched.run.record import Record
from schedweb.web.rail_view import DRAW, NONE, written_keys
from schedweb.web.table_view import TableView


@dataclass(frozen=True)
class RunSelection:
    """The runs to draw, by `keys`, out of all `runs`; `is_chosen` if the reader chose them, else
    `reason` says how they were selected."""

    runs: Sequence[Record]
    keys: frozenset[str]
    is_chosen: bool = False
    reason: str = ""

    @classmethod
    def of(
        cls,
        table: Standings,
        choice: Collection[str] = (),
        preset: str = "",
        hidden: Collection[str] = (),
    ) -> Self:
        """Select the runs of `choice`, or of a ready-made one; if there are none, all of few, or
        highlights of many. Those that are `hidden` are in no selection."""
        runs = [row.record for row in table.rows]
        if preset:
            return cls(runs, _ready_made(table, preset) - frozenset(hidden), is_chosen=True)
        keys = frozenset(key for key in choice if key not in hidden)
        chosen = keys & {run.key for run in runs if run.is_done}
        if chosen:
            return cls(runs, chosen, is_chosen=True)
        listed = [run for run in runs if run.key not in hidden]
        if len(listed) <= MOST:
            return cls(runs, frozenset(run.key for run in listed))
        keys, reason = highlights(_without(table, hidden))
        return cls(runs, keys, reason=reason)

    @classmethod
    def of_view(cls, table: Standings, view: TableView) -> Self:
        """Select the runs that an address describes."""
        return cls.of(table, view.draw, view.preset, view.hide)

    @classmethod
    def of_records(cls, records: Records, view: TableView) -> Self:
        """Select the runs that an address describes; how they stand is computed only where the
        choice depends on it."""
        chosen = frozenset(r.key for r in records.done if r.key in view.draw) - {*view.hide}
        if chosen:
            return cls(list(records), chosen, is_chosen=True)
        table = standings_of(records, baseline=view.against or None, metrics=view.columns)
        return cls.of_view(table, view)

    @property
    def drawn(self) -> list[Record]:
        """The selected runs, in the order of `runs`."""
        return [run for run in self.runs if run.key in self.keys]

    @property
    def is_all(self) -> bool:
        """True if all finished runs are selected."""
        return len(self.keys) == len(self.runs)

    @property
    def done_count(self) -> int:
        """Number of finished runs, which can be selected."""
        return sum(run.is_done for run in self.runs)

    @property
    def query(self) -> str:
        """Query of the addresses of figures, with the question mark; blank for all runs."""
        if self.is_all and len(self.runs) <= MOST:
            return ""
        keys = [run.key for run in self.runs]
        return "?" + urlencode([(DRAW, value) for value in written_keys(self.keys, keys) or [NONE]])

    @property
    def looks(self) -> dict[str, Style]:
        """Style of each run; grey if it is not selected."""
        return looks_of(self.runs, self.keys)


def _without(table: Standings, hidden: Collection[str]) -> Standings:
    """Return standings without the rows of some runs."""
    return replace(table, rows=tuple(row for row in table.rows if row.record.key not in hidden))


def _ready_made(table: Standings, preset: str) -> frozenset[str]:
    """Return the keys of a ready-made selection of runs with a result."""
    if preset == NONE:
        return frozenset()
    if preset == "front":
        return frozenset(row.record.key for row in table.done if row.on_front)
    if preset == "different":
        first = {row.record.look or row.record.key: row.record.key for row in reversed(table.done)}
        return frozenset(first.values())
    return frozenset(row.record.key for row in table.done)


def looks_of(runs: Sequence[Record], drawn: Collection[str] | None = None) -> dict[str, Style]:
    """Return the style of each run of a comparison, independent of the order of the table.

    Runs in `drawn`, by default all of few runs, have different styles; others are grey, or have the
    style of their algorithm if `drawn` is not given.
    """
    if drawn is None and len(runs) > MOST:
        return {run.key: style(run.algorithm) for run in runs}
    visible = [run for run in runs if drawn is None or run.key in drawn]
    by_run: Mapping[str, Style] = dict(
        zip([run.key for run in visible], styles([run.algorithm for run in visible]), strict=True)
    )
    return {run.key: by_run.get(run.key) or faint() for run in runs}
