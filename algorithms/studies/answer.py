"""The answer of a study in short: what became of its claims, and its means as bars."""

from collections.abc import Mapping, Sequence

from algorithms.report.answer import GOOD, MEASURES, MOST_BARS, PLAIN, WARNING, Answer, Bar, Chip
from algorithms.report.answer import Measure as Bars
from algorithms.report.phrases import counted
from algorithms.report.units import percent
from algorithms.studies.claims import Standing
from algorithms.studies.means import Means
from algorithms.studies.verdicts import in_words

LOOKS = {
    Standing.CONFIRMED: GOOD,
    Standing.PARTLY: PLAIN,
    Standing.OPEN: PLAIN,
    Standing.NOT_CONFIRMED: WARNING,
    Standing.NOT_JUDGED: PLAIN,
}
"""Kinds of the chips of claims."""


def answer_of(
    title: str,
    standings: Sequence[Standing],
    means: Sequence[Means],
    *,
    baseline: str = "",
    missing: Mapping[str, int] | None = None,
) -> Answer:
    """Return the answer of a study; bars are means of the first part that has any.

    Parameters
    ----------
    title
        Of the study.
    standings
        How each claim stands.
    means
        Of all parts, as `means_of` yields them.
    baseline
        Label of the method that the others are compared with; by default the first one.
    missing
        Runs without a schedule by method.

    Examples
    --------
    >>> makespan = Means(part="p", measure="makespan", values={"a": 2.0, "b": 3.0}, instances=4)
    >>> found = answer_of("One", [Standing.CONFIRMED], [makespan])
    >>> found.sentence
    'Its claim is confirmed. Over 4 instances a has the best mean makespan of 2 methods.'
    >>> [bar.percent for bar in found.measures[0].bars]
    [66.7, 100.0]
    """
    first = [one for one in means if one.part == means[0].part]
    lost = sum((missing or {}).values())
    counts = {one: standings.count(one) for one in Standing if one in standings}
    chips = [Chip(f"{count} {one}", LOOKS[one]) for one, count in counts.items()]
    if lost:
        reason = "Runs without a schedule are left out of means."
        chips.append(Chip(f"{counted(lost, 'run')} without a schedule", WARNING, reason))
    shown = _shown(first, baseline)
    return Answer(
        title=title,
        sentence=" ".join(filter(None, (in_words(standings), _leading(first, baseline)))),
        measures=tuple(_bars(one, shown, baseline) for one in first[:MEASURES]),
        chips=tuple(chips),
        others=len(first[0].values) - len(shown) if first else 0,
    )


def _leading(means: Sequence[Means], baseline: str) -> str:
    """Say which method has the best mean of the first measure that has a best one."""
    ranked = next((one for one in means if one.best and len(one.values) > 1), None)
    if ranked is None:
        return ""
    title = ranked.declared.title
    base = _baseline(ranked, baseline)
    instances = f"Over {counted(ranked.instances, 'instance')}"
    if all(map(ranked.is_best, ranked.values)):
        return f"{instances} all {len(ranked.values)} methods have the same mean {title}."
    over = f"{instances} {ranked.best} has the best mean {title}"
    behind = ranked.behind(ranked.best, base)
    if ranked.best == base or behind is None:
        return f"{over} of {len(ranked.values)} methods."
    direction = "above" if behind > 0 else "below"
    return f"{over}, {percent(abs(100 * behind), signed=False)} {direction} {base}."


def _baseline(means: Means, wanted: str) -> str:
    return wanted if wanted in means.values else next(iter(means.values), "")


def _shown(means: Sequence[Means], baseline: str) -> list[str]:
    """Return the methods with bars: the baseline, and the best of the others."""
    if not means:
        return []
    first = means[0]
    base, sign = _baseline(first, baseline), -1 if first.declared.better == "higher" else 1
    others = sorted(
        (label for label in first.values if label != base),
        key=lambda label: sign * first.values[label],
    )
    return [base, *others][:MOST_BARS]


def _bars(means: Means, shown: Sequence[str], baseline: str) -> Bars:
    values = {label: means.values[label] for label in shown if label in means.values}
    longest = max(values.values(), default=0.0)
    bars = tuple(
        Bar(
            key=label,
            label=label,
            value=value,
            text=means.unit.text(value),
            share=max(0.0, value / longest) if longest > 0 else 0.0,
            is_best=means.is_best(label),
            is_baseline=label == _baseline(means, baseline),
        )
        for label, value in values.items()
    )
    return Bars(means.measure, f"mean {means.declared.title}", means.unit.name, bars)
