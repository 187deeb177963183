"""The run that others are compared with."""

from typing import Any

from parsched.declare.parameters import flattened
from parsched.policies.catalogue import ALGORITHMS
from parsched.report.comparable import RECORDED
from parsched.report.records import Records
from parsched.run.record import Record

USUAL = (RECORDED, "easy", "conservative")
"""Where jobs arrive over time: what happened, and what most machines say that they run."""
STRICT = "fcfs"
"""What no machine runs, as no job overtakes another: the last that others are compared with."""


def baseline_of(records: Records, key: str | None) -> Record | None:
    """Return the run of a key if it has a result, else the run of the algorithm which is the first
    among baselines; None without any result. Where jobs arrive over time, that is what happened, if
    it can be compared, else what most machines run."""
    if baseline := next((record for record in records.done if record.key == key), None):
        return baseline
    if not records.about.traits.has_releases:
        return min(records.ranked, key=_rank, default=None)
    return min(records.ranked, key=_arriving, default=None)


def _arriving(record: Record) -> tuple[bool, int, int]:
    """Order runs where jobs arrive over time."""
    rank, place = _rank(record), len(USUAL)
    if record.algorithm in USUAL:
        place = USUAL.index(record.algorithm)
    return rank > 0, place + (record.algorithm == STRICT), rank


def _rank(record: Record) -> int:
    """Return the rank of its algorithm among baselines (the first baseline counts within on-line
    batches, too); other algorithms come last."""
    within = flattened(record.params).get("algorithm")
    ranks = [_declared_rank(record.algorithm), 0 if _declared_rank(within) == 0 else None]
    return min((rank for rank in ranks if rank is not None), default=len(ALGORITHMS))


def _declared_rank(key: Any) -> int | None:
    return ALGORITHMS[key].baseline if key in ALGORITHMS else None
