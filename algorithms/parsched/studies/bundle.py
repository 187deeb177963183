"""Everything that a study leaves behind, as files in a folder."""

from collections.abc import Iterator
from importlib.metadata import version
from os.path import relpath
from pathlib import Path

from parsched.base.version import __version__
from parsched.base.whole_files import whole_folder
from parsched.report.bundle import bibtex
from parsched.report.figure import Figure
from parsched.report.phrases import counted
from parsched.report.table import Table
from parsched.report.writers import csv, dumps, latex
from parsched.run.record import versions
from parsched.studies.cells import Cells
from parsched.studies.figures import pictures
from parsched.studies.files import as_toml
from parsched.studies.headline import asked, explained, headline
from parsched.studies.printed_tables import beside_table
from parsched.studies.study import Study
from parsched.studies.tables import pairs, points, summary, tidy
from parsched.studies.verdicts import judged_rows

ENDINGS = ("svg", "pdf", "png")
"""Kinds of files of a figure."""
TABLES = "tables"
STUDY = "study.toml"
WRITTEN = ".written"
"""Names of the files that were written last, one a line."""


def write(cells: Cells, folder: Path) -> list[Path]:
    """Write tables, verdicts, figures and what repeats them; return the files.

        cells.csv     a row for each instance and method
        summary.csv   every aggregate
        claims.json   verdicts
        study.toml    the study itself: `python -m parsched study run study.toml` repeats it
        <figure>.svg, .pdf, .png, and tables/<figure>.csv, .tex with its numbers
        tables/<table>.csv, .tex with what the paper prints, and ours

    Raises
    ------
    FormatError
        When something cannot be written; then nothing is.
    """
    with whole_folder(folder) as draft:
        for name, text in _texts(cells, folder):
            draft.add(name, text)
        for drawn in _figures(cells):
            for ending in ENDINGS:
                drawn.save(draft.place(f"{drawn.key}.{ending}"))
        names = draft.names
        older = _older(folder, names)
        draft.add(WRITTEN, "\n".join(names) + "\n")
    for name in older:
        (folder / name).unlink(missing_ok=True)
    return [folder / name for name in names]


def _older(folder: Path, names: list[str]) -> list[str]:
    """Return figures and tables of an earlier selection: those alone that `write` has noted."""
    note = folder / WRITTEN
    before = note.read_text(encoding="utf-8").splitlines() if note.is_file() else []
    return [name for name in before if _is_own(name) and name not in names]


def _is_own(name: str) -> bool:
    place, _, file = name.rpartition("/")
    return place in ("", TABLES) and file.endswith((*ENDINGS, ".csv", ".tex"))


def _texts(cells: Cells, folder: Path) -> Iterator[tuple[str, str]]:
    yield "cells.csv", csv(tidy(cells))
    yield "summary.csv", csv(summary(cells))
    yield "claims.json", dumps(judged_rows(cells)) + "\n"
    yield STUDY, toml_in(folder, cells.study)
    yield "references.bib", bibliography(cells.study)
    yield "README.txt", readme(cells)
    for table in _tables(cells):
        yield f"tables/{table.key}.csv", csv(table)
        yield f"tables/{table.key}.tex", latex(table)


def toml_in(folder: Path, study: Study) -> str:
    """Return the file of a study in a folder: readers look for files from there."""
    return as_toml(study.with_files(lambda place: relpath(place, folder)))


def _figures(cells: Cells) -> list[Figure]:
    """Return the figures that are computed in part."""
    return [drawn for drawn in pictures(cells) if drawn.series]


def _tables(cells: Cells) -> Iterator[Table]:
    yield from map(points, _figures(cells))
    for table in cells.study.tables:
        yield beside_table(cells, table)
    yield pairs(cells)


def bibliography(study: Study) -> str:
    """Return what a study cites, and what its methods do, as BibTeX."""
    cited = [key for part in study.parts for r in part.requests for key in r.algorithm.cites]
    return bibtex((*study.cites, *cited))


def readme(cells: Cells) -> str:
    """Say what the files are, what is missing, what computed them, and how to repeat it."""
    study = cells.study
    used = versions(bounds={}, solves_programs=True, starts_programs=True)
    used |= {"SciPy": version("scipy")}
    lines = [
        study.title,
        "",
        f"{cells.done:,} of {counted(cells.total, 'run')}, seed {study.seed}.",
        *([headline(found), explained(found)] if (found := asked(cells)) else []),
        *missing(cells),
        "",
        f"Computed by SchedWeb {__version__} with",
        *(f"    {name} {number}" for name, number in used.items()),
        "",
        "To repeat it:",
        "    python -m parsched study run study.toml --out FOLDER",
        "",
        *study.choices,
    ]
    return "\n".join(lines).rstrip() + "\n"


def missing(cells: Cells) -> Iterator[str]:
    """Yield what is not computed, by part, and what that means for the files."""
    if cells.done < cells.total:
        yield "It is not finished: figures, tables and verdicts are of what is computed so far,"
        yield "and claims with missing runs stay open. Computed are"
        for key, part in cells.parts.items():
            done, count = int(part.is_done.sum()), counted(part.is_done.size, "instance")
            yield f"    {cells.study.titles[key]}: {done:,} of {count}"
    if cells.problems:
        yield f"{counted(cells.problems, 'run')} without a schedule: see “problem” in cells.csv."
    if cells.unbounded:
        yield cells.unbounded
