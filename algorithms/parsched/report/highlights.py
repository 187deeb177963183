"""The default selection of runs, if there are many."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from parsched.declare.parameters import Params, text
from parsched.report.names import named, split
from parsched.report.order import front
from parsched.report.phrases import listed
from parsched.report.records import Records
from parsched.report.registry import wrong
from parsched.report.standings import DEPLOYMENTS, Standings, StandingsRow, standings_of
from parsched.run.record import Record

MOST = 8
"""Most runs that are selected by default: there are as many colours."""
BASELINE, BEST = "the baseline", "the best by rank"
GIVEN = "what was made elsewhere"
FRONT = "the front of makespan and deployments"
ENDS = f"both ends of {FRONT}"
LONGEST = 4
"""Largest makespan that is selected by default, as a multiple of the shortest: charts share one
time axis, and a longer run would squeeze all others."""
SHORT = f"without others above {LONGEST} × the shortest makespan"
OF_GROUPS = ("group_widths", "d_lambda")
"""Metrics of how a schedule was made: equal schedules can differ in them."""


@dataclass(frozen=True, kw_only=True)
class HighlightOptions(Params):
    """Which runs, of many that would be too much to look at."""

    runs: str = text(
        "",
        f"Keys or labels of at most {MOST} runs, with commas between; else those worth a look.",
        longest=4_000,
        commas=True,
    )
    most: ClassVar[int] = MOST
    """Most runs that may be chosen."""

    def among(self, records: Records) -> tuple[list[Record], tuple[str, ...]]:
        """Return the chosen runs that have a result, in the order of the records, and a note about
        the choice if there are others.

        Raises
        ------
        ParameterError
            For an unknown run, and for too many runs.
        """
        if not self.runs:
            keys, choice = highlights(standings_of(records))
            runs = [record for record in records.done if record.key in keys]
            few = len(runs) < len(records.done)
            return runs, (f"Of {len(records.done):,} runs: {choice}.",) if few else ()
        by_name = named(records)
        names = split(self.runs, by_name, "runs", "runs with a result")
        selected = {by_name[name].key for name in names}
        if len(selected) > self.most:
            raise wrong("runs", f"must be at most {self.most}", str(len(selected)))
        return [record for record in records.done if record.key in selected], ()


def highlights(table: Standings) -> tuple[frozenset[str], str]:
    """Return the keys of the default selection of runs, and a text that describes it: the baseline,
    what was made elsewhere, the front of makespan and deployments if jobs need any, and the best by
    rank, without very long runs and without duplicate schedules."""
    ranked = sorted(table.done, key=lambda row: (not row.is_baseline, row.rank or len(table.rows)))
    different = _different(ranked)
    rows = _short(different)
    first = rows[:1] if rows and rows[0].is_baseline else []
    given = [row for row in rows if row.record.made_by]
    trades = _trades(rows)
    ends = [*trades[:1], *trades[-1:]]
    preferred = [*first, *given, *ends, *(row for row in rows if row in trades), *rows]
    keys = frozenset(list(dict.fromkeys(row.record.key for row in preferred))[:MOST])
    whole = keys.issuperset(row.record.key for row in trades)
    mentioned = {row.record.key for row in (*first, *given, *(trades if whole else ends))}
    parts = [BASELINE] if first else []
    parts += [GIVEN] if given else []
    parts += [FRONT if whole else ENDS] if trades else []
    parts += [BEST] if keys - mentioned or not parts else []
    reason = listed(parts)
    return keys, reason if len(rows) == len(different) else f"{reason}, {SHORT}"


def _different(rows: Iterable[StandingsRow]) -> list[StandingsRow]:
    """Return the first row of each set of runs with equal schedules and equal metrics. Stored
    schedules differ in λ and groups, too, but many λ give the same schedule."""
    first: dict[Hashable, StandingsRow] = {}
    for row in rows:
        record = row.record
        metrics = frozenset((k, v) for k, v in record.metrics.items() if k not in OF_GROUPS)
        look = (record.look, metrics) if record.look else record.key
        first.setdefault(look, row)
    return list(first.values())


def _short(rows: Sequence[StandingsRow]) -> list[StandingsRow]:
    """Return the rows whose charts can share a time axis; the baseline always, and what was made
    elsewhere."""
    spans = [row.record.metrics.get("makespan") for row in rows]
    longest = LONGEST * min((span for span in spans if span is not None), default=0.0)
    paired = zip(rows, spans, strict=True)
    return [
        row
        for row, span in paired
        if row.is_baseline or row.record.made_by or span is None or span <= longest
    ]


def _trades(rows: Sequence[StandingsRow]) -> list[StandingsRow]:
    """Return the front of makespan and deployments by makespan, of equal points the first; empty
    where jobs need no environment."""
    points: dict[tuple[float, float], StandingsRow] = {}
    for row in rows:
        metrics = row.record.metrics
        makespan, deployments = metrics.get("makespan"), metrics.get(DEPLOYMENTS)
        if not row.record.is_ranked:
            continue
        if row.record.grouping and makespan is not None and deployments is not None:
            points.setdefault((makespan, deployments), row)
    on_front = zip(points, front(list(points)), strict=True)
    return [points[at] for at in sorted(at for at, is_on in on_front if is_on)]
