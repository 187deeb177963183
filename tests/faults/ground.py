"""What the laboratory stands on: services, networks to them, a disk, all of them its own."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.faults.disk import Disk
from tests.faults.network import Network
from tests.faults.services import BASE, Service, free_port, postgres, postgres_programs, redis

CLOCK = "libfaketimeMT.so.1"


@dataclass(frozen=True)
class Ground:
    """Services with the networks in front of them, and the data folder's disk."""

    folder: Path
    postgres: Service
    redis: Service
    to_postgres: Network
    to_redis: Network
    disk: Disk
    database_port: int
    redis_port: int

    def url(self, port: int, base: str = BASE) -> str:
        return f"postgres://{BASE}@127.0.0.1:{port}/{base}"

    def environment(self, *, direct: bool = False) -> dict[str, str]:
        """Return what a program needs to be part of the installation; `direct` goes past the
        networks."""
        database = self.database_port if direct else self.to_postgres.port
        broker = self.redis_port if direct else self.to_redis.port
        return {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "schedweb.server.settings",
            "DATABASE_URL": self.url(database),
            "REDIS_URL": f"redis://127.0.0.1:{broker}/0",
            "SCHEDWEB_DATA": str(self.disk.folder),
            "SCHEDWEB_MODE": "team",
            "SCHEDWEB_SECRET_KEY": "only for the laboratory, which signs nothing of any value",
            "SCHEDWEB_HEARTBEAT_SECONDS": "5",
            "SCHEDWEB_WORKERS": "2",
            "SCHEDWEB_TASK_WORKERS": "1",
            "SCHEDWEB_RUN_ATTEMPTS": "20",  # one run may be hit by many faults
            "SCHEDWEB_API_PER_MINUTE": "1000000",
            "SCHEDWEB_UPLOADS_PER_MINUTE": "1000000",
        }


def lacking() -> list[str]:
    """Return what has to be installed before there can be a laboratory."""
    needed = {
        "PostgreSQL": postgres_programs(),
        "Redis": shutil.which("redis-server"),
        "faketime": clock_library(),
    }
    return [name for name, found in needed.items() if not found]


def clock_library() -> Path | None:
    """Return the library that gives a process another time."""
    return next(Path("/usr/lib").glob(f"*/faketime/{CLOCK}"), None)


@contextmanager
def ground() -> Iterator[Ground]:
    """Start everything; nothing of it is left afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="schedweb-faults-"))
    folder.chmod(0o755)  # PostgreSQL is another user
    ports = [free_port() for _ in range(4)]
    made = Ground(
        folder=folder,
        postgres=postgres(folder, ports[0]),
        redis=redis(folder, ports[1]),
        to_postgres=Network(ports[2], ports[0]),
        to_redis=Network(ports[3], ports[1]),
        disk=Disk(folder / "data"),
        database_port=ports[0],
        redis_port=ports[1],
    )
    networks, services = (made.to_postgres, made.to_redis), (made.postgres, made.redis)
    made.disk.mount()
    try:
        for part in (*services, *networks):
            part.start()
        with psycopg.connect(made.url(ports[0], "postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {BASE}")
        yield made
    finally:
        for network in networks:
            network.stop()
        for service in services:
            service.end()
        made.disk.unmount()
        shutil.rmtree(folder, ignore_errors=True)
