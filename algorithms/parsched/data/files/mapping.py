"""What the columns of a table mean: a role for each, and rules for its rows. Also as TOML."""

import tomllib
from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Of
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, tzinfo
from re import sub
from typing import Any, Literal, Self

from parsched.base.errors import FormatError
from parsched.base.extras import extra
from parsched.data.files.layout import StatedCut
from parsched.data.files.roles import COUNTS, ROLES, Reads
from parsched.model.problem import calendar

Restarts = Literal["separate", "joined"]
Steps = Literal["kept", "left out"]
Arrays = Literal["expanded", "kept"]
RULES: dict[str, tuple[str, ...]] = {
    "restarts": ("separate", "joined"),
    "steps": ("kept", "left out"),
    "arrays": ("expanded", "kept"),
}
"""What may become of rows that are more or less than a job; the first is usual."""

UNTOLD = ""
"""Zone of times that name none where the user does not say it either: UTC, which a workload does
not take over."""

SECONDS = {
    "s": 1.0,
    "ms": 1e-3,
    "us": 1e-6,
    "ns": 1e-9,
    "min": 60.0,
    "h": 3_600.0,
    "d": 86_400.0,
}
"""Seconds of each unit of time."""

MONTH_FIRST, DAY_FIRST, YEAR_FIRST = "month first", "day first", "year first"
"""Units of dates such as 03/29/2026, 29/03/2026 and 26-03-29. Where none is said, the whole column
tells; see `parsched.data.logs.date_orders`."""

DIGITS = "digits of a date"
"""The unit of numbers that are dates by their digits: 20260329 or 20260329103000."""

UNITS = (*SECONDS, MONTH_FIRST, DAY_FIRST, YEAR_FIRST, DIGITS)
"""Units of times; those behind `SECONDS` are of dates alone."""

BLANK = frozenset(
    (
        *("", "-", "-1", "?", "\\n", "n/a", "na", "nan", "nat", "none", "null", "unknown"),
        *("undefined", "none assigned", "notset", "not_set", "invalid", "(null)", "<na>"),
    )
)
"""Cells that say nothing, in lower case."""

NOT_ENDED = frozenset(
    (
        *("pending", "running", "suspended", "resizing", "configuring", "completing"),
        *("signaling", "staging", "stage_out", "requeue_hold", "requeue_fed", "special_exit"),
        *("stopped", "queued", "held", "waiting", "submitted", "transit", "exiting", "idle"),
        *("r", "q", "h", "s", "w", "t", "pd", "cg", "cf"),
    )
)
"""States of jobs that have not ended, in lower case."""

NOT_BEGUN = frozenset(("pending", "pd", "requeued", "requeue_hold", "special_exit"))
"""Roles of jobs that wait."""

RESIZED = frozenset(("resizing",))
"""Those that a job also has in the row of what it was before it was given other processors."""


@dataclass(frozen=True)
class SourceColumn:
    """A column and how its cells are read.

    `unit` is one of `SECONDS` for times, where a plain number stands, or another of `UNITS`, which
    says how dates are written; or, for counts, the name of a resource within cells such as
    `cpu=4,mem=8G` (TRES of Slurm, also by number: `1=4,2=8192`).
    `divide` is what a count is divided by.

    Examples
    --------
    >>> SourceColumn("Elapsed", "s").name
    'Elapsed'
    """

    name: str
    unit: str = ""
    divide: float = 1.0

    @classmethod
    def of(cls, value: "str | SourceColumn | Of[str, Any]", where: str) -> Self:
        """Build from what a file or a form says.

        Raises
        ------
        FormatError
            Names the place and the rule.
        """
        if isinstance(value, cls):
            return value
        if isinstance(value, str):
            return cls(value)
        if not isinstance(value, Of) or not isinstance(value.get("column"), str):
            raise FormatError(f"{where} must be the name of a column, or a table with `column`")
        unknown = [key for key in value if key not in ("column", "unit", "divide")]
        if unknown:
            raise FormatError(f"{where} may have column, unit and divide, got {unknown[0]!r}")
        divide = value.get("divide", 1.0)
        if isinstance(divide, bool) or not isinstance(divide, int | float) or not divide > 0:
            raise FormatError(f"{where}: divide must be a number above 0, got {divide!r}")
        return cls(value["column"], str(value.get("unit", "")), float(divide))

    def as_json(self) -> Any:
        """Return plain values, as short as they can be."""
        if not self.unit and self.divide == 1.0:
            return self.name
        told: dict[str, Any] = {"column": self.name}
        if self.unit:
            told["unit"] = self.unit
        if self.divide != 1.0:
            told["divide"] = self.divide
        return told


