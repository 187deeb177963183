"""Questions as text: parsed, or refused with the position of the mistake.

    question  = every { "or" every }
    every     = term { ["and"] term }
    term      = ("not" | "-") term | "(" question ")" | condition
    condition = flag | field sign value { "," value }
    sign      = ":" | "=" | "!=" | "<" | "<=" | ">" | ">="
    value     = word | '"' any characters '"' | low ".." high

A blank question is one that all jobs match.
"""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from parsched.declare.spec import Fault
from parsched.report.questions.errors import QuestionError
from parsched.report.questions.fields import FIELDS, WORDS, Field
from parsched.report.questions.tree import And, FieldCondition, Not, Or, Tree, ValueSpan
from parsched.report.questions.values import RANGE, number_of, span_of

LONGEST = 500
"""Characters of a question."""
DEEPEST = 40
"""Parentheses and negations within each other."""
SIGNS = "<=", ">=", "!=", "==", ":", "=", "<", ">"
EQUAL = ":", "=", "==", "!="

_BLANK = re.compile(r"\s*")
_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*", re.ASCII)
_SIGN = re.compile("|".join(SIGNS))
_VALUE = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s(),"]+)', re.DOTALL)
_SHOWN = re.compile(r"[^\s()]+")


@lru_cache(maxsize=256)
def parsed(text: str) -> Tree:
    """Parse a question.

    Raises
    ------
    QuestionError
        Says what is wrong, at which character, and what would be right.

    Examples
    --------
    >>> parsed("wait>1h -backfilled").as_json()["and"][1]["not"]["field"]
    'backfilled'
    >>> parsed("width>=many")
    Traceback (most recent call last):
    ...
    parsched...QuestionError: At character 8: width is compared with a number, \
such as 256, got 'many'
    """
    if len(text) > LONGEST:
        raise QuestionError(f"a question has up to {LONGEST} characters, this one goes on", LONGEST)
    return _QuestionParser(text).question()


def fault(text: str) -> Fault | None:
    """Say what is wrong with a question, or return None."""
    try:
        parsed(text)
    except QuestionError as error:
        return Fault(str(error), error.position)
    return None


@dataclass(frozen=True)
class _Value:
    text: str
    is_quoted: bool
    position: int


