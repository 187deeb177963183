"""Speaks with a program through its input and output: a message is a line."""

import os
import selectors
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from parsched.policies.external.messages import ProgramError
from parsched.policies.external.program import ExternalProgram

PATIENCE = 0.2
"""Seconds to wait for a line before others have their turn."""
LONGEST = 64 * 2**20
"""Bytes of an answer."""
Exchange = Callable[[bytes], bytes]
"""Sends a message and returns the answer."""


@contextmanager
def lines(program: ExternalProgram) -> Iterator[Exchange]:
    """Yield what sends a message, without the end of the line, and returns the line that follows.

    It raises ProgramError when the program ends, writes a line without being asked or a line longer
    than 64 MiB, and what `ExternalProgram.wait` raises.
    """
    with selectors.DefaultSelector() as selector:
        yield _Lines(program, selector).exchange


class _Lines:
    """The pipes of a program."""

    def __init__(self, program: ExternalProgram, selector: selectors.BaseSelector) -> None:
        self._program, self._selector = program, selector
        self._input, self._output = program.input.fileno(), program.output.fileno()
        self._sayings = program.sayings.fileno()
        self._number = 0
        os.set_blocking(self._input, False)
        selector.register(self._output, selectors.EVENT_READ)
        selector.register(self._sayings, selectors.EVENT_READ)

    def exchange(self, message: bytes) -> bytes:
        """Send a message and return the answer."""
        self._number += 1
        unsent = self._sent(memoryview(message + b"\n"))
        if unsent:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        parts, size = list[bytes](), 0
        while True:
            ready = {key.fd for key, _ in self._selector.select(PATIENCE)}
            self._program.wait()
            if self._sayings in ready and not self._program.listen():
                self._selector.unregister(self._sayings)
            if self._input in ready and not (unsent := self._sent(unsent)):
                self._selector.unregister(self._input)
            if self._output not in ready:
                continue
            read = os.read(self._output, 65536)
            if not read:
                raise self._program.ended()
            parts.append(read)
            size += len(read)
            if b"\n" in read:
                return self._answer(b"".join(parts), is_read=not unsent)
            if size > LONGEST:
                raise ProgramError(
                    f"answer {self._number} of the program has more than {LONGEST:,} bytes"
                )

    def _answer(self, text: bytes, *, is_read: bool) -> bytes:
        answer, _, more = text.partition(b"\n")
        if more or not is_read:
            shown = (more or answer)[:60].decode(errors="replace")
            raise ProgramError(
                f"the program wrote a line without being asked, beside answer {self._number}: "
                f"{shown!r}"
            )
        return answer

    def _sent(self, unsent: memoryview) -> memoryview:
        """Write as much as there is room for; return what is left."""
        try:
            return unsent[os.write(self._input, unsent) :]
        except BlockingIOError:
            return unsent
        except BrokenPipeError:
            return unsent[:0]  # the program has ended, as its output will tell
