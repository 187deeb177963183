"""Names of people and of what they run, replaced by pseudonyms as a file is read.

A pseudonym is the beginning of an HMAC of the name, keyed: whoever has the key can find the names
that he guesses, and nobody else. The same key gives the same pseudonyms, in every column and file.
"""

import hmac
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from secrets import token_hex
from typing import Any

import numpy as np

from algorithms.errors import FormatError
from algorithms.formats.findings import Example, Finding, Findings, Kind, Severity
from algorithms.formats.reading import Reading
from algorithms.problem.workload import Labels

COLUMNS = ("user", "group", "executable")
"""Columns of names that become pseudonyms; job ids with letters do, too."""

KEPT_ENTRIES = frozenset(
    (
        *("Version", "MaxJobs", "MaxRecords", "Preemption", "UnixStartTime", "TimeZone"),
        *("TimeZoneString", "StartTime", "EndTime", "MaxNodes", "MaxProcs", "MaxRuntime"),
        *("MaxMemory", "AllowOveruse", "MaxQueues", "MaxPartitions"),
    )
)
"""Header entries that name nobody."""

PSEUDONYMS = Kind(
    key="pseudonyms",
    severity=Severity.NOTE,
    field="Users, accounts and job names",
    rule="are not kept",
    action="replaced by pseudonyms made with a key",
)
WITHHELD = "…"
"""Stands for a value that may be a name."""

_DIGITS = 8
_ABOUT_COLUMNS = frozenset(("unread", "unknown_column", "unknown_key", "no_such_zone", "no_date"))
"""Kinds of findings whose values are names of columns, dates and zones."""
_PLAIN = re.compile(r"(?:[\W\d_]|\b(?:UTC|above|nothing|field|fields|lines|in|the|header|not)\b)*")


def new_key() -> str:
    """Draw a key at random."""
    return token_hex(32)


def pseudonym(name: str, column: str, key: str, digits: int = _DIGITS) -> str:
    """Return the pseudonym of a name in a column.

    >>> pseudonym("alice", "user", "a key")
    'user-2356e0fb'
    """
    made = hmac.new(key.encode(), f"{column}\0{name}".encode(), sha256).hexdigest()
    return f"{column}-{made[:digits]}"


def pseudonyms(names: Sequence[str], column: str, key: str) -> list[str]:
    """Return the pseudonym of each name; longer ones where several names would have the same."""
    made = [pseudonym(name, column, key) for name in names]
    if len(set(made)) == len(made):
        return made
    return [pseudonym(name, column, key, 64) for name in names]


def pseudonymised(reading: Reading, key: str) -> Reading:
    """Return a reading without names of users, groups and executables, which are pseudonyms now.

    Environments that are one of these for every job are that pseudonym, too; job ids with letters
    become pseudonyms, and the report shows no value that may be a name. Of a header those entries
    stay that name nobody.
    """
    jobs = reading.workload
    known = [name for name in COLUMNS if name in jobs.labels]
    changed = {name: _column(jobs.labels[name], name, key) for name in known}
    columns: dict[str, Any] = dict(changed)
    for name, made in changed.items():
        if jobs.environment is not None and jobs.environment.is_same(jobs.labels[name]):
            columns["environment"] = made
    ids = jobs.ids
    if ids.dtype.kind == "U":
        ids = np.array(_ids(ids.tolist(), key), np.str_)
    workload = replace(jobs, ids=ids, **columns)
    return replace(
        reading,
        workload=workload,
        report=_told(reading, changed, key).report(len(workload)),
        header=tuple(entry for entry in reading.header if entry[0] in KEPT_ENTRIES),
    )


def without_names(error: FormatError) -> FormatError:
    """Return an error without what it quotes from the file."""

    def plain(text: str) -> str:
        return re.sub(r"(\"|').*\1|(?<=got ).*$", WITHHELD, text)

    return type(error)(plain(str(error)), [plain(text) for text in error.problems])


def _column(column: Labels, name: str, key: str) -> Labels:
    """Return a column of pseudonyms in their own order, which tells nothing of that of names."""
    made = pseudonyms(column.names, name, key)
    order = sorted(range(len(made)), key=made.__getitem__)
    codes = np.full(len(made) + 1, -1, np.int32)
    codes[order] = np.arange(len(made))
    return Labels(codes[column.codes], tuple(made[code] for code in order))


def _ids(ids: Sequence[str], key: str) -> list[str]:
    """Return job ids; those with letters as pseudonyms."""
    named = [i for i, id in enumerate(ids) if re.search(r"[^\W\d_]", id)]
    made = dict(zip(named, pseudonyms([ids[i] for i in named], "job", key), strict=True))
    return [made.get(i, id) for i, id in enumerate(ids)]


def _told(reading: Reading, changed: dict[str, Labels], key: str) -> Findings:
    """Return the findings without values that may be names, and what became of names."""
    plain = tuple(_without_names(finding, key) for finding in reading.report.findings)
    findings = Findings.of(replace(reading.report, findings=plain))
    for name, column in changed.items():
        count = len(column.names)
        findings.add(PSEUDONYMS, value=f"{count:,} {name}{'' if count == 1 else 's'}")
    if not changed:
        findings.add(PSEUDONYMS, value="the file names none")
    return findings


def _without_names(finding: Finding, key: str) -> Finding:
    if finding.kind.key in _ABOUT_COLUMNS:
        return finding
    return replace(finding, examples=tuple(_plain(finding.examples, key)))


def _plain(examples: Iterable[Example], key: str) -> Iterable[Example]:
    for example in examples:
        value = example.value if _PLAIN.fullmatch(example.value) else WITHHELD
        [job] = _ids([example.job], key)
        yield Example(example.line, value, job)
