"""Giving tasks to the workers, and waiting for them."""

import hashlib
import json
import threading
import time
from collections.abc import Mapping
from datetime import timedelta
from itertools import chain
from typing import Any

from django.conf import settings
from django.utils import timezone

from schedweb.accounts.models import User
from schedweb.base.errors import RefusedError
from schedweb.store import blobs
from schedweb.workers import broker, lifecycle
from schedweb.workers.kinds import KINDS
from schedweb.workers.models import ACTIVE, State, Task
from schedweb.workers.performing import perform

NUL = "\\u0000"
KEPT = timedelta(days=1)
"""How long a task is remembered, with the file that it wrote."""
MOST_ACTIVE = 20
"""Tasks of one person and kind that wait or are performed at a time."""
_waiting = threading.BoundedSemaphore(max(1, settings.SCHEDWEB_WEB_THREADS // 2))
"""Threads that may wait at a time: the others answer everybody else."""
FIRST_LOOK, LONGEST_LOOK = 0.02, 0.25
"""Seconds between two looks at a task for which a caller waits."""


def submit(owner: User, kind: str, arguments: Mapping[str, Any], *, input: str = "") -> Task:
    """Queue a task; raises `RefusedError` when too many of the person's wait."""
    if kind not in KINDS:
        raise KeyError(kind)
    refuse_unstorable(arguments)
    # Of the same kind: readers of shared links make tasks of the owner, which write files.
    active = Task.objects.filter(owner=owner, kind=kind, state__in=ACTIVE).count()
    if active >= MOST_ACTIVE:
        raise RefusedError(f"{active} such tasks are still being worked on: try again later.")
    task = Task.objects.create(
        owner=owner,
        kind=kind,
        arguments=dict(arguments),
        fingerprint=fingerprint(kind, arguments),
        input=input,
        queued=timezone.now(),
        expires=timezone.now() + KEPT,
    )
    broker.enqueue(Task, task.pk)
    return task


def refuse_unstorable(arguments: Mapping[str, Any]) -> None:
    """Refuse what PostgreSQL takes in no JSON; raises `RefusedError`."""
    try:
        text = json.dumps(arguments, ensure_ascii=False, allow_nan=False)
        text.encode()
    except ValueError:  # half a character, or no number
        text = NUL
    if NUL in text:
        raise RefusedError("Texts must have no character NUL and no half characters.")


def fingerprint(kind: str, arguments: Mapping[str, Any]) -> str:
    """Return what two tasks that do the same have in common."""
    content = json.dumps([kind, arguments], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()


def shared_task(owner: User, kind: str, arguments: Mapping[str, Any], *, input: str = "") -> Task:
    """Return a task that does this, or has done it and whose file can be read; or queue one."""
    same = Task.objects.filter(owner=owner, fingerprint=fingerprint(kind, arguments))
    usable = same.filter(state__in=(*ACTIVE, State.DONE), expires__gt=timezone.now())
    task = usable.order_by("-created").first()
    if task is None or (task.is_done and task.output and not blobs.verifies(task.output)):
        return submit(owner, kind, arguments, input=input)
    return task


def wait(task: Task, seconds: float) -> Task:
    """Return the task once it is over, or as it stands after `seconds`."""
    if settings.TASKS_PERFORMED_AT_ONCE and not task.is_over:
        perform(task.pk)
    may_wait = _waiting.acquire(blocking=False)
    try:
        pause, until = FIRST_LOOK, time.monotonic() + seconds
        while True:
            task.refresh_from_db()
            if task.is_over or not may_wait or time.monotonic() + pause > until:
                return task
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_LOOK)
    finally:
        if may_wait:
            _waiting.release()


def cancel(task: Task) -> bool:
    """Cancel a task, also while it is performed: there is nothing to keep."""
    return lifecycle.stop(task) or lifecycle.discard(task)


def forget_expired() -> set[str]:
    """Forget old tasks and return the digests of the files they read, and of what they wrote of
    these, no longer needed."""
    old = Task.objects.filter(expires__lte=timezone.now()).exclude(state__in=ACTIVE)
    files = set(chain.from_iterable(old.exclude(input="").values_list("input", "output")))
    old.delete()
    return files - {""}
