"""The installation under test: `make serve` without make, and single workers beside it."""

import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from schedweb.base.config import PROJECT
from tests.faults.services import free_port, signalled, wait_for
from tests.launch.launched import children, command, programs

PROGRAMS = ("web", "worker", "reader")


class Program:
    """A process that the laboratory starts, with a log file."""

    def __init__(self, command: list[str], environment: Mapping[str, str], log: Path) -> None:
        self.log = log
        with log.open("ab") as file:
            self.process = subprocess.Popen(
                command,
                cwd=PROJECT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def end(self, seconds: float = 30.0) -> None:
        """Ask it to stop, and do not wait for ever."""
        if self.is_running:
            self.process.terminate()
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                signalled(signal.SIGKILL, *children(self.process.pid), self.process.pid)
        self.process.wait()


def worker(environment: Mapping[str, str], log: Path, queue: str = "runs") -> Program:
    """Start a worker of its own with one process."""
    line = [sys.executable, "-m", "celery", "--quiet", "-A", "schedweb.server", "worker"]
    return Program([*line, "--concurrency", "1", "--queues", queue], environment, log)


class Site:
    """The launcher with web server, worker and reader."""

    def __init__(self, environment: Mapping[str, str], log: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = log
        self._environment = {**environment, "PORT": str(self.port)}
        self._program: Program | None = None
        self._starting = threading.Lock()

    @property
    def supervisor(self) -> int:
        assert self._program is not None
        return self._program.process.pid

    def start(self) -> None:
        """Start the launcher, again where an earlier one still holds port or lock."""
        with self._starting:  # several faults may wait for the installation at a time
            if self._program is None or not self._program.is_running:
                self._program = Program(command("team"), self._environment, self.log)

    def is_up(self) -> bool:
        """Tell whether all programs run and the server answers; start what has ended."""
        self.start()
        return (
            set(programs(self.supervisor)) == set(PROGRAMS) and self.status("/health/live") == 200
        )

    def wait_until_up(self) -> float:
        return wait_for(self.is_up, "the installation answers")

    def stop(self) -> None:
        """End the launcher and whatever it started."""
        if self._program is None:
            return
        signalled(signal.SIGCONT, self.supervisor, *self.everything())
        left = self.everything()
        self._program.end()
        signalled(signal.SIGKILL, *left)

    def pid(self, program: str) -> int | None:
        """Return the main process of a program, unless it is being started again."""
        return programs(self.supervisor).get(program)

    def pool(self, program: str) -> list[int]:
        """Return the processes in which a program does its work."""
        main = self.pid(program)
        return [] if main is None else children(main)

    def everything(self) -> list[int]:
        """Return all processes that the launcher started."""
        mains = children(self.supervisor)
        return [*mains, *(pid for main in mains for pid in children(main))]

    def status(self, path: str, seconds: float = 10.0) -> int:
        """Ask the server; 0 where it does not answer."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=seconds) as response:
                return int(response.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0
