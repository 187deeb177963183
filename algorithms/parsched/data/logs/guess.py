"""What the columns of an unknown table probably mean, and why."""

import re
from collections.abc import Mapping as Of
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime
from math import isfinite

from parsched.data.files.bare import are_bare, roles_by_cells
from parsched.data.files.mapping import BLANK, DIGITS, Mapping, SourceColumn
from parsched.data.files.roles import ROLES, Reads
from parsched.data.files.vocabulary import Meant, meant, plain

_OF_PBS = frozenset(("qtime", "ctime"))
"""Names beside which etime is when a job became eligible: elsewhere it may be an elapsed time."""
STEP = r"^[0-9]+([_+][0-9]+)*\."
"""Ids of steps of Slurm's jobs."""
_SURE_STEP = re.compile(STEP + "(batch|extern|interactive)")
"""Those that nothing but Slurm gives."""

_DIGITS = {14: "%Y%m%d%H%M%S", 12: "%Y%m%d%H%M", 8: "%Y%m%d"}
"""Dates without separators, by the number of their digits."""

_PLAIN_NUMBER = re.compile(r"\s*[0-9]+(\.[0-9]*)?\s*", re.ASCII)

_MINUTES = frozenset(("timelimit", "timelimitraw"))
"""Names whose plain numbers are minutes, as in Slurm."""


@dataclass(frozen=True)
class Guess:
    """What a column probably is: the role, blank for none, its unit, and the reason; and whether
    plain numbers alone, or what is usual, make its unit likely, and not its name."""

    column: str
    role: str
    unit: str
    reason: str
    is_unit_guessed: bool = False


def guesses(columns: Sequence[str], samples: Of[str, Sequence[str]] | None = None) -> list[Guess]:
    """Return a guess for each column, by its name and by some of its cells."""
    samples = samples or {}
    beside = {plain(name) for name in columns}
    if are_bare(columns):
        return _by_cells(columns, samples)
    ranked = [(_meant(name, beside), name) for name in columns]
    best: dict[str, tuple[tuple[bool, int], str]] = {}
    for (role, rank, _), name in ranked:
        fitness = _is_constant(samples.get(name, ())), rank
        if role and (role not in best or fitness < best[role][0]):
            best[role] = fitness, name
    made = []
    for (role, _, unit), name in ranked:
        if not role:
            made.append(Guess(name, "", "", "no usual name"))
        elif best[role][1] != name:
            made.append(Guess(name, "", "", f"{best[role][1]} is the {ROLES[role].title.lower()}"))
        else:
            cells = samples.get(name, ())
            likely = "" if unit else _unit_of(role, name, cells)
            is_guessed = bool(likely) and any(map(_PLAIN_NUMBER.fullmatch, cells))
            reason = _reason(name, role, unit or likely, is_guessed=is_guessed)
            made.append(Guess(name, role, unit or likely, reason, is_guessed))
    return made


def _is_constant(cells: Sequence[str]) -> bool:
    """Tell whether some cells all say the same: another column of the role, whose cells differ from
    job to job, describes the jobs rather than such a one, which may describe their machine."""
    return len(cells) > 1 and len(set(cells)) == 1


def _meant(name: str, beside: AbstractSet[str]) -> Meant:
    """Return what the name of a column means in a table with some plain names."""
    return Meant() if plain(name) == "etime" and not beside & _OF_PBS else meant(name)


def _by_cells(columns: Sequence[str], samples: Of[str, Sequence[str]]) -> list[Guess]:
    """Return guesses for columns that have no names."""
    roles = {name: role for role, name in roles_by_cells(samples).items()} if samples else {}
    return [
        Guess(name, role, "", f"its cells hold the {ROLES[role].title.lower()}")
        if (role := roles.get(name, ""))
        else Guess(name, "", "", "no line of names")
        for name in columns
    ]


def guessed(columns: Sequence[str], samples: Of[str, Sequence[str]] | None = None) -> Mapping:
    """Return the mapping of a table from nothing but the names of its columns and some cells."""
    found = {
        guess.role: (SourceColumn(guess.column, guess.unit),)
        for guess in guesses(columns, samples)
        if guess.role
    }
    return with_rules(Mapping(columns=found), samples or {})


def with_rules(mapping: Mapping, samples: Of[str, Sequence[str]]) -> Mapping:
    """Return a mapping that leaves steps out if some cells are ids of such."""
    columns = mapping.columns.get("id", ())
    has_steps = any(_SURE_STEP.match(id) for each in columns for id in samples.get(each.name, ()))
    return replace(mapping, steps="left out") if has_steps else mapping


def _unit_of(role: str, name: str, samples: Sequence[str]) -> str:
    """Return the unit of plain numbers, where the name does not say."""
    reads = ROLES[role].reads
    if reads == Reads.DURATION and plain(name) in _MINUTES:
        return "min"
    if reads != Reads.INSTANT:
        return ""
    cells = [cell.strip() for cell in samples if cell.strip().lower() not in BLANK]
    if cells and all(map(is_digits_of_date, cells)):
        return DIGITS
    try:
        values = [float(cell) for cell in cells]
    except ValueError:
        return ""
    largest = max(filter(isfinite, values), default=0.0)
    return "" if largest < 1e11 else "ms" if largest < 1e14 else "us" if largest < 1e17 else "ns"


def is_digits_of_date(cell: str) -> bool:
    """Tell whether the digits of a number are a date of the years 1980 to 2100.

    >>> is_digits_of_date("20260214081500"), is_digits_of_date("20260214"), is_digits_of_date("7")
    (True, True, False)
    """
    form = _DIGITS.get(len(cell))
    if form is None or not (cell.isascii() and cell.isdecimal() and "1980" <= cell[:4] <= "2100"):
        return False
    try:
        datetime.strptime(cell, form)
    except ValueError:
        return False
    return True


def _reason(name: str, role: str, unit: str, *, is_guessed: bool) -> str:
    why = f"usual name of the {ROLES[role].title.lower()}"
    guessed = " (a guess)" if is_guessed else ""
    return f"{why}, in {unit}{guessed}" if unit else why
