"""Tables as papers print them: what is printed, and what ours beside it is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeAlias

from pydantic import ConfigDict

from parsched.base.errors import ParameterError
from parsched.studies.strict import STRICT

Form: TypeAlias = Literal["value", "degradation", "improvement", "choice"]
"""What a number of a line says of a method: the mean of a measure; how far it is behind the best
column, per cent; how far it is before the mean of the base of the column, per cent; or which of the
methods of the column is before the base by most, as the value of a parameter."""
NONE = "–"
"""What is printed where there is no number."""


@dataclass(frozen=True, kw_only=True)
class PrintedColumn:
    """A column of a table: `title` is what the paper calls a method.

    `methods` are labels of ours that stand for it. Of several, the best one does, by each measure
    on its own. `base` is what improvements are over.
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    title: str
    methods: tuple[str, ...]
    base: str = ""


@dataclass(frozen=True, kw_only=True)
class PrintedLine:
    """A line of a table: what is printed for each column, and how ours is computed.

    Parameters
    ----------
    title
        What the paper calls it, unlike any other line of the table.
    form
        What its numbers say.
    published
        The numbers as printed, one for each column; "–" for none.
    measures, parts
        Measures and parts of the study, over which ours is a mean; no parts where the study has no
        such instances.
    is_rank
        True where the numbers are ranks by what `form` says, 1 for the best.
    methods
        Labels in place of the columns' own.
    figure
        Key of the figure that draws it as bars; blank for none.
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    title: str
    form: Form
    published: tuple[float | str, ...]
    measures: tuple[str, ...]
    parts: tuple[str, ...] = ()
    is_rank: bool = False
    methods: tuple[tuple[str, ...], ...] = ()
    figure: str = ""

    @property
    def unit(self) -> str:
        """Unit of its numbers."""
        return "%" if self.form in ("degradation", "improvement") and not self.is_rank else ""

    @property
    def numbers(self) -> tuple[float | None, ...]:
        """What is printed, None for no number."""
        return tuple(None if isinstance(one, str) else one for one in self.published)


@dataclass(frozen=True, kw_only=True)
class PrintedTable:
    """A table of a paper.

    Parameters
    ----------
    key, number, title
        Names, such as "table-1", "Table 1", and what it shows.
    columns, lines
        What is in it.
    along
        Parameter of the methods whose value a line of choices states.
    notes
        Sentences below it, such as misprints.

    Raises
    ------
    ParameterError
        For lines that are called alike, or have another number of values than there are columns.

    Examples
    --------
    >>> line = PrintedLine(
    ...     title="wait", form="degradation", published=(0, 18), measures=("mean_wait",)
    ... )
    >>> easy = PrintedColumn(title="A", methods=("easy",))
    >>> columns = (easy, PrintedColumn(title="B", methods=("fcfs",)))
    >>> PrintedTable(key="t", number="Table 1", title="T", columns=columns, lines=(line,)).parts
    ()
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    key: str
    number: str
    title: str
    columns: tuple[PrintedColumn, ...]
    lines: tuple[PrintedLine, ...]
    along: str = ""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        count = len(self.columns)
        titles = [line.title for line in self.lines]
        for line in self.lines:
            if titles.count(line.title) > 1:
                text = f"lines must have titles of their own, {line.title!r} is one of two"
                raise ParameterError({"lines": text})
            if len(line.published) != count or len(line.methods) not in (0, count):
                rule = f"a value for each of {count} columns"
                text = f"{line.title} must have {rule}, got {len(line.published)}"
                raise ParameterError({"lines": text})

    @property
    def parts(self) -> tuple[str, ...]:
        """Keys of the parts that ours is computed from."""
        return tuple(dict.fromkeys(key for line in self.lines for key in line.parts))

    @property
    def figures(self) -> Mapping[str, str]:
        """Titles of the figures that draw lines of it, by key."""
        return {line.figure: self.heading(line) for line in self.lines if line.figure}

    def only(self, figure: str) -> "PrintedTable | None":
        """Return the table with the lines that a figure draws; None where there are none."""
        lines = tuple(line for line in self.lines if line.figure == figure)
        return replace(self, lines=lines) if lines else None

    def line(self, title: str) -> PrintedLine:
        """Return a line; raises KeyError where none is called so."""
        return {line.title: line for line in self.lines}[title]

    def heading(self, line: PrintedLine) -> str:
        """Say what a line is about."""
        return f"{self.title}: {line.title}"

    def methods(self, line: PrintedLine) -> tuple[tuple[str, ...], ...]:
        """Return the labels that stand for each column in a line."""
        return line.methods or tuple(column.methods for column in self.columns)
