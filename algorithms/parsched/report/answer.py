"""The answer of a comparison in short: a sentence, three metrics as bars, and how certain it is.

Page, first page, link previews and command line show the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from parsched.data.files.machine import guessed
from parsched.measure.bounds.registry import CRITERIA
from parsched.report.conditions import ends_with_arrivals
from parsched.report.highlights import highlights
from parsched.report.phrases import capital, counted
from parsched.report.ratios import is_worth_reading
from parsched.report.standings import (
    DEPLOYMENTS,
    Standings,
    StandingsColumn,
    StandingsRow,
    has_environments,
    has_two_criteria,
    standings_of,
)
from parsched.report.summary import sentence

MOST_BARS = 5
"""Runs with a bar of their own: more are too many to take in at a glance."""
MEASURES = 3
ARRIVING = ("mean_wait", "p95_wait", "mean_bounded_slowdown")
"""What jobs that arrive over time are asked about: waits and slowdowns, with their tails."""
AT_ONCE = ("makespan", "sum_weighted_completion", "mean_flow", "utilisation")
GOOD, PLAIN, WARNING = "good", "plain", "warning"


@dataclass(frozen=True)
class AnswerBar:
    """The value of one run, by its key: as text, and as a share of the longest bar."""

    key: str
    label: str
    value: float
    text: str
    share: float
    is_best: bool
    is_baseline: bool

    @property
    def percent(self) -> float:
        """The share in per cent, as drawings need it."""
        return round(100 * self.share, 1)


@dataclass(frozen=True)
class AnswerMeasure:
    """One metric of the runs with bars, in one unit.

    `bound` says what no schedule is below, and `bound_share` where that is beside the bars; both
    are blank and None where nothing that is worth reading is certified.
    """

    key: str
    title: str
    unit: str
    bars: tuple[AnswerBar, ...]
    bound: str = ""
    bound_share: float | None = None

    @property
    def bound_percent(self) -> float | None:
        """The share of the bound in per cent."""
        return None if self.bound_share is None else round(100 * self.bound_share, 1)

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {**vars(self), "bars": [dict(vars(bar)) for bar in self.bars]}


@dataclass(frozen=True)
class Chip:
    """A few words on how certain the answer is; `kind` is "good", "plain" or "warning"."""

    text: str
    kind: str = PLAIN
    reason: str = ""


@dataclass(frozen=True)
class Answer:
    """What a comparison found; `more` is what else there is to say, and `others` are runs with a
    result that have no bars."""

    title: str
    sentence: str
    measures: tuple[AnswerMeasure, ...]
    chips: tuple[Chip, ...]
    others: int = 0
    more: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the runs with bars, the baseline first."""
        return tuple(bar.key for measure in self.measures[:1] for bar in measure.bars)

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "title": self.title,
            "sentence": self.sentence,
            "more": self.more,
            "measures": [measure.as_json() for measure in self.measures],
            "chips": [dict(vars(chip)) for chip in self.chips],
            "others": self.others,
        }


def answer_of(standings: Standings, told: str | None = None) -> Answer:
    """Return the answer that standings give; it depends on records and baseline only, not on their
    columns.

    Parameters
    ----------
    standings
            How all runs of a comparison stand.
    told
            The sentence, where it is known already.

    Examples
    --------
    >>> import parsched as sched
    >>> from parsched.report.standings import standings_of
    >>> instance = sched.Instance(
    ...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
    ... )
    >>> found = answer_of(standings_of(sched.compare(instance, "ltf", "lptf")))
    >>> [measure.title for measure in found.measures]
    ['makespan', 'mean flow', 'utilisation']
    >>> [bar.is_baseline for bar in found.measures[0].bars]
    [True, False]
    """
    records, base = standings.records, standings.baseline
    if records.outdated:
        return _of_older(standings)
    table = standings_of(
        records,
        baseline=base.key if base else None,
        metrics=[key for key in _asked(standings) if _is_measured(standings, key)],
    )
    rows = _shown(table)
    measures = [_measure(table, column, rows) for column in table.columns[:MEASURES]]
    first, _, more = (sentence(standings) if told is None else told).partition("\n")
    return Answer(
        title=records.about.title,
        sentence=first,
        more=more,
        measures=tuple(measure for measure in measures if measure.bars),
        chips=tuple(_chips(table)),
        others=len(table.done) - len(rows),
    )


def _of_older(standings: Standings) -> Answer:
    """Say only that older versions computed results, and what to do: no finding, no bars, and no
    certificate. What changed is said where these are listed."""
    records = standings.records
    text = f"{counted(len(records.outdated), 'result')} of an older version"
    is_one = len(records.outdated) == 1
    here, them = ("Here is", "it is") if is_one else ("Here are", "they are")
    return Answer(
        title=records.about.title,
        sentence=f"{here} {text}: what was found is said again when {them} computed again.",
        measures=(),
        chips=(Chip(text, WARNING, "; ".join(records.outdated[0].outdated)),),
    )


