"""The best schedule of a search that has not ended, from which the next attempt goes on."""

import logging
import time

from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from schedweb.base.errors import DamagedError
from schedweb.runs.models import Computed
from schedweb.runs.storage import load_schedule, save_schedule

SECONDS = 20.0
"""Least time before a checkpoint and between two: what an attempt may lose of its search."""

log = logging.getLogger(__name__)


class Checkpoints:
    """Stores the best schedule of a search now and then."""

    def __init__(self) -> None:
        self._kept: Schedule | None = None
        self._at = time.monotonic()

    def of(self, stop: Stop) -> dict[str, str]:
        """Return the field of the run that names a new checkpoint; nothing where none is due."""
        now, best = time.monotonic(), stop.best
        if best is None or best is self._kept or best is stop.initial or now - self._at < SECONDS:
            return {}
        self._at = now
        try:
            digest = save_schedule(best)
        except (MemoryError, OSError) as error:  # a search goes on without
            log.warning("no checkpoint is stored: %s", error)
            return {}
        self._kept = best
        return {"checkpoint": digest}


def earlier(run: Computed) -> Schedule | None:
    """Return what an earlier attempt at the run left behind; a lost one only costs time."""
    if not run.checkpoint:
        return None
    try:
        return load_schedule(run.checkpoint)
    except (DamagedError, OSError) as error:
        log.warning("run %s starts from the beginning: %s", run.pk, error)
        return None
