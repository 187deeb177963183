"""An installation at work, and faults that happen to it one after another, a few at a time."""

import logging
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from datetime import UTC, datetime

from django.core.management import call_command
from django.db import connections
from django.db.models import Q

from schedweb.accounts.models import User
from schedweb.api.tokens import issue_token
from schedweb.runs.models import Run
from schedweb.studies.models import Batch, Study
from schedweb.studies.summaries import BEHIND
from schedweb.workers.database import persistently
from schedweb.workers.models import ACTIVE, State, works
from tests.faults import fault_clocks, fault_messages, fault_processes, fault_services, fault_store
from tests.faults.checks import Injection, judge, stored
from tests.faults.fault import FAULTS, Fault, Scene
from tests.faults.ground import Ground
from tests.faults.journal import open_journal
from tests.faults.person import Person
from tests.faults.readiness import outages
from tests.faults.report import Report
from tests.faults.services import LOOK, PATIENCE, wait_for
from tests.faults.site import Site
from tests.faults.stream import Stream

DECLARE = (fault_clocks, fault_messages, fault_processes, fault_services, fault_store)
"""Modules that declare faults."""
ABREAST = 3
"""Faults at a time."""
BETWEEN = 0.5
"""Seconds from one fault to the next."""
COMPUTED = (Run, Batch)
IDLE_SECONDS = 15.0
"""How long a fault that kills waits for work to hit."""
FIRST_SECONDS = 240.0
"""Bound on the first computations, for which kernels may have to be compiled."""

log = logging.getLogger(__name__)


def run(ground: Ground, rounds: int, seed: int) -> Report:
    """Inject `rounds` faults, then look at what became of the work."""
    report = Report(seed)
    with working(ground, seed) as (site, stream):
        scene = Scene(ground, site, stream.person, random.Random(seed), threading.Event())
        began = time.monotonic()
        injections = Rounds(scene, report).inject(rounds)
        stream.stop()
        drain(stream)
        report.seconds = time.monotonic() - began
        judge(report, stream, injections)
        try:
            report.ready = outages(ground, site)
        except TimeoutError as error:
            report.wrong.append(f"/health/ready: {error}")
    return report


@contextmanager
def working(ground: Ground, seed: int) -> Iterator[tuple[Site, Stream]]:
    """Start an installation on which work goes on; nothing of it is left afterwards."""
    call_command("migrate", interactive=False, verbosity=0)
    open_journal()
    connections.close_all()
    fault_store.copy_empty(ground)
    call_command("adopt_store", check=True)
    secret = issue_token(User.objects.create(username="alice"), label="laboratory")[1]
    site = Site(ground.environment(), ground.folder / "site.log")
    stream = Stream(Person(site.address, secret), seed)
    try:
        site.start()
        site.wait_until_up()
        stream.prepare()
        wait_for(lambda: not active(), "the first runs are done", FIRST_SECONDS)
        stream.start()
        yield site, stream
    finally:
        stream.stop()
        site.stop()
        connections.close_all()


def active() -> int:
    """Count what waits or is computed, and studies with work to come; connections may have broken
    meanwhile.

    A study whose summary is behind its numbers counts: after the last batch, and after a summary
    that began before it, nothing waits for a moment until the next summary is queued."""

    def count() -> int:
        work = sum(model.objects.filter(state__in=ACTIVE).count() for model in works())
        return work + Study.objects.filter(Q(finished=None) | BEHIND).count()

    return persistently(count, "active")


def drain(stream: Stream) -> None:
    """Wait until nothing is left to do; what does not end is lost, and counted later."""

    def is_over() -> bool:
        stream.let_studies_go_on()  # the answer to a pause may have been late
        return not active()

    try:
        wait_for(is_over, "everything ends", PATIENCE)
    except TimeoutError:
        log.warning("%d pieces of work do not end", active())


def wait_for_work(scene: Scene) -> None:
    """Wait a while until something is computed: who kills an idle process shows nothing."""
    until = time.monotonic() + IDLE_SECONDS

    def goes_on() -> bool:
        return any(model.objects.filter(state=State.RUNNING).exists() for model in COMPUTED)

    while time.monotonic() < until and not persistently(goes_on, "work"):
        scene.last(LOOK)


class Rounds:
    """Chooses faults, and lets them happen."""

    def __init__(self, scene: Scene, report: Report) -> None:
        self._scene, self._report = scene, report
        self._random = scene.random
        self._busy: dict[Future[None], Injection] = {}
        self._waiting: list[Fault] = []

    def inject(self, rounds: int) -> list[Injection]:
        """Inject `rounds` faults and wait until the last is healed."""
        done: list[Injection] = []
        with ThreadPoolExecutor(ABREAST) as pool:
            try:
                for _ in range(rounds):
                    injection = self._injection(self._next())
                    done.append(injection)
                    self._busy[pool.submit(self._happen, injection)] = injection
                    time.sleep(BETWEEN)
                wait(self._busy)
            finally:
                self._scene.ended.set()  # after an interruption faults are not waited for
        return done

    def _injection(self, fault: Fault) -> Injection:
        return Injection(fault, datetime.now(UTC), frozenset(stored()))

    def _next(self) -> Fault:
        """Return a fault whose target is not hit by another one now, in the order of the seed."""
        while True:
            if not self._waiting:
                self._waiting = self._shuffled()
            self._busy = {f: i for f, i in self._busy.items() if not f.done()}
            targets = {injection.fault.target for injection in self._busy.values()}
            free = [fault for fault in self._waiting if fault.target not in targets]
            if free and len(self._busy) < ABREAST:
                self._waiting.remove(free[0])
                return free[0]
            wait(self._busy, return_when=FIRST_COMPLETED)

    def _shuffled(self) -> list[Fault]:
        found = [fault for fault in FAULTS.values() if self._can(fault)]
        self._random.shuffle(found)
        return found

    def _can(self, fault: Fault) -> bool:
        if fault.needs_root and not self._scene.ground.disk.is_small:
            self._report.skipped[fault.name] = "needs root"
            return False
        return True

    def _happen(self, injection: Injection) -> None:
        """Let a fault happen in this thread; what goes wrong with it is reported."""
        scene = Scene(**{**vars(self._scene), "victims": injection.victims})
        if injection.fault.kills:
            wait_for_work(scene)
            injection.began = datetime.now(UTC)
        log.warning("%s", injection.fault.name)
        try:
            injection.fault.act(scene)
        except Exception as error:  # one fault's trouble must not keep the others from healing
            log.exception("%s", injection.fault.name)
            self._report.wrong.append(f"{injection.fault.name}: {type(error).__name__}: {error}")
        finally:
            injection.ended = datetime.now(UTC)
            connections.close_all()
