"""Waiting for a store that is full or away: what was computed shall not be lost for that."""

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from parsched.base.errors import Cancelled
from schedweb.base import outages
from schedweb.workers.database import persistently
from schedweb.workers.heartbeat import Heart

T = TypeVar("T")

SECONDS, PAUSE = 240.0, 2.0
"""How long work waits for a disk that is full or away, and between two attempts."""

log = logging.getLogger(__name__)


def patiently(action: Callable[[], T], heart: Heart) -> T:
    """Return what `action` returns, which must be safe to repeat; a full disk or a lost share holds
    it up, but not for ever. Raises Cancelled when a user asks for the end meanwhile."""
    until = time.monotonic() + SECONDS
    while True:
        try:
            return persistently(action, "storing")
        except OSError as error:
            if time.monotonic() > until:
                raise
            reason = outages.reason(error)
            log.warning("the store cannot be used yet: %s", error)
            if heart.tell(message=f"waits for the store: {reason}"[:200]):
                raise Cancelled("a user asked for it") from error
        time.sleep(PAUSE)
