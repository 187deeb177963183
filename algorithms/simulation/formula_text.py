"""Formulas as text: programs of the stack machine, written as short as they read back the same."""

from dataclasses import dataclass
from typing import NamedTuple

from algorithms.simulation.program import (
    CONSTANT,
    DIVIDE,
    FUNCTIONS,
    MINUS,
    NEGATE,
    PLUS,
    POWER,
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
