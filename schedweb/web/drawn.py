"""Which runs of a comparison the plots and the Gantt charts draw, and how each run looks."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlencode

from algorithms.compare import front
from schedweb.runs.models import Run
from schedweb.runs.tables import DEPLOYMENTS, Row, Table
from schedweb.web.palette import Style, faint, style, styles
from schedweb.web.viewing import DRAW

MOST = 8
"""Runs that are drawn unless somebody chooses others: there are as many colours."""
BASELINE, BEST = "the baseline", "the best by rank"
FRONT = "the front of makespan and deployments"
ENDS = f"both ends of {FRONT}"


@dataclass(frozen=True)
class Drawn:
    """Those of all `runs` that are drawn; `is_chosen` if somebody chose them, else `told` says
    which of many they are."""

    runs: Sequence[Run]
    keys: frozenset[str]
    is_chosen: bool = False
    told: str = ""

    @classmethod
    def of(cls, table: Table, wanted: Collection[str] = ()) -> Self:
        """Take the runs that are wanted; otherwise all if they are few, or else the baseline, the
        front of makespan and deployments where jobs need any, and the best by rank, of equal
        schedules one."""
        runs = [row.run for row in table.rows]
        if chosen := cls.chosen(runs, wanted):
            return chosen
        if len(runs) <= MOST:
            return cls(runs, frozenset(run.pk for run in runs))
        keys, told = _best(table)
        return cls(runs, keys, told=told)

    @classmethod
    def chosen(cls, runs: Sequence[Run], wanted: Collection[str]) -> Self | None:
        """Take the runs that are wanted; None where none of them is done."""
        keys = frozenset(run.pk for run in runs if run.pk in wanted and run.is_done)
        return cls(runs, keys, is_chosen=True) if keys else None

    @property
    def drawn(self) -> list[Run]:
        """The runs that are drawn, in the order of all."""
        return [run for run in self.runs if run.pk in self.keys]

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
        return "?" + urlencode([(DRAW, run.pk) for run in self.drawn])

    @property
    def looks(self) -> dict[str, Style]:
        """How each run looks; grey if it is not drawn."""
        return looks_of(self.runs, self.keys)


def _best(table: Table) -> tuple[frozenset[str], str]:
    """Return the runs of many that are worth a look, and say which they are."""
    ranked = sorted(table.done, key=lambda row: (not row.is_baseline, row.rank or len(table.rows)))
    rows = _different(ranked)
    first = rows[:1] if rows and rows[0].is_baseline else []
    trades = _trades(rows)
    ends = [*trades[:1], *trades[-1:]]
    wanted = [*first, *ends, *(row for row in rows if row in trades), *rows]
    keys = frozenset(list(dict.fromkeys(row.run.pk for row in wanted))[:MOST])
    whole = keys.issuperset(row.run.pk for row in trades)
    named = {row.run.pk for row in (*first, *(trades if whole else ends))}
    parts = [BASELINE] if first else []
    parts += [FRONT if whole else ENDS] if trades else []
    parts += [BEST] if keys - named or not parts else []
    *others, last = parts
    return keys, f"{', '.join(others)} and {last}" if others else last


def _different(rows: Iterable[Row]) -> list[Row]:
    """Return the first row of each schedule. What charts of it show tells: stored schedules differ
    in the λ that they were made for, too, and many λ make the same."""
    first: dict[str, Row] = {}
    for row in rows:
        first.setdefault(row.run.gantt or row.run.pk, row)
    return list(first.values())


def _trades(rows: Sequence[Row]) -> list[Row]:
    """Return the front of makespan and deployments by makespan, of equal points the first; empty
    where jobs need no environment. Runs whose jobs were cut solved others."""
    points: dict[tuple[float, float], Row] = {}
    for row in rows:
        metrics = row.run.metrics
        at = metrics.get("makespan"), metrics.get(DEPLOYMENTS)
        if row.run.grouping and not row.run.is_cut and at[0] is not None and at[1] is not None:
            points.setdefault(at, row)
    on_front = zip(points, front(list(points)), strict=True)
    return [points[at] for at in sorted(at for at, is_on in on_front if is_on)]


def looks_of(runs: Sequence[Run], drawn: Collection[str] | None = None) -> dict[str, Style]:
    """Return how each of the runs of a comparison looks, whatever the order of the table.

    Those that are `drawn`, by default all of a few, can be told apart; the others are grey, or look
    like their algorithm where nothing is drawn beside them.
    """
    if drawn is None and len(runs) > MOST:
        return {run.pk: style(run.algorithm) for run in runs}
    seen = [run for run in runs if drawn is None or run.pk in drawn]
    found: Mapping[str, Style] = dict(
        zip([run.pk for run in seen], styles([run.algorithm for run in seen]), strict=True)
    )
    return {run.pk: found.get(run.pk) or faint() for run in runs}
