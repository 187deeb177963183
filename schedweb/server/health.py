"""`/health/live` and `/health/ready`: proxies and supervisors ask whether the server answers, and
whether everything that it needs does.

`live` is 200 as long as the process answers. `ready` names each part with what is wrong with it,
and is 503 if anything is; so does `/health`, for monitors that know no better.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from pathlib import Path

from celery import current_app
from django.conf import settings
from django.core.files.base import ContentFile
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse

from parsched.base.digits import counted
from schedweb.base import config, outages
from schedweb.store import blobs
from schedweb.workers import presence

LIVE, READY, OLD = "/health/live", "/health/ready", "/health"
DEADLINE = 3
"""Seconds after which a part that does not answer counts as away."""
FRESH = 1.0
"""Seconds for which an answer is not looked for again."""
PROBE = b"This file shows that the store is writable.\n" * 1_000

log = logging.getLogger(__name__)

_migrated = False


def database() -> str:
    """Ask the database something, and whether all migrations are applied."""
    global _migrated
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if not _migrated:
            executor = MigrationExecutor(connection)
            plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
            if plan:
                return (
                    f"{counted(len(plan), 'migration')} not applied: run {config.COMMAND} migrate"
                )
            _migrated = True
    finally:
        connection.close()
    return ""


def store() -> str:
    """Write a small file and delete it."""
    files = blobs.storage()
    files.delete(files.save("probe", ContentFile(PROBE)))
    return ""


def broker() -> str:
    """Connect to Redis; the queue of one machine is a folder."""
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    if folder := options.get("data_folder_in"):
        return "" if Path(str(folder)).is_dir() else f"{folder} is not there"
    with current_app.connection_for_write() as link:
        link.ensure_connection(max_retries=1, timeout=DEADLINE)
    return ""


def workers() -> str:
    """Look for workers that were heard within a minute."""
    try:
        missing = presence.missing_queues()
    finally:
        connection.close()
    return f"no worker takes {' or '.join(missing)}" if missing else ""


PARTS: Mapping[str, Callable[[], str]] = {
    "database": database,
    "store": store,
    "broker": broker,
    "workers": workers,
}
"""What must work, by name: each returns what is wrong in a sentence, or nothing, or raises."""


class Probe:
    """Checks one part in a thread of its own, so that a part that hangs does not hold up the
    answer."""

    def __init__(self, part: Callable[[], str]) -> None:
        self._part = part
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(1)
        self._asked: Future[str] | None = None
        self._at = 0.0

    def ask(self) -> Future[str]:
        """Ask, unless that was done a moment ago or the last answer is still awaited."""
        with self._lock:
            now = time.monotonic()
            if self._asked is None or (self._asked.done() and now - self._at > FRESH):
                self._asked, self._at = self._pool.submit(self._part), now
            return self._asked

    def answer(self, until: float) -> str:
        """Return what is wrong, or nothing, by a moment of the monotonic clock."""
        try:
            return self.ask().result(max(0.0, until - time.monotonic()))
        except Late:
            return f"no answer within {DEADLINE} s"
        except Exception as error:  # whatever a driver raises means that it does not work
            log.warning("%s does not work", self._part.__name__, exc_info=error)
            return outages.reason(error)


PROBES = {name: Probe(part) for name, part in PARTS.items()}


class HealthMiddleware:
    """Answers before anything else, since who asks knows neither a name nor a password."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == LIVE:
            return HttpResponse("ok\n", content_type="text/plain")
        if request.path in (READY, OLD):
            return ready()
        return self.get_response(request)


def ready() -> HttpResponse:
    """Say of each part whether it works."""
    for probe in PROBES.values():
        probe.ask()
    until = time.monotonic() + DEADLINE
    answers = {name: probe.answer(until) for name, probe in PROBES.items()}
    parts = {name: wrong or "ok" for name, wrong in answers.items()}
    is_ready = not any(answers.values())
    answer = JsonResponse({"ready": is_ready, "parts": parts}, status=200 if is_ready else 503)
    answer["Cache-Control"] = "no-store"
    if not is_ready:
        answer["Retry-After"] = str(outages.RETRY_SECONDS)
    return answer