@dataclass(frozen=True, kw_only=True)
class Mapping:
    """A role for each column that means something, and rules for the rows.

    Parameters
    ----------
    columns
        Columns by role (see `parsched.data.files.roles.ROLES`); several are tried one after the
        other, for each row the first that says something.
    zone
        Time zone of times that name none, and of the dates that are shown: a name such as
        "Europe/Berlin", or "+01:00"; blank where it is unknown, which is read as UTC.
    run
        States of jobs that ran, in any case; without any all that have a run time.
    restarts
        Whether rows of one job id are jobs of their own, or one job.
    steps
        Whether steps of a job (`7.batch`, `7.0` of Slurm) are jobs, too.
    arrays
        Whether a row for several jobs of an array (`7_[1-3]`) is as many jobs, or one.
    separator
        What stands between the cells of a text: a character, or one of the words tab and space
        (any number of blanks); blank where it is guessed.
    first_line
        What the first line of a text is: `names` of columns, or a `job`, so that columns are called
        `column 1`, `column 2`, …; blank where its cells tell.

    Raises
    ------
    FormatError
        For an unknown role, unit, zone, rule or separator; names the place and the value.

    Examples
    --------
    >>> Mapping.from_json({"columns": {"run": "elapsed", "processors": "cores"}}).columns["run"]
    (SourceColumn(name='elapsed', unit='', divide=1.0),)
    """

    columns: Of[str, tuple[SourceColumn, ...]] = field(default_factory=dict)
    zone: str = UNTOLD
    run: tuple[str, ...] = ()
    restarts: Restarts = "separate"
    steps: Steps = "kept"
    arrays: Arrays = "expanded"
    separator: str = ""
    first_line: str = ""

    def __post_init__(self) -> None:
        for role, columns in self.columns.items():
            if role not in ROLES:
                raise FormatError(f"no role is called {role!r}; there are: {', '.join(ROLES)}")
            for column in columns:
                _check_unit(role, column)
        # Four digits behind a sign are hours and minutes here, and seconds in SWF.
        object.__setattr__(self, "zone", sub(r"^([+-]\d\d)(\d\d)$", r"\1:\2", self.zone))
        zone_of(self.zone)
        StatedCut(self.separator, self.first_line)  # which checks them
        for name, rules in RULES.items():
            if getattr(self, name) not in rules:
                got = getattr(self, name)
                raise FormatError(f"{name} must be {' or '.join(rules)}, got {got!r:.60}")

    @property
    def cut(self) -> StatedCut:
        """What is said of how a text is cut."""
        return StatedCut(self.separator, self.first_line)

    @property
    def roles(self) -> dict[str, str]:
        """The role of each column that has one."""
        return {column.name: role for role, columns in self.columns.items() for column in columns}

    def within(self, names: Iterable[str]) -> "Mapping":
        """Return the same with only those columns that a table has, as it names them."""
        names = tuple(names)
        kept = {
            role: tuple(
                replace(column, name=name)
                for column in columns
                if (name := named_as(column.name, names)) is not None
            )
            for role, columns in self.columns.items()
        }
        return replace(self, columns={role: columns for role, columns in kept.items() if columns})

    def lacks(self) -> str:
        """Say what a workload needs and no column says; blank where nothing is missing."""
        has = self.columns.keys()
        if not has & set(COUNTS[:3]):
            return "no column says how many processors a job has"
        if "run" not in has and not {"start", "end"} <= has:
            return "no column says how long a job ran, nor two when it started and ended"
        return ""

    @classmethod
    def from_json(cls, values: Of[str, Any]) -> Self:
        """Build from plain values.

        Raises
        ------
        FormatError
            Names the place and the rule.
        """
        known = [each.name for each in fields(cls)]
        for key in values:
            if key not in known:
                raise FormatError(f"a profile has {', '.join(known)}, not {key!r}")
        told = dict(values)
        columns = told.pop("columns", {})
        if not isinstance(columns, Of):
            raise FormatError("columns must be a table of roles")
        states = told.get("run", ())
        if not isinstance(states, list | tuple) or not all(isinstance(s, str) for s in states):
            raise FormatError("run must be a list of states")
        told["run"] = tuple(states)
        if not isinstance(told.get("zone", ""), str):
            raise FormatError(f"zone must be a name, got {told['zone']!r}")
        if not isinstance(told.get("separator", ""), str):
            raise FormatError(f"separator must be a character, got {told['separator']!r:.60}")
        if not isinstance(told.get("first_line", ""), str):
            raise FormatError(f"first_line must be names or job, got {told['first_line']!r:.60}")
        return cls(
            columns={
                role: tuple(
                    SourceColumn.of(one, f"columns.{role}")
                    for one in (given if isinstance(given, list | tuple) else (given,))
                )
                for role, given in columns.items()
                if given != []
            },
            **told,
        )

    def as_json(self) -> dict[str, Any]:
        """Return plain values that build the same."""
        columns = {
            role: [column.as_json() for column in columns]
            if len(columns) > 1
            else columns[0].as_json()
            for role, columns in self.columns.items()
        }
        told: dict[str, Any] = {"zone": self.zone} if self.zone else {}
        told |= {name: getattr(self, name) for name in RULES}
        if self.run:
            told["run"] = list(self.run)
        told |= {name: said for name, said in asdict(self.cut).items() if said}
        return {**told, "columns": columns}

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Build from the text of a profile file.

        Raises
        ------
        FormatError
            Names the place and the rule.
        """
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise FormatError(f"the profile is no TOML: {error}") from error
        return cls.from_json(values)

    def as_toml(self) -> str:
        """Return the text of a profile file."""
        with extra("logs"):
            import tomli_w  # noqa: PLC0415 (in an extra)
        return tomli_w.dumps(self.as_json())


def named_as(column: str, names: Sequence[str]) -> str | None:
    """Return a column as a table names it, maybe in another case; None where it has none."""
    if column in names:
        return column
    return next((name for name in names if name.lower() == column.lower()), None)


def columns(**roles: str | tuple[str | SourceColumn, ...]) -> dict[str, tuple[SourceColumn, ...]]:
    """Return columns by role, for declarations: one, or several that are tried in turn.

    Examples
    --------
    >>> sorted(columns(submit="Submit", procs=("NCPUS", "AllocCPUS")))
    ['procs', 'submit']
    """
    given = {role: (of,) if isinstance(of, str) else of for role, of in roles.items()}
    return {role: tuple(SourceColumn.of(each, role) for each in of) for role, of in given.items()}


def _check_unit(role: str, column: SourceColumn) -> None:
    reads = ROLES[role].reads
    is_time = reads in (Reads.DURATION, Reads.INSTANT)
    known = UNITS if reads == Reads.INSTANT else tuple(SECONDS)
    if is_time and column.unit and column.unit not in known:
        units = ", ".join(known)
        raise FormatError(f"columns.{role}: unit must be one of {units}, got {column.unit!r}")
    if not is_time and role not in COUNTS and ROLES[role].is_kept and column.unit:
        raise FormatError(f"columns.{role} has no unit, got {column.unit!r}")


def zone_of(name: str) -> tzinfo:
    """Return a time zone, see `parsched.model.problem.calendar.zone_of`; UTC for a blank name.

    Raises
    ------
    FormatError
        For a name that no zone has.
    """
    zone = calendar.zone_of(name) if name else UTC
    if zone is None:
        rule = "must be the name of a time zone, such as Europe/Berlin, or +01:00"
        raise FormatError(f"zone {rule}, got {name!r:.60}")
    return zone
