"""Phrases that sentences share: counts, lists and distances."""

import math
from collections.abc import Sequence

from algorithms.report.units import DIGITS, percent, significant

NAMED = 4
"""Names in a list before "and N more"."""
FAR = 2.0
"""Ratio from which a distance is written as a multiple."""
MANY_TIMES = 900.0
"""Per cent from which on a distance to the best is written as so many times the best."""
VISIBLE = 0.05
"""Distances below this many per cent are not worth a number."""
NEARLY = 1 - 1e-9
"""Factor that removes rounding errors before rounding up."""


def counted(count: float, noun: str, plural: str = "") -> str:
    """Write "1 run", "3 runs", "1,234 runs"."""
    return f"{count:,.0f} {noun if count == 1 else plural or f'{noun}s'}"


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


def verb(labels: Sequence[str], singular: str, plural: str) -> str:
    """Return the form of a verb that agrees with the number of labels."""
    return singular if len(labels) == 1 else plural


def capital(text: str) -> str:
    """Begin a sentence."""
    return text[:1].upper() + text[1:]


def times_best(degradation: float) -> str:
    """Write a degradation in per cent as a multiple: "11.8 × the best"."""
    return f"{significant(1 + degradation / 100, 3)} × the best"


def above(ratio: float) -> str:
    """Write how far a ratio is above 1: "12 %"."""
    return percent(100 * (ratio - 1), signed=False)


def within(ratio: float) -> str:
    """Write how far a ratio is above 1, rounded up so that a certificate stays true."""
    far = 100 * (ratio - 1)
    steps = 10 if far < 10 else 1
    return percent(math.ceil(far * steps * NEARLY) / steps, signed=False)


def certified(ratio: float) -> str:
    """Write a ratio to a lower bound, as in every table and sentence: in the digits of units, and
    rounded up so that a certificate stays true.

    Examples
    --------
    >>> certified(7.41421), certified(1.0287), certified(117.21), certified(2.0)
    ('7.415', '1.029', '117.3', '2')
    """
    if ratio <= 0:
        return significant(ratio)
    steps = 10.0 ** (DIGITS - 1 - math.floor(math.log10(ratio)))
    return significant(math.ceil(ratio * steps * NEARLY) / steps)


def times(ratio: float) -> str:
    """Write "7.415 times"."""
    return f"{certified(ratio)} times"


def distance(ratio: float) -> str:
    """Write the maximum distance of a value from the optimum, by its ratio to a lower bound."""
    if 100 * (ratio - 1) < VISIBLE:
        return "optimal" if ratio <= 1 else "within 0.1 % of the optimum"
    if ratio > FAR:
        return f"at most {times(ratio)} the optimum"
    return f"within {within(ratio)} of the optimum"
