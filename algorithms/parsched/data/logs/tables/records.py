"""Logs that are no tables, as tables: records with names for their values."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import Any

from parsched.base.errors import FormatError
from parsched.data.files.findings import Findings, quoted
from parsched.data.files.json_text import parsed
from parsched.data.files.reading import DoesNotFit
from parsched.data.files.source import FileLimits, lines
from parsched.data.files.vocabulary import lost_by
from parsched.data.logs.json_lines import is_json_lines
from parsched.data.logs.kinds import LATE
from parsched.data.logs.tables.json_stream import begun, items
from parsched.data.logs.tables.table import ROWS, LogTable, of_records

Record = tuple[int, dict[str, Any]]
"""Where it stands, and its values by name."""


def text_lines(content: Iterator[bytes], findings: Findings) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text, numbered from 1; lines of an older encoding are reported."""
    number = 0
    for block in lines(content, findings):
        for line in block.decode().split("\n")[:-1]:
            number += 1
            yield number, line.removeprefix("\ufeff")


def of_dicts(records: Iterable[Record], findings: Findings) -> LogTable:
    """Return the table of records; its columns are the names that the first of them have. What
    others come with later is reported as the rows are read."""
    records = iter(records)
    first = list(islice(records, ROWS))
    names = dict.fromkeys(name for _, values in first for name in values)

    def rows() -> Iterator[tuple[int, list[str | None]]]:
        known = names.keys()
        for at, values in chain(first, records):
            for name in values.keys() - known:
                late = replace(LATE, lost=lost_by(name) or "")
                findings.add(late, line=at, value=quoted(name))
            yield at, [_text(values.get(name)) for name in names]

    return of_records(tuple(names), rows())


def of_json(
    content: Iterator[bytes],
    limits: FileLimits,
    findings: Findings,
    key: str,
    record: Callable[[dict[str, Any]], dict[str, Any] | Iterable[dict[str, Any]] | None],
    *,
    may_be_one: bool = False,
) -> LogTable:
    """Return the table of the objects in the list under a key (`hits.hits` is one within another),
    of a list itself, or of lines with an object each; of the object alone where it `may_be_one`.
    `record` makes a row of an object, several, or None where it is left out.

    Raises
    ------
    DoesNotFit
        When there is no such list.
    """
    first = next(content, b"")
    content = chain((first,), content)
    if is_json_lines(first):
        return of_dicts(_records(_json_lines(content, limits, findings), record), findings)
    held, has_more = begun(content)
    if has_more:
        whole = chain(_let_go(held), content)
        streamed = enumerate(items(whole, limits, key), 1)
        return replace(of_dicts(_records(streamed, record), findings), has_lines=False)
    jobs = parsed(iter(held), limits)
    names = key.split(".")
    if may_be_one and isinstance(jobs, dict) and names[0] not in jobs:
        jobs, names = [jobs], []
    for name in filter(None, names):
        jobs = jobs.get(name) if isinstance(jobs, dict) else jobs
    if not isinstance(jobs, list):
        raise DoesNotFit(f"{key or 'the file'} must be a list of jobs, got {quoted(str(jobs))}")
    return replace(of_dicts(_records(enumerate(jobs, 1), record), findings), has_lines=False)


def _let_go(blocks: list[bytes]) -> Iterator[bytes]:
    """Yield blocks, and keep none that was taken."""
    blocks.reverse()
    while blocks:
        yield blocks.pop()


def of_json_lines(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> LogTable:
    """Return the table of objects, one a line; its columns are their names."""
    records = _json_lines(content, limits, findings)
    return of_dicts(_records(records, lambda values: values), findings)


def _json_lines(
    content: Iterator[bytes], limits: FileLimits, findings: Findings
) -> Iterator[tuple[int, Any]]:
    for number, line in text_lines(content, findings):
        if line.strip():
            try:
                yield number, parsed(iter((line.encode(),)), limits)
            except DoesNotFit as error:
                text = str(error).partition(": ")[2] or str(error)
                raise FormatError(f"line {number}: {text}") from error


def _records(
    jobs: Iterable[tuple[int, Any]],
    record: Callable[[dict[str, Any]], dict[str, Any] | Iterable[dict[str, Any]] | None],
) -> Iterator[Record]:
    for number, job in jobs:
        if not isinstance(job, dict):
            raise DoesNotFit(f"job number {number} must be an object, got {quoted(str(job))}")
        try:
            made = record(job)
            rows = [made] if isinstance(made, dict) else list(made or ())
        except (AttributeError, KeyError, TypeError, IndexError) as error:
            raise DoesNotFit(f"job number {number} has another form than expected") from error
        for row in rows:
            yield number, row


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return repr(value) if isinstance(value, float) else str(value)
