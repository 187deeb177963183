"""Ready-made comparisons for stored workloads."""

from collections.abc import Sequence

from algorithms.problem.instance import Instance
from algorithms.ready_made import READY_MADE, ReadyMade
from schedweb.errors import InvalidError
from schedweb.runs.entries import Entry


def entries_of(ready: ReadyMade) -> list[Entry]:
    """Return what it runs, as services take it."""
    return [Entry(m.algorithm, dict(m.params), vary=dict(m.vary)) for m in ready.methods]


def chosen(entries: Sequence[Entry], key: str | None, instance: Instance) -> list[Entry]:
    """Return entries and after them those of a ready-made comparison; raises `InvalidError` under
    `ready_made` where that does not suit."""
    if key is None:
        return [*entries]
    ready = READY_MADE[key]
    if reason := ready.refusal(instance):
        raise InvalidError({"ready_made": f"{key} {reason}"})
    return [*entries, *entries_of(ready)]
