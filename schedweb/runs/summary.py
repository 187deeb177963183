"""One sentence that says what a comparison found."""

import math
from collections.abc import Iterator, Sequence

from algorithms.bounds.registry import TIMES
from algorithms.metrics import METRICS
from algorithms.unit import same
from schedweb.runs.deploying import with_deployments
from schedweb.runs.models import Run
from schedweb.runs.tables import (
    DEPLOYMENTS,
    Cell,
    Row,
    Table,
    build_table,
    has_environments,
    has_two_criteria,
    is_about_makespan,
)
from schedweb.runs.units import Unit, percent, significant, unit_for
from schedweb.workers.models import State

WAITS, BOTH = ("mean_wait", "makespan"), ("sum_weighted_completion", "makespan")
LENGTH = ("makespan", "mean_flow")
VISIBLE = 0.05
"""Changes below this many per cent are not worth words."""
NEAR = 2.0
"""Up to this ratio a distance to the bound is said in per cent."""
NAMED = 4
"""So many runs on the front are named; of more, their number is said."""


def sentence(table: Table) -> str:
    """Summarise the results: the best against the baseline, the bound, what is missing.

    What is said depends on runs and baseline only, not on the columns that somebody looks at.
    """
    runs = [row.run for row in table.rows]
    length, two = is_about_makespan(runs), has_two_criteria(runs)
    criteria = LENGTH if length else BOTH if two else WAITS
    baseline = table.baseline.pk if table.baseline else None
    deploys = has_environments(runs)
    columns = (*criteria, DEPLOYMENTS) if deploys else criteria
    table = build_table(runs, baseline=baseline, metrics=columns)
    optimum = _optimum(table) if length or _has_proof(table) else ""
    if (length and optimum) or (two and deploys):
        found = ""
    else:
        certified = [_certified(table), _front(table)] if two and not length else [_bound(table)]
        if runs and runs[0].comparison.workload.unmodelled:
            certified = certified[1:]
        found = "; ".join(part for part in [_finding(table, *criteria), *certified] if part)
    said = [f"{text}." for text in (optimum, found, _deploying(table) if deploys else "") if text]
    return " ".join(part for part in (*said, _missing(table)) if part)


def _deploying(table: Table) -> str:
    """Say which schedule is the shortest, which has the fewest deployments, and how far they are at
    most from the optimum."""
    known = with_deployments(row.run for row in table.done)
    rows = [row for row in table.done if row.run in known]
    if not rows:
        return ""
    at = {row.run.pk: _values(table, row, "makespan", DEPLOYMENTS) for row in rows}
    shortest = min(rows, key=lambda row: at[row.run.pk])
    fewest = min(rows, key=lambda row: at[row.run.pk][::-1])
    first, last = at[shortest.run.pk], at[fewest.run.pk]
    unit = unit_for("s", [length for length, _ in at.values()])
    who = {end: _who([r.run for r in rows if at[r.run.pk] == end]) for end in (first, last)}
    if first != last:
        least = f"{unit.text(last[0])} {unit.name} with {last[1]:,.0f} ({who[last]})"
        most = f"{_taking(unit, first)} ({who[first]})"
        found = f"The shortest schedule takes {most}, the one with the fewest {least}"
        return "; ".join(filter(None, (found, _near(shortest, "the first", fewest, "the second "))))
    if len(rows) == 1:
        found = f"{shortest.run.label} takes {_taking(unit, first)}"
    elif len(set(at.values())) == 1:
        found = f"{_all(len(rows))} schedules take {_taking(unit, first)}"
    else:
        both = f"{_taking(unit, first)} ({who[first]})"
        found = f"The shortest schedule has the fewest deployments, too: {both}"
    return "; ".join(filter(None, (found, _near(shortest, "it", shortest, ""))))


def _all(count: int) -> str:
    return "Both" if count == 2 else f"All {count:,}"


def _who(runs: Sequence[Run]) -> str:
    """Name the first of runs that are alike."""
    first, *others = runs
    return f"{first.label} and {len(others):,} more" if others else first.label


def _taking(unit: Unit, end: tuple[float, ...]) -> str:
    """Write a makespan and its number of deployments."""
    length, count = end
    some = f"{count:,.0f} deployment{'' if count == 1 else 's'}"
    return f"{unit.text(length)} {unit.name} with {some}"


