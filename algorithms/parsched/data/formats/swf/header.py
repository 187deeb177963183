"""Header comments of SWF files: `; Key: value`, and what ours say beside the standard."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from parsched.base.naming import visible
from parsched.data.files.names import LONGEST_NAME
from parsched.data.files.thousands import POINTED, without_signs

KEYS = {
    key.lower(): key
    for key in (
        *("Version", "Computer", "Installation", "Acknowledge", "Information", "Conversion"),
        *("MaxJobs", "MaxRecords", "Preemption", "UnixStartTime", "TimeZone", "TimeZoneString"),
        *("StartTime", "EndTime", "MaxNodes", "MaxProcs", "MaxRuntime", "MaxMemory"),
        *("AllowOveruse", "MaxQueues", "Queues", "Queue", "MaxPartitions", "Partitions"),
        *("Partition", "Note", "Copyright", "User", "Group", "Executable", "Status"),
    )
}
"""Keys of the standard in their own spelling, and ours for names of users, groups, executables and
status; other comments (drawings, say) are no entries."""

NAMED_BY = {
    "user": "User",
    "group": "Group",
    "executable": "Executable",
    "queue": "Queue",
    "partition": "Partition",
    "status": "Status",
}
"""Key of the entries `number name` for each name column of a workload."""

MOST_ENTRIES = 10_000
MOST_NAMES = 90_000
"""Names that a header gives: a reader looks for them in its first lines, see `swf.read`."""
LONGEST_ENTRY = 1_000
_INTEGER = re.compile(r"-?\d{1,18}(?!\d)")
_DECIMAL = re.compile(r"-?\d{1,18}(?:\.\d+)?(?![\d.])")
_PLAIN = re.compile(r"[^\W_](?:[^()\"]*[^\s:;=()\"-])?")


@dataclass
class Header:
    """Entries in file order, as (key, value)."""

    entries: list[tuple[str, str]] = field(default_factory=list)
    _named: dict[str, list[str]] = field(default_factory=dict)

    def add(self, line: bytes) -> None:
        """Take a comment line; what is no entry of the standard is passed over."""
        key, colon, value = _text(line[:LONGEST_ENTRY]).strip("; \t\n").partition(":")
        name = KEYS.get(key.strip().lower())
        if not colon or not name:
            return
        if len(self.entries) < MOST_ENTRIES:
            self.entries.append((name, value.strip()))
        if name in NAMED_BY.values():
            self._named.setdefault(name, []).append(value.strip())

    def text(self, key: str) -> str:
        """Return the first value of a key, "" when there is none."""
        return next((value for name, value in self.entries if name == key and value), "")

    def all(self, key: str) -> list[str]:
        """Return every value of a key."""
        return [value for name, value in self.entries if name == key]

    def integer(self, key: str) -> int | None:
        """Return the number that the first value of a key begins with, None if it does not; signs
        may stand between thousands."""
        text = self.text(key)
        for part in (text, text.partition(" ")[0].rstrip(",;")):
            if re.match(POINTED, part):  # numbers of headers are whole
                text = part.replace(".", "")
            elif (plain := without_signs(part)) is not None:
                text = plain
        match = _INTEGER.match(text)
        return int(match[0]) if match else None

    def number(self, key: str) -> float | None:
        """Return the number, maybe with decimals, that the first value of a key begins with."""
        match = _DECIMAL.match(self.text(key))
        return float(match[0]) if match else None

    def names(self, key: str) -> dict[int, str]:
        """Return the names that repeated entries `number name (remark)` or `number "name"` give,
        each used once."""
        names: dict[int, str] = {}
        used: set[str] = set()
        for number, name in self._numbered(key):
            text = name[:LONGEST_NAME] or str(number)
            names[number] = f"{text} {number}" if text in used else text
            used.add(names[number])
        return names

    def _numbered(self, key: str) -> Iterator[tuple[int, str]]:
        for value in self._named.get(key, ()):
            if match := _INTEGER.match(value):
                yield int(match[0]), _name(value[match.end() :].strip(" \t:=-"))


def _name(text: str) -> str:
    """Return a name out of an entry: quoted as in JSON it stands whole, else before a remark."""
    if text.startswith('"'):
        try:
            name = json.loads(text)
        except ValueError:
            name = None
        if isinstance(name, str):
            return visible(name)
    return text.partition("(")[0].strip(" \t:=-")


def name_entry(key: str, number: int, name: str) -> str:
    """Return the entry that gives a number its name: as it is, or quoted where the name could be
    taken for something else.

    >>> name_entry("User", 3, "ann"), name_entry("User", 4, "bob (guest)")
    ('User: 3 ann', 'User: 4 "bob (guest)"')
    """
    is_plain = _PLAIN.fullmatch(name) and name == " ".join(name.split()) and name == visible(name)
    return f"{key}: {number} {name if is_plain else json.dumps(name, ensure_ascii=False)}"


def _text(line: bytes) -> str:
    """Return a line as text that can be shown and stored: a NUL in a name of a queue cannot."""
    return visible(line.decode("utf-8", "replace").replace("\t", " ").rstrip("\n"))
