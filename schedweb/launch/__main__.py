"""`python -m schedweb.launch local|team`: prepare the database, then run web server and workers.

Loops are compiled, and samples are made, beside them: pages can be read from the start, and the
workers wait for the machine code that they need.
"""

import argparse
import asyncio
import os
import socket
import sys
from contextlib import closing, suppress

import django
from django.apps import apps
from django.core.management import call_command
from django.db import OperationalError, connections
from django.utils.module_loading import import_string

from schedweb.base import config, network, secret_key
from schedweb.launch.preflight import LaunchError, listen, only_one
from schedweb.launch.supervisor import SupervisedProgram, say, supervise

IS_UP_TO_DATE = "parsched.base.compiled.folder.is_up_to_date"
"""Imported only when the mode is set, which says whether the library may load plugins."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m schedweb.launch", description=__doc__)
    parser.add_argument("mode", choices=("local", "team"))
    start(parser.parse_args().mode)


def start(mode: str) -> None:
    """Run everything in a mode until a signal says stop."""
    os.environ[config.MODE.name] = mode
    host, port = config.bind_host(), config.PORT.read()
    with (
        suppress(KeyboardInterrupt),  # before the supervisor takes signals
        listen(host, port) as listener,
        only_one(config.data_folder()),
    ):
        errands = prepare()
        asyncio.run(supervise(errands, programs(listener), greet(listener)))
    say("Stopped.")


def prepare() -> list[SupervisedProgram]:
    """Bring the database up to date; return the errands: what is done once, where it is not yet."""
    django.setup()
    python, errands = (sys.executable, "-m"), []
    if not import_string(IS_UP_TO_DATE)():
        errands.append(SupervisedProgram("compiler", (*python, "parsched", "compile")))
    try:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("adopt_store", check=True)
        if config.MODE.read() == "local" and not apps.get_model("runs", "Welcome").objects.exists():
            say("Making the sample comparisons; this happens once.")
            errands.append(SupervisedProgram("samples", (*python, "django", "seed_samples")))
    except OperationalError as error:
        raise LaunchError(f"The database does not answer: {' '.join(str(error).split())}") from None
    connections.close_all()
    return errands


def programs(listener: socket.socket) -> list[SupervisedProgram]:
    """The web server on the open socket, and the workers: files are read beside long runs."""
    web = ("gunicorn", "-c", "python:schedweb.launch.web", "--bind", f"fd://{listener.fileno()}")
    worker = ("celery", "--quiet", "-A", "schedweb.server", "worker", "--queues")
    readers = ("--concurrency", str(config.TASK_WORKERS.read()))
    python = (sys.executable, "-m")
    return [
        SupervisedProgram("web server", python + web, (listener.fileno(),)),
        SupervisedProgram("worker", (*python, *worker, "runs")),
        SupervisedProgram("reader", (*python, *worker, "tasks", *readers)),
    ]


async def greet(listener: socket.socket) -> None:
    """Print the address as soon as it answers."""
    host, port = listener.getsockname()[:2]
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    await _answered(here, port)
    say(f"SchedWeb is ready: {_address(here, port)}{entrance()} (Ctrl-C stops it)")
    # Who has an account here cannot be told, as in `runs.commands`.
    if config.MODE.read() == "local" and not config.LOCAL_TOKEN.read():
        say(
            "Everyone who has an account on this machine can open this address; "
            f"{config.LOCAL_TOKEN.name}=1 asks for a token."
        )
    if here == host:
        return
    for name in network.outgoing_address():
        say(f"On the network: {_address(name, port)}")
    if not config.HTTPS.read():
        say("Passwords travel readably over http: the guide to a team's server puts TLS in front.")


async def _answered(host: str, port: int) -> None:
    """The socket is open from the start, so the request waits until a server takes it."""
    while not (await _first_line(host, port)).startswith(b"HTTP/"):
        await asyncio.sleep(0.2)


async def _first_line(host: str, port: int) -> bytes:
    try:
        reader, writer = await asyncio.open_connection(host, port)
        with closing(writer):
            writer.write(b"GET /health/live HTTP/1.0\r\nHost: localhost\r\n\r\n")
            return await reader.readline()
    except ConnectionError:
        return b""


def entrance() -> str:
    """What the printed address ends with: the token, where local mode asks for one."""
    if config.MODE.read() != "local" or not config.LOCAL_TOKEN.read():
        return ""
    return f"/?token={secret_key.kept_in(config.data_folder() / secret_key.LOCAL_TOKEN)}"


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


if __name__ == "__main__":
    main()
