"""Ready-made comparisons for stored workloads."""

from collections.abc import Iterable, Sequence
from typing import Any

from algorithms.catalogue import algorithm
from algorithms.errors import ParameterError, UnknownKeyError
from algorithms.platform import Platform
from algorithms.ready_made import READY_MADE, SHARED, ReadyMade
from algorithms.workload import Workload
from schedweb.errors import InvalidError
from schedweb.runs.entries import Entry
from schedweb.runs.models import Run


def entries_of(ready: ReadyMade) -> list[Entry]:
    """Return what it runs, as services take it."""
    return [Entry(m.algorithm, dict(m.params), vary=dict(m.vary)) for m in ready.methods]


def chosen(
    entries: Sequence[Entry], key: str | None, workload: Workload, platform: Platform
) -> list[Entry]:
    """Return entries and after them those of a ready-made comparison; raises `InvalidError` under
    `ready_made` where that does not suit."""
    if key is None:
        return [*entries]
    ready = READY_MADE[key]
    if reason := ready.refusal(workload, platform):
        raise InvalidError({"ready_made": f"{key} {reason}"})
    return [*entries, *entries_of(ready)]


def shared_by(runs: Iterable[Run]) -> dict[str, Any]:
    """Return what all runs share that know such parameters; nothing where they differ."""
    names = [spec.name for spec in SHARED.specs()]
    found = set()
    for run in runs:
        try:
            params = algorithm(run.algorithm).params.from_mapping(run.params).innermost
        except (UnknownKeyError, ParameterError):  # of an earlier version
            continue
        values = params.as_dict()
        if values.keys() >= set(names):
            found.add(tuple(values[name] for name in names))
    return dict(zip(names, found.pop(), strict=True)) if len(found) == 1 else {}
