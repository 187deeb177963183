"""The answer of a study in short: a mean of what it asks, with its interval; then what became of
its claims, and its means as bars."""

from collections.abc import Mapping, Sequence

from parsched.report.answer import (
    GOOD,
    MEASURES,
    MOST_BARS,
    PLAIN,
    WARNING,
    Answer,
    AnswerBar,
    AnswerMeasure,
    Chip,
)
from parsched.report.phrases import counted
from parsched.report.units import percent
from parsched.studies.claims import ClaimStanding
from parsched.studies.headline import averaged, explained, headline
from parsched.studies.means import Means
from parsched.studies.verdicts import in_words

LOOKS = {
    ClaimStanding.CONFIRMED: GOOD,
    ClaimStanding.NOT_REFUTED: GOOD,
    ClaimStanding.PARTLY: PLAIN,
    ClaimStanding.OPEN: PLAIN,
    ClaimStanding.NOT_CONFIRMED: WARNING,
    ClaimStanding.REFUTED: WARNING,
    ClaimStanding.NOT_JUDGED: PLAIN,
}
"""Kinds of the chips of claims."""


def answer_of(
    title: str,
    standings: Sequence[ClaimStanding],
    means: Sequence[Means],
    *,
    baseline: str = "",
    missing: Mapping[str, int] | None = None,
    asked: Means | None = None,
    unbounded: str = "",
) -> Answer:
    """Return the answer of a study; bars are means of the part that it asks about.

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
    asked
        What the study asks about, as `headline.asked` returns it; by default the first means.
    unbounded
        Why runs lack ratios to bounds; blank where none does.

    Examples
    --------
    >>> makespan = Means(part="p", measure="makespan", values={"a": 2.0, "b": 3.0}, instances=4)
    >>> found = answer_of("One", [ClaimStanding.CONFIRMED], [makespan])
    >>> found.sentence
    'a: mean makespan 2 s, b 3 over 4 instances.'
    >>> found.more.partition(". ")[0]
    'Its claim is confirmed'
    >>> [bar.percent for bar in found.measures[0].bars]
    [66.7, 100.0]
    """
    asked = asked or next(iter(means), None)
    first = _of_its_part(means, asked) if asked else []
    lost = sum((missing or {}).values())
    counts = {one: standings.count(one) for one in ClaimStanding if one in standings}
    chips = [Chip(f"{count} {one}", LOOKS[one]) for one, count in counts.items()]
    if lost:
        reason = "They lose in pairs, and count with the longest makespan that they tried."
        chips.append(Chip(f"{counted(lost, 'run')} without a schedule", WARNING, reason))
    shown = _shown(first, baseline)
    if unbounded:
        chips.append(Chip("no ratios to bounds", WARNING, unbounded))
    words = (in_words(standings), _leading(first, baseline), explained(asked) if asked else "")
    return Answer(
        title=title,
        sentence=headline(asked, baseline) if asked else in_words(standings),
        more=" ".join(filter(None, words)) if asked else "",
        measures=tuple(_bars(one, shown, baseline) for one in first[:MEASURES]),
        chips=tuple(chips),
        others=len(first[0].values) - len(shown) if first else 0,
    )


def _of_its_part(means: Sequence[Means], asked: Means) -> list[Means]:
    """Return the means of the part that a study asks about, its measure first."""
    parts = [one.part for one in means]
    part = asked.part if asked.part in parts else next(iter(parts), "")
    of_part = [one for one in means if one.part == part]
    return sorted(of_part, key=lambda one: one.measure != asked.measure)


def _leading(means: Sequence[Means], baseline: str) -> str:
    """Say which method has the best mean of the first measure that has a best one."""
    ranked = next((one for one in means if one.best and len(one.values) > 1), None)
    if ranked is None:
        return ""
    title = averaged(ranked.declared.title, ranked.average)
    base = _baseline(ranked, baseline)
    instances = f"Over {counted(ranked.instances, 'instance')}"
    if all(map(ranked.is_best, ranked.values)):
        return f"{instances} all {len(ranked.values)} methods have the same {title}."
    over = f"{instances} {ranked.best} has the best {title}"
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
    base = _baseline(first, baseline)
    others = sorted(
        (label for label in first.values if label != base),
        key=lambda label: first.sign * first.values[label],
    )
    return [base, *others][:MOST_BARS]


def _bars(means: Means, shown: Sequence[str], baseline: str) -> AnswerMeasure:
    values = {label: means.values[label] for label in shown if label in means.values}
    longest = max(values.values(), default=0.0)
    bars = tuple(
        AnswerBar(
            key=label,
            label=label,
            value=value,
            text=means.text(label),
            share=max(0.0, value / longest) if longest > 0 else 0.0,
            is_best=means.is_best(label),
            is_baseline=label == _baseline(means, baseline),
        )
        for label, value in values.items()
    )
    return AnswerMeasure(
        means.measure, averaged(means.declared.title, means.average), means.unit.name, bars
    )
