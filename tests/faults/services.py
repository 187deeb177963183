"""PostgreSQL and Redis of the laboratory's own, which it kills, stops and starts again."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import psycopg
from redis import Redis
from redis.exceptions import RedisError

from tests.launch.launched import children

PATIENCE = 240.0
"""Bound on every wait of the laboratory, seconds."""
LOOK = 0.05
BASE = "schedweb"
"""User and database of the installation."""
QUICK = (
    *("fsync=off", "full_page_writes=off", "autovacuum=off"),
    *("max_connections=100", "shared_buffers=32MB"),
)
"""What makes PostgreSQL quick: this machine is not unplugged. Commits stay synchronous, or
a killed server would lose what it has just acknowledged, and the work with it."""


def wait_for(holds: Callable[[], object], what: str, seconds: float = PATIENCE) -> float:
    """Wait until something holds and return the seconds that took; raises `TimeoutError`."""
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > seconds:
            raise TimeoutError(f"{what}: not within {seconds:g} s")
        time.sleep(LOOK)
    return time.monotonic() - began


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def signalled(number: int, *pids: int) -> None:
    """Send a signal to processes; some may have ended."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


class Service:
    """A server on a port of loopback: started, ended and held up."""

    def __init__(
        self, name: str, command: Sequence[str], log: Path, answers: Callable[[], bool]
    ) -> None:
        self.name = name
        self.answers = answers
        self._command, self._log = command, log
        self._user: str | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def as_user(self, name: str) -> "Service":
        """Run as another user, which only root can."""
        self._user = name
        return self

    def start(self) -> None:
        """Start unless it runs, and wait until it answers."""
        if self._process is None or self._process.poll() is not None:
            with self._log.open("ab") as log:
                self._process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                    user=self._user,
                    cwd=self._log.parent,
                )
        wait_for(self.answers, f"{self.name} answers")

    def pids(self) -> list[int]:
        """Return its process and those that this one started."""
        if self._process is None or self._process.poll() is not None:
            return []
        return [self._process.pid, *children(self._process.pid)]

    def end(self, number: int = signal.SIGKILL) -> None:
        """Send its process a signal, then end what is left of it."""
        pids = self.pids()
        if not pids or self._process is None:
            return
        signalled(signal.SIGCONT, *pids)
        signalled(number, pids[0])
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            signalled(signal.SIGKILL, pids[0])
            self._process.wait(PATIENCE)
        signalled(signal.SIGKILL, *pids[1:])

    def restart(self, number: int) -> None:
        self.end(number)
        self.start()

    def hold(self) -> None:
        """Stop all of its processes where they are."""
        signalled(signal.SIGSTOP, *self.pids())

    def go_on(self) -> None:
        signalled(signal.SIGCONT, *self.pids())


def postgres_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest of Debian's."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: float(p.parts[-3])
    )
    return found[-1].parent if found else None


def postgres(folder: Path, port: int) -> Service:
    """Make an empty PostgreSQL; the service is not started yet."""
    programs = postgres_programs()
    if programs is None:
        raise FileNotFoundError("PostgreSQL is not installed")
    data = folder / "postgres"
    data.mkdir()
    user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
    if user:
        subprocess.run(["chown", user, str(data)], check=True)
    made = [str(programs / "initdb"), "-D", str(data), "-U", BASE, "--auth", "trust"]
    subprocess.run(
        [*made, "-E", "UTF8", "--no-sync", "--no-instructions"],
        check=True, user=user, cwd=data, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    options = ("listen_addresses=127.0.0.1", f"port={port}", f"unix_socket_directories={data}")
    command = [str(programs / "postgres"), "-D", str(data)]
    command += [part for option in (*options, *QUICK) for part in ("-c", option)]

    def answers() -> bool:
        try:
            with psycopg.connect(
                f"postgresql://{BASE}@127.0.0.1:{port}/postgres", connect_timeout=3
            ):
                return True
        except psycopg.OperationalError:
            return False

    made_service = Service("PostgreSQL", command, folder / "postgres.log", answers)
    return made_service.as_user(user) if user else made_service


def redis(folder: Path, port: int) -> Service:
    """Return a Redis that forgets everything when it ends."""
    options = {"bind": "127.0.0.1", "port": str(port), "dir": str(folder), "save": ""}
    command = ["redis-server", "--appendonly", "no"]
    command += [part for key, value in options.items() for part in (f"--{key}", value)]
    client = Redis(port=port, socket_timeout=1, socket_connect_timeout=1)

    def answers() -> bool:
        try:
            return bool(client.ping())
        except RedisError:
            return False

    return Service("Redis", command, folder / "redis.log", answers)
