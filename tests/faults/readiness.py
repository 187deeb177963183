"""`/health/ready` during each outage: how soon it says so, and how soon it takes it back."""

import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from tests.faults.ground import Ground
from tests.faults.services import signalled, wait_for
from tests.faults.site import Site

READY = "/health/ready"
SECONDS = 10.0
"""Within which an outage must be known: a part is away that has not answered for 3 s, which is how
long it takes with a broker that is gone, and machines are busy."""


@contextmanager
def without_database(ground: Ground, site: Site) -> Iterator[None]:
    ground.postgres.end(signal.SIGINT)
    try:
        yield
    finally:
        ground.postgres.start()


@contextmanager
def without_broker(ground: Ground, site: Site) -> Iterator[None]:
    ground.redis.end(signal.SIGTERM)
    try:
        yield
    finally:
        ground.redis.start()


@contextmanager
def without_writing(ground: Ground, site: Site) -> Iterator[None]:
    ground.disk.protect("blobs")
    try:
        yield
    finally:
        ground.disk.unprotect("blobs")


@contextmanager
def without_workers(ground: Ground, site: Site) -> Iterator[None]:
    """Kill the workers while the launcher, held up, cannot start new ones."""
    signalled(signal.SIGSTOP, site.supervisor)
    try:
        for program in ("worker", "reader"):
            signalled(signal.SIGKILL, *site.pool(program), site.pid(program) or 0)
        yield
    finally:
        signalled(signal.SIGCONT, site.supervisor)


Outage = Callable[[Ground, Site], AbstractContextManager[None]]
OUTAGES: dict[str, Outage] = {
    "database": without_database,
    "broker": without_broker,
    "worker": without_workers,
    "writable store": without_writing,
}


def outages(ground: Ground, site: Site) -> dict[str, tuple[float, float]]:
    """Return the seconds until 503 and until 200 by what is away; raises `TimeoutError`."""
    found = {}
    for what, outage in OUTAGES.items():
        if outage is without_writing and not ground.disk.is_small:
            continue  # only root can make a disk read-only
        wait_for(lambda: site.status(READY) == 200, f"{READY} is 200 before")
        with outage(ground, site):
            down = wait_for(lambda: site.status(READY) == 503, f"503 without {what}", SECONDS)
        found[what] = down, wait_for(lambda: site.status(READY) == 200, f"200 with {what}")
    return found
