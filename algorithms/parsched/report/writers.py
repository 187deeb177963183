"""Tables as files: one writer each for text, CSV, LaTeX, Markdown, JSON and HTML."""

import csv as csv_files
import html as markup
import io
import json as json_files
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parsched.base.naming import one_line
from parsched.report.phrases import capital
from parsched.report.table import Cell, Table

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "%": r"\%",
    "&": r"\&",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "Σ": r"$\Sigma$",
    "·": r"$\cdot$",
    "−": r"$-$",
    "–": "--",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "<": r"$<$",
    ">": r"$>$",
    "|": r"\textbar{}",
    "∞": r"$\infty$",
    "×": r"$\times$",
    "±": r"$\pm$",
    "√": r"$\surd$",
    "₂": r"$_2$",
    "²": r"$^2$",
    "³": r"$^3$",
    "⌈": r"$\lceil$",
    "⌉": r"$\rceil$",
    "⌊": r"$\lfloor$",
    "⌋": r"$\rfloor$",
    "‖": r"$\mid$",
    "≠": r"$\neq$",
    "§": r"\S{}",
    "“": "``",
    "”": "''",
    "…": r"\dots{}",
    "\xa0": r"\,",
    "γ": r"$\gamma$",
    "ε": r"$\varepsilon$",
    "Δ": r"$\Delta$",
    "λ": r"$\lambda$",
    "μ": r"$\mu$",
    "ρ": r"$\rho$",
    "σ": r"$\sigma$",
}
"""Characters that LaTeX, with the fonts that it has by itself, needs commands for."""


def safe_cell(text: str) -> str:
    """Write text into a table for people: spreadsheets must not take it for a formula. Files that
    programs read, of jobs, schedules and deployments, have it as it is, so that they can be joined.
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


def csv(table: Table) -> str:
    """Write the table for programs, in full precision; `nan` is a missing number, `inf` infinitely
    many."""
    file = io.StringIO()
    writer = csv_files.writer(file, lineterminator="\n")
    writer.writerow([safe_cell(column.title) for column in table.raw.columns])
    for row in table.raw.rows:
        writer.writerow(map(_csv_cell, row))
    return file.getvalue()


def _csv_cell(cell: Cell) -> str:
    """Write a number with all digits, however people read it; nothing where there is none."""
    if isinstance(cell.value, str):
        return safe_cell(cell.text)
    return "" if cell.value is None else str(cell.value)


def json(table: Table) -> str:
    """Write the table for programs."""
    return dumps(table.as_json())


def dumps(values: Any) -> str:
    """Write plain JSON values."""
    return json_files.dumps(values, indent=1, ensure_ascii=False, allow_nan=False)


def markdown(table: Table) -> str:
    """Write a table for README files and issues; the best values are bold."""
    sides = ["---:" if column.is_number else "---" for column in table.columns]
    lines = [_line([_cell(column.heading) for column in table.columns]), _line(sides)]
    for row in table.rows:
        lines.append(_line([f"**{_cell(c.text)}**" if c.is_best else _cell(c.text) for c in row]))
    below = list(table.notes)
    if table.about:
        below = [table.about.conditions, *below]
        below += ["", table.about.beware] if table.has_proofs and table.about.beware else []
    above = [table.title, ""] if table.title else []
    return "\n".join([*above, *lines, *(["", *below] if below else [])]).rstrip() + "\n"


def _cell(text: str) -> str:
    return one_line(text).replace("|", "\\|")


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def latex(table: Table) -> str:
    """Write a booktabs table; comments say where the numbers come from."""
    below = [f"({escaped(column.below)})" if column.below else "" for column in table.columns]
    has_units = table.has_units or any(below)
    heads = [escaped(one_line(column.title)) for column in table.columns]
    for edge in (0, -1) if has_units else ():
        heads[edge] = heads[edge] if table.columns[edge].is_number else capital(heads[edge])
    body = [_latex_row(row) for row in table.rows]
    if 0 < table.split < len(body):
        body.insert(table.split, r"\midrule")
    comments = [table.title, *(table.about.provenance if table.about else ()), *table.notes]
    sides = "".join("r" if column.is_number else "l" for column in table.columns)
    lines = [
        *(f"% {one_line(comment)}" for comment in comments if comment),
        r"% needs \usepackage{booktabs}",
        rf"\begin{{tabular}}{{{sides}}}",
        r"\toprule",
        " & ".join(heads) + r" \\",
        *([" & ".join(below) + r" \\"] if has_units else []),
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}",
        "",
    ]
    return "\n".join(lines)


def _latex_row(row: Sequence[Cell]) -> str:
    texts = ((escaped(one_line(cell.text)), cell.is_best) for cell in row)
    return " & ".join(rf"\textbf{{{text}}}" if best else text for text, best in texts) + r" \\"


def escaped(text: str) -> str:
    """Return text for LaTeX."""
    return "".join(_LATEX.get(character, character) for character in text)


def text(table: Table) -> str:
    """Write a table for a terminal: the first column at the left, others at the right; * marks the
    best."""
    marks = any(cell.is_best for row in table.rows for cell in row)

    def written(cell: Cell) -> str:
        return one_line(cell.text) + ("*" if cell.is_best else " " * marks)

    heads = [one_line(column.heading) + " " * marks for column in table.columns]
    grid = [heads, *([*map(written, row)] for row in table.rows)]
    return "\n".join([*([table.title, ""] if table.title else []), *aligned(grid), *table.notes])


def aligned(grid: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table of texts."""
    widths = [max(map(_width, column)) for column in zip(*grid, strict=True)]
    lines = []
    for first, *rest in grid:
        cells = [" " * (w - _width(c)) + c for c, w in zip(rest, widths[1:], strict=True)]
        padding = " " * (widths[0] - _width(first))
        lines.append("  ".join([first + padding, *cells]).rstrip())
    return lines


def _width(text: str) -> int:
    """Columns that a text takes on a terminal."""
    return sum(not unicodedata.combining(c) for c in text)


def html(table: Table) -> str:
    """Write a table without any style, such as for a notebook."""
    heads = "".join(f"<th>{markup.escape(column.heading)}</th>" for column in table.columns)
    rows = "".join(f"<tr>{''.join(map(_html_cell, row))}</tr>" for row in table.rows)
    title = f"<caption>{markup.escape(table.title)}</caption>" if table.title else ""
    notes = "".join(f"<p>{markup.escape(note)}</p>" for note in table.notes)
    head, body = f"<thead><tr>{heads}</tr></thead>", f"<tbody>{rows}</tbody>"
    return f"<table>{title}{head}{body}</table>{notes}"


def _html_cell(cell: Cell) -> str:
    written = markup.escape(cell.text)
    return f"<td>{f'<strong>{written}</strong>' if cell.is_best else written}</td>"


@dataclass(frozen=True)
class Writer:
    """A kind of file: what people call it, its media type, and what writes it."""

    title: str
    media_type: str
    write: Callable[[Table], str]


WRITERS: Mapping[str, Writer] = {
    "csv": Writer("CSV", "text/csv", csv),
    "tex": Writer("LaTeX (booktabs)", "application/x-latex", latex),
    "md": Writer("Markdown", "text/markdown", markdown),
    "json": Writer("JSON", "application/json", json),
    "html": Writer("HTML", "text/html", html),
    "txt": Writer("text", "text/plain", text),
}
"""By the ending of file names."""
