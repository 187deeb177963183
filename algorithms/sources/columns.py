"""The columns of a table as somebody sees them who says what they mean. This loads pyarrow."""

from collections.abc import Iterator
from dataclasses import dataclass

from algorithms.errors import FormatError
from algorithms.formats.findings import shown
from algorithms.formats.reading import Options
from algorithms.sources.declared import Source
from algorithms.sources.guess import guesses
from algorithms.sources.mapping import Column, Mapping
from algorithms.sources.reading import Opened, opened, sampled

VALUES = 5
"""Different cells of a column that are shown."""


@dataclass(frozen=True)
class SeenColumn:
    """A column: its name, the role it has, "" for none, how it is read, why, and some cells;
    numbers are divided by `divide`."""

    name: str
    role: str
    unit: str
    reason: str
    values: tuple[str, ...]
    divide: float = 1.0


def seen(
    head: bytes, content: Iterator[bytes], options: Options, source: Source | None
) -> tuple[tuple[SeenColumn, ...], Mapping]:
    """Return the columns of a file, and what they are taken for, by its first rows.

    Raises
    ------
    FormatError
        When it is no table.
    """
    if source is not None and source.open is not None:
        raise FormatError(f"what {source.title} says means what its manual says")
    file = opened(head, content, options.limits, source)
    try:
        options.limits.check_columns(len(file.table.columns))
        return _seen(file, options.mapping)
    finally:
        file.table.close()


def _seen(file: Opened, mapping: Mapping | None) -> tuple[tuple[SeenColumn, ...], Mapping]:
    columns = file.table.columns
    batch = next(file.table.batches(columns), None)
    cells = {} if batch is None else sampled(batch[0])
    guessed = {guess.column: guess for guess in guesses(columns, cells)}
    given = {name: Column(name, guess.unit) for name, guess in guessed.items()}
    reasons = {name: guess.reason for name, guess in guessed.items()}
    roles = {name: guess.role for name, guess in guessed.items()}
    if mapping is None and file.source is not None:
        mapping = file.source.mapping.within(set(columns))
        reasons = dict.fromkeys(columns, f"a column of {file.source.title}")
        roles, given = _of(mapping)
    elif mapping is not None:
        reasons = dict.fromkeys(columns, "you said so")
        roles, given = _of(mapping)
    else:
        mapping = Mapping(
            columns={roles[name]: (column,) for name, column in given.items() if roles[name]}
        )
    made = [
        SeenColumn(
            name,
            roles.get(name, ""),
            given[name].unit if name in given else "",
            reasons[name] if roles.get(name) else "has no role",
            tuple(dict.fromkeys(map(shown, cells.get(name, ()))))[:VALUES],
            given[name].divide if name in given else 1.0,
        )
        for name in columns
    ]
    return tuple(made), mapping


def _of(mapping: Mapping) -> tuple[dict[str, str], dict[str, Column]]:
    """Return role and reading of each column: of several readings of one the first."""
    roles: dict[str, str] = {}
    given: dict[str, Column] = {}
    for role, columns in mapping.columns.items():
        for column in columns:
            roles.setdefault(column.name, role)
            given.setdefault(column.name, column)
    return roles, given
