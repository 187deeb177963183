"""Performing one task, from claim to stored result, within limits."""

import logging
import time
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import Http404

from parsched.base.errors import AlgorithmsError, Cancelled, FormatError, TimeLimitReached
from schedweb.base import outages
from schedweb.base.errors import DamagedError, InvalidError, RefusedError, TableError
from schedweb.workers import lifecycle
from schedweb.workers.database import persistently
from schedweb.workers.heartbeat import Heart
from schedweb.workers.kinds import KINDS, Store, Tell
from schedweb.workers.limits import interruptible, memory_limit
from schedweb.workers.models import ErrorKind, State, Task
from schedweb.workers.outbox import Ending, hand_over
from schedweb.workers.patience import patiently
from schedweb.workers.processes import worker_name

TELL_SECONDS = 0.5
"""Least time between two writes of progress."""

log = logging.getLogger(__name__)


def perform(pk: str) -> bool:
    """Perform a queued task and store what comes out; one of another worker is left alone, which is
    False."""
    held = persistently(lambda: lifecycle.claim(Task, pk, worker_name()), f"task {pk}")
    if held is None:
        return False
    with Heart(held) as heart:
        ending = _attempt(held, heart)
        if ending:
            hand_over(held, ending)
    return True


def _attempt(held: lifecycle.WorkClaim, heart: Heart) -> Ending | None:
    """Return how the attempt failed, if it did; a result is stored at once."""
    try:
        store = _compute(held, heart)
        persistently(partial(_finish, held, store), f"task {held.pk}")
    except lifecycle.LostClaimError:
        return None
    except Cancelled:
        return Ending(State.CANCELLED, {})
    except Exception as error:  # whatever a task raises ends itself only
        kind, sentence, details = explained(error)
        if kind == ErrorKind.DEFECT:
            log.exception("task %s failed", held.pk)
        return Ending(State.FAILED, {"result": details}, kind, sentence)
    return None


def _compute(held: lifecycle.WorkClaim, heart: Heart) -> Store:
    task = persistently(lambda: Task.objects.select_related("owner").get(pk=held.pk), "task")
    with (
        memory_limit(settings.SCHEDWEB_TASK_MEMORY_MB),
        interruptible(settings.SCHEDWEB_TASK_SECONDS) as cancel,
    ):
        heart.on_end = cancel
        try:
            perform, tell = KINDS[task.kind].perform, _teller(heart)
            return patiently(lambda: perform(task, tell), heart)
        finally:
            heart.on_end = None


def _teller(heart: Heart) -> Tell:
    """Return what stores progress now and then, and cancels the task when it shall end."""
    last_write = time.monotonic()

    def tell(fraction: float, message: str) -> None:
        nonlocal last_write
        if time.monotonic() - last_write < TELL_SECONDS:
            return
        last_write = time.monotonic()
        if heart.tell(progress=fraction, message=message[:200]):
            raise Cancelled("a user asked for it")

    return tell


def _finish(held: lifecycle.WorkClaim, store: Store) -> None:
    """Write rows and end the task, both or neither."""
    with transaction.atomic():
        if not lifecycle.finish(held, store()):
            raise lifecycle.LostClaimError("another process was first")


def explained(error: Exception) -> tuple[ErrorKind, str, Mapping[str, Any]]:
    """Return the kind of a failure, the sentence that people read, and what is wrong by field."""
    match error:
        case TimeLimitReached():
            limit = settings.SCHEDWEB_TASK_SECONDS
            return ErrorKind.TIME, f"This took more than {limit:,} s, the limit.", {}
        case MemoryError():
            limit = settings.SCHEDWEB_TASK_MEMORY_MB
            return ErrorKind.MEMORY, f"This needs more than {limit:,} MB of memory, the limit.", {}
        case DamagedError():
            text = f"A stored file that this needs is {error.state}."
            damage = {"digest": error.digest, "is_missing": error.is_missing}
            return ErrorKind.STORAGE, text, {"damage": damage}
        case InvalidError():
            return ErrorKind.REFUSED, str(error), {"errors": error.errors}
        case FormatError():
            details = {"problems": list(error.problems), "is_table": isinstance(error, TableError)}
            return ErrorKind.REFUSED, str(error), details
        case AlgorithmsError() | RefusedError():
            return ErrorKind.REFUSED, str(error), {}
        case Http404():
            return ErrorKind.REFUSED, "What this is about is no longer there.", {}
        case OSError():
            reason = outages.reason(error)
            return ErrorKind.STORAGE, f"The result could not be stored: {reason}.", {}
    name = type(error).__name__
    return ErrorKind.DEFECT, f"This ended by an internal error ({name}); the log has details.", {}
