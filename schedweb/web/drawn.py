"""Which runs of a comparison the plots and the Gantt charts draw, and how each run looks."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlencode

from algorithms.compare import front
from algorithms.groups.tradeoffs import usual_time
from schedweb.runs.deploying import deployment_of
from schedweb.runs.models import Run
from schedweb.runs.tables import DEPLOYMENTS, Row, Table
from schedweb.web.palette import Style, faint, style, styles
from schedweb.web.viewing import DRAW

MOST = 8
"""Runs that are drawn unless somebody chooses others: there are as many colours."""
BASELINE, BEST = "the baseline", "the best by rank"
FRONT = "the front of makespan and deployments"
ENDS = f"both ends of {FRONT}"
LONGEST = 4
"""Makespans that are drawn unless somebody chooses others, as multiples of the shortest: charts
share one axis of time, and a longer one would squeeze all others."""
SHORT = f"without others above {LONGEST} × the shortest makespan"
OF_GROUPS = ("group_widths", "d_lambda")
"""Metrics that tell how a schedule was made: equal ones differ in them."""


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
        front of makespan and deployments where jobs need any, and the best by rank, without
        those that are very long, of schedules that look equal one."""
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
    found = _different(ranked)
    rows = _short(found)
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
    told = f"{', '.join(others)} and {last}" if others else last
    return keys, told if len(rows) == len(found) else f"{told}, {SHORT}"


def _different(rows: Iterable[Row]) -> list[Row]:
    """Return the first row of each look: of runs with equal pictures and equal metrics. Stored
    schedules and their charts differ in λ and groups, too, and many λ make the same schedule."""
    first: dict[Hashable, Row] = {}
    for row in rows:
        run = row.run
        metrics = frozenset((k, v) for k, v in run.metrics.items() if k not in OF_GROUPS)
        look = (run.poster_light, run.is_cut, metrics) if run.poster_light else run.pk
        first.setdefault(look, row)
    return list(first.values())


def _short(rows: Sequence[Row]) -> list[Row]:
    """Return the rows whose charts can share an axis; the baseline always."""
    spans = [row.run.metrics.get("makespan") for row in rows]
    longest = LONGEST * min((span for span in spans if span is not None), default=0.0)
    paired = zip(rows, spans, strict=True)
    return [row for row, span in paired if row.is_baseline or span is None or span <= longest]


def _trades(rows: Sequence[Row]) -> list[Row]:
    """Return the front of makespan and deployments by makespan, of equal points the first; empty
    where jobs need no environment. Runs whose jobs were cut solved others, and those whose
    deployments take another time than in most are not compared."""
    known = [row for row in rows if row.run.grouping and not row.run.is_cut]
    if not known:
        return []
    usual = usual_time([deployment_of(row.run) for row in known])
    points: dict[tuple[float, float], Row] = {}
    for row in known:
        metrics = row.run.metrics
        at = metrics.get("makespan"), metrics.get(DEPLOYMENTS)
        if deployment_of(row.run) == usual and at[0] is not None and at[1] is not None:
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
