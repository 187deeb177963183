"""Where runs stand in the line of what waits, and how long they will take."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models.functions import Now

from parsched.policies.catalogue import ALGORITHMS
from schedweb.base.kept import KeptValues
from schedweb.runs.estimates import ends_of, lately
from schedweb.runs.models import Run
from schedweb.workers.lengths import SHORT_SECONDS, most_long
from schedweb.workers.models import State, Task, Waiting, works
from schedweb.workers.presence import processes
from schedweb.workers.turns import line_of

OTHER_SECONDS = 2.0
"""What a batch of a study takes, about."""
LEAST_DONE, MOST_DONE = 0.05, 0.995
"""Share of a run between which its progress says how long it will go on: at 100 % it says nothing
any more, and a search's progress is no share of its time at all."""
KEPT = "one worker is kept for short runs"
ALONE = "with one worker, short runs wait for long ones"
LINE_SECONDS = 1.0
"""Time for which pages see the same line."""
_NEEDED = ("pk", "algorithm", "params", "comparison__workload__jobs")


@dataclass(frozen=True)
class RunInLine:
    """A run that waits or computes.

    `position` is its place in line, 1 for the next one and 0 for one that computes; `left` are the
    seconds until it ends, None where that is not known. `why` says for what it waits besides those
    before it, blank where for nothing.
    """

    position: int
    left: float | None
    why: str = ""


@dataclass(frozen=True)
class RunLine:
    """The line of a moment ago, and the keys of all that stood in it."""

    waiting: Sequence[Waiting]
    keys: frozenset[str]

    @classmethod
    def now(cls) -> "RunLine":
        """Return the line as it is."""
        waiting = line_of(Run.LINE)
        return cls(waiting, frozenset(one.pk for one in waiting))


kept_line = KeptValues(RunLine.now, LINE_SECONDS)
"""Returns the line of a moment ago; workers ask for the present one."""


def line_with(shown: Iterable[Run]) -> Sequence[Waiting]:
    """Return the line of a moment ago; the present one where a shown run waits and was not in it
    yet."""
    keys = {run.pk for run in shown if run.state == State.QUEUED}
    return kept_line(lambda line: keys <= line.keys).waiting


def standings(shown: Iterable[Run] = ()) -> Mapping[str, RunInLine]:
    """Return where all runs stand that wait or compute, by key; the line is one in which those
    stand that are `shown`."""
    seen = line_with(shown)
    computing = list(
        Run.objects.filter(state=State.RUNNING)
        .order_by()
        .values_list(*_NEEDED, "started", "progress", Now())
    )
    rows = list(Run.objects.filter(state=State.QUEUED).order_by().values_list(*_NEEDED))
    if not computing and not rows:
        return {}
    estimator = lately()

    def seconds(algorithm: str, params: Mapping[str, object], jobs: int) -> float | None:
        estimate = estimator.of_stored_params(algorithm, params, jobs)
        return None if estimate is None else estimate.seconds

    left = {
        pk: _left(seconds(algorithm, params, jobs), started, _told(algorithm, progress), now)
        for pk, algorithm, params, jobs, started, progress, now in computing
    }
    times = {pk: seconds(*of) for pk, *of in rows}
    line = [one for one in seen if one.model is not Run or one.pk in times]  # others began or ended
    in_line = _in_line(line, times, [*left.values(), *_left_of_others()])
    return {**dict(in_line), **{pk: RunInLine(0, time) for pk, time in left.items()}}


def _left_of_others() -> Iterator[float | None]:
    """Yield how long what else computes keeps the processes that compute runs."""
    for model in works():
        if model not in (Run, Task):
            rows = model.objects.filter(state=State.RUNNING).order_by()
            for started, progress, now in rows.values_list("started", "progress", Now()):
                yield _left(OTHER_SECONDS, started, progress, now)


def _left(
    estimated: float | None, started: datetime | None, progress: float, now: datetime
) -> float | None:
    """Return how long a run goes on, by its progress or else by what it was estimated; None where
    it has taken longer than that already."""
    passed = 0.0 if started is None else (now - started).total_seconds()
    if LEAST_DONE <= progress < MOST_DONE:
        return passed * (1 - progress) / progress
    return None if estimated is None or passed > estimated else estimated - passed


def _told(algorithm: str, progress: float) -> float:
    """Return the progress of a run as far as it tells of its time."""
    declared = ALGORITHMS.get(algorithm)
    return 0.0 if declared is not None and declared.is_search else progress


def _in_line(
    line: Sequence[Waiting], times: Mapping[str, float | None], busy: list[float | None]
) -> Iterator[tuple[str, RunInLine]]:
    """Yield the standings of waiting runs; from the first run with an unknown duration on, no end
    is estimated."""
    taken = [time or 0.0 for time in busy]
    number = processes()
    free = [*taken, *[0.0] * max(number - len(taken), 0)] or [0.0]
    long_busy = sum(time is None or time > SHORT_SECONDS for time in busy)
    of_all = [times.get(one.pk) if one.model is Run else OTHER_SECONDS for one in line]
    ends = ends_of([time or 0.0 for time in of_all], free)
    is_known = None not in busy
    for position, (one, time, end) in enumerate(zip(line, of_all, ends, strict=True), start=1):
        is_known = is_known and time is not None
        if one.model is Run:
            why = _why(time, long_busy, number)
            yield one.pk, RunInLine(position, end if is_known else None, why)


def _why(time: float | None, long_busy: int, number: int) -> str:
    """Return for what a run waits that takes some time, while processes compute long ones."""
    if long_busy < most_long(number):
        return ""
    if time is not None and time > SHORT_SECONDS:
        return KEPT if number > 1 else ""
    return ALONE if number == 1 else ""
