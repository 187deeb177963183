"""One sentence that says what a comparison found."""

from collections.abc import Iterator, Sequence

from parsched.measure.bounds.registry import TIMES
from parsched.model.problem.time_unit import same
from parsched.report.changes import best_row, finding, only_ranked, value_of, visible
from parsched.report.conditions import ends_with_arrivals
from parsched.report.happened import beside_what_happened, broken_rules
from parsched.report.phrases import (
    FAR,
    FEW,
    NAMED,
    above,
    beyond,
    capital,
    counted,
    distance,
    first_of,
    listed,
    times,
)
from parsched.report.records import Records
from parsched.report.standings import (
    DEPLOYMENTS,
    Standings,
    StandingsRow,
    has_environments,
    has_two_criteria,
    is_about_makespan,
    standings_of,
)
from parsched.report.units import DisplayUnit, unit_for
from parsched.report.waits import TAIL, WAITS, far_from_least, longest, starving
from parsched.run.record import Record

BOTH = "sum_weighted_completion", "makespan"
LENGTH = ("makespan", "mean_flow")
ENDS = {"failed": ("failed", "failed"), "cancelled": ("was cancelled", "were cancelled")}
"""Verbs for runs that ended without a result, by state: for one run, and for several."""
_BEGINNINGS = frozenset(
    ("all", "both", "certified", "certified,", "every", "jobs", "no", "of", "the")
)
"""First words of claims that do not begin with the name of a run."""


def sentence(standings: Standings) -> str:
    """Summarise the results: how long jobs wait under usual policies beside what happened, or the
    best against the baseline; what bounds certify, and what is missing.

    The first line is one claim, and says how many jobs it is about where they are few or some
    were left out; the second has all others, each a sentence of its own. The summary depends on
    records and baseline only, not on the columns of a view.
    """
    records = standings.records
    if records.outdated:  # a finding would compare what cannot be compared
        return " ".join(filter(None, (records.mark, _missing(records))))
    length, two = is_about_makespan(records), has_two_criteria(records)
    criteria = LENGTH if length else BOTH if two else WAITS
    base = standings.baseline
    baseline = base.key if base and base.is_ranked else None
    deploys = has_environments(records)
    columns = criteria if length or two else (*criteria, *TAIL)
    columns = tuple(dict.fromkeys((*columns, "makespan", DEPLOYMENTS))) if deploys else columns
    table = standings_of(records, baseline=baseline, metrics=columns)
    settled = ends_with_arrivals(records.about.traits)
    optimum = _optimum(table) if not settled and (length or _has_proof(table)) else []
    is_said = (length and optimum) or (two and deploys)
    found = [] if is_said else [finding(table, *criteria), *_beside(table, length, two)]
    happened, notes = beside_what_happened(records)
    claims = [happened, *optimum, *found, *(_deploying(table) if deploys else [])]
    first, *others = [claim for claim in claims if claim] or [""]
    beginning = _which_jobs(records) if first else ""
    answer = _joined(_said(beginning + first), notes)
    more = _joined(*map(_said, others), broken_rules(records), _missing(records))
    return "\n".join(filter(None, (answer, more)))


def _joined(*texts: str) -> str:
    return " ".join(filter(None, texts))


def _said(claim: str) -> str:
    """Make a sentence of a claim; names of runs stay as they are."""
    if not claim:
        return ""
    return f"{capital(claim) if claim.split(' ')[0] in _BEGINNINGS else claim}."


def _which_jobs(records: Records) -> str:
    """Return "With 8,000 of 9,200 jobs, " where jobs were left out, and "With 3 jobs, " where a
    claim is from few; else blank."""
    jobs, left_out = records.about.jobs, records.about.left_out
    if left_out:
        return f"With {jobs:,} of {counted(jobs + left_out, 'job')}, "
    return f"With {counted(jobs, 'job')}, " if jobs < FEW else ""


def _beside(table: Standings, length: bool, two: bool) -> list[str]:
    """Return what is certified of the run that the finding is about, and what else there is to
    say of it: how long jobs wait at most and who starves, where they arrive over time, or the
    Pareto front."""
    traits = table.records.about.traits
    if length:
        certified, others = _bound(table), []
    elif not two:
        certified, others = far_from_least(table), [longest(table), starving(table)]
    else:
        certified = _certified(table)
        others = [_front(table)]
    certified = "" if traits.unmodelled else certified
    return [certified, *others] if two else [*others, certified]


