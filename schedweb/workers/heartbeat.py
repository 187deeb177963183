"""The heartbeat of work: a thread that says every other second that the worker is alive.

It also looks for lost work: the task that does so waits in vain while all processes compute.
"""

import logging
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from django.db import connection, connections

from schedweb.workers import lifecycle, reconciler
from schedweb.workers.database import AWAY

if TYPE_CHECKING:
    from collections.abc import Callable

INTERVAL = 2.0
"""Seconds between two beats."""
LOOK_AROUND = 10.0
"""Seconds between two looks at other work."""

log = logging.getLogger(__name__)


class Heart:
    """Beats while something is computed; ends by itself when the claim is lost.

    `on_end`, if set, is called in the thread of the heart at each beat that finds that a user asked
    for the end, or that the claim is lost: for work that does not listen to `tell` itself.
    """

    def __init__(self, held: lifecycle.WorkClaim) -> None:
        self.on_end: Callable[[], None] | None = None
        self._held = held
        self._ended = threading.Event()
        self._next_look = time.monotonic() + LOOK_AROUND
        self._thread = threading.Thread(target=self._beat, name=f"heart-{held.pk}", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()

    def tell(self, **progress: Any) -> bool:
        """Beat now, with progress; return whether the work shall end. Raises LostClaimError.

        A database that is away comes back.
        """
        try:
            return lifecycle.beat(self._held, **progress)
        except AWAY as error:
            log.warning("%s: a heartbeat was lost: %s", self._held.pk, error)
            connection.close()
            return False

    def _interrupt(self) -> None:
        if on_end := self.on_end:  # looked at once: the main thread takes it away when it is done
            on_end()

    def _look_around(self) -> None:
        """Bring lost work back, now and then."""
        if time.monotonic() < self._next_look:
            return
        self._next_look = time.monotonic() + LOOK_AROUND
        try:
            reconciler.recover_lost()
        except Exception:  # whatever is wrong with other work, this one's heart goes on
            log.exception("lost work was not looked for")
            connection.close()

    def _beat(self) -> None:
        """Beat until the end; the memory limit holds here too, and is the algorithm's to report."""
        try:
            while not self._ended.wait(INTERVAL):
                with suppress(MemoryError):
                    if self.tell():
                        self._interrupt()
                    self._look_around()
        except lifecycle.LostClaimError:
            self._interrupt()
        finally:
            connections.close_all()  # this thread's connections