def _values(table: Table, row: Row, *metrics: str) -> tuple[float, ...]:
    return tuple(_known(table, row, metric) or 0.0 for metric in metrics)


def _near(shortest: Row, first: str, fewest: Row, second: str) -> str:
    """Say what lower bounds certify of two rows, which may be one."""
    about = shortest.certificates.get("makespan"), fewest.certificates.get(DEPLOYMENTS)
    length, count = (None if found is None else found.gap for found in about)
    if length is None or count is None:
        return ""
    far = f"{_distance(1 + length)} in makespan"
    return f"certified, {first} is {far}, {second}{_distance(1 + count)} in deployments"


def _has_proof(table: Table) -> bool:
    """Tell whether a run has proved more about the makespan than the bounds do."""
    return any("makespan" in row.ratios and row.ratios["makespan"].proof for row in table.done)


def _optimum(table: Table) -> str:
    """Say which makespan is proved optimal, by whom, and how far above it the others are."""
    proved = [row for row in table.done if row.optimality and row.optimality.is_proof]
    if not proved:
        return ""
    least = _known(table, proved[0], "makespan")
    unit = unit_for("s", [least])
    value = f"{unit.text(least)} {unit.name}"
    names = _some([row.run.label for row in proved])
    others = [row for row in table.done if row not in proved]
    if not others and len(proved) > 1:
        return f"Every makespan is proved optimal: {value}"
    ratio = proved[0].ratios.get("makespan")
    by = ratio.proof.run if ratio and ratio.proof else None
    if by is None:  # bounds alone, or a run of another comparison
        subject = f"The makespan of {names}, {value}, is proved optimal"
    else:
        subject = f"{by.label} proves {value} optimal{_reached(by, proved)}"
    return "; ".join(filter(None, (subject, _behind(table, others, least))))


def _reached(prover: Run, rows: Sequence[Row]) -> str:
    """Return ", which B and C also reach", if the prover is not alone with the optimum."""
    names = [row.run.label for row in rows if row.run != prover]
    if not names:
        return ""
    also = "also " if len(names) < len(rows) else ""
    return f", which {_some(names)} {also}reach{'es' if len(names) == 1 else ''}"


def _behind(table: Table, rows: Sequence[Row], least: float | None) -> str:
    """Return "B is 2.0 % above it and C 12 %", nearest first; of many runs, only from where to
    where."""
    known = [(_known(table, row, "makespan"), row.run.label) for row in rows]
    if not least or not known:
        return ""
    far = sorted(((value or 0.0) / least, label) for value, label in known)
    if len(far) > NAMED:
        return f"the other {len(far)} are {_above(far[0][0])} to {_above(far[-1][0])} above it"
    (ratio, label), *more = far
    first = f"{label} is {_above(ratio)} above it"
    return _listed([first, *(f"{label} {_above(ratio)}" for ratio, label in more)])


def _listed(parts: Sequence[str]) -> str:
    """Return "A", "A and B", "A, B and C"."""
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def _some(names: Sequence[str]) -> str:
    """List names; of many, the first, and how many more there are."""
    if len(names) <= NAMED:
        return _listed(names)
    return f"{names[0]} and {len(names) - 1:,} others"


def _finding(table: Table, main: str, second: str) -> str:
    best = _best(table, main, second)
    if best is None:
        return ""
    rows = [row for row in table.done if _known(table, row, main) is not None]
    if len(rows) == 1 or table.baseline is None:
        return _alone(table, best, main)
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


def _best(table: Table, main: str, second: str) -> Row | None:
    """Return the row that is least in the main metric; of equal ones, in the second."""
    rows = [row for row in table.done if _known(table, row, main) is not None]

    def size(row: Row) -> tuple[float, float]:
        return _known(table, row, main) or 0.0, _known(table, row, second) or 0.0

    return min(rows, key=size, default=None)


def _known(table: Table, row: Row, metric: str) -> float | None:
    cell = table.cell(row, metric)
    return None if cell is None else cell.value


def _alone(table: Table, row: Row, metric: str) -> str:
    value = _known(table, row, metric)
    unit = unit_for(METRICS[metric].unit, [value])
    subject = _capital(_named(metric))
    return f"{subject} under {row.run.label} is {unit.text(value)} {unit.name}".rstrip()


