"""Outcomes of comparisons whose runs have all ended: stored, so that pages need not compute them.

A row stands for the runs as they were: adding, removing or repeating a run makes it void, and the
next reader computes it again.
"""

import hashlib
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from django.db import DatabaseError

from parsched import __version__
from parsched.base.origins import loaded
from parsched.measure.certificates import Certificate
from parsched.measure.metrics import METRICS
from parsched.report.highlights import MOST, highlights
from parsched.report.ratios import RatioCell
from parsched.report.standings import (
    Standings,
    StandingsCell,
    StandingsColumn,
    StandingsRow,
    standings_of,
)
from parsched.report.summary import sentence
from parsched.report.units import DisplayUnit
from parsched.run.computed_by import everything
from parsched.run.record import Record
from schedweb.runs.models import Comparison, KnownBounds, Outcome, Run
from schedweb.runs.records import records_of
from schedweb.workers.models import ACTIVE

FORMAT = 11
"""Raised when something else is stored, or said in other words."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class OutcomeFindings:
    """Sentence, table and front of a comparison.

    `table` has the rows of `highlights` alone, or of all runs where they are few; `choice` says how
    the rows were chosen, and `more` how many others have a result. `front` has the keys of the runs
    on the Pareto front. `runs` holds the runs of the table by key, with their comparison and
    workload.
    """

    sentence: str
    table: Standings
    choice: str
    more: int
    front: Sequence[str]
    runs: Mapping[str, Run]

    @classmethod
    def of(cls, comparison: Comparison, runs: Sequence[Run]) -> Self:
        """Compute them of all runs of a comparison."""
        records = records_of(comparison, runs)
        table = standings_of(records)
        keys, choice = (frozenset(record.key for record in records), "")
        if len(records) > MOST:
            keys, choice = highlights(table)
        rows = tuple(row for row in table.rows if row.record.key in keys)
        shown = {row.record.key for row in rows}
        return cls(
            sentence=sentence(table),
            table=replace(table, rows=rows),
            choice=choice,
            more=sum(row.record.key not in keys for row in table.done),
            front=[row.record.key for row in table.rows if row.on_front],
            runs={run.pk: run for run in runs if run.pk in shown},
        )


def findings_of(comparisons: Sequence[Comparison]) -> list[OutcomeFindings]:
    """Return what comparisons found whose runs have ended; two queries for all that are stored."""
    stamps = _stamps(comparisons)
    stored = {c.pk: c.outcome.findings for c in comparisons if _holds(c, stamps[c.pk])}
    keys = {row["record"] for values in stored.values() for row in values["rows"]}
    runs = Run.objects.select_related("comparison__workload", "comparison__known").in_bulk(
        list(keys)
    )
    if len(runs) < len(keys):  # one was deleted in this moment
        return [_conclude(comparison) for comparison in comparisons]
    return [_read(c, stored[c.pk], runs) if c.pk in stored else _conclude(c) for c in comparisons]


def sentence_of(comparison: Comparison, table: Standings) -> str:
    """Return the sentence about a comparison, which is fetched with its runs and its outcome, from
    their table against the usual baseline."""
    if _holds(comparison, _stamp(map(_state, comparison.runs.all()), comparison.known)):
        return str(comparison.outcome.findings["sentence"])
    return sentence(table)


def conclude(comparison: Comparison) -> None:
    """Store what a comparison found when the run that has just ended was its last."""
    try:
        if not Run.objects.filter(comparison=comparison, state__in=ACTIVE).exists():
            _conclude(comparison)
    except Exception:  # the runs have their results: the next reader computes the rest
        log.exception("comparison %s is not concluded", comparison.pk)


def _stamp(states: Iterable[tuple[Any, ...]], bounds_row: KnownBounds | None) -> str:
    """Return a fingerprint of all that an outcome depends on: each run's key, state and end; the
    known bounds of the instance, also from other comparisons; the version of the words, the
    versions of all that computes results, and the plugins, whose metrics and bounds may come and
    go."""
    bounds = bounds_row and (
        *(bounds_row.digest, bounds_row.proved, len(repr(bounds_row.values))),
        *(bounds_row.versions, bounds_row.proved_by),
    )
    plugins = [plugin.title for plugin in loaded()]
    judged = (plugins, everything())
    content = repr((__version__, FORMAT, judged, sorted(states), bounds))
    return hashlib.sha256(content.encode()).hexdigest()


def _state(run: Run) -> tuple[Any, ...]:
    return run.pk, run.state, str(run.finished)


def _stamps(comparisons: Sequence[Comparison]) -> dict[str, str]:
    states: dict[str, list[tuple[Any, ...]]] = {c.pk: [] for c in comparisons}
    rows = Run.objects.filter(comparison__in=comparisons)
    for key, *state, finished in rows.values_list("comparison", "pk", "state", "finished"):
        states[key].append((*state, str(finished)))
    return {c.pk: _stamp(states[c.pk], c.known) for c in comparisons}


def _holds(comparison: Comparison, stamp: str) -> bool:
    return hasattr(comparison, "outcome") and comparison.outcome.stamp == stamp


def _conclude(comparison: Comparison) -> OutcomeFindings:
    """Compute and store; a row that cannot be written is computed again."""
    runs = list(Run.objects.filter(comparison=comparison))
    comparison.known = KnownBounds.objects.filter(comparisons=comparison).first()
    for run in runs:
        run.comparison = comparison
    findings = OutcomeFindings.of(comparison, runs)
    row = Outcome(
        comparison=comparison,
        stamp=_stamp(map(_state, runs), comparison.known),
        findings=_written(findings),
    )
    try:
        Outcome.objects.bulk_create(
            [row],
            update_conflicts=True,
            unique_fields=["comparison"],
            update_fields=["stamp", "findings"],
        )
    except DatabaseError as error:
        log.warning("what comparison %s found is not stored: %s", comparison.pk, error)
    return findings


def _written(findings: OutcomeFindings) -> dict[str, Any]:
    """Return plain JSON values."""
    table = findings.table
    return {
        "sentence": findings.sentence,
        "choice": findings.choice,
        "more": findings.more,
        "front": findings.front,
        "columns": [[column.metric.key, *vars(column.unit).values()] for column in table.columns],
        "rows": [_written_row(row) for row in table.rows],
        "baseline": table.baseline and table.baseline.key,
        "has_optimality": table.has_optimality,
    }


def _written_row(row: StandingsRow) -> dict[str, Any]:
    ratios = {
        criterion: {**vars(ratio), "metric": ratio.metric.key, "proof": None}
        for criterion, ratio in row.ratios.items()
    }
    return {
        **vars(row),
        "record": row.record.key,
        "cells": [vars(cell) for cell in row.cells],
        "ratios": ratios,
        "certificates": {key: vars(certificate) for key, certificate in row.certificates.items()},
    }


def _read(
    comparison: Comparison, values: Mapping[str, Any], runs: Mapping[str, Run]
) -> OutcomeFindings:
    columns = [
        StandingsColumn(METRICS[key], DisplayUnit(name, size))
        for key, name, size in values["columns"]
    ]
    own = [runs[row["record"]] for row in values["rows"]]
    records = records_of(comparison, own)
    by_key = {record.key: record for record in records}
    rows = [_read_row(row, by_key) for row in values["rows"]]
    baseline = by_key.get(values["baseline"])
    return OutcomeFindings(
        sentence=values["sentence"],
        table=Standings(records, tuple(columns), tuple(rows), baseline, values["has_optimality"]),
        choice=values["choice"],
        more=values["more"],
        front=values["front"],
        runs={run.pk: run for run in own},
    )


def _read_row(row: Mapping[str, Any], records: Mapping[str, Record]) -> StandingsRow:
    ratios = {
        criterion: RatioCell(**{**ratio, "metric": METRICS[ratio["metric"]]})
        for criterion, ratio in row["ratios"].items()
    }
    read = {
        "record": records[row["record"]],
        "cells": tuple(StandingsCell(**cell) for cell in row["cells"]),
        "ratios": ratios,
        "certificates": {key: Certificate(**values) for key, values in row["certificates"].items()},
    }
    return StandingsRow(**{**row, **read})
