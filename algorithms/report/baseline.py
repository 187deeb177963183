"""The run that others are compared with."""

from typing import Any

from algorithms.declare.catalogue import ALGORITHMS
from algorithms.declare.parameters import flattened
from algorithms.record import Record
from algorithms.report.records import Records


def baseline_of(records: Records, key: str | None) -> Record | None:
    """Return the run of a key if it has a result, else that of the algorithm which is the first
    among baselines; None without any result."""
    if baseline := next((record for record in records.done if record.key == key), None):
        return baseline
    return min(records.ranked, key=_rank, default=None)


def _rank(record: Record) -> int:
    """Return the rank of its algorithm among baselines, the first of which counts within on-line
    batches, too; those that are none come last."""
    within = flattened(record.params).get("algorithm")
    ranks = [_declared_rank(record.algorithm), 0 if _declared_rank(within) == 0 else None]
    return min((rank for rank in ranks if rank is not None), default=len(ALGORITHMS))


def _declared_rank(key: Any) -> int | None:
    return ALGORITHMS[key].baseline if key in ALGORITHMS else None
