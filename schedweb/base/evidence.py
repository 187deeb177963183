"""What is tested against what, with the last figures of each test, as `make evidence` wrote them.

The file has everything that pages show, since an installation has no tests.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Self

from parsched.report.phrases import capital, counted
from parsched.report.scales import label

FILE = Path(__file__).parent / "evidence.json"


class EvidenceState(StrEnum):
    """How an entry stands."""

    AGREES = "agrees"
    DIFFERS = "differs"
    FAILED = "failed"
    """It ended with an error, so there are no figures."""
    NOT_RUN = "not run"
    """It has never run where the file was written."""


PLURAL = {EvidenceState.AGREES: "agree", EvidenceState.DIFFERS: "differ"}
"""What several entries do."""
LOOKS = {
    EvidenceState.AGREES: "done",
    EvidenceState.DIFFERS: "failed",
    EvidenceState.FAILED: "failed",
    EvidenceState.NOT_RUN: "queued",
}


@dataclass(frozen=True)
class Figures:
    """What came of an entry when it ran last.

    Parameters
    ----------
    size
        How much was tried, in words.
    cases, differing
        How many, and how many of them differ.
    worst, examples
        The worst case in words, and the first of those that differ.
    error
        Why it failed; blank where it did not.
    date, commit, machine, versions
        When, at which version, and where it ran.
    seconds
        Processor time.
    """

    size: str
    cases: int
    differing: int
    worst: str
    examples: Sequence[str]
    error: str
    date: str
    commit: str
    machine: str
    versions: Mapping[str, str]
    seconds: float

    @property
    def words(self) -> str:
        """When and how much, in words."""
        took = f"{label(self.seconds)} of processor time"
        return ", ".join(filter(None, (self.date[:10], self.size, took)))


@dataclass(frozen=True)
class Evidence:
    """An entry: what is compared with what, and what came of it; `passed_over` says why the last
    run left it out, on which day, and blank where it did not."""

    key: str
    title: str
    about: str
    ours: str
    against: str
    where: str
    unit: str
    figures: Figures | None = None
    passed_over: str = ""

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Build it from plain JSON values."""
        figures = values.get("figures")
        return cls(**{**values, "figures": Figures(**figures) if figures else None})

    @property
    def state(self) -> EvidenceState:
        """How it stands."""
        if self.figures is None:
            return EvidenceState.NOT_RUN
        if self.figures.error or not self.figures.cases:
            return EvidenceState.FAILED
        return EvidenceState.DIFFERS if self.figures.differing else EvidenceState.AGREES

    @property
    def look(self) -> str:
        """The looks of that."""
        return LOOKS[self.state]

    @property
    def result(self) -> str:
        """How many cases there were, and how many of them differ."""
        if self.figures is None or self.state is EvidenceState.FAILED:
            return ""
        of = f"{self.figures.cases:,} {self.unit}"
        differing = self.figures.differing
        verb = "differs" if differing == 1 else "differ"
        return f"{of}, {differing:,} {verb}" if differing else of

    @property
    def remarks(self) -> Sequence[str]:
        """What else is to be said: the worst case, what differs, why it failed or was left out."""
        found = self.figures
        known = [] if found is None else [found.worst, *found.examples, found.error]
        said = dict.fromkeys(text for text in (*known, self.passed_over) if text)
        return [capital(text) for text in said]


@dataclass(frozen=True)
class EvidencePage:
    """All entries under their headings, and sentences about all of them."""

    groups: Sequence[tuple[str, Sequence[Evidence]]]
    sentences: Sequence[str]

    @classmethod
    def of(cls, file: Path | None = None) -> Self:
        """Read it."""
        entries = evidence(file)
        groups = [(about, [*of]) for about, of in groupby(entries, key=lambda one: one.about)]
        return cls(groups, [*_summed_up(entries)])


def evidence(file: Path | None = None) -> list[Evidence]:
    """Return all entries; none where there is no file."""
    path = file or FILE
    return [*_read(path, path.stat().st_mtime_ns)] if path.is_file() else []


@lru_cache(maxsize=4)
def _read(path: Path, changed: int) -> tuple[Evidence, ...]:
    content = json.loads(path.read_text(encoding="utf-8"))
    return tuple(Evidence.from_json(values) for values in content["entries"])


def _summed_up(entries: Sequence[Evidence]) -> Sequence[str]:
    states = [one.state for one in entries]
    numbers = {one: states.count(one) for one in EvidenceState if one in states}
    counts = [
        f"{count} {PLURAL.get(one, one) if count > 1 else one}" for one, count in numbers.items()
    ]
    ran = [one.figures for one in entries if one.figures is not None]
    machines = dict.fromkeys(one.machine for one in ran)
    days = sorted(one.date[:10] for one in ran)
    if not ran:
        return ["Nothing has run yet."]
    when = days[0] if days[0] == days[-1] else f"{days[0]} to {days[-1]}"
    return [
        f"{counted(len(entries), 'entry', 'entries')}: {', '.join(counts)}.",
        f"Run {when} on {'; '.join(machines)}.",
    ]
