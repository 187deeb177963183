"""The result table as files: CSV with full precision, LaTeX and Markdown as shown."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from algorithms.bounds.registry import CRITERIA, TIMES
from algorithms.declare.parameters import flattened
from algorithms.metrics import METRICS
from algorithms.per_site import COLUMNS
from algorithms.problem.unmodelled import sentence
from algorithms.result import Status
from schedweb.runs.models import Comparison, Run
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
    "<": r"$<$",
    "∞": r"$\infty$",
    "ρ": r"$\rho$",
    "λ": r"$\lambda$",
    "×": r"$\times$",
}


def as_csv(table: Table) -> str:
    """One row a run; values in the metrics' own units, with all digits."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    metrics = headings((column.metric.key, column.metric.unit) for column in table.columns)
    known = ["run", "algorithm", "version", "params", "state", *ABOUT_INSTANCE]
    lost = list(filter(None, [", ".join(_unmodelled(table))]))
    heads = [*metrics, *_ratio_keys(table), *_optimality_keys(table)]
    writer.writerow([*known, *heads, *["not kept of the jobs" for _ in lost]])
    for row in table.rows:
        run = row.run
        label, algorithm, params, *instance = about_run(run)
        about = [label, algorithm, run.version, params, run.state, *instance]
        values = ["" if cell.value is None else repr(cell.value) for cell in row.cells]
        found = [*_ratio_values(table, row), *_optimality_values(table, row)]
        writer.writerow([*about, *values, *found, *lost])
    return file.getvalue()


def _unmodelled(table: Table) -> tuple[str, ...]:
    return table.rows[0].run.comparison.workload.unmodelled if table.rows else ()


def sites_as_csv(runs: Sequence[Run]) -> str:
    """One row a site and run; values in the columns' own units, with all digits. Behind them stand
    the jobs that ran there by where they were submitted."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    values = headings((column.key, column.unit) for column in COLUMNS.values())
    origins = list(dict.fromkeys(o for run in runs for s in run.sites for o in s["submitted"]))
    submitted = [f"submitted at {origin} [jobs]" for origin in origins]
    writer.writerow([*ABOUT_RUN, "site", "processors", *values, *submitted])
    for run in runs:
        about = about_run(run)
        for site in run.sites:
            found = ["" if site[key] is None else repr(site[key]) for key in COLUMNS]
            jobs = [site["submitted"].get(origin, 0) for origin in origins]
            writer.writerow([*about, safe_cell(site["name"]), site["processors"], *found, *jobs])
    return file.getvalue()


def headings(columns: Iterable[tuple[str, str]]) -> list[str]:
    """Head columns of stored values by key and unit; shares are stored as fractions, whatever the
    page shows."""
    plain = ((key, "fraction" if unit == "%" else unit) for key, unit in columns)
    return [f"{key} [{unit}]" if unit else key for key, unit in plain]


ABOUT_INSTANCE = ("estimates", "events", "deploy_seconds [s]", "deploy_extra [s]")
ABOUT_RUN = ("run", "algorithm", "params", *ABOUT_INSTANCE)
"""Heads of what `about_run` returns."""


def about_instance(comparison: Comparison) -> list[str]:
    """Return the rules and the deployment time that hold for all runs of a comparison."""
    rules = comparison.typed_rules
    return [rules.estimates, rules.events, *map(repr, comparison.deploy_time.values)]


def about_run(run: Run) -> list[str]:
    """Return label, algorithm and parameters of a run, and the rules that it is under."""
    about = [safe_cell(run.label), run.algorithm, safe_cell(params_text(run.params))]
    return [*about, *about_instance(run.comparison)]


def params_text(params: Mapping[str, Any]) -> str:
    """Write parameters as the command line takes them, such as "algorithm=gls,algorithm.lam=2"."""
    return ",".join(f"{name}={value}" for name, value in flattened(params).items())


def safe_cell(text: str) -> str:
    """Write text into a table for people: spreadsheets must not take it for a formula. Files that
    programs read, of jobs, schedules and deployments, have it as it is, so that they can be joined.
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


def _ratio_keys(table: Table) -> list[str]:
    heads = [
        head
        for key in table.criteria
        for head in (f"{key} ratio", f"{key} bound", f"{key} bound [{METRICS[CRITERIA[key]].unit}]")
    ]
    return [*heads, "on_front"] if heads else []


def _ratio_values(table: Table, row: Row) -> list[str]:
    values: list[str] = []
    for key in table.criteria:
        ratio = row.ratios.get(key)
        known = (
            (repr(ratio.value), ratio.bound_key, repr(ratio.bound_value)) if ratio else ("",) * 3
        )
        values += known
    if values:
        values.append("" if row.on_front is None else str(row.on_front))
    return values


def _optimality_keys(table: Table) -> list[str]:
    if not table.has_optimality:
        return []
    proved = _proved_criteria(table)
    heads = [head for key in proved for head in (f"{key} gap [fraction]", f"{key} certificate")]
    return [*heads, "seconds [s]", "status"]


