"""Phrases that sentences share: counts, lists and distances."""

from collections.abc import Sequence

from parsched.base.digits import FAR as FAR
from parsched.base.digits import beyond as beyond
from parsched.base.digits import certified as certified
from parsched.base.digits import counted as counted
from parsched.base.digits import from_optimum as from_optimum
from parsched.base.digits import times as times
from parsched.report.units import percent, significant

NAMED = 4
"""Names in a list before "and N more"."""
FEW = 30
"""Jobs below which a claim about them says how many they are."""
MANY_TIMES = 900.0
"""Per cent from which on a distance to the best is written as so many times the best."""
LEAST = 0.05
"""Degradation from which a number says it, per cent."""
VISIBLE = 0.05
"""Distances below this many per cent are not worth a number."""


def listed(parts: Sequence[str], between: str = ", ") -> str:
    """Write "A", "A and B", "A, B and C"."""
    *first, last = parts
    return f"{between.join(first)} and {last}" if first else last


def first_of(names: Sequence[str]) -> str:
    """List names; of many, the first and the number of others."""
    if len(names) <= NAMED:
        return listed(names)
    return f"{names[0]} and {len(names) - 1:,} others"


def named(labels: Sequence[str], noun: str = "methods") -> str:
    """List labels of methods, or of another `noun`; of many, the first ones and "N more".

    Where labels have commas, semicolons stand between them.
    """
    between = "; " if any("," in label for label in labels) else ", "
    if len(labels) > NAMED + 1:
        return f"{between.join(labels[:NAMED])} and {len(labels) - NAMED:,} more {noun}"
    return listed(labels, between)


def how_often(count: int) -> str:
    """Write how often something happens.

    Examples
    --------
    >>> how_often(1), how_often(2), how_often(1_234)
    ('once', '2 times', '1,234 times')
    """
    return "once" if count == 1 else counted(count, "time")


def verb(labels: Sequence[str], singular: str, plural: str) -> str:
    """Return the form of a verb that agrees with the number of labels."""
    return singular if len(labels) == 1 else plural


def capital(text: str) -> str:
    """Begin a sentence."""
    return text[:1].upper() + text[1:]


def times_best(degradation: float) -> str:
    """Write a degradation in per cent as a multiple: "11.8 × the best"."""
    return f"{multiple(degradation)} × the best"


def multiple(change: float) -> str:
    """Write a change in per cent as a factor with three digits: 1,080 % is "11.8"."""
    return significant(1 + change / 100, 3)


def above(ratio: float) -> str:
    """Write how far a ratio is above 1: "12 %"."""
    return percent(100 * (ratio - 1), signed=False)


def behind(degradation: float) -> str:
    """Write a degradation without its sign: `51,929`, `1.3`, `<0.1`, `0`."""
    if 0 < degradation < LEAST:
        return "<0.1"
    return percent(degradation, signed=False).removesuffix(" %")


def distance(ratio: float) -> str:
    """Write the maximum distance of a value from the optimum, by its ratio to a lower bound."""
    return "optimal" if ratio <= 1 else from_optimum(ratio)
