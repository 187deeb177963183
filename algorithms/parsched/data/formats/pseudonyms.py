"""Names of people and of what they run, replaced by pseudonyms as a file is read.

A pseudonym is the beginning of an HMAC of the name, keyed: only the owner of the key can test
guesses of names. The same key gives the same pseudonyms for a column in every file.
"""

import hmac
import re
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from secrets import token_hex
from typing import Any

import numpy as np

from parsched.base.errors import FormatError
from parsched.data.files.findings import Finding, FindingExample, FindingKind, Findings, Severity
from parsched.data.files.reading import Reading
from parsched.model.problem.workload import Labels

COLUMNS = ("user", "group", "executable")
"""Columns of names that become pseudonyms; job ids with letters do, too."""

KEPT_ENTRIES = frozenset(
    (
        *("Version", "MaxJobs", "MaxRecords", "Preemption", "UnixStartTime", "TimeZone"),
        *("TimeZoneString", "StartTime", "EndTime", "MaxNodes", "MaxProcs", "MaxRuntime"),
        *("MaxMemory", "AllowOveruse", "MaxQueues", "MaxPartitions"),
    )
)
"""Header entries that hold no names of people."""

PSEUDONYMS = FindingKind(
    key="pseudonyms",
    severity=Severity.NOTE,
    field="Users, accounts and job names",
    rule="are not kept",
    action="replaced by pseudonyms made with a key",
)
WITHHELD = "…"
"""Stands for a value that may be a name."""

_DIGITS = 16
"""Hexadecimal digits of a pseudonym: with 64 bits, no two names of a file share one in practice."""
_ABOUT_COLUMNS = frozenset(
    (
        *("unread_column", "late_column", "unknown_column", "unknown_key"),
        *("no_zone", "no_such_zone", "no_date"),
    )
)
"""Kinds of findings whose values are names of columns, dates and zones."""
_EXAMPLES = re.compile(r" \((?:line|job) .*\)$")
"""What a sentence tells at its end of lines and jobs."""
_PLAIN = re.compile(r"(?:[\W\d_]|\b(?:UTC|above|nothing|field|fields|lines|in|the|header|not)\b)*")


def new_key() -> str:
    """Draw a key at random."""
    return token_hex(32)


def pseudonym(name: str, column: str, key: str) -> str:
    """Return the pseudonym of a name in a column.

    >>> pseudonym("alice", "user", "a key")
    'user-2356e0fbbe437189'
    """
    made = hmac.new(key.encode(), f"{column}\0{name}".encode(), sha256).hexdigest()
    return f"{column}-{made[:_DIGITS]}"


def pseudonymised(reading: Reading, key: str, name: str) -> Reading:
    """Return a reading without names of users, groups and executables, which are pseudonyms now.

    Environments that are one of these for every job are that pseudonym, too; job ids with letters
    become pseudonyms, and the report shows no value that may be a name. Header entries that hold no
    names of people stay. The workload gets a `name`, as the file's own title may hold a name.
    """
    jobs = reading.workload
    known = [column for column in COLUMNS if column in jobs.labels]
    changed = {column: _column(jobs.labels[column], column, key) for column in known}
    columns: dict[str, Any] = dict(changed)
    for column, made in changed.items():
        if jobs.environment is not None and jobs.environment.is_same(jobs.labels[column]):
            columns["environment"] = made
    ids = jobs.ids
    if ids.dtype.kind == "U":
        ids = np.array(_ids(ids.tolist(), key), np.str_)
    workload = replace(jobs, name=name, ids=ids, **columns)
    return replace(
        reading,
        workload=workload,
        title="",
        report=_told(reading, changed, key).report(len(workload)),
        header=tuple(entry for entry in reading.header if entry[0] in KEPT_ENTRIES),
    )


def without_names(error: FormatError) -> FormatError:
    """Return an error without what it quotes from the file."""

    def plain(text: str) -> str:
        text = text.replace(error.cell, WITHHELD) if error.cell else text
        return re.sub(r"(\"|').*\1|(?<=got ).*$", WITHHELD, _EXAMPLES.sub(lines, text))

    def lines(examples: re.Match[str]) -> str:
        places = re.findall(r"\bline \d+", examples[0])
        return f" ({', '.join(places) or WITHHELD})"

    return type(error)(plain(str(error)), [plain(text) for text in error.problems])


def _column(column: Labels, name: str, key: str) -> Labels:
    """Return a column of pseudonyms in their own order, which reveals nothing about the order of
    the names."""
    made = [pseudonym(text, name, key) for text in column.names]
    order = sorted(range(len(made)), key=made.__getitem__)
    codes = np.full(len(made) + 1, -1, np.int32)
    codes[order] = np.arange(len(made))
    return Labels(codes[column.codes], tuple(made[code] for code in order))


def _ids(ids: Sequence[str], key: str) -> list[str]:
    """Return job ids; those with letters as pseudonyms."""
    return [pseudonym(id, "job", key) if re.search(r"[^\W\d_]", id) else id for id in ids]


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
    is_plain = finding.kind.key in _ABOUT_COLUMNS
    plain = tuple(_plain(example, key, is_plain=is_plain) for example in finding.examples)
    return replace(finding, examples=plain)


def _plain(example: FindingExample, key: str, *, is_plain: bool) -> FindingExample:
    """Withhold a value, unless it is plain or has no letters; what a job calls its own is not."""
    is_told = (is_plain and not example.job) or _PLAIN.fullmatch(example.value)
    [job] = _ids([example.job], key)
    return FindingExample(example.line, example.value if is_told else WITHHELD, job)
