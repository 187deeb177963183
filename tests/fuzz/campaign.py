"""Many rounds in processes with limits, which may end without the campaign doing so."""

import gc
import multiprocessing
import os
import resource
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from parsched.base.errors import AlgorithmsError
from tests.fuzz.mutation import mutated
from tests.fuzz.targets import TARGETS, Target

MOST_SECONDS = 5.0
"""CPU time of one file."""
MOST_BYTES = 1 << 30
"""Memory for one file, beside the process's own."""
NICENESS = 10
_PART = 2_000
"""Rounds of one process."""


@dataclass
class Account:
    """What became of rounds: how many were read, refused, or against the rules, and those."""

    read: int = 0
    refused: int = 0
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)

    def add(self, other: "Account") -> None:
        """Take over what another has."""
        self.read += other.read
        self.refused += other.refused
        self.slowest = max(self.slowest, other.slowest)
        self.faults += other.faults


def content_of(seed: int, number: int) -> tuple[Target, bytes]:
    """Return the reader and the file of a round: the same ones for the same numbers."""
    random = Random(f"{seed}/{number}")
    target = TARGETS[number % len(TARGETS)]
    return target, mutated(target.seeds, random)


def attempt(seed: int, number: int) -> Account:
    """Read the file of one round."""
    target, content = content_of(seed, number)
    place = f"round {number} of seed {seed}, {target.name}"
    account = Account()
    begin = time.process_time()
    try:
        target.read(content)
        account.read = 1
    except AlgorithmsError:
        account.refused = 1
    except MemoryError:
        account.faults.append(f"{place}: more than {MOST_BYTES >> 20} MiB")
    except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
        account.faults.append(f"{place}: {traceback.format_exc(limit=-2)}")
    account.slowest = time.process_time() - begin
    if account.slowest > MOST_SECONDS:
        account.faults.append(f"{place}: {account.slowest:.1f} s of CPU time")
    return account


def run(rounds: int, seed: int, first: int = 0) -> Account:
    """Make `rounds` rounds from the `first` on; a process that ends costs only its round."""
    account, last = Account(), first + rounds
    for target in TARGETS:  # what is compiled counts for no round
        for content in target.seeds:
            with suppress(Exception):
                target.read(content)
    while first < last:
        end = min(first + _PART, last)
        for part in _in_a_process(seed, first, end):
            account.add(part)
            first += 1
        if first < end:
            account.faults.append(f"round {first} of seed {seed}: the process was killed")
            first += 1
    return account


def _in_a_process(seed: int, first: int, end: int) -> Iterator[Account]:
    """Yield the account of each round, as long as the process lives."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(
        target=_rounds, args=(seed, first, end, sender)
    )
    process.start()
    sender.close()
    try:
        for _ in range(first, end):
            yield receiver.recv()
    except EOFError:
        pass
    finally:
        process.kill()
        process.join()
        receiver.close()


def _rounds(seed: int, first: int, end: int, sender: Connection) -> None:
    os.nice(NICENESS)
    gc.collect()  # what the process gives back later would be granted to the files
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MOST_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    for number in range(first, end):
        # A kernel that never returns is ended by the system: twice the limit is left for this.
        spent = int(time.process_time() + 2 * MOST_SECONDS)
        resource.setrlimit(resource.RLIMIT_CPU, (spent, resource.RLIM_INFINITY))
        sender.send(attempt(seed, number))
