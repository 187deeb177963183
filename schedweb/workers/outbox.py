"""Results on the worker's disk until the database has them.

What took an hour to compute must not be lost because the database restarts in that second. So the
end of an attempt is written to a file first and deleted once the database has acknowledged it. Any
worker delivers what it finds, also what was left behind by one that was killed.
"""

import json
import logging
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import DataError, IntegrityError, NotSupportedError

from schedweb.store import installation
from schedweb.workers import lifecycle
from schedweb.workers.database import persistently
from schedweb.workers.models import ErrorKind, State

UNSTORABLE = (DataError, IntegrityError, NotSupportedError, ValueError)
"""A value that no database takes: a defect of ours."""
STALE_SECONDS = 30 * 86_400
NOT_STORED = "The result could not be stored; the log has details."

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Ending:
    """How an attempt ended: state, what came out, and for a failure its kind and sentence."""

    state: State
    values: dict[str, Any]
    kind: str = ""
    error: str = ""

    def store(self, held: lifecycle.WorkClaim) -> bool:
        """Write it into the row; False when it is not wanted (any more)."""
        if self.state == State.DONE:
            return lifecycle.finish(held, self.values)
        if self.state == State.FAILED:
            return lifecycle.fail(held, ErrorKind(self.kind), self.error, **self.values)
        return lifecycle.abandon(held, **self.values)


def hand_over(held: lifecycle.WorkClaim, ending: Ending) -> bool:
    """Store the end of an attempt, however long the database is away."""
    path, what = _write(held, ending), f"{held.model.noun()} {held.pk}"
    try:
        stored = persistently(lambda: ending.store(held), what)
    except UNSTORABLE:
        log.exception("the result of %s cannot be stored", what)
        refused = Ending(State.FAILED, {}, ErrorKind.DEFECT, NOT_STORED)
        stored = persistently(lambda: refused.store(held), what)
    # Only now: whatever else was raised, the next delivery tries again.
    if path:
        path.unlink(missing_ok=True)
    return stored


def deliver() -> None:
    """Store what earlier processes could not; raises what a database that is away raises, and
    `ForeignStoreError` on the files of another installation."""
    paths = list(_folder().glob("*.json"))
    if paths:
        installation.ensure()
    for path in paths:
        try:
            held, ending = _read(path)
            if _deliver(held, ending) or _is_stale(path):
                path.unlink(missing_ok=True)
        except FileNotFoundError:  # another process has just delivered it
            continue
        except OSError as error:
            log.warning("%s cannot be read yet: %s", path, error)
        except (*UNSTORABLE, LookupError, TypeError):
            log.exception("%s cannot be delivered", path)
            path.replace(path.with_suffix(".refused"))


def _deliver(held: lifecycle.WorkClaim, ending: Ending) -> bool:
    """Store the end of an attempt; True once the database has the row and knows how it ended."""
    if ending.store(held):
        log.warning("%s %s: its result was delivered late", held.model.noun(), held.pk)
        return True
    return held.model.objects.filter(pk=held.pk).exists()


def _is_stale(path: Path) -> bool:
    """Tell whether a file is of a row that was deleted long ago: a younger one may be of a database
    that is being restored."""
    return time.time() - path.stat().st_mtime > STALE_SECONDS


def _read(path: Path) -> tuple[lifecycle.WorkClaim, Ending]:
    content = json.loads(path.read_text(encoding="utf-8"))
    claim, ending = content["claim"], content["ending"]
    held = lifecycle.WorkClaim(apps.get_model(claim.pop("model")), **claim)
    return held, Ending(**{**ending, "state": State(ending["state"])})


def _folder() -> Path:
    path = Path(settings.SCHEDWEB_DATA) / "outbox"
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def _write(held: lifecycle.WorkClaim, ending: Ending) -> Path | None:
    """Write a file that is there whole or not at all; a full disk leaves only the memory."""
    claim: dict[str, Any] = {"model": held.model.model_label(), "pk": held.pk}
    claim |= {"worker": held.worker, "attempt": held.attempt}
    content = json.dumps({"claim": claim, "ending": vars(ending)})
    path = _folder() / f"{held.pk}-{held.attempt}.json"
    draft = path.with_suffix(f".{os.getpid()}")
    try:
        with draft.open("w", encoding="utf-8") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        log.warning("%s: its result waits in memory only: %s", held.pk, error)
        draft.unlink(missing_ok=True)
        return None
    return path
