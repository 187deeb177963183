"""The heartbeat of a run: a thread that tells every other second that the worker is alive.

It also looks for lost runs: the task that does so waits in vain while all processes compute.
"""

import logging
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from django.db import DatabaseError, connection, connections

from schedweb.runs import lifecycle, reconciler

INTERVAL = 2.0
"""Seconds between two beats."""
LOOK_AROUND = 10.0
"""Seconds between two looks at the other runs."""

log = logging.getLogger(__name__)


class Heart:
    """Beats while a run is computed; ends by itself when the claim is lost."""

    def __init__(self, held: lifecycle.Claim) -> None:
        self._held = held
        self._ended = threading.Event()
        self._next_look = time.monotonic() + LOOK_AROUND
        self._thread = threading.Thread(target=self._beat, name=f"heart-{held.run}", daemon=True)

    @property
    def is_beating(self) -> bool:
        """True until the run ends or the claim is lost."""
        return self._thread.is_alive()

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
        """Beat now, with progress; return whether the run shall end. Raises LostClaimError.

        A database that is away comes back.
        """
        try:
            return lifecycle.beat(self._held, **progress)
        except DatabaseError as error:
            log.warning("run %s: a heartbeat was lost: %s", self._held.run, error)
            connection.close_if_unusable_or_obsolete()
            return False

    def _look_around(self) -> None:
        """Bring lost runs back, now and then."""
        if time.monotonic() < self._next_look:
            return
        self._next_look = time.monotonic() + LOOK_AROUND
        try:
            reconciler.recover_lost()
        except DatabaseError as error:
            log.warning("lost runs were not looked for: %s", error)
            connection.close_if_unusable_or_obsolete()

    def _beat(self) -> None:
        """Beat until the end; the memory limit holds here too, and is the algorithm's to report."""
        try:
            while not self._ended.wait(INTERVAL):
                with suppress(MemoryError):
                    self.tell()
                    self._look_around()
        except lifecycle.LostClaimError:
            return
        finally:
            connections.close_all()  # those of this thread
