"""Progress of a study: how many instances of each value are computed, and how long the rest
takes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

import numpy as np
from numpy.typing import NDArray

from parsched.studies import Part
from schedweb.studies.handing import paces_of
from schedweb.studies.models import Batch, Study
from schedweb.studies.planning import Pace
from schedweb.studies.selectors import outdated
from schedweb.studies.units import InstanceSpan
from schedweb.workers.models import State


class Phase(StrEnum):
    """Where a study stands, in a word."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    STOPPED = "stopped"
    INCOMPLETE = "incomplete"
    FINISHED = "finished"


@dataclass(frozen=True)
class PartProgress:
    """How many instances of each value of a part are computed."""

    part: Part
    done: NDArray[np.int64]

    @property
    def left(self) -> NDArray[np.int64]:
        """Instances that are not computed, by value."""
        return self.part.repetitions - self.done


@dataclass(frozen=True)
class Completion:
    """How far a study is; `failures` counts the instances that failed by the sentence that says
    why, `outdated` the instances that older versions computed, which do not count while they are
    computed again, and `seconds_left` is None where nothing says how long the rest takes."""

    phase: Phase
    parts: Sequence[PartProgress]
    running: int
    failures: Mapping[str, int]
    outdated: int
    seconds_left: float | None

    @classmethod
    def of(cls, study: Study) -> Self:
        """Read it from the batches of a study."""
        batches = Batch.objects.filter(study=study)
        older = outdated(study)
        counted = batches.exclude(pk__in=older.values("pk")) if study.takes_batches else batches
        rows = list(counted.order_by().values_list("part", "first", "end", "state"))
        spans: dict[int, list[InstanceSpan]] = {}
        for place, first, end, state in rows:
            if state == State.DONE:
                spans.setdefault(place, []).append(InstanceSpan(first, end))
        parts = [
            PartProgress(part, _done(part, spans.get(place, [])))
            for place, part in enumerate(study.declared.parts)
        ]
        running = sum(row[3] == State.RUNNING for row in rows)
        failures: Counter[str] = Counter()
        failed = batches.filter(state=State.FAILED).order_by("first")
        for error, first, end in failed.values_list("error", "first", "end"):
            failures[error] += end - first
        phase = _phase(study, running, is_whole=not any(part.left.any() for part in parts))
        seconds = _seconds_left(parts, paces_of(batches), running) if study.takes_batches else None
        old = sum(end - first for first, end in older.values_list("first", "end"))
        return cls(phase, parts, running, dict(failures), old, seconds)

    @property
    def is_going_on(self) -> bool:
        """True while more comes by itself."""
        return self.phase in (Phase.WAITING, Phase.RUNNING) or self.running > 0

    @property
    def instances(self) -> int:
        """Instances that are computed."""
        return sum(int(part.done.sum()) for part in self.parts)

    @property
    def runs(self) -> int:
        """Runs that are over."""
        return sum(int(part.done.sum()) * len(part.part.requests) for part in self.parts)


def _phase(study: Study, running: int, *, is_whole: bool) -> Phase:
    if study.stopped is not None:
        return Phase.STOPPED
    if study.finished is not None:
        return Phase.FINISHED if is_whole else Phase.INCOMPLETE
    if study.is_paused:
        return Phase.PAUSED
    return Phase.RUNNING if running else Phase.WAITING


def _done(part: Part, spans: Sequence[InstanceSpan]) -> NDArray[np.int64]:
    """Count the instances of each value."""
    values = len(part.instances.values)
    counts = np.zeros(values, np.int64)
    for first, end in spans:
        rounds, rest = divmod(end - first, values)
        counts += rounds
        counts[(first + np.arange(rest)) % values] += 1
    return counts


def _seconds_left(
    parts: Sequence[PartProgress], paces: Mapping[int, Pace], running: int
) -> float | None:
    """Estimate the time that the rest takes, with as many processes as compute now."""
    if not paces:
        return None
    total = 0.0
    for place, part in enumerate(parts):
        pace = paces.get(place, Pace())
        total += sum(left * pace.of_value(i) for i, left in enumerate(part.left.tolist()) if left)
    return total / max(running, 1)