def _optimality_values(table: Table, row: Row) -> list[str]:
    if not table.has_optimality:
        return []
    values: list[str] = []
    for key in _proved_criteria(table):
        found = row.certificates.get(key)
        gap = found.gap if found else None
        values += ["" if gap is None else repr(gap), found.text if found else ""]
    seconds = row.run.seconds
    return [*values, "" if seconds is None else repr(seconds), row.run.status]


def _proved_criteria(table: Table) -> list[str]:
    return [key for key in CRITERIA if key in TIMES or key in table.criteria]


def _shown_ratios(table: Table) -> list[str]:
    """Return the criteria whose metric is among the columns."""
    shown = {column.metric.key for column in table.columns}
    return [key for key in table.criteria if CRITERIA[key] in shown]


def _ratio_heads(table: Table) -> list[str]:
    return [f"{METRICS[CRITERIA[key]].title} / bound" for key in _shown_ratios(table)]


def _bounds(table: Table) -> list[str]:
    """Return the names of the bounds of each criterion."""
    found = []
    for key in _shown_ratios(table):
        names = dict.fromkeys(row.ratios[key].bound for row in table.rows if key in row.ratios)
        found.append(", ".join(names))
    return found


def _ratio_cells(table: Table, row: Row) -> list[tuple[str, bool]]:
    """Return the texts, and which are best."""
    cells = [row.ratios.get(key) for key in _shown_ratios(table)]
    return [(cell.text, cell.best) if cell else ("–", False) for cell in cells]


def as_markdown(table: Table) -> str:
    """A table for README files and issues; the best values are bold."""
    ratios = [
        f"{head} ({name})" for head, name in zip(_ratio_heads(table), _bounds(table), strict=True)
    ]
    numbers = [*(column.heading for column in table.columns), *ratios]
    last = [f"{head} ({unit})" if unit else head for head, unit in _last_heads(table)]
    sides = ["---", *["---:"] * len(numbers), *["---", "---:"][: len(last)]]
    lines = [markdown_line(["algorithm", *numbers, *last]), markdown_line(sides)]
    for row in table.rows:
        cells = [f"**{text}**" if best else text for text, best in _texts(table, row)]
        lines.append(markdown_line([_label(row).replace("|", "\\|"), *cells]))
    if table.rows:
        lines += ["", table.rows[0].run.comparison.conditions_line]
    if beware := sentence(_unmodelled(table)):
        lines += ["", beware]
    return "\n".join(lines) + "\n"


def _texts(table: Table, row: Row) -> list[tuple[str, bool]]:
    cells = [(cell.text, cell.best) for cell in row.cells]
    return [*cells, *_ratio_cells(table, row), *_last_cells(table, row)]


def _last_heads(table: Table) -> list[tuple[str, str]]:
    """Return titles and units of the columns behind the numbers."""
    if not table.has_optimality:
        return []
    return [("optimality", ""), ("computing time", table.time_unit.name)]


def _last_cells(table: Table, row: Row) -> list[tuple[str, bool]]:
    if not table.has_optimality:
        return []
    found = row.optimality
    return [(found.text if found else "–", False), (table.time_text(row), False)]


def _label(row: Row) -> str:
    """Return the label, and whether somebody ended the run before it was finished."""
    label, status = row.run.label, row.run.status
    return f"{label} ({status})" if status == Status.STOPPED_EARLY else label


def markdown_line(cells: list[str]) -> str:
    """Return a line of a table."""
    return f"| {' | '.join(cells)} |"


def as_latex(table: Table, comparison: Comparison) -> str:
    """A booktabs table; comments say where the numbers come from."""
    last = _last_heads(table)
    heads = [column.title for column in table.columns] + _ratio_heads(table)
    names = [column.unit.name for column in table.columns] + _bounds(table)
    sides = "l" + "r" * len(heads) + "lr"[: len(last)]
    heads += [head for head, _ in last]
    names += [unit for _, unit in last]
    below = [f"({escaped(name)})" if name else "" for name in names]
    body = [_latex_row(table, row) for row in table.rows]
    return "\n".join(
        [
            *(f"% {line}" for line in provenance(comparison)),
            r"% needs \usepackage{booktabs}",
            rf"\begin{{tabular}}{{{sides}}}",
            r"\toprule",
            " & ".join(["Algorithm", *(escaped(head) for head in heads)]) + r" \\",
            " & ".join(["", *below]) + r" \\",
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    )


def _latex_row(table: Table, row: Row) -> str:
    cells = [
        rf"\textbf{{{escaped(text)}}}" if best else escaped(text)
        for text, best in _texts(table, row)
    ]
    return " & ".join([escaped(_label(row)), *cells]) + r" \\"


def escaped(text: str) -> str:
    """Return text for LaTeX."""
    return "".join(_LATEX.get(character, character) for character in text)


def provenance(comparison: Comparison) -> list[str]:
    """Say in lines where numbers come from."""
    workload = comparison.workload
    lines = [
        f"{comparison.title}: {workload.name} ({workload.jobs:,} jobs) on "
        f"{comparison.cluster_name} ({comparison.processors:,} processors), "
        f"{comparison.created:%Y-%m-%d}",
        comparison.conditions_line,
        f"workload SHA-256 {workload.digest}",
        *filter(None, [workload.beware]),
    ]
    return [" ".join(line.split()) for line in lines]