def _asked(standings: Standings) -> Sequence[str]:
    """Return the metrics that fit the question, the first ones that are measured being enough."""
    records = standings.records
    usual = AT_ONCE if has_two_criteria(records) else (*ARRIVING, "makespan")
    if has_environments(records):
        return (usual[0], DEPLOYMENTS, *usual[1:])
    if has_two_criteria(records) and not records.about.traits.has_weights:
        return ("makespan", "mean_flow", "utilisation")
    return usual


def _is_measured(standings: Standings, metric: str) -> bool:
    return any(record.metrics.get(metric) is not None for record in standings.records.done)


def _shown(table: Standings) -> list[StandingsRow]:
    """Return the rows with bars: the baseline, and the best of those that are worth a look."""
    keys, _ = highlights(table)
    rows = [row for row in table.done if row.record.key in keys]
    rows.sort(key=lambda row: (not row.is_baseline, row.rank or len(table.rows)))
    return rows[:MOST_BARS]


def _measure(
    table: Standings, column: StandingsColumn, rows: Sequence[StandingsRow]
) -> AnswerMeasure:
    metric, unit = column.metric, column.unit
    found = [(row, cell) for row in rows if (cell := table.cell(row, metric.key)) is not None]
    values = [(row, cell, cell.value) for row, cell in found if cell.value is not None]
    longest = max((value for _, _, value in values), default=0.0)
    bars = tuple(
        AnswerBar(
            key=row.record.key,
            label=row.record.label,
            value=value,
            text=cell.text,
            share=max(0.0, value / longest) if longest > 0 else 0.0,
            is_best=cell.best,
            is_baseline=row.is_baseline,
        )
        for row, cell, value in values
    )
    bound = _bound(table, metric.key)
    if bound is None or longest <= 0:
        return AnswerMeasure(metric.key, metric.title, unit.name, bars)
    text = f"any schedule: at least {unit.text(bound)} {unit.name}".rstrip()
    return AnswerMeasure(metric.key, metric.title, unit.name, bars, text, min(1.0, bound / longest))


def _bound(table: Standings, metric: str) -> float | None:
    """Return the bound on a metric, where it is near enough to some run to be worth reading."""
    if table.records.about.traits.unmodelled:  # the bound is one of another problem
        return None
    criterion = next((key for key, of in CRITERIA.items() if of == metric), "")
    ratios = [row.ratios[criterion] for row in table.ranked if criterion in row.ratios]
    if not any(is_worth_reading(criterion, ratio.value) for ratio in ratios):
        return None
    return max(ratio.bound_value for ratio in ratios)


def _chips(table: Standings) -> list[Chip]:
    """Return how certain the answer is, what is proved first."""
    chips = [chip for chip in (_proved(table), _checked(table)) if chip is not None]
    apart = [row for row in table.done if row.record.apart and row.record.is_feasible]
    broken = len(table.done) - len(table.ranked) - len(apart)
    if broken:
        reason = "It is measured, but ranked with no other."
        chips.append(
            Chip(f"{counted(broken, 'run')} not comparable: rules broken", WARNING, reason)
        )
    if lost := table.records.about.traits.unmodelled:
        text = f"not comparable with the log: {', '.join(lost)} not kept"
        chips.append(Chip(text, WARNING, table.records.about.beware))
    if guess := table.records.about.guess:
        chips.append(Chip("machine guessed", WARNING, f"{capital(guessed(guess))}."))
    early = sum(row.record.status == "stopped early" for row in table.done)
    if early:
        chips.append(Chip(f"{counted(early, 'run')} stopped early", WARNING))
    missing = len(table.rows) - len(table.done)
    if missing:
        chips.append(Chip(f"{counted(missing, 'run')} without a result", WARNING))
    return chips


def _proved(table: Standings) -> Chip | None:
    """Say how far the best makespan is at most from the optimum; nothing where the last arrivals
    settle it."""
    traits = table.records.about.traits
    certificates = [row.optimality for row in table.ranked if row.optimality is not None]
    near = [one for one in certificates if one.gap is not None]
    if not near or traits.unmodelled or ends_with_arrivals(traits):
        return None
    best = min(near, key=lambda one: (not one.is_proof, one.gap))
    if best.is_proof:
        return Chip("makespan proved optimal", GOOD, "No schedule of these jobs is shorter.")
    return Chip(f"makespan {best.text}", PLAIN, best.reason)


def _checked(table: Standings) -> Chip | None:
    """Say that the checker found every schedule to keep every rule."""
    if not table.done or not all(row.record.is_feasible for row in table.done):
        return None
    reason = "Each schedule was checked job by job against every rule."
    return Chip("schedules checked", GOOD, reason)
