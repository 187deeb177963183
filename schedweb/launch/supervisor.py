"""Keep programs running: start again what dies, stop all of them together."""

import asyncio
import ctypes
import os
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, STDOUT, Process
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

GRACE = 5.0  # seconds between asking a program to stop and killing it
FIRST_DELAY, LONGEST_DELAY = 0.5, 30.0  # seconds before a dead program is started again
PR_SET_PDEATHSIG = 1
LONGEST_LINE = 2**20  # bytes

_prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


@dataclass(frozen=True)
class SupervisedProgram:
    """A command, the name in front of its messages, and file descriptors it inherits."""

    name: str
    command: tuple[str, ...]
    descriptors: tuple[int, ...] = ()


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def supervise(
    errands: list[SupervisedProgram],
    programs: list[SupervisedProgram],
    greeting: Coroutine[Any, Any, None],
) -> None:
    """Start errands, which end by themselves, and keep programs running until a signal says stop; a
    second one does not wait. The greeting runs beside."""
    async with asyncio.TaskGroup() as group:
        beside = [run_once(errand) for errand in errands]
        beside += [keep_running(program) for program in programs]
        tasks = [group.create_task(each) for each in (*beside, greeting, follow_make())]

        def stop() -> None:
            for task in tasks:
                task.cancel()

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, stop)


async def keep_running(program: SupervisedProgram) -> None:
    """Start the program again whenever it ends, later each time it ends soon."""
    delay = FIRST_DELAY
    while True:
        started = time.monotonic()
        async with running(program) as process:
            code = await process.wait()
        if time.monotonic() - started > LONGEST_DELAY:
            delay = FIRST_DELAY
        say(f"The {program.name} ended ({reason(code)}); it starts again in {delay:g} s.")
        await asyncio.sleep(delay)
        delay = min(2 * delay, LONGEST_DELAY)


async def run_once(errand: SupervisedProgram) -> None:
    """Run a program to its end; the others go on if it fails."""
    async with running(errand) as process:
        code = await process.wait()
    if code != 0:
        say(f"The {errand.name} ended ({reason(code)}).")


@asynccontextmanager
async def running(program: SupervisedProgram) -> AsyncIterator[Process]:
    """A child process in its own process group, which is killed as a whole at the end."""
    supervisor = os.getpid()
    reading, writing = os.pipe()
    try:
        process = await asyncio.create_subprocess_exec(
            *program.command,
            stdin=DEVNULL,
            stdout=writing,
            stderr=STDOUT,
            pass_fds=program.descriptors,
            start_new_session=True,
            preexec_fn=lambda: _end_with(supervisor),
        )
    finally:
        os.close(writing)
    relay = asyncio.create_task(_relay(program.name, reading))
    try:
        yield process
    finally:
        await _end(process, relay)


async def _end(process: Process, relay: asyncio.Task[None]) -> None:
    """Let a process that still runs stop by itself, in silence; then kill what its group left."""
    try:
        if process.returncode is None:
            relay.cancel()
            process.terminate()
            await asyncio.wait_for(process.wait(), GRACE)
    except TimeoutError:
        pass
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
    await asyncio.wait([relay])


async def _relay(name: str, reading: int) -> None:
    """Pass messages on, each line with the program's name in front."""
    reader = asyncio.StreamReader(LONGEST_LINE)
    protocol = asyncio.StreamReaderProtocol(reader)
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: protocol, os.fdopen(reading, "rb")
    )
    try:
        async for line in reader:
            sys.stderr.write(f"{name:<10} | {line.decode(errors='replace')}")
            sys.stderr.flush()
    finally:
        transport.close()


def reason(code: int) -> str:
    """How a process ended, in words."""
    return f"exit code {code}" if code >= 0 else f"killed by {signal.Signals(-code).name}"


async def follow_make() -> None:
    """Under make, end with it: make forwards no signal when it is killed."""
    parent = os.getppid()
    while "MAKELEVEL" not in os.environ or os.getppid() == parent:
        await asyncio.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


def _end_with(supervisor: int) -> None:
    """In the new process: Linux ends it when the supervisor is killed."""
    if _prctl is not None:
        _prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != supervisor:
        os._exit(1)
