"""Which runs of a comparison the plots and the Gantt charts draw, and how each run looks."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlencode

from algorithms.record import Record
from algorithms.report.highlights import MOST, highlights
from algorithms.report.standings import Standings
from schedweb.web.plots.palette import Style, faint, style, styles
from schedweb.web.table_view import DRAW


@dataclass(frozen=True)
class RunSelection:
    """Those of all `runs` that are drawn; `is_chosen` if somebody chose them, else `reason` says
    which of many they are."""

    runs: Sequence[Record]
    keys: frozenset[str]
    is_chosen: bool = False
    reason: str = ""

    @classmethod
    def of(cls, table: Standings, choice: Collection[str] = ()) -> Self:
        """Take the runs that are wanted; otherwise all if they are few, or else the highlights."""
        runs = [row.record for row in table.rows]
        if selection := cls.of_choice(runs, choice):
            return selection
        if len(runs) <= MOST:
            return cls(runs, frozenset(run.key for run in runs))
        keys, reason = highlights(table)
        return cls(runs, keys, reason=reason)

    @classmethod
    def of_choice(cls, runs: Sequence[Record], choice: Collection[str]) -> Self | None:
        """Take the runs that are wanted; None where none of them is done."""
        keys = frozenset(run.key for run in runs if run.key in choice and run.is_done)
        return cls(runs, keys, is_chosen=True) if keys else None

    @property
    def drawn(self) -> list[Record]:
        """The runs that are drawn, in the order of all."""
        return [run for run in self.runs if run.key in self.keys]

    @property
    def is_all(self) -> bool:
        """True while nothing is left out."""
        return len(self.keys) == len(self.runs)

    @property
    def can_choose(self) -> bool:
        """True where there is something to leave out or to take in."""
        return self.is_chosen or len(self.runs) > MOST

    @property
    def done_count(self) -> int:
        """Runs that could be drawn."""
        return sum(run.is_done for run in self.runs)

    @property
    def query(self) -> str:
        """What the addresses of figures end in, with the question mark; nothing for all runs."""
        if self.is_all:
            return ""
        return "?" + urlencode([(DRAW, run.key) for run in self.drawn])

    @property
    def looks(self) -> dict[str, Style]:
        """How each run looks; grey if it is not drawn."""
        return looks_of(self.runs, self.keys)


def looks_of(runs: Sequence[Record], drawn: Collection[str] | None = None) -> dict[str, Style]:
    """Return how each of the runs of a comparison looks, whatever the order of the table.

    Those that are `drawn`, by default all of a few, can be told apart; the others are grey, or look
    like their algorithm where nothing is drawn beside them.
    """
    if drawn is None and len(runs) > MOST:
        return {run.key: style(run.algorithm) for run in runs}
    visible = [run for run in runs if drawn is None or run.key in drawn]
    by_run: Mapping[str, Style] = dict(
        zip([run.key for run in visible], styles([run.algorithm for run in visible]), strict=True)
    )
    return {run.key: by_run.get(run.key) or faint() for run in runs}
