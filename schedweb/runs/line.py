"""Where runs stand in the line of what waits, and how long they will take."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from schedweb.runs.estimates import Estimator, ends_of
from schedweb.runs.models import Run
from schedweb.workers.models import State, Waiting
from schedweb.workers.presence import processes
from schedweb.workers.turns import line_of

OTHER_SECONDS = 2.0
"""What a batch of a study takes, about."""
LEAST_DONE = 0.05
"""Share of a run from which on its progress says how long it will go on."""
_NEEDED = ("pk", "algorithm", "params", "comparison__workload__jobs")


@dataclass(frozen=True)
class Standing:
    """A run that waits or computes.

    `position` is its place in line, 1 for the next one and 0 for one that computes; `left` are the
    seconds until it ends, None where that is not known.
    """

    position: int
    left: float | None


def standings() -> Mapping[str, Standing]:
    """Return where all runs stand that wait or compute, by key."""
    line, now = line_of(Run.LINE), timezone.now()
    computing = list(
        Run.objects.filter(state=State.RUNNING)
        .order_by()
        .values_list(*_NEEDED, "started", "progress")
    )
    waiting = {one.pk for one in line if one.model is Run}
    if not computing and not waiting:
        return {}
    rows = Run.objects.filter(pk__in=waiting).order_by().values_list(*_NEEDED)
    estimator = Estimator.of_stored()

    def seconds(algorithm: str, params: Mapping[str, object], jobs: int) -> float | None:
        estimate = estimator.of_stored_params(algorithm, params, jobs)
        return None if estimate is None else estimate.seconds

    left = {
        pk: _left(seconds(algorithm, params, jobs), started, progress, now)
        for pk, algorithm, params, jobs, started, progress in computing
    }
    times = {pk: seconds(*of) for pk, *of in rows}
    found = {pk: Standing(0, time) for pk, time in left.items()}
    return {**found, **dict(_in_line(line, times, [*left.values()]))}


def _left(
    estimated: float | None, started: datetime | None, progress: float, now: datetime
) -> float | None:
    """Return how long a run goes on, by its progress or else by what it was estimated."""
    passed = 0.0 if started is None else (now - started).total_seconds()
    if progress >= LEAST_DONE:
        return passed * (1 - progress) / progress
    return None if estimated is None else max(estimated - passed, 0.0)


def _in_line(
    line: list[Waiting], times: Mapping[str, float | None], busy: list[float | None]
) -> Iterator[tuple[str, Standing]]:
    """Yield the standings of runs that wait: from the first whose time is not known on, nobody
    knows when they end."""
    taken = [time or 0.0 for time in busy]
    free = [*taken, *[0.0] * max(processes() - len(taken), 0)] or [0.0]
    of_all = [times.get(one.pk) if one.model is Run else OTHER_SECONDS for one in line]
    ends = ends_of([time or 0.0 for time in of_all], free)
    is_known = None not in busy
    for position, (one, time, end) in enumerate(zip(line, of_all, ends, strict=True), start=1):
        is_known = is_known and time is not None
        if one.model is Run:
            yield one.pk, Standing(position, end if is_known else None)