def _deploying(table: Standings) -> list[str]:
    """Say which schedule is the shortest, which has the fewest deployments, and how far they are at
    most from the optimum."""
    rows = [row for row in table.ranked if row.record.metrics.get(DEPLOYMENTS) is not None]
    if not rows:
        return []
    at = {row.record.key: _values(table, row, "makespan", DEPLOYMENTS) for row in rows}
    shortest = min(rows, key=lambda row: at[row.record.key])
    fewest = min(rows, key=lambda row: at[row.record.key][::-1])
    first, last = at[shortest.record.key], at[fewest.record.key]
    unit = unit_for("s", [length for length, _ in at.values()])
    who = {end: _who([r.record for r in rows if at[r.record.key] == end]) for end in (first, last)}
    if first != last:
        least = f"{unit.text(last[0])} {unit.name} with {last[1]:,.0f} ({who[last]})"
        most = f"{_taking(unit, first)} ({who[first]})"
        text = f"the shortest schedule takes {most}, the one with the fewest {least}"
        return [text, _near(table, shortest, "the first", fewest, "the second ")]
    if len(rows) == 1:
        text = f"{shortest.record.label} takes {_taking(unit, first)}"
    elif len(set(at.values())) == 1:
        text = f"{_all(len(rows))} schedules take {_taking(unit, first)}"
    else:
        shared = f"{_taking(unit, first)} ({who[first]})"
        text = f"the shortest schedule has the fewest deployments, too: {shared}"
    return [text, _near(table, shortest, "it", shortest, "")]


def _all(count: int) -> str:
    return "both" if count == 2 else f"all {count:,}"


def _who(records: Sequence[Record]) -> str:
    """Name the first of several runs with equal results."""
    first, *others = records
    return f"{first.label} and {len(others):,} more" if others else first.label


def _taking(unit: DisplayUnit, end: tuple[float, ...]) -> str:
    """Write a makespan and its number of deployments."""
    length, count = end
    return f"{unit.text(length)} {unit.name} with {counted(count, 'deployment')}"


def _values(table: Standings, row: StandingsRow, *metrics: str) -> tuple[float, ...]:
    return tuple(value_of(table, row, metric) or 0.0 for metric in metrics)


def _near(
    table: Standings, shortest: StandingsRow, first: str, fewest: StandingsRow, second: str
) -> str:
    """Say what lower bounds certify of two rows, which may be one."""
    about = shortest.certificates.get("makespan"), fewest.certificates.get(DEPLOYMENTS)
    length, count = (None if certificate is None else certificate.gap for certificate in about)
    if length is None or count is None:
        return ""
    if ends_with_arrivals(table.records.about.traits):
        return f"certified, {second.strip() or first} is {distance(1 + count)} in deployments"
    far = f"{distance(1 + length)} in makespan"
    return f"certified, {first} is {far}, {second}{distance(1 + count)} in deployments"


def _has_proof(table: Standings) -> bool:
    """Tell whether a run has proved more about the makespan than the bounds do."""
    return any("makespan" in row.ratios and row.ratios["makespan"].proof for row in table.ranked)


def _optimum(table: Standings) -> list[str]:
    """Say which makespan is proved optimal, by whom, and how far above it the others are."""
    proved = [row for row in table.ranked if row.optimality and row.optimality.is_proof]
    if not proved:
        return []
    least = value_of(table, proved[0], "makespan")
    unit = unit_for("s", [least])
    value = f"{unit.text(least)} {unit.name}"
    names = first_of([row.record.label for row in proved])
    others = [row for row in table.ranked if row not in proved]
    if not others and len(proved) > 1:
        return [f"{_every(table, 'makespan')} is proved optimal: {value}"]
    ratio = proved[0].ratios.get("makespan")
    by = ratio.proof.record if ratio and ratio.proof else None
    if by is None:  # bounds alone, or a run of another comparison
        subject = f"the makespan of {names}, {value}, is proved optimal"
    else:
        subject = f"{by.label} proves {value} optimal{_reached(by, proved)}"
    return [subject, _behind(table, others, least)]


def _reached(prover: Record, rows: Sequence[StandingsRow]) -> str:
    """Return ", which B and C also reach", if the prover is not alone with the optimum."""
    names = [row.record.label for row in rows if row.record != prover]
    if not names:
        return ""
    also = "also " if len(names) < len(rows) else ""
    return f", which {first_of(names)} {also}reach{'es' if len(names) == 1 else ''}"


def _behind(table: Standings, rows: Sequence[StandingsRow], least: float | None) -> str:
    """Return "B is 2.0 % above it and C 12 %", nearest first; of many runs, only from where to
    where."""
    makespans = [(value_of(table, row, "makespan"), row.record.label) for row in rows]
    if not least or not makespans:
        return ""
    far = sorted(((value or 0.0) / least, label) for value, label in makespans)
    if len(far) > NAMED:
        return f"the other {len(far)} are {above(far[0][0])} to {above(far[-1][0])} above that"
    (ratio, label), *more = far
    first = f"{label} is {above(ratio)} above that"
    return listed([first, *(f"{label} {above(ratio)}" for ratio, label in more)])


