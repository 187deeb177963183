"""Sources of logs: one declaration for each kind of file that people hold. Loads no pyarrow."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from parsched.data.files.findings import FindingKind, Findings
from parsched.data.files.layout import TextLayout
from parsched.data.files.mapping import Mapping, named_as
from parsched.data.files.source import FileLimits

if TYPE_CHECKING:
    from parsched.data.logs.tables.table import LogTable

Head = bytes
"""The beginning of a file, unpacked."""

Open = Callable[[Iterator[bytes], FileLimits, Findings], "LogTable"]
"""Makes a table of a file that is no table yet; says what it leaves out."""


@dataclass(frozen=True)
class LeftOut:
    """Rows that are no jobs: rows in whose column a pattern is found; with `unless_begun` only if
    they do not say when they began.

    Examples
    --------
    >>> from parsched.plugins import LeftOut, left_out
    >>> step = left_out("step", "JobID", "should be of a job, not of a step")
    >>> LeftOut(step, "JobID", "Step").column
    'JobID'
    """

    kind: FindingKind
    column: str
    pattern: str
    unless_begun: bool = False

    def within(self, names: Sequence[str]) -> "LeftOut | None":
        """Return the same with the column as a table names it; None where it has none."""
        name = named_as(self.column, names)
        return None if name is None else replace(self, column=name)


@dataclass(frozen=True, kw_only=True)
class Source:
    """A kind of log.

    Parameters
    ----------
    key, title
        What programs and people call it.
    about
        What it is, in one sentence.
    command
        What produces it; blank where it is downloaded.
    documentation
        Where its columns are explained.
    mapping
        What its columns mean.
    needs
        Columns by which a table of it is told from others, with blanks between, in any case; one
        of several ways. None where `recognises` does so.
    recognises
        Tells a file by its beginning.
    open
        Makes a table of it, where it is none.
    layout
        How a text without a line of names is cut, by its beginning.
    left_out
        Rows that are no jobs.
    oddities
        What to know of it, in sentences.
    """

    key: str
    title: str
    about: str
    command: str = ""
    documentation: str = ""
    mapping: Mapping
    needs: tuple[str, ...] = ()
    recognises: Callable[[Head], bool] = lambda head: False
    open: Open | None = None
    layout: Callable[[Head], TextLayout] | None = None
    left_out: tuple[LeftOut, ...] = ()
    oddities: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return plain values for people and programs."""
        return {
            "key": self.key,
            "title": self.title,
            "about": self.about,
            "command": self.command,
            "documentation": self.documentation,
            "oddities": list(self.oddities),
            "profile": self.mapping.as_json(),
        }


SOURCES: dict[str, Source] = {}
"""Sources by key, in the order in which they are tried."""


def source(**declared: Any) -> Source:
    """Declare a source; see `Source`.

    Examples
    --------
    >>> from parsched.data.logs import SOURCES
    >>> sorted(SOURCES)[:2] == sorted(key for key in SOURCES)[:2]  # `source(key=…, …)` adds one
    True
    """
    made = Source(**declared)
    if made.key in SOURCES:
        raise ValueError(f"two sources are called {made.key!r}")
    SOURCES[made.key] = made
    return made
