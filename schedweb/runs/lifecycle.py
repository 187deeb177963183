"""The only writer of `Run.state`.

    queued ──claim──▶ running ──finish──▶ done
      ▲  │               │ ├────fail────▶ failed ──────┐
      │  └──cancel───────┼─┴───cancel───▶ cancelled ───┤
      └──────requeue─────┘◀─────────────retry──────────┘

Each step is one guarded UPDATE; a count of 0 says that somebody else was first. A `Claim` fences
an attempt: whoever lost it can write nothing any more.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from algorithms.errors import Cancelled
from schedweb.runs.models import ErrorKind, Run, State

RESULT_FIELDS = (
    "version",
    "status",
    "seconds",
    "cpu_seconds",
    "peak_memory",
    "metrics",
    "bounds",
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


def beat(held: Claim, **progress: Any) -> None:
    """Tell that the worker is alive, and how far it is; raises LostClaimError."""
    if not held.rows().update(heartbeat=timezone.now(), **progress):
        raise LostClaimError("the run was cancelled or given to another worker")


def finish(held: Claim, result: dict[str, Any]) -> bool:
    """Store a result, if the claim still holds."""
    unknown = set(result) - set(RESULT_FIELDS)
    if unknown:
        raise ValueError(f"not fields of a result: {sorted(unknown)}")
    return _end(
        held.rows(), State.DONE, progress=1.0, message="", error="", error_kind="", **result
    )


def fail(held: Claim, kind: ErrorKind, error: str, **measured: Any) -> bool:
    """End an attempt with the sentence that says why, if the claim still holds."""
    return _end(held.rows(), State.FAILED, error=error, error_kind=kind, **measured)


def cancel(pk: str) -> bool:
    """Cancel a run that waits or computes; its worker notices when it next reports."""
    return _end(Run.objects.filter(pk=pk, state__in=(State.QUEUED, State.RUNNING)), State.CANCELLED)


def retry(pk: str) -> bool:
    """Queue a failed or cancelled run anew."""
    now = timezone.now()
    ended = Run.objects.filter(pk=pk, state__in=(State.FAILED, State.CANCELLED))
    return bool(_queue(ended, attempts=0, queued=now, **NOTHING))


def requeue(lost: Claim, heartbeat: datetime) -> bool:
    """Give up an attempt whose worker has not been heard since `heartbeat`."""
    return bool(_queue(lost.rows().filter(heartbeat=heartbeat), sent=None))


def give_up(lost: Claim, heartbeat: datetime, kind: ErrorKind, error: str) -> bool:
    """Fail a run whose worker has not been heard since `heartbeat`."""
    rows = lost.rows().filter(heartbeat=heartbeat)
    return _end(rows, State.FAILED, error=error, error_kind=kind)


def _end(rows: QuerySet[Run], state: State, **fields: Any) -> bool:
    return rows.update(state=state, finished=timezone.now(), **fields) == 1


def _queue(rows: QuerySet[Run], **fields: Any) -> int:
    return rows.update(
        state=State.QUEUED,
        worker="",
        heartbeat=None,
        progress=0.0,
        message="",
        error="",
        error_kind="",
        **fields,
    )
