"""What the columns of a table mean, as a form: a role for each, and rules for its rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from django.http import QueryDict

from algorithms.errors import FormatError
from algorithms.sources import ROLES
from algorithms.sources import Mapping as Profile
from algorithms.sources.mapping import RESTARTS, SECONDS
from algorithms.sources.roles import COUNTS, Reads

if TYPE_CHECKING:  # it loads what reads tables
    from algorithms.sources.columns import SeenColumn

TIMES = (Reads.INSTANT, Reads.DURATION)


@dataclass(frozen=True)
class Choice:
    """An option of a list."""

    value: str
    text: str
    is_chosen: bool


@dataclass(frozen=True)
class ColumnField:
    """The fields of a column: its role, and the unit of plain numbers."""

    number: int
    seen: "SeenColumn"

    @property
    def roles(self) -> list[Choice]:
        """All roles, and none."""
        chosen = self.seen.role
        none = Choice("", "not read", not chosen)
        told = [
            Choice(
                role.key,
                role.title if role.is_kept else f"{role.title} (told, not kept)",
                role.key == chosen,
            )
            for role in ROLES.values()
        ]
        return [none, *told]

    @property
    def units(self) -> list[Choice]:
        """Units of time, and what a resource within cells is called."""
        unit = self.seen.unit
        named = [] if not unit or unit in SECONDS else [Choice(unit, f"{unit}=…", True)]
        return [
            Choice("", "as written", not unit),
            *named,
            *(Choice(u, u, u == unit) for u in SECONDS),
        ]


@dataclass(frozen=True)
class ColumnsForm:
    """The form: a row of fields for each column, then rules for the rows of the table."""

    columns: Sequence[ColumnField]
    zone: str = "UTC"
    run: str = ""
    restarts: str = RESTARTS[0]

    @classmethod
    def of(cls, seen: "Sequence[SeenColumn]", profile: Profile) -> Self:
        """Build it from what the columns are taken for."""
        fields = [ColumnField(number, column) for number, column in enumerate(seen)]
        return cls(fields, profile.zone, ", ".join(profile.run), profile.restarts)

    @property
    def rules(self) -> list[Choice]:
        """What becomes of rows of one job id."""
        texts = {"separate": "jobs of their own", "joined": "one job"}
        return [Choice(rule, texts[rule], rule == self.restarts) for rule in RESTARTS]


def profile_of(data: QueryDict) -> dict[str, Any]:
    """Return the profile that somebody filled in, as plain values.

    Raises
    ------
    FormatError
        Names the field and the rule.
    """
    columns: dict[str, list[Any]] = {}
    number = 0
    while f"name-{number}" in data:
        if role := data.get(f"role-{number}", ""):
            columns.setdefault(role, []).append(_column(data, number, role))
        number += 1
    states = [state.strip() for state in data.get("run", "").split(",") if state.strip()]
    values = {
        "zone": data.get("zone", "").strip() or "UTC",
        "run": states,
        "restarts": data.get("restarts", RESTARTS[0]),
        "columns": columns,
    }
    return Profile.from_json(values).as_json()


def _column(data: QueryDict, number: int, role: str) -> dict[str, Any]:
    """Return what is said of a column; a unit of time says nothing of what is no time."""
    told: dict[str, Any] = {"column": data[f"name-{number}"]}
    unit, divide = data.get(f"unit-{number}", ""), data.get(f"divide-{number}", "")
    if unit and (role not in ROLES or ROLES[role].reads in TIMES or unit not in SECONDS):
        told["unit"] = unit
    if divide and role in COUNTS:
        try:
            told["divide"] = float(divide)
        except ValueError as error:
            raise FormatError(f"divide must be a number, got {divide!r:.60}") from error
    return told
