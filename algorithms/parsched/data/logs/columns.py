"""The columns of a table as shown to a user who says what they mean. This loads pyarrow."""

import re
from collections.abc import Mapping as Of
from collections.abc import Sequence
from dataclasses import dataclass

from parsched.data.files.findings import shown
from parsched.data.files.mapping import Mapping, SourceColumn
from parsched.data.logs.declared import Source
from parsched.data.logs.guess import guesses, with_rules

VALUES = 5
"""Different cells of a column that are shown."""

_AMOUNT = re.compile(r"(?:^|,)\s*([A-Za-z0-9_./]{1,40})(?::[^=,]{0,40})?=")
"""The name of a resource within cells such as `cpu=4,gres/gpu:a100=2`."""


@dataclass(frozen=True)
class Meaning:
    """What a column is read as: a role, "" for none, at which place among the columns that are
    tried for it, and how its cells are read."""

    role: str = ""
    place: int = 0
    unit: str = ""
    divide: float = 1.0


@dataclass(frozen=True)
class SeenColumn:
    """A column: its name, what it is read as, which may be several things, why, some cells, and the
    resources that these name."""

    name: str
    meanings: tuple[Meaning, ...]
    reason: str
    values: tuple[str, ...]
    resources: tuple[str, ...] = ()


def seen(
    names: Sequence[str],
    cells: Of[str, Sequence[str]],
    source: Source | None,
    mapping: Mapping | None = None,
) -> tuple[tuple[SeenColumn, ...], Mapping]:
    """Return the columns of a table with some of its cells, and what they are taken for: what a
    user says, else the source that was recognised, else guesses."""
    guessed = guesses(names, cells)
    reasons = {guess.column: guess.reason for guess in guessed}
    unread = {name: f"has no role: {reason}" for name, reason in reasons.items()}
    if mapping is not None:
        reasons, unread = dict.fromkeys(names, "you said so"), {}
    elif source is not None:
        mapping = source.mapping.within(names)
        reasons, unread = dict.fromkeys(names, f"a column of {source.title}"), {}
    else:
        roles = {g.role: (SourceColumn(g.column, g.unit),) for g in guessed if g.role}
        mapping = with_rules(Mapping(columns=roles), cells)
    made = []
    for name in names:
        meanings = _meanings(name, mapping)
        reason = reasons[name] if meanings else unread.get(name, "has no role")
        texts = tuple(shown(cell) for cell in dict.fromkeys(cells.get(name, ())))[:VALUES]
        made.append(
            SeenColumn(name, meanings or (Meaning(),), reason, texts, _resources(cells, name))
        )
    return tuple(made), mapping


def _meanings(name: str, mapping: Mapping) -> tuple[Meaning, ...]:
    return tuple(
        Meaning(role, place, column.unit, column.divide)
        for role, columns in mapping.columns.items()
        for place, column in enumerate(columns)
        if column.name == name
    )


def _resources(cells: Of[str, Sequence[str]], name: str) -> tuple[str, ...]:
    found = [match for cell in cells.get(name, ()) for match in _AMOUNT.findall(cell)]
    return tuple(dict.fromkeys(found))
