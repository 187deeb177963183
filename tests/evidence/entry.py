"""One entry of the evidence: what is compared with what, and the function that does it."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from schedweb.base.config import PROJECT

SHARED = PROJECT.parent / "shared"
"""Files of others beside a clone."""
BEFORE = dict(os.environ)
"""Variables as they were before the settings of tests, which programs of their own get."""
EXAMPLES = 3
"""Differences that are named one by one."""


@dataclass
class Tally:
    """What came of an entry: how many cases there were and how many differ, and the worst."""

    size: str
    cases: int = 0
    differing: int = 0
    examples: list[str] = field(default_factory=list)
    worst: str = ""

    def take(self, differing: int, what: str, cases: int = 1) -> None:
        """Count cases, and how many of them differ; `what` names them where any does."""
        self.cases += cases
        self.differing += int(differing)
        if differing and len(self.examples) < EXAMPLES:
            self.examples.append(what)


Run: TypeAlias = Callable[[int], Tally]


@dataclass(frozen=True)
class Entry:
    """Something that is tested against something else.

    Parameters
    ----------
    key, title
        Names.
    about
        What it belongs to, the heading that it stands under.
    ours, against
        What is compared with what.
    where
        The test or program that does the same, a path in the clone.
    unit
        What a case is, in the plural.
    size, full
        How much is done by default, and how much in a full run.
    lacks
        Returns in words what is missing for the check; blank for nothing.
    run
        Does it.
    """

    key: str
    title: str
    about: str
    ours: str
    against: str
    where: str
    unit: str
    size: int
    full: int
    run: Run
    lacks: Callable[[], str] = lambda: ""


ENTRIES: dict[str, Entry] = {}
"""By key, in the order of the page."""


def entry(
    key: str,
    *,
    title: str,
    about: str,
    ours: str,
    against: str,
    where: str,
    unit: str,
    size: int,
    full: int,
    lacks: Callable[[], str] = lambda: "",
) -> Callable[[Run], Run]:
    """Declare an entry by the function that runs it; raises ValueError for a key that is taken, and
    for a test that is not there."""
    if key in ENTRIES:
        raise ValueError(f"two entries are declared as {key!r}")
    if not (PROJECT / where).exists():
        raise ValueError(f"{key}: there is no {where}")

    def add(run: Run) -> Run:
        words = (key, title, about, ours, against, where, unit)
        ENTRIES[key] = Entry(*words, size, full, run, lacks)
        return run

    return add


def shared(*paths: str) -> Callable[[], str]:
    """Return what asks for files of others, which are no part of a clone."""

    def lacks() -> str:
        if not SHARED.is_dir():
            return "there is no folder ../shared beside this clone"
        missing = [path for path in paths if not (SHARED / Path(path)).exists()]
        return f"../shared lacks {', '.join(missing)}" if missing else ""

    return lacks
