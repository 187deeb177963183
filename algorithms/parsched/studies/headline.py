"""What a study found of what it asks, in one sentence: means of that measure, with intervals."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from parsched.measure.bounds import BOUNDS
from parsched.report.phrases import capital, counted
from parsched.studies.cells import Cells
from parsched.studies.judge import Judge
from parsched.studies.means import Means, means_of, means_over
from parsched.studies.measures import BEST, Measure
from parsched.studies.samples import Average
from parsched.studies.statistics import KINDS

MOST_WORDS = 25
"""Words of a sentence."""
NAMED = 2
"""Methods with a number in it."""


def asked(cells: Cells) -> Means | None:
    """Return the means that a study asks about: of its first claim about which anything is known,
    over the instances and of the methods that this claim names, first the method that all claims
    name most often; else of its first measure."""
    if cells.mark:
        return None
    judges = [judge for claim in cells.study.claims for judge in claim.judges]
    often = Counter(label for judge in judges for label in judge.methods_named)
    found = (_of(judge, cells, often) for judge in judges)
    return next(filter(None, found), None) or next(means_of(cells), None)


def _of(judge: Judge, cells: Cells, often: Mapping[str, int]) -> Means | None:
    named = sorted(judge.methods_named, key=lambda label: -often[label])
    groups = judge.groups(cells)
    groups = [group for group in groups if all(map(group.has, named))] or [
        group for group in groups if any(map(group.has, named))
    ]
    return means_over(groups, judge.measure, named) if groups else None


def headline(means: Means, baseline: str = "") -> str:
    """Say a mean with its interval, and the mean of another method beside it.

    Parameters
    ----------
    means
        As `asked` returns them. Of those that name no methods, the best one is said, and the
        baseline.
    baseline
        Label of a method; by default the first.

    Examples
    --------
    >>> values, halves = {"a": 1.42, "b": 1.5}, {"a": 0.03, "b": 0.1}
    >>> found = headline(
    ...     Means(part="p", measure="makespan/dual", values=values, halves=halves, instances=40)
    ... )
    >>> found.partition("; ")[0]
    'a: mean makespan 1.42 ± 0.03 times its lower bound, b 1.50 ± 0.10'
    >>> found.partition("; ")[2]
    '95 % intervals over 40 instances.'
    """
    labels = [*dict.fromkeys(means.named or _leaders(means, baseline))][:NAMED]
    sentences = (_said(means, labels[:count]) for count in range(len(labels), 0, -1))
    *_, shortest = kept = [*sentences]
    return next((one for one in kept if len(one.split()) <= MOST_WORDS), shortest)


def _leaders(means: Means, baseline: str) -> Iterator[str]:
    if means.best:
        yield means.best
    yield baseline if baseline in means.values else next(iter(means.values))
    yield from sorted(means.values, key=lambda label: means.values[label] * means.sign)


def _said(means: Means, labels: Sequence[str]) -> str:
    before, after = _around(means)
    first, *others = labels
    texts = [f"{first}: {before} {means.text(first)}{after}"]
    texts += [f"{label} {means.text(label)}" for label in others]
    intervals = sum(label in means.halves for label in labels)
    interval = f"; 95 % interval{'s' if intervals > 1 else ''}" if intervals else ""
    return f"{', '.join(texts)}{interval} over {_instances(means)}."


def _around(means: Means) -> tuple[str, str]:
    """Return what stands before and after the number of a measure."""
    measure, unit = means.declared, means.unit.name
    if measure.bottom == BEST:
        beyond = "below" if measure.is_below_best else "above"
        return f"mean {measure.top_title}", f" % {beyond} the best"
    if measure.is_certified and means.average == "ratio_of_sums":
        return f"{measure.top_title} sums to", " times its lower bounds"
    if measure.is_certified:
        return averaged(measure.top_title), " times its lower bound"
    return averaged(measure.title, means.average), f" {unit}" if unit else ""


def averaged(title: str, average: Average = "mean") -> str:
    """Call the average over instances of what may be a mean over jobs.

    Examples
    --------
    >>> averaged("makespan"), averaged("mean wait"), averaged("makespan", "ratio_of_sums")
    ('mean makespan', 'mean wait', 'makespan, ratio of sums')
    """
    if average == "ratio_of_sums":
        return f"{title}, ratio of sums"
    return title if title.startswith("mean ") else f"mean {title}"


def _instances(means: Means) -> str:
    if means.instances < means.planned:
        return f"{means.instances:,} of {counted(means.planned, 'instance')}"
    return counted(means.instances, "instance")


def explained(means: Means) -> str:
    """Say what the numbers of a headline are: its bound, which direction is better, and the kind of
    interval."""
    return " ".join(filter(None, (_bound(means.declared), _direction(means), interval_of(means))))


def _bound(measure: Measure) -> str:
    if not measure.is_certified:
        return ""
    return f"The lower bound is: {BOUNDS[measure.criterion][measure.bottom].title}."


def _direction(means: Means) -> str:
    better = means.declared.better
    return "" if better == "neither" else f"{capital(better)} is better."


def interval_of(means: Means) -> str:
    """Say which interval stands behind ±, or that there is none as nothing was drawn."""
    if means.halves:
        return f"± is half of the {KINDS[means.average]}, over instances."
    if means.instances > 1 and means.planned:
        return "The instances are all that there are, so means have no interval."
    return ""
