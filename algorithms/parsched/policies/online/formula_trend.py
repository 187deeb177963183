"""Does the value of a formula fall while a job waits? By the signs of its parts.

Of each part is known between which numbers it lies, and whether it falls (-1), stays (0) or rises
(1) with the wait, all else of the job being fixed. So a formula has no trend if one of its parts
might be infinite, or no number.
"""

import math
from typing import NamedTuple

from parsched.policies.online.formula_text import Formula
from parsched.policies.online.program import (
    ABS,
    CONSTANT,
    DIVIDE,
    EXP,
    FLOOR,
    LOG2,
    LOG10,
    MACHINE,
    MAX,
    MIN,
    MINUS,
    NEGATE,
    PLUS,
    POWER,
    RUN_TIME,
    SQRT,
    WAIT,
    WIDTH,
)

LONGEST, SHORTEST, WIDEST = 1e16, 1e-12, 2.0**53
"""Times of a job in any unit are no longer, and none that is believed is shorter; processors."""
LARGEST_POWER = 700.0
"""exp is infinite for larger numbers."""


class SignedPart(NamedTuple):
    """What is known of a part: it lies from `low` to `high`."""

    low: float
    high: float
    trend: int


VARIABLE_PARTS = {
    WAIT: SignedPart(0.0, LONGEST, 1),
    RUN_TIME: SignedPart(SHORTEST, LONGEST, 0),
    WIDTH: SignedPart(1.0, WIDEST, 0),
    MACHINE: SignedPart(1.0, WIDEST, 0),
}
"""The variables that a class of jobs with the same run time and width has in common, but for the
wait."""


def falls_with_wait(formula: Formula) -> bool:
    """Is it certain that a job's value never rises while it waits, and depends on nothing else than
    its wait, its believed run time and its width?

    Examples
    --------
    >>> from parsched.policies.online.formula import parsed
    >>> [falls_with_wait(parsed(text)) for text in ("-w/p", "p - w^3*q", "q + w", "-w - u")]
    [True, True, False, False]
    """
    constants, stack = iter(formula.constants), list[SignedPart]()
    for op in formula.ops:
        if op == CONSTANT:
            part: SignedPart | None = _constant(next(constants))
        elif op < NEGATE:
            part = VARIABLE_PARTS.get(op)
        elif PLUS <= op <= POWER or op in (MIN, MAX):
            right = stack.pop()
            part = _of_two(op, stack.pop(), right)
        else:
            part = _of_one(op, stack.pop())
        if part is None or not (math.isfinite(part.low) and math.isfinite(part.high)):
            return False
        stack.append(part)
    return stack[-1].trend <= 0


def _constant(value: float) -> SignedPart:
    return SignedPart(value, value, 0)


def _joint(*trends: int | None) -> int | None:
    """Return the trend of what changes with several parts; None where they contradict."""
    changing = set(trends) - {0}
    return 0 if not changing else changing.pop() if len(changing) == 1 else None


def _negated(part: SignedPart) -> SignedPart:
    return SignedPart(-part.high, -part.low, -part.trend)


def _among(numbers: list[float], trend: int | None) -> SignedPart | None:
    """Return the part between the least and the largest of some numbers."""
    return None if trend is None else SignedPart(min(numbers), max(numbers), trend)


def _sign(part: SignedPart) -> int | None:
    """Return 1 if a part is never negative, -1 if it is never positive, else None."""
    return 1 if part.low >= 0 else -1 if part.high <= 0 else None


def _of_one(op: int, part: SignedPart) -> SignedPart | None:
    """Return what is known of a function of one value."""
    low, high, trend = part
    if op == NEGATE:
        return _negated(part)
    if op == ABS:
        sign = _sign(part)
        return None if sign is None else part if sign == 1 else _negated(part)
    if op == SQRT:
        return SignedPart(math.sqrt(low), math.sqrt(high), trend) if low >= 0 else None
    if op == EXP:
        return SignedPart(math.exp(low), math.exp(high), trend) if high <= LARGEST_POWER else None
    if op == FLOOR:
        # Not the whole numbers of Python: as exact powers these know no bound, and take for ever.
        return SignedPart(float(math.floor(low)), float(math.floor(high)), trend)
    if low <= 0:
        return None
    logarithm = {LOG2: math.log2, LOG10: math.log10}.get(op, math.log)
    return SignedPart(logarithm(low), logarithm(high), trend)


def _of_two(op: int, left: SignedPart, right: SignedPart) -> SignedPart | None:
    """Return what is known of an operation on two values."""
    if op == MINUS:
        right = _negated(right)
    if op in (PLUS, MINUS):
        return _among(
            [left.low + right.low, left.high + right.high], _joint(left.trend, right.trend)
        )
    if op == POWER:
        return _power(left, right)
    if op in (MIN, MAX):
        choose = min if op == MIN else max
        lows, highs = choose(left.low, right.low), choose(left.high, right.high)
        return _among([lows, highs], _joint(left.trend, right.trend))
    if op == DIVIDE:
        if right.low <= 0 <= right.high:
            return None
        right = SignedPart(1 / right.high, 1 / right.low, -right.trend)
    return _product(left, right)


def _product(left: SignedPart, right: SignedPart) -> SignedPart | None:
    """Return what is known of a product: it changes with each factor by the sign of the other."""
    trends = [
        0 if one.trend == 0 else None if (sign := _sign(other)) is None else one.trend * sign
        for one, other in ((left, right), (right, left))
    ]
    corners = [a * b for a in left[:2] for b in right[:2]]
    return _among(corners, None if None in trends else _joint(*trends))


def _power(base: SignedPart, exponent: SignedPart) -> SignedPart | None:
    """Return what is known of a number as exponent, and a base that is not negative."""
    number = exponent.low
    if number != exponent.high or base.low < 0 or (number < 0 and base.low == 0):
        return None
    try:
        ends = [base.low**number, base.high**number]
    except OverflowError:
        return None
    return _among(ends, base.trend * (1 if number > 0 else -1 if number < 0 else 0))
