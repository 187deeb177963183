"""The only writer of `Work.state`.

    queued ──claim──▶ running ──┬──finish──▶ done
    ▲ ▲ │              │  │     ├───fail───▶ failed ────┐
    │ │ │              │ stop   │                       │
    │ └─┼───requeue────┘  ▼     │                       │
    │   │             stopping ─┴──discard─▶ cancelled ─┤
    │   └───────stop─────────────────────────▲          │
    ├──────────────────────retry────────────────────────┘
    └──────────────────recompute──── done, with a result that is damaged

What was made elsewhere is taken in, from queued to done, by the process that stores its row.

Work that is stopping is still running: a user asked for its end, and its worker is about to keep
the best that it has. It finishes or fails as others do. With nothing to keep, or when its worker is
lost, it is abandoned, which leaves it cancelled as if a user had discarded it.

Each step is one guarded UPDATE; a count of 0 says that another process was first. A `WorkClaim`
fences an attempt: a worker that lost it can write nothing any more. Times are the database's own,
so that no two clocks are ever compared.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, Value, When
from django.db.models.functions import Now

from parsched.base.errors import Cancelled
from schedweb.workers.models import ErrorKind, State, Work

CONFIRM_SECONDS = 5
"""A silent worker is lost only if it stays silent for this long after it was first suspected: when
the database comes back after an outage, all heartbeats are old, and those alive beat at once."""

NOTHING: Mapping[str, Any] = {
    "started": None,
    "finished": None,
    "sent": None,
    "attempts": 0,
    "crashes": 0,
}
"""What work that starts afresh has not yet."""


@dataclass(frozen=True)
class WorkClaim:
    """The right of one worker to compute one attempt of some work."""

    model: type[Work]
    pk: str
    worker: str
    attempt: int

    @classmethod
    def on(cls, work: Work) -> "WorkClaim":
        """Return the claim that holds on running work."""
        return cls(type(work), work.pk, work.worker, work.attempts)

    def rows(self) -> QuerySet[Work]:
        """Return the row while this claim holds."""
        return self.model.objects.filter(
            pk=self.pk, state=State.RUNNING, worker=self.worker, attempts=self.attempt
        )

    def result_rows(self) -> QuerySet[Work]:
        """Return the row while it takes this attempt's result: also after it was given up as lost,
        until another worker claims it, since what is computed need not be computed again."""
        mine = Q(state=State.RUNNING, worker=self.worker) | Q(state=State.QUEUED)
        return self.model.objects.filter(mine, pk=self.pk, attempts=self.attempt)


class LostClaimError(Cancelled):
    """The work was cancelled, or given to another worker: this one's result is not wanted."""


def claim(model: type[Work], pk: str, worker: str) -> WorkClaim | None:
    """Take queued work; None when it is not queued (any more): delivery twice is normal.

    A worker does one thing at a time. So what runs in its name while it asks is what it took a
    moment ago, when the connection broke before the database could say so.
    """
    took = model.objects.filter(pk=pk, state=State.QUEUED).update(
        state=State.RUNNING,
        worker=worker,
        attempts=F("attempts") + 1,
        started=Now(),
        heartbeat=Now(),
        suspected=None,
        progress=0.0,
        message="",
    )
    mine = model.objects.filter(pk=pk, worker=worker, state=State.RUNNING)
    if not took and not mine.update(heartbeat=Now(), suspected=None):
        return None
    # No other process raises `attempts` meanwhile, unless the work was given to another worker
    # already.
    held = mine.values_list("attempts", flat=True).first()
    return None if held is None else WorkClaim(model, pk, worker, held)


def beat(held: WorkClaim, **progress: Any) -> bool:
    """Say that the worker is alive, and how far it is.

    Returns
    -------
    bool
        True when a user asked for the end.

    Raises
    ------
    LostClaimError
    """
    rows = held.rows()
    values = {"heartbeat": Now(), "suspected": None, **progress}
    if rows.filter(stopping=None).update(**values):
        return False
    if rows.update(**values):
        return True
    raise LostClaimError("the work was cancelled or given to another worker")


def finish(held: WorkClaim, result: Mapping[str, Any]) -> bool:
    """Store a result, if it is still wanted, and in the same transaction what it changes in other
    rows."""
    return _store(held.result_rows(), held.pk, result)


def take_in(work: Work, result: Mapping[str, Any]) -> bool:
    """Store a result that no worker computes, of work whose row was made in this transaction."""
    rows = type(work).objects.filter(pk=work.pk, state=State.QUEUED, attempts=0)
    return _store(rows, work.pk, result)


