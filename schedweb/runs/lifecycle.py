"""The only writer of `Run.state`.

    queued ──claim──▶ running ──┬──finish──▶ done
    ▲ ▲ │              │  │     ├───fail───▶ failed ────┐
    │ │ │              │ stop   │                       │
    │ └─┼───requeue────┘  ▼     │                       │
    │   │             stopping ─┴──discard─▶ cancelled ─┤
    │   └───────stop─────────────────────────▲          │
    ├──────────────────────retry────────────────────────┘
    └──────────────────recompute──── done, with a schedule that is damaged

A run that is stopping is still running: somebody asked for its end, and its worker is about to keep
the best schedule it has. It finishes or fails as others do. With nothing to keep, or when its
worker is lost, it is abandoned, which leaves it cancelled as if somebody had discarded it.

Each step is one guarded UPDATE; a count of 0 says that somebody else was first. A `Claim` fences
an attempt: whoever lost it can write nothing any more.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, F, Q, QuerySet, Value, When
from django.utils import timezone

from algorithms.errors import Cancelled
from schedweb.runs.models import ErrorKind, Run, State

RESULT_FIELDS = (
    "version",
    "status",
    "message",
    "seconds",
    "cpu_seconds",
    "peak_memory",
    "metrics",
    "bounds",
    "proved",
    "unit",
    "is_cut",
    "trace",
    "sites",
    "environments",
    "grouping",
    "versions",
    "schedule",
    "gantt",
    "poster_light",
    "poster_dark",
)


NOTHING = {
    "started": None,
    "finished": None,
    "sent": None,
    "cpu_seconds": None,
    "peak_memory": None,
}
"""What a run that starts afresh has not yet."""


@dataclass(frozen=True)
class Claim:
    """The right of one worker to compute one attempt of a run."""

    run: str
    worker: str
    attempt: int

    def rows(self) -> QuerySet[Run]:
        """Return the run while this claim holds."""
        return Run.objects.filter(
            pk=self.run, state=State.RUNNING, worker=self.worker, attempts=self.attempt
        )


class LostClaimError(Cancelled):
    """The run was cancelled, or given to another worker: nobody wants what this one computes."""


def claim(pk: str, worker: str) -> Claim | None:
    """Take a queued run; None when it is not queued (any more): delivery twice is normal."""
    now = timezone.now()
    took = Run.objects.filter(pk=pk, state=State.QUEUED).update(
        state=State.RUNNING,
        worker=worker,
        attempts=F("attempts") + 1,
        started=now,
        heartbeat=now,
        progress=0.0,
        message="",
    )
    if not took:
        return None
    # Nobody else raises `attempts` meanwhile, unless the run was given to another worker already.
    attempt = Run.objects.filter(pk=pk, worker=worker).values_list("attempts", flat=True).first()
    return None if attempt is None else Claim(pk, worker, attempt)


def beat(held: Claim, **progress: Any) -> bool:
    """Tell that the worker is alive, and how far it is.

    Returns
    -------
    bool
        True when somebody asked for the end: one query says so, or two.

    Raises
    ------
    LostClaimError
    """
    rows, told = held.rows(), {"heartbeat": timezone.now(), **progress}
    if rows.filter(stopping=None).update(**told):
        return False
    if rows.update(**told):
        return True
    raise LostClaimError("the run was cancelled or given to another worker")


def finish(held: Claim, result: dict[str, Any]) -> bool:
    """Store a result, if the claim still holds."""
    unknown = set(result) - set(RESULT_FIELDS)
    if unknown:
        raise ValueError(f"not fields of a result: {sorted(unknown)}")
    fresh = {"progress": 1.0, "message": "", "error": "", "error_kind": ""}
    return _end(held.rows(), State.DONE, **fresh | result)


def fail(held: Claim, kind: ErrorKind, error: str, **measured: Any) -> bool:
    """End an attempt with the sentence that says why, if the claim still holds."""
    return _end(held.rows(), State.FAILED, error=error, error_kind=kind, **measured)


def abandon(held: Claim, **measured: Any) -> bool:
    """Cancel a run that was stopped before it had a schedule, if the claim still holds."""
    return _end(held.rows(), State.CANCELLED, **measured)


def stop(pk: str) -> bool:
    """Cancel a run that waits, and ask the worker of one that it computes to end it.

    A second time changes nothing: people click twice. One UPDATE, because a run may be claimed or
    queued again between two.
    """
    now = Value(timezone.now())
    waits, computes = Q(state=State.QUEUED), Q(state=State.RUNNING)
    rows = Run.objects.filter(waits | (computes & Q(stopping=None)), pk=pk)
    changed = rows.update(
        state=Case(When(waits, then=Value(State.CANCELLED)), default=F("state")),
        finished=Case(When(waits, then=now), default=None),
        stopping=Case(When(computes, then=now), default=None),
    )
    return changed == 1


def discard(pk: str) -> bool:
    """Cancel a run that is stopping, whatever it has; its worker notices when it next reports."""
    stopping = Run.objects.filter(pk=pk, state=State.RUNNING, stopping__isnull=False)
    return _end(stopping, State.CANCELLED)


def retry(pk: str) -> bool:
    """Queue a failed or cancelled run anew."""
    now = timezone.now()
    ended = Run.objects.filter(pk=pk, state__in=(State.FAILED, State.CANCELLED))
    return bool(_queue(ended, attempts=0, queued=now, **NOTHING))


def recompute(pk: str, schedule: str) -> bool:
    """Queue a run anew that is done and whose schedule, of that digest, cannot be read any more."""
    done = Run.objects.filter(pk=pk, state=State.DONE, schedule=schedule)
    return bool(_queue(done, attempts=0, queued=timezone.now(), **NOTHING, **_no_result()))


def requeue(lost: Claim, heartbeat: datetime) -> bool:
    """Give up an attempt whose worker has not been heard since `heartbeat`."""
    return bool(_queue(_silent(lost, heartbeat).filter(stopping=None), sent=None))


def give_up(lost: Claim, heartbeat: datetime, kind: ErrorKind, error: str) -> bool:
    """Fail a run whose worker has not been heard since `heartbeat`."""
    rows = _silent(lost, heartbeat).filter(stopping=None)
    return _end(rows, State.FAILED, error=error, error_kind=kind)


def abandon_lost(lost: Claim, heartbeat: datetime) -> bool:
    """Cancel a run that is stopping and whose worker has not been heard since `heartbeat`."""
    return _end(_silent(lost, heartbeat).filter(stopping__isnull=False), State.CANCELLED)


def _no_result() -> dict[str, Any]:
    kept = ("version", "message", "trace")  # set by whoever queues
    empty = [name for name in RESULT_FIELDS if name not in (*kept, *NOTHING)]
    fresh = Run()
    return {name: getattr(fresh, name) for name in empty}


def _silent(lost: Claim, heartbeat: datetime) -> QuerySet[Run]:
    return lost.rows().filter(heartbeat=heartbeat)


def _end(rows: QuerySet[Run], state: State, **fields: Any) -> bool:
    return rows.update(state=state, finished=timezone.now(), **fields) == 1


def _queue(rows: QuerySet[Run], **fields: Any) -> int:
    return rows.update(
        state=State.QUEUED,
        worker="",
        heartbeat=None,
        stopping=None,
        progress=0.0,
        message="",
        trace={},
        error="",
        error_kind="",
        **fields,
    )