class _QuestionParser:
    """Reads a text from left to right; `_at` is the index of the next character."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._depth = 0

    def question(self) -> Tree:
        """Parse all of the text."""
        if not self._text.strip():
            return And(())
        tree = self._either()
        if self._skip() < len(self._text):
            raise self._error(f"there is no parenthesis that {self._shown} closes")
        return tree

    def _skip(self) -> int:
        blank = _BLANK.match(self._text, self._at)
        self._at = blank.end() if blank else self._at
        return self._at

    @property
    def _shown(self) -> str:
        shown = _SHOWN.match(self._text, self._at)
        rest = shown[0] if shown else self._text[self._at : self._at + 1]
        return repr(rest[:20]) if rest else "the end"

    def _error(self, problem: str) -> QuestionError:
        return QuestionError(problem, self._at + 1)

    def _word(self) -> str:
        """Return the word that comes next, without going on."""
        self._skip()
        word = _WORD.match(self._text, self._at)
        return word[0] if word else ""

    def _takes(self, keyword: str) -> bool:
        """Go on behind a keyword if it comes next, and is no field with a sign behind."""
        if self._word().lower() != keyword:
            return False
        self._at += len(keyword)
        return True

    def _either(self) -> Tree:
        parts = [self._every()]
        while self._takes("or"):
            parts.append(self._every())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _every(self) -> Tree:
        parts = [self._term()]
        while not self._ends():
            self._takes("and")
            parts.append(self._term())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _ends(self) -> bool:
        at = self._skip()
        return at == len(self._text) or self._text[at] == ")" or self._word().lower() == "or"

    def _term(self) -> Tree:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._error(f"up to {DEEPEST} levels are read, more begin")
        tree = self._bare()
        self._depth -= 1
        return tree

    def _bare(self) -> Tree:
        if self._takes("not"):
            return Not(self._term())
        if self._text[self._at : self._at + 1] == "-":
            self._at += 1
            return Not(self._term())
        if self._text[self._at : self._at + 1] == "(":
            self._at += 1
            tree = self._either()
            if self._text[self._skip() : self._at + 1] != ")":
                raise self._error("a closing parenthesis is missing before the end")
            self._at += 1
            return tree
        return self._condition()

    def _condition(self) -> Tree:
        begin = self._skip()
        field = self._field()
        self._at += len(self._word())
        behind = self._at
        sign = _SIGN.match(self._text, self._skip())
        if field.kind == "flag":
            if sign:
                rule = f"{field.key} stands alone: write {field.key} or -{field.key}"
                raise self._error(f"{rule}, without {sign[0]!r}")
            self._at = behind
            return FieldCondition(field.key, begin + 1)
        if not sign:
            self._at = behind
            raise self._error(f"{field.key} needs a sign and a value, such as {field.example}")
        if field.kind == "name" and sign[0] not in EQUAL:
            rule = f"{field.key} is a name, and names are not larger or smaller"
            raise self._error(f"{rule}: write {field.example}")
        self._at = sign.end()
        return self._compared(field, sign[0], begin + 1)

    def _field(self) -> Field:
        word = self._word()
        if word in WORDS:
            return WORDS[word]
        if not word or word.lower() in ("and", "or"):
            raise self._error(f"a field, such as wait>1h, is missing before {self._shown}")
        near = get_close_matches(word.lower(), WORDS, n=1, cutoff=0.6)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(FIELDS)}"
        raise self._error(f"{word[:20]!r} is no field; {hint}")

    def _compared(self, field: Field, sign: str, position: int) -> Tree:
        values = self._values(field)
        if len(values) > 1 and sign not in EQUAL:
            rule = f"a list stands after a colon, as in {field.key}:a,b; {sign} takes one value"
            raise QuestionError(rule, values[1].position)
        found = _tested(field, sign, position, values)
        return Not(found) if sign == "!=" else found

    def _values(self, field: Field) -> list[_Value]:
        values = [self._value(field)]
        while self._text[self._skip() : self._at + 1] == ",":
            self._at += 1
            values.append(self._value(field))
        return values

    def _value(self, field: Field) -> _Value:
        begin = self._skip()
        match = _VALUE.match(self._text, begin)
        if match is None:
            if self._text[begin : begin + 1] == '"':
                raise self._error("a closing quotation mark is missing before the end")
            rule = f"a value of {field.key}, as in {field.example}, is missing"
            raise self._error(f"{rule} before {self._shown}")
        self._at = match.end()
        if match[1] is not None:
            return _Value(re.sub(r"\\(.)", r"\1", match[1], flags=re.DOTALL), True, begin + 1)
        return _Value(match[2], False, begin + 1)


def _tested(field: Field, sign: str, position: int, values: list[_Value]) -> FieldCondition:
    """Build the condition of a field, whatever its kind."""
    if field.kind == "name":
        return FieldCondition(field.key, position, names=tuple(value.text for value in values))
    names: list[str] = []
    spans: list[ValueSpan] = []
    for value in values:
        if field.kind == "id" and sign in EQUAL and _is_name(field, value):
            names.append(value.text)
        else:
            spans.append(span_of(field, sign, value.text, value.position))
    return FieldCondition(field.key, position, names=tuple(names), spans=tuple(spans))


def _is_name(field: Field, value: _Value) -> bool:
    """Is an identifier one job, and no range? Ranges are of whole numbers."""
    if value.is_quoted or RANGE not in value.text:
        return True
    ends = value.text.split(RANGE)
    return len(ends) != 2 or any(end and number_of(field, end) is None for end in ends)
