"""Formulas of orders: a small language of expressions, parsed, checked and compiled for kernels.

Nothing is executed but what stands in `FUNCTIONS` and the operators + - * / and ^ (also written
**), over numbers, parentheses and the names in `VARIABLES`. A formula becomes a program for a stack
machine: numbers of operations in postfix order.

    sum   = term { ("+" | "-") term }
    term  = sign { ("*" | "/") sign }
    sign  = { "-" | "+" } power
    power = atom [ ("^" | "**") sign ]
    atom  = number | name | function "(" sum { "," sum } ")" | "(" sum ")"
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from parsched.declare.spec import Fault
from parsched.policies.online.formula_text import Formula, text_of
from parsched.policies.online.program import (
    CONSTANT,
    DEEPEST,
    DIVIDE,
    FUNCTIONS,
    MINUS,
    NEGATE,
    PLUS,
    POWER,
    TIMES,
    VARIABLES,
)

LONGEST = 300
"""Characters of a formula."""
DEEPEST_NESTING = 40
"""Parentheses, signs and exponents within each other."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z_][A-Za-z_0-9]*)"
    r"|(?P<sign>\*\*|[-+*/^(),])|(?P<other>\S))",
    re.ASCII,
)


class FormulaError(ValueError):
    """A text is no formula; `position` counts its characters from 1, up to the mistake."""

    def __init__(self, problem: str, position: int) -> None:
        super().__init__(f"{problem} at character {position}")
        self.position = position


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    position: int

    @property
    def shown(self) -> str:
        return "the end" if self.kind == "end" else repr(self.text)


@lru_cache(maxsize=256)
def parsed(text: str) -> Formula:
    """Parse a formula.

    Raises
    ------
    FormulaError
        Says what is wrong, and at which character.

    Examples
    --------
    >>> parsed("(w/p)^3 * q").is_fixed
    False
    >>> parsed("p +")
    Traceback (most recent call last):
    ...
    parsched.policies.online.formula.FormulaError: a number or name is missing before the end at \
character 4
    """
    if len(text) > LONGEST:
        raise FormulaError(f"a formula has up to {LONGEST} characters, this one goes on", LONGEST)
    return _FormulaParser(text).formula()


@lru_cache(maxsize=256)
def canonical(text: str) -> str:
    """Write a formula without blanks and needless brackets; it has the same program.

    Raises
    ------
    FormulaError
        As `parsed` does.

    Examples
    --------
    >>> canonical(" +( w / p ) ** 3.0 * q")
    '(w/p)^3*q'
    """
    printed = text_of(parsed(text))
    # What is printed must be read again, and a number may be longer than it was typed: .5 is 0.5.
    return printed if len(printed) <= LONGEST else "".join(text.split())


def fault(text: str) -> Fault | None:
    """Say what is wrong with a formula, or return None."""
    try:
        parsed(text)
    except FormulaError as error:
        return Fault(str(error), error.position)
    return None


def _tokens(text: str) -> Iterator[_Token]:
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        position = match.start(kind) + 1
        if kind == "other":
            raise FormulaError(f"{match[kind]!r} has no meaning in a formula", position)
        yield _Token(kind, match[kind], position)
    yield _Token("end", "", len(text) + 1)


class _FormulaParser:
    """Reads tokens from left to right, one ahead, and writes the program."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = _tokens(text)
        self._next = next(self._tokens)
        self._ops: list[int] = []
        self._constants: list[float] = []
        self._variables: set[str] = set()
        self._nesting = self._height = 0

    def formula(self) -> Formula:
        """Parse all of the text."""
        self._sum()
        if self._next.kind != "end":
            raise self._unexpected("an operator")
        return Formula(
            self._text, tuple(self._ops), tuple(self._constants), frozenset(self._variables)
        )

    def _advance(self) -> _Token:
        token = self._next
        if token.kind != "end":
            self._next = next(self._tokens)
        return token

    def _is(self, *signs: str) -> bool:
        return self._next.kind == "sign" and self._next.text in signs

    def _expect(self, sign: str) -> None:
        if not self._is(sign):
            raise self._unexpected(repr(sign))
        self._advance()

    def _unexpected(self, missing: str) -> FormulaError:
        return FormulaError(f"{missing} is missing before {self._next.shown}", self._next.position)

    def _write(self, op: int, rise: int) -> None:
        """Write an operation after which the stack is higher by `rise`."""
        self._ops.append(op)
        self._height += rise
        if self._height > DEEPEST:
            raise FormulaError("a formula may not keep so many values", self._next.position)

    def _sum(self) -> None:
        self._term()
        while self._is("+", "-"):
            op = PLUS if self._advance().text == "+" else MINUS
            self._term()
            self._write(op, -1)

    def _term(self) -> None:
        self._sign()
        while self._is("*", "/"):
            op = TIMES if self._advance().text == "*" else DIVIDE
            self._sign()
            self._write(op, -1)

    def _sign(self) -> None:
        self._nesting += 1
        if self._nesting > DEEPEST_NESTING:
            rule = f"up to {DEEPEST_NESTING} levels are read, more begin"
            raise FormulaError(rule, self._next.position)
        if self._is("-"):
            self._advance()
            self._sign()
            self._write(NEGATE, 0)
        elif self._is("+"):
            self._advance()
            self._sign()
        else:
            self._power()
        self._nesting -= 1

    def _power(self) -> None:
        self._atom()
        if self._is("^", "**"):
            self._advance()
            self._sign()
            self._write(POWER, -1)

    def _atom(self) -> None:
        if self._next.kind == "number":
            token = self._advance()
            if (value := float(token.text)) == float("inf"):
                raise FormulaError(f"{token.text:.20} is too large", token.position)
            self._constants.append(value)
            self._write(CONSTANT, 1)
        elif self._next.kind == "name":
            self._name(self._advance())
        elif self._is("("):
            self._advance()
            self._sum()
            self._expect(")")
        else:
            raise self._unexpected("a number or name")

    def _name(self, token: _Token) -> None:
        if token.text in VARIABLES:
            self._variables.add(token.text)
            self._write(VARIABLES[token.text].op, 1)
        elif token.text in FUNCTIONS:
            self._call(token)
        else:
            known = ", ".join([*VARIABLES, *FUNCTIONS])
            raise FormulaError(f"{token.text:.20} is not known (only {known})", token.position)

    def _call(self, token: _Token) -> None:
        """Parse the arguments of a function: those that take two take more, from left to right."""
        function = FUNCTIONS[token.text]
        self._expect("(")
        self._sum()
        count = 1
        while self._is(","):
            self._advance()
            self._sum()
            count += 1
            if function.arguments == 2:
                self._write(function.op, -1)
        self._expect(")")
        if (function.arguments == 1 and count > 1) or count < function.arguments:
            needs = "one value" if function.arguments == 1 else "two values or more"
            raise FormulaError(f"{token.text} takes {needs}", token.position)
        if function.arguments == 1:
            self._write(function.op, 0)
