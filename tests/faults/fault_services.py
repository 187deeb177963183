"""What happens to PostgreSQL and Redis, and to the network between them and SchedWeb."""

import signal
import time
from functools import partial

import psycopg

from schedweb.runs.models import Run
from tests.faults.fault import Scene, fault
from tests.faults.ground import Ground
from tests.faults.network import Network
from tests.faults.services import Service, signalled

POSTGRES, REDIS = "PostgreSQL", "Redis"
AWAY, HELD, SWALLOWED = 3.0, 3.0, 7.0
"""Seconds."""
MOMENT_SECONDS = 6.0
"""How long a run that is about to end is waited for."""


def _service(ground: Ground, name: str) -> Service:
    return {POSTGRES: ground.postgres, REDIS: ground.redis}[name]


def _network(ground: Ground, name: str) -> Network:
    return {POSTGRES: ground.to_postgres, REDIS: ground.to_redis}[name]


def restart(name: str, number: int, scene: Scene) -> None:
    """End a service by a signal and start it again."""
    _service(scene.ground, name).restart(number)


def away(name: str, scene: Scene) -> None:
    """Stop a service for some seconds."""
    service = _service(scene.ground, name)
    service.end(signal.SIGINT)
    try:
        scene.last(AWAY)
    finally:
        service.start()


def held(name: str, scene: Scene) -> None:
    """Stop all processes of a service where they are."""
    service = _service(scene.ground, name)
    service.hold()
    try:
        scene.last(HELD)
    finally:
        service.go_on()


def cut(name: str, scene: Scene) -> None:
    """Break all connections to a service and refuse new ones."""
    network = _network(scene.ground, name)
    network.cut()
    try:
        scene.last(AWAY)
    finally:
        network.mend()


def silent(name: str, scene: Scene) -> None:
    """Let nothing through to a service for some seconds; connections stay."""
    network = _network(scene.ground, name)
    network.hold()
    try:
        scene.last(HELD)
    finally:
        network.mend()


def swallowed(name: str, scene: Scene) -> None:
    """Let all connections go dead that are there, while new ones work."""
    network = _network(scene.ground, name)
    network.swallow()
    try:
        scene.last(SWALLOWED)
    finally:
        network.mend()


for _name, _stop in ((POSTGRES, signal.SIGINT), (REDIS, signal.SIGTERM)):
    fault(f"{_name}: killed", _name)(partial(restart, _name, signal.SIGKILL))
    fault(f"{_name}: restarted", _name)(partial(restart, _name, _stop))
    fault(f"{_name}: away", _name)(partial(away, _name))
    fault(f"{_name}: held", _name)(partial(held, _name))
    fault(f"network to {_name}: cut", _name)(partial(cut, _name))
    fault(f"network to {_name}: silent", _name)(partial(silent, _name))
    fault(f"network to {_name}: connections dead", _name)(partial(swallowed, _name))


@fault(f"{POSTGRES}: connections ended", POSTGRES)
def end_connections(scene: Scene) -> None:
    """End all connections but our own, as an administrator does."""
    with psycopg.connect(scene.ground.url(scene.ground.database_port)) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )


@fault(f"{POSTGRES}: a process killed", POSTGRES)
def kill_backend(scene: Scene) -> None:
    """Kill the process of one connection, at which PostgreSQL ends all others and recovers."""
    connection = psycopg.connect(scene.ground.url(scene.ground.database_port))
    signalled(signal.SIGKILL, connection.info.backend_pid)
    connection.close()
    scene.ground.postgres.start()


@fault(f"{POSTGRES}: restarted when a run ends", POSTGRES)
def restart_at_the_end(scene: Scene) -> None:
    """Restart the database at the very moment at which a run is about to be stored."""
    until = time.monotonic() + MOMENT_SECONDS
    while not Run.objects.filter(message="storing").exists() and time.monotonic() < until:
        scene.last(0.01)
    scene.ground.postgres.restart(signal.SIGINT)
