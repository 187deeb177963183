"""Database actions that outlast an outage of the database."""

import logging
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from django.db import InterfaceError, InternalError, OperationalError, connection

T = TypeVar("T")

AWAY = (OperationalError, InterfaceError, InternalError)
"""What Django raises when the database does not answer, is busy too long, or takes no writes."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds between two attempts: doubled each time."""

log = logging.getLogger(__name__)


def persistently(action: Callable[[], T], what: str) -> T:
    """Return what a database action returns; it is repeated on a fresh connection until it works.

    The action must be safe to repeat: when a connection breaks, it is unknown whether the database
    had carried it out. Outside of a transaction only, since a new connection cannot continue one.
    """
    for pause in _pauses():
        try:
            return action()
        except AWAY as error:
            if connection.in_atomic_block:
                raise
            log.warning("%s: the database is away: %s", what, " ".join(str(error).split()))
            connection.close()
        time.sleep(pause)
    raise AssertionError("pauses never end")


def _pauses() -> Iterator[float]:
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)
