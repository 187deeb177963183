"""Reports: what results say, in sentences, tables and figures; declared once for every medium.

A report is a function under `@report`. From its declaration follow its place on the page of a
comparison, its address with a file for each kind of writer, its endpoint of the API, the command
`report KEY`, the form of its options, and the tests that all reports have in common.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import repeat
from pathlib import Path
from typing import Any, Self, TypeAlias, TypeVar

from parsched.base.errors import ParameterError, UnknownKeyError, UnsupportedError
from parsched.base.whole_files import whole_folder, write
from parsched.declare.parameters import Params
from parsched.report import writers
from parsched.report.figure import Figure, GanttFigure
from parsched.report.looks import Looks
from parsched.report.printing import ENDINGS, Sheet, ending_of
from parsched.report.records import Records
from parsched.report.table import Table
from parsched.run.displayed import Plotted

Options = TypeVar("Options", bound=Params)


@dataclass(frozen=True, kw_only=True)
class NoOptions(Params):
    """Nothing to choose.

    Examples
    --------
    >>> NoOptions().as_dict()
    {}
    """


Drawable: TypeAlias = Figure | GanttFigure
"""What is drawn as a file: it has a key, a title, `printed` and `csv`."""


@dataclass(frozen=True, kw_only=True)
class Report(Plotted):
    """The result of one report on some records: the main sentence first.

    Examples
    --------
    >>> print(Report(key="wait", sentences=("No job waits.",)).as_text())
    No job waits.
    """

    key: str = ""
    title: str = ""
    sentences: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    gantts: tuple[GanttFigure, ...] = ()
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        first = f": {self.sentences[0]}" if self.sentences else ""
        return f"<Report {self.key}, {len(self.tables)} tables, {len(self.figures)} figures{first}>"

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "key": self.key,
            "title": self.title,
            "sentences": list(self.sentences),
            "tables": [table.as_json() for table in self.tables],
            "figures": [figure.as_json() for figure in self.figures],
            "gantts": [figure.as_json() for figure in self.gantts],
            "notes": list(self.notes),
        }

    def marked(self, mark: str) -> Self:
        """Return the same with a sentence that stands before all others and below each table, such
        as that an older version computed some of it; a blank one changes nothing."""
        if not mark:
            return self
        tables = tuple(replace(table, notes=(mark, *table.notes)) for table in self.tables)
        others = (text for text in self.sentences if not text.startswith(mark))
        return replace(self, sentences=(mark, *others), tables=tables)

    def as_text(self) -> str:
        """Return what a terminal shows."""
        tables = (table for table in self.tables if not table.is_for_programs)
        parts = [*self.sentences, *map(writers.text, tables), *self.notes]
        return "\n\n".join(parts)

    def table(self, key: str = "") -> Table:
        """Return a table by its key, or the first; one for programs with its rows.

        Raises
        ------
        UnknownKeyError
            When there is none; the sentence lists those that exist.
        """
        tables = {table.key: table for table in self.tables}
        if not tables or (key and key not in tables):
            existing = f"there are: {', '.join(tables)}" if tables else "it has none"
            raise UnknownKeyError(f"{self.key} has no table {key!r}; {existing}")
        table = tables[key] if key else self.tables[0]
        return table.raw if table.is_for_programs else table

    @property
    def drawables(self) -> tuple[Drawable, ...]:
        """Everything that is drawn as a file."""
        return (*self.figures, *self.gantts)

    def figure(self, key: str = "") -> Drawable:
        """Return a figure by its key, or the first.

        Raises
        ------
        UnknownKeyError
            When there is none; the sentence lists those that exist.
        """
        figures = {figure.key: figure for figure in self.drawables}
        if not figures:
            raise UnknownKeyError(f"{self.key} has no figures here")
        if key and key not in figures:
            existing = ", ".join(figures)
            raise UnknownKeyError(f"{self.key} has no figure {key!r}; there are: {existing}")
        return figures[key] if key else self.drawables[0]

    def print_figures(
        self,
        out: str | Path,
        ending: str,
        *,
        key: str = "",
        sheet: Sheet | Callable[[Drawable], Sheet] | None = None,
    ) -> list[Path]:
        """Print one figure, by its key or because it is the only one, as the file `out`; or all of
        several into the folder `out`, such as `distributions-wait.pdf`. Return their paths.

        Parameters
        ----------
        out
            Path of the file or folder; the folder is made, and files that are there are replaced.
        ending
            "svg", "pdf" or "png"; or "csv" for the numbers that are drawn.
        key
            Which figure; by default all.
        sheet
            Width, theme, font size and caption, or what returns them for a figure; by default as
            for a column on white.

        Raises
        ------
        UnknownKeyError
            For a kind of file, or a figure, that there is not.
        ParameterError
            For a file name where a folder is needed, or with another ending.
        FormatError
            When something cannot be written.

        Examples
        --------
        >>> import parsched as sched, tempfile
        >>> instance = sched.Instance(
        ...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
        ... )
        >>> found = sched.report("distributions", sched.compare(instance, "ltf", "lptf"))
        >>> [path.name for path in found.print_figures(tempfile.mkdtemp(), "svg")][:2]
        ['distributions-wait.svg', 'distributions-flow.svg']
        """
        figures = (self.figure(key),) if key or not self.drawables else self.drawables
        target = Path(out)
        named = ending_of(target)
        if named in FILES and len(figures) > 1:
            keys = ", ".join(figure.key for figure in figures)
            rule = f"{self.key} has several figures: choose one of {keys}, or a folder for all"
            raise ParameterError({"out": f"{rule}, got {target.name}"})
        if named in FILES and named != ending:
            raise ParameterError({"out": f"a {ending} file must not end in .{named}"})
        sheets = [sheet(figure) if callable(sheet) else sheet for figure in figures]
        contents = [
            content_of(*pair) for pair in zip(figures, repeat(ending), sheets, strict=False)
        ]
        paths = [target]
        if len(figures) > 1:
            paths = [target / f"{self.key}-{figure.key}.{ending}" for figure in figures]
        if len(paths) == 1:
            return [write(target, contents[0])]
        with whole_folder(target) as draft:
            for path, content in zip(paths, contents, strict=True):
                draft.add(path.name, content)
        return paths

    def write(self, ending: str, table: str = "") -> str:
        """Write a file: all of it as JSON, else one table.

        Raises
        ------
        UnknownKeyError
            For a kind of file, or a table, that there is not.

        Examples
        --------
        >>> import parsched as sched
        >>> instance = sched.Instance(
        ...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
        ... )
        >>> found = sched.report("results", sched.compare(instance, "lptf", "ltf"))
        >>> found.write("tex").splitlines()[-1]
        '\\\\end{tabular}'
        """
        if ending not in writers.WRITERS:
            endings = ", ".join(writers.WRITERS)
            raise UnknownKeyError(f"no file is written as {ending!r}; there are: {endings}")
        if ending == "json":
            return writers.dumps(self.as_json())
        if ending == "txt" and not table:
            return self.as_text() + "\n"
        return writers.WRITERS[ending].write(self.table(table))


FILES = (*ENDINGS, "csv")
"""Kinds of files of a figure."""


def content_of(
    figure: Drawable, ending: str, sheet: Sheet | None = None, looks: Looks | None = None
) -> bytes:
    """Return the content of a file of a figure: a picture, or its numbers.

    Raises
    ------
    UnknownKeyError
        For another ending; the sentence lists those that there are.
    """
    if ending == "csv":
        return figure.csv().encode()
    return figure.printed(ending, sheet, looks)


Make = Callable[[Any, Options], Report]
Suits = Callable[[Any], bool]
"""What they take is what the report is about: records of a comparison, or cells of a study; their
`mark` says what an older version computed of them."""


@dataclass(frozen=True, kw_only=True)
class DeclaredReport:
    """A declared report. `suits` tells whether there is anything to say of some records."""

    key: str
    title: str
    options: type[Params]
    suits: Suits
    make: Make[Any]

    def __repr__(self) -> str:
        return f"<Report {self.key}: {self.help}>"

    @property
    def help(self) -> str:
        """Description of the report: the first line of the docstring."""
        return (inspect.getdoc(self.make) or "").split("\n", 1)[0]

    def as_json(self) -> dict[str, Any]:
        """Return what is declared as plain JSON values; `options` is a JSON schema."""
        about = {"key": self.key, "title": self.title, "help": self.help}
        return {**about, "options": self.options.json_schema()}

    def of(self, subject: Any, options: Params | Mapping[str, Any] | None = None) -> Report:
        """Make the report of records, or of what else it is about.

        Raises
        ------
        ParameterError
            For an option that breaks its declaration.
        UnsupportedError
            When it has nothing to say of these.
        """
        if not self.suits(subject):
            raise UnsupportedError(f"there is no report {self.key} of these results")
        opts = options if isinstance(options, Params) else self.options.from_mapping(options or {})
        made = replace(self.make(subject, opts), key=self.key, title=self.title)
        return made.marked(subject.mark)


REPORTS: dict[str, DeclaredReport] = {}
"""Reports on records by key, in the order of a page."""


def something(records: Records) -> bool:
    """Suit all records if some of them have a result."""
    return bool(records.done)


def report(
    key: str,
    *,
    title: str,
    suits: Suits = something,
    options: type[Options] = NoOptions,  # type: ignore[assignment]
    among: dict[str, DeclaredReport] = REPORTS,
) -> Callable[[Make[Options]], Make[Options]]:
    """Declare a report under a stable key; the first line of the docstring is its help.

    `among` has all reports on the same kind of thing.

    Examples
    --------
    >>> mine: dict[str, DeclaredReport] = {}
    >>> @report("count", title="Count", among=mine)
    ... def count(records: Records, options: NoOptions) -> Report:
    ...     'How many runs there are.'
    ...     return Report(sentences=(f"There are {len(records)} runs.",))
    >>> mine["count"].help
    'How many runs there are.'
    """

    def add(make: Make[Options]) -> Make[Options]:
        if key in among:
            raise ValueError(f"two reports are declared as {key!r}")
        among[key] = DeclaredReport(key=key, title=title, options=options, suits=suits, make=make)
        return make

    return add


def declared_report(key: str) -> DeclaredReport:
    """Return a declared report.

    Raises
    ------
    UnknownKeyError
        When there is none; the sentence lists those that exist.
    """
    if key not in REPORTS:
        raise UnknownKeyError(f"no report is called {key!r}; there are: {', '.join(REPORTS)}")
    return REPORTS[key]


def suiting(subject: Any, among: Mapping[str, DeclaredReport] = REPORTS) -> list[DeclaredReport]:
    """Return the reports that have something to say of records, or of what else they are about."""
    return [declared for declared in among.values() if declared.suits(subject)]


def wrong(name: str, rule: str, value: object) -> ParameterError:
    """Return the error of an option whose value these records do not have."""
    return ParameterError({name: f"{name} {rule}, got {value}"})
