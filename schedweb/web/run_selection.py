"""The selection of runs for plots and Gantt charts, and the style of each run."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlencode

from algorithms.record import Record
from algorithms.report.highlights import MOST, highlights
from algorithms.report.palette import Style, faint, style, styles
from algorithms.report.standings import Standings
from schedweb.web.table_view import DRAW


@dataclass(frozen=True)
class RunSelection:
    """The runs to draw, by `keys`, out of all `runs`; `is_chosen` if the reader chose them, else
    `reason` says how they were selected."""

    runs: Sequence[Record]
    keys: frozenset[str]
    is_chosen: bool = False
    reason: str = ""

    @classmethod
    def of(cls, table: Standings, choice: Collection[str] = ()) -> Self:
        """Select the runs of `choice`; if there are none, all of few, or highlights of many."""
        runs = [row.record for row in table.rows]
        if selection := cls.of_choice(runs, choice):
            return selection
        if len(runs) <= MOST:
            return cls(runs, frozenset(run.key for run in runs))
        keys, reason = highlights(table)
        return cls(runs, keys, reason=reason)

    @classmethod
    def of_choice(cls, runs: Sequence[Record], choice: Collection[str]) -> Self | None:
        """Select the finished runs of `choice`; None if there are none."""
        keys = frozenset(run.key for run in runs if run.key in choice and run.is_done)
        return cls(runs, keys, is_chosen=True) if keys else None

    @property
    def drawn(self) -> list[Record]:
        """The selected runs, in the order of `runs`."""
        return [run for run in self.runs if run.key in self.keys]

    @property
    def is_all(self) -> bool:
        """True if all finished runs are selected."""
        return len(self.keys) == len(self.runs)

    @property
    def can_choose(self) -> bool:
        """True if there are several runs to choose from."""
        return self.is_chosen or len(self.runs) > MOST

    @property
    def done_count(self) -> int:
        """Number of finished runs, which can be selected."""
        return sum(run.is_done for run in self.runs)

    @property
    def query(self) -> str:
        """Query of the addresses of figures, with the question mark; blank for all runs."""
        if self.is_all:
            return ""
        return "?" + urlencode([(DRAW, run.key) for run in self.drawn])

    @property
    def looks(self) -> dict[str, Style]:
        """Style of each run; grey if it is not selected."""
        return looks_of(self.runs, self.keys)


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
