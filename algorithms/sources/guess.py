"""What the columns of an unknown table probably mean, and why."""

import re
from collections.abc import Mapping as Of
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite

from algorithms.sources.mapping import BLANK, Column, Mapping
from algorithms.sources.roles import ROLES, Reads
from algorithms.sources.vocabulary import meant, plain

STEP = r"^[0-9]+([_+][0-9]+)*\."
"""Ids of steps of Slurm's jobs."""
_SURE_STEP = re.compile(STEP + "(batch|extern|interactive)")
"""Those that nothing but Slurm gives."""

_MINUTES = frozenset(("timelimit", "timelimitraw"))
"""Names whose plain numbers are minutes, as in Slurm."""


@dataclass(frozen=True)
class Guess:
    """What a column probably is: the role, blank for none, its unit, and the reason."""

    column: str
    role: str
    unit: str
    reason: str


def guesses(columns: Sequence[str], samples: Of[str, Sequence[str]] | None = None) -> list[Guess]:
    """Return a guess for each column, by its name and by some of its cells."""
    samples = samples or {}
    ranked = [(meant(name), name) for name in columns]
    best: dict[str, tuple[int, str]] = {}
    for (role, rank, _), name in ranked:
        if role and (role not in best or rank < best[role][0]):
            best[role] = rank, name
    made = []
    for (role, _, unit), name in ranked:
        if not role:
            made.append(Guess(name, "", "", "no usual name"))
        elif best[role][1] != name:
            made.append(Guess(name, "", "", f"{best[role][1]} is the {ROLES[role].title.lower()}"))
        else:
            unit = unit or _unit_of(role, name, samples.get(name, ()))
            made.append(Guess(name, role, unit, _reason(name, role, unit)))
    return made


def guessed(columns: Sequence[str], samples: Of[str, Sequence[str]] | None = None) -> Mapping:
    """Return the mapping of a table of which nothing is known but the names of its columns and
    some cells."""
    found = {
        guess.role: (Column(guess.column, guess.unit),)
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
    values = []
    for cell in samples:
        if cell.strip().lower() in BLANK:
            continue
        try:
            values.append(float(cell))
        except ValueError:
            return ""
    values = [value for value in values if isfinite(value)]
    largest = max(values, default=0.0)
    return "" if largest < 1e11 else "ms" if largest < 1e14 else "us" if largest < 1e17 else "ns"


def _reason(name: str, role: str, unit: str) -> str:
    why = f"usual name of the {ROLES[role].title.lower()}"
    return f"{why}, in {unit}" if unit else why