def _store(rows: QuerySet[Work], pk: str, result: Mapping[str, Any]) -> bool:
    model = rows.model
    result = model.accepted(result)
    if unknown := set(result) - model.RESULT:
        raise ValueError(f"not fields of a result: {sorted(unknown)}")
    fresh = {"progress": 1.0, "message": "", "error": "", "error_kind": ""}
    with transaction.atomic():
        if not _end(rows, State.DONE, **(fresh | result)):
            return False
        model.share(pk, result)
    return True


def fail(held: WorkClaim, kind: ErrorKind, error: str, **measured: Any) -> bool:
    """End an attempt with the sentence that says why, if it is still wanted."""
    took = held.model.accepted(measured)
    return _end(held.result_rows(), State.FAILED, error=error, error_kind=kind, **took)


def abandon(held: WorkClaim, **measured: Any) -> bool:
    """Cancel work that was stopped before it had anything to keep, if the claim still holds."""
    return _end(held.rows(), State.CANCELLED, **held.model.accepted(measured))


def stop(work: Work) -> bool:
    """Cancel work that waits, and ask the worker that computes it to end it.

    A second time changes nothing: people click twice. One UPDATE, because work may be claimed or
    queued again between two.
    """
    waits, computes = Q(state=State.QUEUED), Q(state=State.RUNNING)
    rows = type(work).objects.filter(waits | (computes & Q(stopping=None)), pk=work.pk)
    changed = rows.update(
        state=Case(When(waits, then=Value(State.CANCELLED)), default=F("state")),
        finished=Case(When(waits, then=Now()), default=None),
        stopping=Case(When(computes, then=Now()), default=None),
    )
    return changed == 1


def discard(work: Work) -> bool:
    """Cancel work that is stopping, whatever it has; its worker notices when it next reports."""
    rows = type(work).objects.filter(pk=work.pk, state=State.RUNNING, stopping__isnull=False)
    return _end(rows, State.CANCELLED)


def retry(work: Work) -> bool:
    """Queue failed or cancelled work again."""
    ended = type(work).objects.filter(pk=work.pk, state__in=(State.FAILED, State.CANCELLED))
    return _queue(ended, queued=Now(), **NOTHING)


def recompute(work: Work, **result: str) -> bool:
    """Queue again work that is done but whose result, given by some fields, is damaged."""
    done = type(work).objects.filter(pk=work.pk, state=State.DONE, **result)
    empty = type(work)()
    blank = {name: getattr(empty, name) for name in work.RESULT - work.KEPT}
    return _queue(done, **{**blank, **NOTHING}, queued=Now())


def suspect(model: type[Work]) -> None:
    """Note the work whose worker has been silent for too long, unless it was noted before."""
    silent = Q(heartbeat__lt=Now() - timedelta(seconds=settings.SCHEDWEB_HEARTBEAT_SECONDS))
    model.objects.filter(silent, state=State.RUNNING, suspected=None).update(suspected=Now())


def silent(model: type[Work]) -> QuerySet[Work]:
    """Return the work whose worker was suspected a while ago and has not been heard since."""
    confirmed = Now() - timedelta(seconds=CONFIRM_SECONDS)
    return model.objects.filter(state=State.RUNNING, suspected__lt=confirmed)


def requeue(lost: QuerySet[Work], *, crashed: bool) -> bool:
    """Give up an attempt whose worker is lost, and count it if its process crashed."""
    crashes = F("crashes") + int(crashed)
    return _queue(lost.filter(stopping=None), sent=None, crashes=crashes)


def give_up(lost: QuerySet[Work], kind: ErrorKind, error: str) -> bool:
    """Fail work whose worker is lost."""
    return _end(lost.filter(stopping=None), State.FAILED, error=error, error_kind=kind)


def abandon_lost(lost: QuerySet[Work]) -> bool:
    """Cancel work that is stopping and whose worker is lost."""
    return _end(lost.filter(stopping__isnull=False), State.CANCELLED)


def _end(rows: QuerySet[Work], state: State, **fields: Any) -> bool:
    return rows.update(state=state, finished=Now(), suspected=None, **fields) == 1


def _queue(rows: QuerySet[Work], **fields: Any) -> bool:
    fresh: dict[str, Any] = {
        "state": State.QUEUED,
        "worker": "",
        "heartbeat": None,
        "suspected": None,
        "stopping": None,
        "progress": 0.0,
        "message": "",
        "error": "",
        "error_kind": "",
    }
    return rows.update(**{**fields, **rows.model.UNTRIED, **fresh}) == 1
