"""One attempt at work of any kind: claim, heartbeat, limits, and how it ended."""

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings

from parsched.base.compiled import stopwatch
from parsched.base.errors import AlgorithmsError, Cancelled
from schedweb.base import outages
from schedweb.base.errors import DamagedError, NotInstalledError
from schedweb.workers import lifecycle
from schedweb.workers.database import persistently
from schedweb.workers.heartbeat import Heart
from schedweb.workers.limits import memory_limit
from schedweb.workers.models import ErrorKind, State, Work
from schedweb.workers.outbox import Ending, hand_over
from schedweb.workers.processes import worker_name

TELL_SECONDS = 0.5
"""Least time between two writes of progress."""

log = logging.getLogger(__name__)


class OutOfTimeError(Cancelled):
    """The attempt took longer than its limit."""


class Ear:
    """Called by a computation now and then: reports progress, and ends unwanted work.

    Its limit does not count the seconds in which machine code is compiled or waited for.
    """

    def __init__(self, heart: Heart, seconds: float) -> None:
        self.heart = heart
        self.fraction, self.message = 0.0, ""
        self._next = time.monotonic() + TELL_SECONDS
        self._end = _computed() + seconds

    def __call__(self) -> None:
        """Raise Cancelled when the attempt shall end."""
        now = time.monotonic()
        if _computed() > self._end:
            raise OutOfTimeError
        if now < self._next:
            return
        self._next = now + TELL_SECONDS
        if self.heart.tell(progress=self.fraction, message=self.message[:200]):
            raise Cancelled("a user asked for it")


def _computed() -> float:
    """Return seconds on a clock that stands still while this thread gets machine code."""
    return time.monotonic() - stopwatch.seconds


Compute = Callable[[str, Ear], Mapping[str, Any] | None]
"""Takes the key of a row, and returns its result; None where the row is gone."""


def attempt(model: type[Work], pk: str, compute: Compute) -> bool | None:
    """Compute a queued row and store what comes out; False where nothing was stored, None where it
    was another worker's."""
    held = persistently(lambda: lifecycle.claim(model, pk, worker_name()), f"{model.noun()} {pk}")
    if held is None:
        return None
    with Heart(held) as heart:
        ending = _ending(held, compute, Ear(heart, model.time_limit()))
        return ending is not None and hand_over(held, ending)


def _ending(held: lifecycle.WorkClaim, compute: Compute, ear: Ear) -> Ending | None:
    try:
        with memory_limit(settings.SCHEDWEB_RUN_MEMORY_MB):
            result = compute(held.pk, ear)
    except lifecycle.LostClaimError:
        log.info("%s %s was cancelled or given to another worker", held.model.noun(), held.pk)
        return None
    except OutOfTimeError:
        text = f"This took more than {held.model.time_limit():,} s, the limit."
        return Ending(State.FAILED, {}, ErrorKind.TIME, text)
    except Cancelled:
        return Ending(State.CANCELLED, {})
    except Exception as error:  # whatever is wrong ends this work only
        kind, sentence = explained(error)
        if kind == ErrorKind.DEFECT:
            log.exception("%s %s failed", held.model.noun(), held.pk)
        return Ending(State.FAILED, {}, kind, sentence)
    return None if result is None else Ending(State.DONE, dict(result))


def explained(error: Exception) -> tuple[ErrorKind, str]:
    """Return the kind of a failure and the sentence that people read."""
    match error:
        case MemoryError():
            limit = settings.SCHEDWEB_RUN_MEMORY_MB
            return ErrorKind.MEMORY, f"This needs more than {limit:,} MB of memory, the limit."
        case DamagedError():
            return ErrorKind.STORAGE, f"A stored file that this needs is {error.state}."
        case NotInstalledError():
            return ErrorKind.REFUSED, str(error)
        case AlgorithmsError():
            return ErrorKind.REFUSED, f"{str(error)[:1].upper()}{str(error)[1:]}."
        case OSError():
            reason = outages.reason(error)
            return ErrorKind.STORAGE, f"The numbers could not be stored: {reason}."
    name = type(error).__name__
    return ErrorKind.DEFECT, f"This ended by an internal error ({name}); the log has details."
