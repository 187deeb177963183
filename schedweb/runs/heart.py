"""The heartbeat of a run: a thread that tells every other second that the worker is alive."""

import logging
import threading
from types import TracebackType
from typing import Self

from django.db import DatabaseError, connections

from schedweb.runs import lifecycle

INTERVAL = 2.0
"""Seconds between two beats."""

log = logging.getLogger(__name__)


class Heart:
    """Beats while a run is computed; ends by itself when the claim is lost."""

    def __init__(self, held: lifecycle.Claim) -> None:
        self._held = held
        self._ended = threading.Event()
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

    def _beat(self) -> None:
        try:
            while not self._ended.wait(INTERVAL):
                self._once()
        except lifecycle.LostClaimError:
            return
        finally:
            connections.close_all()  # those of this thread

    def _once(self) -> None:
        try:
            lifecycle.beat(self._held)
        except (DatabaseError, MemoryError) as error:
            log.warning("run %s: a heartbeat was lost: %s", self._held.run, error)
