"""What a comparison changed: the best run in two metrics against the baseline, in words."""

from collections.abc import Sequence

from parsched.measure.metrics import METRICS
from parsched.report.phrases import VISIBLE
from parsched.report.standings import Standings, StandingsCell, StandingsRow
from parsched.report.units import percent, unit_for


def finding(table: Standings, main: str, second: str) -> str:
    """Say how the run that is best in a main metric compares with the baseline in both; blank
    where no run has it."""
    best = best_row(table, main, second)
    if best is None:
        return ""
    rows = [row for row in table.ranked if value_of(table, row, main) is not None]
    if len(rows) == 1 or table.baseline is None:
        return _alone(table, best, main)
    if best.is_baseline or not visible(table.cell(best, main)):
        return _unbeaten(table, rows, best, main)
    first = _change(table.cell(best, main), main)
    other = _change(table.cell(best, second), second)
    against, verb = f"against {table.baseline.label}", first.split(" ")[0]
    if not other:
        return f"{best.record.label} {first} {against}"
    if other.startswith(verb):
        return f"{best.record.label} {first} and {other.removeprefix(verb).strip()} {against}"
    return f"{best.record.label} {first} {against} and {other}"


def best_row(table: Standings, main: str, second: str) -> StandingsRow | None:
    """Return the row that is least in the main metric; of equal ones, in the second."""
    rows = [row for row in table.ranked if value_of(table, row, main) is not None]

    def size(row: StandingsRow) -> tuple[float, float]:
        return value_of(table, row, main) or 0.0, value_of(table, row, second) or 0.0

    return min(rows, key=size, default=None)


def value_of(table: Standings, row: StandingsRow, metric: str) -> float | None:
    """Return a number of the table, if it is there."""
    cell = table.cell(row, metric)
    return None if cell is None else cell.value


def _alone(table: Standings, row: StandingsRow, metric: str) -> str:
    value = value_of(table, row, metric)
    unit = unit_for(METRICS[metric].unit, [value])
    subject = f"{with_article(metric)} under {row.record.label}"
    return f"{subject} is {unit.text(value)} {unit.name}".rstrip()


def with_article(metric: str) -> str:
    """Return "the mean wait", and symbols without an article."""
    title = METRICS[metric].title
    return title if title.startswith("Σ") else f"the {title}"


def only_ranked(table: Standings) -> str:
    """Return "ranked " where some run has a result that is not ranked, such as what happened on
    another machine: what is said of all runs is not said of it."""
    done = table.records.done
    return "ranked " if any(not record.is_ranked for record in done) else ""


def visible(cell: StandingsCell | None) -> bool:
    """Tell whether a difference to the baseline can be seen."""
    if cell is None or not cell.change:
        return False
    return cell.change_percent is None or abs(cell.change_percent) >= VISIBLE


def _change(cell: StandingsCell | None, metric: str) -> str:
    """Return "lowers the mean wait by 83 %", or nothing where nothing changes."""
    if cell is None or not visible(cell) or cell.change is None:
        return ""
    if cell.change_percent is None:
        return f"raises {with_article(metric)} from 0"
    verb = "lowers" if cell.change < 0 else "raises"
    return f"{verb} {with_article(metric)} by {percent(cell.change_percent, signed=False)}"


def _unbeaten(
    table: Standings, rows: Sequence[StandingsRow], best: StandingsRow, metric: str
) -> str:
    """Say that the baseline is best, of the runs that there are; what differs less than can be
    seen is not called equal."""
    assert table.baseline is not None
    title, name = METRICS[metric].title, table.baseline.label
    others = [cell for row in rows if not row.is_baseline and (cell := table.cell(row, metric))]
    nearly, ranked = f"{VISIBLE:g} %", only_ranked(table)
    if not any(cell.change for cell in others):
        return f"all {ranked}runs have the same {title}"
    if not any(visible(cell) for cell in others):
        return f"all {ranked}runs have the same {title} within {nearly}"
    if best.is_baseline:
        return f"no other {ranked}run has a lower {title} than {name}"
    return f"no other {ranked}run lowers {with_article(metric)} of {name} by {nearly} or more"
