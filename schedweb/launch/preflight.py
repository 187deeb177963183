"""What must hold before anything starts; each failure is one sentence."""

import errno
import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from schedweb.base import config


class LaunchError(SystemExit):
    """A start that cannot be; the sentence goes to stderr, without a traceback."""


def listen(host: str, port: int) -> socket.socket:
    """The socket that the web server inherits: it stays open while that server is restarted."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            "127.0.0.1" if host == "localhost" else host, port, type=socket.SOCK_STREAM
        )[0]
        return socket.create_server(address[:2], family=family, backlog=2048)
    except OSError as error:
        raise LaunchError(_why_not(host, port, error)) from None


def _why_not(host: str, port: int, error: OSError) -> str:
    other = f"choose another, for instance {config.PORT.name}={port + 1 if port < 65535 else 8000}"
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use by another program: stop that one, or {other}."
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the system's administrator: {other}."
    return f"{config.HOST.name}={host} is no address of this machine."


@contextmanager
def only_one(data: Path) -> Iterator[None]:
    """Two launchers on one data folder would compute and clean up against each other."""
    path = data / "launch.lock"
    try:
        lock = path.open("w")
    except OSError:
        raise LaunchError(f"{path} is not writable.") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LaunchError(
                f"SchedWeb is already running on the data folder {data}: stop it, or name another "
                f"folder in {config.DATA.name}."
            ) from None
        os.environ[config.LAUNCH_LOCK] = str(path)
        try:
            yield
        finally:
            del os.environ[config.LAUNCH_LOCK]
