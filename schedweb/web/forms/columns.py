"""What the columns of a table mean, as a form: roles for each, and rules for its rows."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import count, takewhile
from typing import TYPE_CHECKING, Any, Self

from django.http import QueryDict

from parsched.base.digits import whole
from parsched.base.errors import FormatError
from parsched.data.files.layout import FIRST_LINES, StatedCut, separator_of
from parsched.data.files.mapping import RULES, UNITS, zone_of
from parsched.data.files.roles import COUNTS, Reads
from parsched.data.logs import ROLES
from parsched.data.logs import Mapping as Profile

if TYPE_CHECKING:  # it loads what reads tables
    from parsched.data.logs.columns import Meaning, SeenColumn
    from parsched.data.logs.sample import TableSample

TIMES = (Reads.INSTANT, Reads.DURATION)
CUT = "cut-"
"""Prefix of the fields that say how the rows were cut that a form shows."""
LAST = 1_000
"""Place of a column that is newly given a role: after those that had it."""

RULE_TEXTS = {
    "restarts": ("Rows of one job id are", {"separate": "jobs of their own", "joined": "one job"}),
    "steps": (
        "Steps of a job (7.batch, 7.0) are",
        {"kept": "jobs of their own", "left out": "left out"},
    ),
    "arrays": (
        "A row for several jobs of an array (7_[1-3]) is",
        {"expanded": "as many jobs", "kept": "one job"},
    ),
}
"""Label and choices of each rule for rows."""


@dataclass(frozen=True)
class ColumnOption:
    """An option of a list."""

    value: str
    text: str
    is_chosen: bool


@dataclass(frozen=True)
class RuleField:
    """A rule for rows, with its choices."""

    name: str
    label: str
    choices: Sequence[ColumnOption]


@dataclass(frozen=True)
class MeaningField:
    """The fields of one thing that a column is read as: its role, and the unit of its cells."""

    number: int
    seen: "SeenColumn"
    meaning: "Meaning"

    @property
    def roles(self) -> list[ColumnOption]:
        """All roles, and none."""
        chosen = self.meaning.role
        told = [
            ColumnOption(
                role.key,
                role.title if role.is_kept else f"{role.title} (told, not kept)",
                role.key == chosen,
            )
            for role in ROLES.values()
        ]
        return [ColumnOption("", "not read", not chosen), *told]

    @property
    def units(self) -> list[ColumnOption]:
        """Units of time, and the resources within cells."""
        unit = self.meaning.unit
        named = [name for name in self.seen.resources if name not in UNITS]
        if unit and unit not in UNITS and unit not in named:
            named.insert(0, unit)
        return [
            ColumnOption("", "as written", not unit),
            *(ColumnOption(name, f"{name}=…", name == unit) for name in named),
            *(ColumnOption(u, u, u == unit) for u in UNITS),
        ]


@dataclass(frozen=True)
class ColumnField:
    """A column, and what it is read as: of cells that name resources one thing more is offered."""

    seen: "SeenColumn"
    meanings: Sequence[MeaningField]


@dataclass(frozen=True)
class ColumnsForm:
    """The form: a row of fields for each column, what stands between cells, what the first line
    is, the zone, the states that count as run, and what was chosen of each rule for the rows of the
    table."""

    columns: Sequence[ColumnField]
    separator: str
    first_line: str
    zone: str
    run: str
    chosen: Mapping[str, str]

    @classmethod
    def of(cls, seen: "Sequence[SeenColumn]", profile: Profile, sample: "TableSample") -> Self:
        """Build it from what the columns of a table are taken for, and how it was cut."""
        chosen = {name: getattr(profile, name) for name in RULES}
        cut, run = (sample.separator, sample.first_line), ", ".join(profile.run)
        return cls(_numbered(seen), *cut, profile.zone, run, chosen)

    @classmethod
    def sent(cls, seen: "Sequence[SeenColumn]", data: QueryDict) -> Self:
        """Build it from what the user has sent, be it right or wrong."""
        meanings: dict[str, list[Meaning]] = {}
        for number in _numbers(data):
            meanings.setdefault(str(data[f"name-{number}"]), []).append(_meaning(data, number))
        columns = [_said(c, meanings.get(c.name, c.meanings)) for c in seen]
        chosen = {name: data.get(name, "") for name in RULES}
        cut = data.get("separator", ""), data.get("first_line", "")
        return cls(_numbered(columns), *cut, data.get("zone", ""), data.get("run", ""), chosen)

    @property
    def separator_error(self) -> str:
        """Why the separator is refused; blank where it is one."""
        try:
            separator_of(self.separator or " ")
        except FormatError as error:
            return str(error)
        return ""

    @property
    def first_lines(self) -> list[ColumnOption]:
        """What the first line may be."""
        return [
            ColumnOption(value, text, value == self.first_line)
            for value, text in zip(FIRST_LINES, ("names of the columns", "a job"), strict=True)
        ]

    @property
    def zone_error(self) -> str:
        """Why the zone is refused; blank where it is one."""
        try:
            zone_of(self.zone.strip())
        except FormatError as error:
            return str(error)
        return ""

    @property
    def rules(self) -> list[RuleField]:
        """What becomes of rows that are more or less than a job."""
        return [
            RuleField(
                name,
                label,
                [ColumnOption(v, texts[v], v == self.chosen[name]) for v in RULES[name]],
            )
            for name, (label, texts) in RULE_TEXTS.items()
        ]


def _numbered(seen: "Sequence[SeenColumn]") -> list[ColumnField]:
    fields: list[ColumnField] = []
    number = 0
    for column in seen:
        meanings = list(column.meanings)
        if column.resources and meanings[-1].role:
            meanings.append(type(meanings[-1])())
        made = [MeaningField(number + i, column, m) for i, m in enumerate(meanings)]
        number += len(made)
        fields.append(ColumnField(column, made))
    return fields


def _said(column: "SeenColumn", meanings: "Sequence[Meaning]") -> "SeenColumn":
    """Return a column with the meaning that the user gives; the reason is the user's where roles
    differ."""
    before, roles = [{m.role for m in of if m.role} for of in (column.meanings, meanings)]
    said = "you said so" if roles else "has no role"
    reason = column.reason if roles == before else said
    return replace(column, meanings=tuple(meanings), reason=reason)


def _numbers(data: QueryDict) -> Iterator[int]:
    """Yield the numbers of the things that columns are read as."""
    return takewhile(lambda number: f"name-{number}" in data, count())


def _meaning(data: QueryDict, number: int) -> "Meaning":
    """Return what is said of a column; a number to divide by that is none is left out."""
    from parsched.data.logs.columns import Meaning  # noqa: PLC0415 (loads pyarrow)

    divide = 1.0
    with suppress(FormatError):
        divide = _divide(data, number)
    role, unit = data.get(f"role-{number}", ""), data.get(f"unit-{number}", "")
    return Meaning(role, _place(data, number), unit, divide)


def _place(data: QueryDict, number: int) -> int:
    """Return the place of a column, which counts for the role that had it."""
    is_kept = data.get(f"was-{number}", "") == data.get(f"role-{number}", "")
    place = data.get(f"place-{number}", "") if is_kept else ""
    told = whole(place, LAST)
    return LAST if told is None else told


def new_cut(data: QueryDict, sample: "TableSample") -> StatedCut | None:
    """Return how the user says that rows are cut, where they were cut otherwise: by another
    separator, or with something else in the first line.

    Raises
    ------
    FormatError
        When it cannot be so.
    """
    shown = {"separator": sample.separator, "first_line": sample.first_line}
    said = {name: data.get(name, value) for name, value in shown.items()}
    if not sample.is_text or said == shown:
        return None
    kept = asdict(sample.said)
    return StatedCut(
        **{name: kept[name] if said[name] == shown[name] else said[name] for name in shown}
    )


def cut_in(data: QueryDict, prefix: str = "") -> StatedCut:
    """Return what an address or a form says of how a text is cut.

    Raises
    ------
    FormatError
        When it cannot be so.
    """
    return StatedCut(data.get(f"{prefix}separator", ""), data.get(f"{prefix}first_line", ""))


def profile_of(data: QueryDict) -> Profile:
    """Return the profile that the user filled in.

    Raises
    ------
    FormatError
        Names the field and the rule.
    """
    columns: dict[str, list[tuple[int, int, Any]]] = {}
    for number in _numbers(data):
        if role := data.get(f"role-{number}", ""):
            at = _place(data, number)
            columns.setdefault(role, []).append((at, number, _column(data, number, role)))
    states = [state.strip() for state in data.get("run", "").split(",") if state.strip()]
    ordered = {role: sorted(given, key=lambda each: each[:2]) for role, given in columns.items()}
    values = {
        "zone": data.get("zone", "").strip(),
        "run": states,
        **{name: data.get(name, rules[0]) for name, rules in RULES.items()},
        **asdict(cut_in(data, prefix=CUT)),
        "columns": {role: [column for _, _, column in given] for role, given in ordered.items()},
    }
    return Profile.from_json(values)


def _column(data: QueryDict, number: int, role: str) -> dict[str, Any]:
    """Return what is said of a column; a unit of time says nothing of what is no time."""
    told: dict[str, Any] = {"column": data[f"name-{number}"]}
    unit = data.get(f"unit-{number}", "")
    if unit and _takes(role, unit):
        told["unit"] = unit
    if role in COUNTS and (divide := _divide(data, number)) != 1:
        told["divide"] = divide
    return told


def _divide(data: QueryDict, number: int) -> float:
    text = data.get(f"divide-{number}", "") or "1"
    try:
        return float(text)
    except ValueError as error:
        raise FormatError(f"divide must be a number, got {text!r:.60}") from error


def _takes(role: str, unit: str) -> bool:
    """Tell whether a unit says something of a role: of time where cells are times, the name of a
    resource where they are amounts."""
    if role not in ROLES or ROLES[role].reads in TIMES:
        return True
    return unit not in UNITS and (role in COUNTS or not ROLES[role].is_kept)
