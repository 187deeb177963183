"""Header comments of SWF files: `; Key: value`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from algorithms.naming import visible

KEYS = {
    key.lower(): key
    for key in (
        *("Version", "Computer", "Installation", "Acknowledge", "Information", "Conversion"),
        *("MaxJobs", "MaxRecords", "Preemption", "UnixStartTime", "TimeZone", "TimeZoneString"),
        *("StartTime", "EndTime", "MaxNodes", "MaxProcs", "MaxRuntime", "MaxMemory"),
        *("AllowOveruse", "MaxQueues", "Queues", "Queue", "MaxPartitions", "Partitions"),
        *("Partition", "Note", "Copyright", "Executable"),
    )
}
"""Keys of the standard in their own spelling, and one of ours for names of executables; other
comments (drawings, say) are no entries."""

MOST_ENTRIES = 10_000
LONGEST_NAME = 80
LONGEST_ENTRY = 1_000
_INTEGER = re.compile(r"-?\d{1,18}(?!\d)")


@dataclass
class Header:
    """Entries in file order, as (key, value)."""

    entries: list[tuple[str, str]] = field(default_factory=list)

    def add(self, line: bytes) -> None:
        """Take a comment line; what is no entry of the standard is passed over."""
        key, colon, value = _text(line[:LONGEST_ENTRY]).strip("; \t\n").partition(":")
        name = KEYS.get(key.strip().lower())
        if colon and name and len(self.entries) < MOST_ENTRIES:
            self.entries.append((name, value.strip()))

    def text(self, key: str) -> str:
        """Return the first value of a key, "" when there is none."""
        return next((value for name, value in self.entries if name == key and value), "")

    def all(self, key: str) -> list[str]:
        """Return every value of a key."""
        return [value for name, value in self.entries if name == key]

    def integer(self, key: str) -> int | None:
        """Return the number that the first value of a key begins with, None if it does not."""
        match = _INTEGER.match(self.text(key))
        return int(match[0]) if match else None

    def names(self, key: str) -> dict[int, str]:
        """Return the names that repeated entries `number name (remark)` give, each used once."""
        names: dict[int, str] = {}
        used: set[str] = set()
        for number, name in self._numbered(key):
            text = name[:LONGEST_NAME] or str(number)
            names[number] = f"{text} {number}" if text in used else text
            used.add(names[number])
        return names

    def _numbered(self, key: str) -> Iterator[tuple[int, str]]:
        for name, value in self.entries:
            if name == key and (match := _INTEGER.match(value)):
                yield int(match[0]), value[match.end() :].partition("(")[0].strip(" \t:=-")


def _text(line: bytes) -> str:
    """Return a line as text that can be shown and stored: a NUL in a name of a queue cannot."""
    return visible(line.decode("utf-8", "replace").replace("\t", " ").rstrip("\n"))
