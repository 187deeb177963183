"""Formulas as text: programs of the stack machine, written as short as they read back the same."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from parsched.policies.online.program import (
    ABS,
    CONSTANT,
    DIVIDE,
    FUNCTIONS,
    MINUS,
    NEGATE,
    PLUS,
    POWER,
    SQRT,
    TIMES,
    VARIABLES,
)

SUM, TERM, SIGN, RAISED, ATOM = range(5)
"""How tightly texts bind, by the rules of `formula`."""
LARGEST = 1e15
"""Whole numbers below this are written without a power of ten."""


@dataclass(frozen=True)
class Formula:
    """A formula and its program: `ops` are numbers of operations, each CONSTANT with an entry of
    `constants`, in order; `variables` are those that occur."""

    text: str
    ops: tuple[int, ...]
    constants: tuple[float, ...]
    variables: frozenset[str]

    @property
    def is_fixed(self) -> bool:
        """True where the value of a waiting job cannot change."""
        return not any(VARIABLES[name].changes for name in self.variables)

    @cached_property
    def is_homogeneous(self) -> bool:
        """True where another unit of time only multiplies all values by one number, so that jobs
        have the same order: no time is added to a number, and no logarithm of one is taken."""
        return degree_of(self) is not None


def degree_of(formula: Formula) -> float | None:
    """Return the power of the unit of time that a formula is in; None where it has no single one.

    Examples
    --------
    >>> from parsched.policies.online.formula import parsed
    >>> degree_of(parsed("(w/p)^3*q*p^2")), degree_of(parsed("w/p + p"))
    (2.0, None)
    """
    constants, stack = iter(formula.constants), list[tuple[float, float | None]]()
    for op in formula.ops:
        # Each entry: the degree, and the number itself where it is a constant.
        if op == CONSTANT:
            stack.append((0.0, next(constants)))
        elif op in NAMES:
            stack.append((1.0 if VARIABLES[NAMES[op]].is_time else 0.0, None))
        else:
            last = stack.pop()
            two = op in OPERATORS or ARGUMENTS.get(op, 1) > 1
            degree = _of_two(op, stack.pop()[0], *last) if two else _of_one(op, last[0])
            if degree is None:
                return None
            stack.append((degree, -last[1] if op == NEGATE and last[1] is not None else None))
    return stack[-1][0]


def _of_one(op: int, degree: float) -> float | None:
    """Return the degree of a function of one value; other functions than these need numbers."""
    if op in (NEGATE, ABS):
        return degree
    if op == SQRT:
        return degree / 2
    return None if degree else 0.0


def _of_two(op: int, left: float, right: float, number: float | None) -> float | None:
    """Return the degree of an operation on two values; the second may be a number."""
    if op in (TIMES, DIVIDE):
        return left + right if op == TIMES else left - right
    if op == POWER:
        if right or (left and number is None):
            return None
        return left * (number or 0.0)
    return left if left == right else None


class _Text(NamedTuple):
    """A part of a formula; of a call with several arguments `inner` are these, and `call` is its
    operation, else 0."""

    text: str
    binds: int
    call: int = 0
    inner: str = ""

    def within(self, binds: int) -> str:
        """Put brackets around what binds less than it has to."""
        return self.text if self.binds >= binds else f"({self.text})"


class _Infix(NamedTuple):
    """An operator of two values: its sign, how the whole binds, and how both sides have to."""

    sign: str
    binds: int
    left: int
    right: int


OPERATORS = {
    PLUS: _Infix("+", SUM, SUM, TERM),
    MINUS: _Infix("-", SUM, SUM, TERM),
    TIMES: _Infix("*", TERM, TERM, SIGN),
    DIVIDE: _Infix("/", TERM, TERM, SIGN),
    POWER: _Infix("^", RAISED, ATOM, SIGN),
}
NAMES = {variable.op: name for name, variable in VARIABLES.items()}
CALLS = {function.op: name for name, function in FUNCTIONS.items()}
ARGUMENTS = {function.op: function.arguments for function in FUNCTIONS.values()}


def text_of(formula: Formula) -> str:
    """Write a formula without blanks and needless brackets; parsed again, it has the same program.

    Sums and products keep their order, as numbers of a computer do not add up the same in another.
    """
    constants = iter(formula.constants)
    stack: list[_Text] = []
    for op in formula.ops:
        if op == CONSTANT:
            stack.append(_Text(number_text(next(constants)), ATOM))
        elif op in NAMES:
            stack.append(_Text(NAMES[op], ATOM))
        elif op == NEGATE:
            stack.append(_Text(f"-{stack.pop().within(SIGN)}", SIGN))
        elif op in OPERATORS:
            last = stack.pop()
            stack.append(_infix(OPERATORS[op], stack.pop(), last))
        else:
            last = stack.pop()
            stack.append(_call(op, stack.pop(), last) if ARGUMENTS[op] > 1 else _call(op, last))
    return stack[-1].text


def _infix(operator: _Infix, left: _Text, right: _Text) -> _Text:
    sides = left.within(operator.left), right.within(operator.right)
    return _Text(operator.sign.join(sides), operator.binds)


def _call(op: int, first: _Text, second: _Text | None = None) -> _Text:
    """Write a call; max(max(a,b),c) is the program of max(a,b,c)."""
    inner = first.inner if first.call == op else first.text
    if second is None:
        return _Text(f"{CALLS[op]}({first.text})", ATOM)
    inner = f"{inner},{second.text}"
    return _Text(f"{CALLS[op]}({inner})", ATOM, op, inner)


def number_text(value: float) -> str:
    """Write a number, which has no sign, as short as it reads back the same."""
    if value.is_integer() and value < LARGEST:
        return str(int(value))
    return repr(value).replace("e+0", "e").replace("e+", "e").replace("e-0", "e-")