def _certified(table: Standings) -> str:
    """Say how far the run that the finding is about is at most from the optimum, in both."""
    best = best_row(table, *BOTH)
    if best is None or not all(key in best.ratios for key in TIMES):
        return ""
    minsum, makespan = _far(best, "minsum"), _far(best, "makespan")
    if ends_with_arrivals(table.records.about.traits):  # then the makespan says nothing
        subject, value = next(_subjects(table, best))
        return f"certified against lower bounds, {subject} {distance(value)}"
    changed = all(visible(table.cell(best, metric)) for metric in BOTH)
    if changed and minsum <= FAR and makespan <= FAR:
        near = f"within {beyond(minsum)} and {beyond(makespan)} of the optimum"
        return f"both are certified against lower bounds, {near}"
    first, second = (f"{subject} {distance(value)}" for subject, value in _subjects(table, best))
    return f"certified against lower bounds, {first} and {second}"


def _far(row: StandingsRow, criterion: str) -> float:
    """Return how many times the optimum a row is at most, as its certificate says; without one,
    its ratio to the bound."""
    certificate = row.certificates.get(criterion)
    if certificate is None or certificate.gap is None or certificate.is_rounded:
        return row.ratios[criterion].value
    return 1 + certificate.gap


def _subjects(table: Standings, best: StandingsRow) -> Iterator[tuple[str, float]]:
    """Return the subject of each criterion and how far it is from the optimum at most; if all
    ratios are equal, no run is named."""
    minsum, makespan = _far(best, "minsum"), _far(best, "makespan")
    every = _is_every(table, "minsum")
    yield f"{_every(table, 'Σ w·C')} is" if every else f"Σ w·C of {best.record.label} is", minsum
    if _is_every(table, "makespan"):
        subject = _every(table, "makespan")
        yield subject if every else f"{subject} is", makespan
    else:
        yield f"the makespan of {best.record.label} is" if every else "its makespan", makespan


def _every(table: Standings, name: str) -> str:
    """Return "every makespan"; where a run is not ranked, "every ranked makespan"."""
    return f"every {only_ranked(table)}{name}"


def _is_every(table: Standings, criterion: str) -> bool:
    """Tell whether several runs have one ratio."""
    ratios = [row.ratios[criterion].value for row in table.ranked if criterion in row.ratios]
    return len(ratios) > 1 and all(same(ratio, ratios[0]) for ratio in ratios)


def _front(table: Standings) -> str:
    """Say which runs are on the Pareto front."""
    comparable = [row for row in table.ranked if row.on_front is not None]
    names = [row.record.label for row in comparable if row.on_front]
    if len(comparable) < 2:
        return ""
    ranked = only_ranked(table)
    if len(names) == 1:
        return f"no {ranked}run is better than {names[0]} in either criterion"
    if len(names) == len(comparable):
        every = "both" if len(names) == 2 else f"all {len(names)}"
        return f"{every} {ranked}runs are on the Pareto front"
    if len(names) > NAMED:
        return f"{len(names)} of {len(comparable)} {ranked}runs are on the Pareto front"
    return f"of {len(comparable)} {ranked}runs, {listed(names)} are on the Pareto front"


def _bound(table: Standings) -> str:
    """Say how far the best makespan can at most be from the optimum."""
    bounded = [(row.ratios["makespan"], row) for row in table.ranked if "makespan" in row.ratios]
    if not bounded:
        return ""
    ratio, row = min(bounded, key=lambda pair: pair[0].value)
    subject = f"the makespan of {row.record.label}"
    if len(bounded) > 1 and all(r.value == ratio.value for r, _ in bounded):
        subject = _every(table, "makespan")
    elif len(table.rows) == 1:
        subject = "the makespan"
    far = _far(row, "makespan")
    is_tighter = not same(far, ratio.value)  # as no schedule ends between two units of time
    bound = f"the lower bound ({ratio.bound}{', rounded up' if is_tighter else ''})"
    if far <= 1:
        return f"{subject} is optimal: it equals {bound}"
    if far > FAR:
        return f"{subject} is {times(far)} {bound}"
    return f"{subject} is within {beyond(far)} of {bound}"


def _missing(records: Records) -> str:
    """Say which runs have no result."""
    waiting = sum(not record.is_over for record in records)
    parts = [_ended(records, state) for state in ENDS]
    if waiting and waiting == len(records):
        parts.append("No run has ended yet.")
    elif waiting:
        parts.append(f"{len(records) - waiting} of {len(records)} runs have ended.")
    return " ".join(part for part in parts if part)


def _ended(records: Records, state: str) -> str:
    labels = [record.label for record in records if record.state == state]
    if not labels:
        return ""
    singular, plural = ENDS[state]
    return f"{labels[0]} {singular}." if len(labels) == 1 else f"{len(labels)} runs {plural}."
