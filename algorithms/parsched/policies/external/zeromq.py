"""Speaks with a scheduler made for Batsim through a ZeroMQ socket, as Batsim does."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from parsched.policies.external.lines import LONGEST, PATIENCE, Exchange
from parsched.policies.external.messages import ProgramError
from parsched.policies.external.program import ExternalProgram

SOCKET = "{socket}"
"""What stands for the endpoint in a command."""
AGAIN, LAST = 10, 1_000
"""Milliseconds between two attempts to reach a scheduler that has not opened its socket yet, and
that the last answer of one that has ended is waited for."""


def is_installed() -> bool:
    """Is pyzmq there, which this needs?"""
    return find_spec("zmq") is not None


@contextmanager
def endpoint() -> Iterator[str]:
    """Yield an endpoint that no other user can reach: a socket in a folder of our own."""
    with tempfile.TemporaryDirectory(prefix="schedweb-") as folder:
        yield f"ipc://{Path(folder) / 'socket'}"


@contextmanager
def zeromq(program: ExternalProgram, address: str) -> Iterator[Exchange]:
    """Yield what sends a message and returns the answer.

    The scheduler has a REP socket at the address, we have a REQ socket. It raises ProgramError when
    the program ends, and what `ExternalProgram.wait` raises.
    """
    import zmq  # noqa: PLC0415 (only needed to speak with such a scheduler)

    context = zmq.Context(io_threads=1)
    socket = context.socket(zmq.REQ)
    poller = zmq.Poller()
    try:
        socket.linger = 0
        socket.reconnect_ivl = AGAIN
        socket.maxmsgsize = LONGEST
        socket.connect(address)
        poller.register(socket, zmq.POLLIN)
        poller.register(program.sayings.fileno(), zmq.POLLIN)

        def exchange(message: bytes) -> bytes:
            socket.send(message)
            while True:
                ready = dict(poller.poll(int(1000 * PATIENCE)))
                program.wait()
                if program.sayings.fileno() in ready and not program.listen():
                    poller.unregister(program.sayings.fileno())
                if socket in ready:
                    return bytes(socket.recv())
                if program.has_ended:
                    # What it sent last may still be on its way.
                    if socket.poll(LAST):
                        return bytes(socket.recv())
                    raise program.ended()

        yield exchange
    except zmq.ZMQError as error:
        raise ProgramError(f"the socket of the program failed: {error}") from error
    finally:
        socket.close()
        context.term()
