"""The result table as files: CSV with full precision, LaTeX and Markdown as shown."""

import csv
import io
from collections.abc import Iterator

from algorithms.bounds.registry import CRITERIA
from algorithms.metrics import METRICS
from schedweb.runs.models import Comparison
from schedweb.runs.tables import Row, Table

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
}


def as_csv(table: Table) -> str:
    """One row a run; values in the metrics' own units, with all digits."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    units = [column.metric.unit for column in table.columns]
    keys = [column.metric.key for column in table.columns]
    metrics = [
        f"{key} [{unit}]" if unit else key for key, unit in zip(keys, _plain(units), strict=True)
    ]
    writer.writerow(
        ["run", "algorithm", "version", "params", "state", *metrics, *_ratio_keys(table)]
    )
    for row in table.rows:
        run = row.run
        params = " ".join(f"{name}={value}" for name, value in run.params.items())
        about = [_cell(run.label), run.algorithm, run.version, _cell(params), run.state]
        values = ["" if cell.value is None else repr(cell.value) for cell in row.cells]
        writer.writerow([*about, *values, *_ratio_values(table, row)])
    return file.getvalue()


def _plain(units: list[str]) -> Iterator[str]:
    """Shares are stored as fractions, whatever the page shows."""
    yield from ("fraction" if unit == "%" else unit for unit in units)


def _cell(text: str) -> str:
    """Spreadsheets must not take a label for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _criteria(table: Table) -> list[str]:
    return list(dict.fromkeys(key for row in table.rows for key in row.ratios))


def _ratio_keys(table: Table) -> list[str]:
    return [f"{key} ratio" for key in _criteria(table)]


def _ratio_values(table: Table, row: Row) -> list[str]:
    return [repr(row.ratios[key].value) if key in row.ratios else "" for key in _criteria(table)]


def _shown_ratios(table: Table) -> list[str]:
    """Return the criteria whose metric is among the columns."""
    shown = {column.metric.key for column in table.columns}
    return [key for key in _criteria(table) if CRITERIA[key] in shown]


def _ratio_heads(table: Table) -> list[str]:
    return [f"{METRICS[CRITERIA[key]].title} / bound" for key in _shown_ratios(table)]


def _ratio_texts(table: Table, row: Row) -> list[str]:
    keys = _shown_ratios(table)
    return [row.ratios[key].text if key in row.ratios else "–" for key in keys]


def as_markdown(table: Table) -> str:
    """A table for README files and issues; the best values are bold."""
    header = ["algorithm", *(column.heading for column in table.columns), *_ratio_heads(table)]
    lines = [_line(header), _line(["---", *["---:"] * (len(header) - 1)])]
    for row in table.rows:
        cells = [f"**{cell.text}**" if cell.best else cell.text for cell in row.cells]
        name = row.run.label.replace("|", "\\|")
        lines.append(_line([name, *cells, *_ratio_texts(table, row)]))
    return "\n".join(lines) + "\n"


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def as_latex(table: Table, comparison: Comparison) -> str:
    """A booktabs table; comments say where the numbers come from."""
    heads = [column.title for column in table.columns] + _ratio_heads(table)
    units = [
        f"({_escaped(column.unit.name)})" if column.unit.name else "" for column in table.columns
    ]
    body = [_latex_row(table, row) for row in table.rows]
    return "\n".join(
        [
            *(f"% {line}" for line in _provenance(comparison)),
            r"% needs \usepackage{booktabs}",
            rf"\begin{{tabular}}{{l{'r' * len(heads)}}}",
            r"\toprule",
            " & ".join(["Algorithm", *(_escaped(head) for head in heads)]) + r" \\",
            " & ".join(["", *units, *[""] * (len(heads) - len(units))]) + r" \\",
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    )


def _latex_row(table: Table, row: Row) -> str:
    ratios = [_escaped(text) for text in _ratio_texts(table, row)]
    cells = [rf"\textbf{{{_escaped(c.text)}}}" if c.best else _escaped(c.text) for c in row.cells]
    return " & ".join([_escaped(row.run.label), *cells, *ratios]) + r" \\"


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)


def _provenance(comparison: Comparison) -> list[str]:
    workload = comparison.workload
    lines = [
        f"{comparison.title}: {workload.name} ({workload.jobs:,} jobs) on "
        f"{comparison.cluster_name} ({comparison.processors:,} processors), "
        f"{comparison.created:%Y-%m-%d}",
        f"workload SHA-256 {workload.digest}",
    ]
    return [" ".join(line.split()) for line in lines]
