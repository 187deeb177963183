"""Table: columns, rows and notes, from which every file and every page is written."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from parsched.base.digits import counted
from parsched.base.frames import Backend, frame_of
from parsched.measure.metrics import Better
from parsched.report.records import Subject
from parsched.run.displayed import Displayed

ABSENT = "–"
"""Text in place of an unknown number."""


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column by its key; `unit` is the unit of the texts, `formula` says what is computed, and
    `better` which direction is. Columns of words are not `is_number`.

    Examples
    --------
    >>> Column(key="wait", title="mean wait", unit="s", formula="Σ (s−r)/n").heading
    'mean wait (s), Σ (s−r)/n'
    """

    key: str
    title: str
    unit: str = ""
    formula: str = ""
    better: Better = "neither"
    is_number: bool = True

    @property
    def heading(self) -> str:
        """Title, unit and formula in one line."""
        title = f"{self.title} ({self.unit})" if self.unit else self.title
        return f"{title}, {self.formula}" if self.formula else title

    @property
    def below(self) -> str:
        """Text below the title if there is room: formula, unit, or both."""
        return ", ".join(filter(None, (self.formula, self.unit)))

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return dict(vars(self))


@dataclass(frozen=True)
class Cell:
    """A value, and how people read it; `why` says why there is none. The best are emphasised.

    Examples
    --------
    >>> Cell.of(12)
    Cell(text='12', value=12, is_best=False, why='')
    """

    text: str
    value: Any = None
    is_best: bool = False
    why: str = ""

    @classmethod
    def of(cls, value: Any) -> Self:
        """Write a value of a file: with all digits, nothing for None."""
        if value is None:
            return cls("")
        return cls(str(value), value)


Row = tuple[Cell, ...]


@dataclass(frozen=True, kw_only=True)
class Table(Displayed):
    """A table as people read it, and in `data` as programs do where that is another one: all
    digits, units as stored, and columns that would be too many to look at.

    `notes` say what numbers do not. The rows from `split` on are about all others. `about` says
    where the numbers come from. One that `has_units` keeps a line for them below its titles, and
    one that `has_proofs` says what these do not heed. One that `is_for_programs` has more rows than
    people read; they are made when a file is written.

    Examples
    --------
    >>> from parsched.report.writers import text
    >>> columns = (Column(key="run", title="run", is_number=False), Column(key="n", title="jobs"))
    >>> print(text(Table(key="jobs", columns=columns, rows=((Cell("EASY"), Cell("12", 12)),))))
    run   jobs
    EASY    12
    """

    key: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    title: str = ""
    notes: tuple[str, ...] = ()
    about: Subject | None = None
    split: int = 0
    has_units: bool = False
    has_proofs: bool = False
    data: "Table | Callable[[], Table] | None" = None
    is_for_programs: bool = False

    def __repr__(self) -> str:
        size = f"{counted(len(self.rows), 'row')}, {counted(len(self.columns), 'column')}"
        return f"<Table {self.key}: {size}>"

    @property
    def raw(self) -> "Table":
        """The table for programs."""
        if self.data is None:
            return self
        return self.data() if callable(self.data) else self.data

    def as_json(self) -> dict[str, Any]:
        """Return the table for programs as plain JSON values; null for missing values."""
        raw = self.raw
        keys = [column.key for column in raw.columns]
        return {
            "key": self.key,
            "title": self.title,
            "columns": [column.as_json() for column in raw.columns],
            "rows": [dict(zip(keys, map(plain, row), strict=True)) for row in raw.rows],
            "notes": list(self.notes),
        }

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """Return the table for programs as a data frame, with columns called by their keys.

        `backend`, and what is raised, as for `parsched.base.frames.frame_of`.

        Examples
        --------
        >>> raw_table("jobs", ["run", "jobs"], [("easy", 12)]).to_frame("polars").row(0)
        ('easy', 12)
        """
        raw = self.raw
        cells = {
            column.key: [row[i].value for row in raw.rows] for i, column in enumerate(raw.columns)
        }
        return frame_of(cells, backend)


def plain(cell: Cell) -> Any:
    """Return a value that JSON has: no NaN, and no infinity."""
    value = cell.value
    return None if isinstance(value, float) and not math.isfinite(value) else value


def raw_table(
    key: str, heads: Mapping[str, str] | Sequence[str], rows: Sequence[Sequence[Any]]
) -> Table:
    """Return a table for programs: headings, by key where these differ, and values."""
    titles = heads if isinstance(heads, Mapping) else {head: head for head in heads}
    words = [any(isinstance(row[i], str) for row in rows) for i in range(len(titles))]
    columns = tuple(
        Column(key=name, title=head, is_number=not has_words)
        for (name, head), has_words in zip(titles.items(), words, strict=True)
    )
    return Table(key=key, columns=columns, rows=tuple(tuple(map(Cell.of, row)) for row in rows))


def for_programs(key: str, make: Callable[[], Table]) -> Table:
    """Return a table with more rows than people read, made when a file is written."""
    return Table(key=key, columns=(), rows=(), data=make, is_for_programs=True)


def raw_head(key: str, unit: str) -> str:
    """Head a column of stored values by key and unit; shares are stored as fractions, whatever
    people are shown."""
    unit_name = "fraction" if unit == "%" else unit
    return f"{key} [{unit_name}]" if unit_name else key
