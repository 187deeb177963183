"""Reports on a study: verdicts, figures with their numbers, pairs, and all cells."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from parsched.declare.parameters import Params, text
from parsched.report.notebook import drawable, html
from parsched.report.phrases import counted
from parsched.report.registry import DeclaredReport, Drawable, NoOptions, Report, report, wrong
from parsched.report.table import for_programs
from parsched.studies.cells import Cells
from parsched.studies.figures import pictures
from parsched.studies.headline import asked, headline
from parsched.studies.printed_tables import EACH, beside_table
from parsched.studies.tables import pairs, points, summary, tidy, verdicts
from parsched.studies.verdicts import in_words, judged_rows, standing_of

REPORTS: dict[str, DeclaredReport] = {}
"""Reports on the cells of a study by key, in the order of a page."""


def _has_claims(cells: Cells) -> bool:
    return bool(cells.study.claims)


def _has_figures(cells: Cells) -> bool:
    return bool(cells.study.figures)


def _has_tables(cells: Cells) -> bool:
    return bool(cells.study.tables)


def _has_several(cells: Cells) -> bool:
    return any(len(part.labels) > 1 for part in cells.parts.values())


def _has_any(cells: Cells) -> bool:
    return True


@report("verdicts", title="Verdicts", suits=_has_claims, among=REPORTS)
def claims(cells: Cells, options: NoOptions) -> Report:
    """Say of each claim whether the experiments confirm it, and by which numbers."""
    rows = judged_rows(cells)
    sentence = in_words([standing_of(row) for row in rows])
    return Report(
        sentences=(sentence, *_progress(cells)),
        tables=(verdicts(rows),),
        notes=cells.study.choices,
    )


@report("figures", title="Figures", suits=_has_figures, among=REPORTS)
def figures(cells: Cells, options: NoOptions) -> Report:
    """Draw what is computed, a picture for each measure, with its numbers."""
    drawn = tuple(pictures(cells))
    return Report(
        sentences=tuple(_progress(cells)), tables=tuple(map(points, drawn)), figures=drawn
    )


@report("printed", title="Printed tables", suits=_has_tables, among=REPORTS)
def printed(cells: Cells, options: NoOptions) -> Report:
    """Put our numbers beside the tables that the paper prints."""
    tables = tuple(beside_table(cells, table) for table in cells.study.tables)
    return Report(sentences=tuple(_progress(cells)), tables=tables, notes=(EACH,))


@dataclass(frozen=True, kw_only=True)
class PairsOptions(Params):
    """What one may choose."""

    baseline: str = text(
        "",
        "Method that the others are compared with; the first one of each part if empty.",
        longest=100,
        commas=True,
    )


@report("pairs", title="Pairs", suits=_has_several, options=PairsOptions, among=REPORTS)
def paired(cells: Cells, options: PairsOptions) -> Report:
    """Compare each method with a baseline on the same instances."""
    labels = {label: None for part in cells.parts.values() for label in part.labels}
    if options.baseline and options.baseline not in labels:
        raise wrong("baseline", f"must be one of {', '.join(labels)}", repr(options.baseline))
    return Report(tables=(pairs(cells, options.baseline),))


@report("cells", title="All numbers", suits=_has_any, among=REPORTS)
def everything(cells: Cells, options: NoOptions) -> Report:
    """Give every aggregate, and every run, to programs."""
    return Report(
        sentences=tuple(_progress(cells)),
        tables=(
            for_programs("summary", lambda: summary(cells)),
            for_programs("cells", lambda: tidy(cells)),
        ),
    )


def _progress(cells: Cells) -> Iterator[str]:
    """Say what is missing."""
    if cells.done < cells.total:
        yield f"{cells.done:,} of {counted(cells.total, 'run')} are computed."
    if cells.problems:
        verb = "has" if cells.problems == 1 else "have"
        yield f"{counted(cells.problems, 'run')} {verb} no schedule: see the column “problem”."
    if cells.unbounded:
        yield cells.unbounded


@html.register
def _shown(shown: Cells) -> str:
    found = asked(shown)
    first = [f"<p>{escape(headline(found))}</p>"] if found else []
    reports = (html(one.of(shown, {})) for one in REPORTS.values() if one.suits(shown))
    return "\n".join([*first, *reports])


@drawable.register
def _drawn(plotted: Cells, key: str = "") -> Drawable:
    return REPORTS["figures"].of(plotted, {}).figure(key)
