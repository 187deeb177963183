"""One sentence that says what a comparison found."""

from collections.abc import Sequence

from algorithms.metrics import METRICS
from schedweb.runs.models import Run, State
from schedweb.runs.tables import Cell, Row, Table, build_table, metrics_for
from schedweb.runs.units import percent, significant, unit_for

ONLINE, OFFLINE = ("mean_wait", "makespan"), ("sum_weighted_completion", "makespan")
VISIBLE = 0.05
"""Changes below this many per cent are not worth words."""
NEAR = 2.0
"""Up to this ratio a distance to the bound is said in per cent."""


def sentence(table: Table) -> str:
    """Summarise the results: the best against the baseline, the bound, what is missing.

    What is said depends on runs and baseline only, not on the columns that somebody looks at.
    """
    runs = [row.run for row in table.rows]
    criteria = ONLINE if ONLINE[0] in metrics_for(runs) else OFFLINE
    baseline = table.baseline.pk if table.baseline else None
    table = build_table(runs, baseline=baseline, metrics=criteria)
    parts = [_finding(table, *criteria), _bound(table)]
    text = "; ".join(part for part in parts if part)
    return " ".join(part for part in (f"{text}." if text else "", _missing(table)) if part)


def _finding(table: Table, main: str, second: str) -> str:
    rows = [row for row in table.done if _known(table, row, main) is not None]
    if not rows:
        return ""
    if len(rows) == 1 or table.baseline is None:
        return _alone(table, rows[0], main)
    best = min(rows, key=lambda row: _known(table, row, main) or 0.0)
    if best.is_baseline or not _visible(table.cell(best, main)):
        return _unbeaten(table, rows, main)
    first = _change(table.cell(best, main), main)
    other = _change(table.cell(best, second), second)
    against, verb = f"against {table.baseline.label}", first.split(" ")[0]
    if not other:
        return f"{best.run.label} {first} {against}"
    if other.startswith(verb):
        return f"{best.run.label} {first} and {other.removeprefix(verb).strip()} {against}"
    return f"{best.run.label} {first} {against} and {other}"


def _known(table: Table, row: Row, metric: str) -> float | None:
    cell = table.cell(row, metric)
    return None if cell is None else cell.value


def _alone(table: Table, row: Row, metric: str) -> str:
    value = _known(table, row, metric)
    unit = unit_for(METRICS[metric].unit, [value])
    return f"The {METRICS[metric].title} under {row.run.label} is {unit.text(value)} {unit.name}"


def _visible(cell: Cell | None) -> bool:
    """Tell whether a difference to the baseline can be seen."""
    if cell is None or not cell.change:
        return False
    return cell.change_percent is None or abs(cell.change_percent) >= VISIBLE


def _change(cell: Cell | None, metric: str) -> str:
    """Return "lowers the mean wait by 83 %", or nothing where nothing changes."""
    if cell is None or not _visible(cell) or cell.change is None:
        return ""
    title = METRICS[metric].title
    if cell.change_percent is None:
        return f"raises the {title} from 0"
    verb = "lowers" if cell.change < 0 else "raises"
    return f"{verb} the {title} by {percent(cell.change_percent, signed=False)}"


def _unbeaten(table: Table, rows: Sequence[Row], metric: str) -> str:
    assert table.baseline is not None
    title, name = METRICS[metric].title, table.baseline.label
    others = [cell for row in rows if not row.is_baseline and (cell := table.cell(row, metric))]
    if not any(_visible(cell) for cell in others):
        return f"All algorithms give the same {title}"
    return f"No algorithm lowers the {title} of {name}"


def _bound(table: Table) -> str:
    """Say how far the best makespan can at most be from the optimum."""
    known = [(row.ratios["makespan"], row) for row in table.done if "makespan" in row.ratios]
    if not known:
        return ""
    ratio, row = min(known, key=lambda pair: pair[0].value)
    subject = f"the makespan of {row.run.label}"
    if len(known) > 1 and all(r.value == ratio.value for r, _ in known):
        subject = "every makespan"
    elif len(table.rows) == 1:
        subject = "the makespan"
    bound = f"the lower bound ({ratio.bound})"
    above = (ratio.value - 1) * 100
    if above < VISIBLE:
        return (
            f"{subject} is optimal: it equals {bound}"
            if above <= 0
            else f"{subject} is within 0.1 % of {bound}"
        )
    if ratio.value > NEAR:
        return f"{subject} is {significant(ratio.value, 3)} times {bound}"
    return f"{subject} is within {percent(above, signed=False)} of {bound}"


def _missing(table: Table) -> str:
    """Say which runs have no result."""
    runs = [row.run for row in table.rows]
    waiting = sum(not run.is_over for run in runs)
    parts = [
        _count(runs, State.FAILED, "failed"),
        _count(runs, State.CANCELLED, "was cancelled", "were cancelled"),
    ]
    if waiting and waiting == len(runs):
        parts.append("No run has ended yet.")
    elif waiting:
        parts.append(f"{len(runs) - waiting} of {len(runs)} runs have ended.")
    return " ".join(part for part in parts if part)


def _count(runs: Sequence[Run], state: State, verb: str, verbs: str = "") -> str:
    labels = [run.label for run in runs if run.state == state]
    if not labels:
        return ""
    if len(labels) == 1:
        return f"{labels[0]} {verb}."
    return f"{len(labels)} runs {verbs or verb}."