def _named(metric: str) -> str:
    """Return "the mean wait", and symbols without an article."""
    title = METRICS[metric].title
    return title if title.startswith("Σ") else f"the {title}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _visible(cell: Cell | None) -> bool:
    """Tell whether a difference to the baseline can be seen."""
    if cell is None or not cell.change:
        return False
    return cell.change_percent is None or abs(cell.change_percent) >= VISIBLE


def _change(cell: Cell | None, metric: str) -> str:
    """Return "lowers the mean wait by 83 %", or nothing where nothing changes."""
    if cell is None or not _visible(cell) or cell.change is None:
        return ""
    if cell.change_percent is None:
        return f"raises {_named(metric)} from 0"
    verb = "lowers" if cell.change < 0 else "raises"
    return f"{verb} {_named(metric)} by {percent(cell.change_percent, signed=False)}"


def _unbeaten(table: Table, rows: Sequence[Row], metric: str) -> str:
    assert table.baseline is not None
    title, name = METRICS[metric].title, table.baseline.label
    others = [cell for row in rows if not row.is_baseline and (cell := table.cell(row, metric))]
    if not any(_visible(cell) for cell in others):
        return f"All algorithms give the same {title}"
    return f"No algorithm lowers {_named(metric)} of {name}"


def _certified(table: Table) -> str:
    """Say how far the run that the finding is about is at most from the optimum, in both."""
    best = _best(table, *BOTH)
    if best is None or not all(key in best.ratios for key in TIMES):
        return ""
    minsum, makespan = best.ratios["minsum"].value, best.ratios["makespan"].value
    changed = all(_visible(table.cell(best, metric)) for metric in BOTH)
    if changed and minsum <= NEAR and makespan <= NEAR:
        near = f"within {_within(minsum)} and {_within(makespan)} of the optimum"
        return f"both are certified against lower bounds: {near}"
    first, second = (f"{what} {_distance(value)}" for what, value in _subjects(table, best))
    return f"certified against lower bounds, {first} and {second}"


def _subjects(table: Table, best: Row) -> Iterator[tuple[str, float]]:
    """Return what is said of each ratio: where all are equal, no run is singled out."""
    minsum, makespan = best.ratios["minsum"].value, best.ratios["makespan"].value
    every = _is_every(table, "minsum")
    yield "every Σ w·C is" if every else f"Σ w·C of {best.run.label} is", minsum
    if _is_every(table, "makespan"):
        yield "every makespan" if every else "every makespan is", makespan
    else:
        yield f"the makespan of {best.run.label} is" if every else "its makespan", makespan


def _is_every(table: Table, criterion: str) -> bool:
    """Tell whether several runs have one ratio."""
    ratios = [row.ratios[criterion].value for row in table.done if criterion in row.ratios]
    return len(ratios) > 1 and all(same(ratio, ratios[0]) for ratio in ratios)


def _above(ratio: float) -> str:
    return percent(100 * (ratio - 1), signed=False)


def _within(ratio: float) -> str:
    """Return the distance rounded up, as certificates do: what is said has to hold."""
    steps = 10 if 100 * (ratio - 1) < 10 else 1
    return percent(math.ceil(100 * (ratio - 1) * steps * (1 - 1e-9)) / steps, signed=False)


def _distance(ratio: float) -> str:
    if 100 * (ratio - 1) < VISIBLE:
        return "optimal" if ratio <= 1 else "within 0.1 % of the optimum"
    if ratio > NEAR:
        return f"at most {significant(ratio, 3)} times the optimum"
    return f"within {_within(ratio)} of the optimum"


def _front(table: Table) -> str:
    """Say which runs are on the Pareto front."""
    known = [row for row in table.done if row.on_front is not None]
    names = [row.run.label for row in known if row.on_front]
    if len(known) < 2:
        return ""
    if len(names) == 1:
        return f"no run is better than {names[0]} in either criterion"
    if len(names) == len(known):
        return f"{'both' if len(names) == 2 else f'all {len(names)}'} runs are on the Pareto front"
    if len(names) > NAMED:
        return f"{len(names)} of {len(known)} runs are on the Pareto front"
    return f"of {len(known)} runs, {_listed(names)} are on the Pareto front"


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
    return f"{subject} is within {_within(ratio.value)} of {bound}"


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
