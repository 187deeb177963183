"""One declared parameter: what it may be, and how people read it."""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from parsched.base.errors import ParameterError
from parsched.base.naming import hidden

LARGEST_EXACT = 2**53
"""Up to here every whole number is a float."""
_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_JSON_TYPES = {
    "choice": "string",
    "text": "string",
    "integer": "integer",
    "real": "number",
}


@dataclass(frozen=True)
class When:
    """When a parameter applies: where the parameter `name` has one of some `values`, or another
    value (`other`), or `mentions` one of them as a word of its text; or under another condition
    (`either`)."""

    name: str
    values: tuple[Any, ...]
    other: bool = False
    mentions: bool = False
    either: tuple["When", ...] = ()

    @property
    def each(self) -> tuple["When", ...]:
        """This condition alone, and the others: one of them has to hold."""
        return (self, *self.either)

    def holds(self, value: Any) -> bool:
        """Does this condition alone hold beside that value?"""
        if self.mentions:
            return isinstance(value, str) and bool({*_WORD.findall(value)} & {*self.values})
        return (value in self.values) is not self.other

    def within(self, nest: str) -> "When":
        """Return the condition with parameters of a nested one."""
        either = tuple(one.within(nest) for one in self.either)
        return replace(self, name=f"{nest}.{self.name}", either=either)

    def as_json(self, prefix: str) -> dict[str, Any]:
        """Return this condition alone as forms take it, with a prefix of the names of fields."""
        values = [str(value) for value in self.values]
        names = {"name": prefix + self.name, "values": values}
        return {**names, "other": self.other, "mentions": self.mentions}

    @property
    def words(self) -> str:
        """The condition, such as "with order=formula"."""
        return ", or ".join(one.phrase for one in self.each)

    @property
    def phrase(self) -> str:
        """This condition alone in words."""
        if self.mentions:
            return f"with {' or '.join(map(str, self.values))} in {self.name}"
        texts = " or ".join(f"{self.name}={value}" for value in self.values)
        return f"without {texts}" if self.other else f"with {texts}"


class Fault(NamedTuple):
    """What is wrong with a text, and at which of its characters, counted from 1; 0 where it is not
    one of them."""

    said: str
    position: int = 0


@dataclass(frozen=True, kw_only=True)
class Spec:
    """One declared parameter: `kind` is "choice", "nested", "text", "integer" or "real"; a
    nested one is a choice of things that have parameters of their own, declared by `declared` of
    their key. The limits `low` and `high` are inclusive, for numbers and for the length of texts;
    numbers are greater than `above`. `commas` says whether texts may have commas. Where the least
    number depends on the jobs, `least` says it in words, and `low` is a number below all of them.

    Where many runs differ in a number, labels give it by its `symbol`; `names` are what people call
    the values of a choice where the name alone says what runs.
    """

    name: str
    kind: str
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    above: float | None = None
    least: str = ""
    unit: str = ""
    is_seed: bool = False
    commas: bool = False
    title: str = ""
    symbol: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    declared: Callable[[str], Any] | None = None
    """Returns a class of `parameters.Params`, which are made of these."""
    when: When | None = None
    """Where it applies; None is everywhere."""
    canonical: Callable[[str], str] | None = None
    """Writes texts that mean the same the same way; it is asked about texts without a fault."""
    fault: Callable[[str], Fault | None] | None = None
    """Says what is wrong with a text, and where, or returns None."""
    words: tuple[str, ...] = ()
    """Values of a number that are words, such as "all"."""

    @property
    def label(self) -> str:
        """Field name as a person reads it."""
        return self.title or self.name.replace("_", " ")

    @property
    def is_checked(self) -> bool:
        """True for a text with further rules than its length; templates would call `fault`."""
        return self.fault is not None

    @property
    def rule(self) -> str:
        """The allowed values in words, e.g. "an integer from 1 to 64", for people: no program can
        read these numbers, which have separators."""
        if self.kind in ("choice", "nested"):
            return "one of " + ", ".join(choice or "(blank)" for choice in self.choices)
        return " or ".join([self._plain_rule, *self.words])

    @property
    def _plain_rule(self) -> str:
        """The allowed texts or numbers in words."""
        if self.kind == "text":
            return f"one line of up to {self.high:,} characters{self._without_commas}"
        noun = "an integer" if self.kind == "integer" else "a number"
        most = "" if self.high is None else _separated(self.high)
        if self.above is not None:
            begin = f"above {_separated(self.above)}"
        elif self.least or (self.low is not None and not most):
            begin = f"of at least {self.least or _separated(self.low or 0)}"
        elif self.low is not None:
            return f"{noun} from {_separated(self.low)} to {most}"
        else:
            return f"{noun} of at most {most}" if most else noun
        return f"{noun} {begin} and at most {most}" if most else f"{noun} {begin}"

    def short(self, value: Any) -> str:
        """Say a value in few words, as the labels of runs do that differ in it."""
        if self.kind in ("choice", "nested", "text"):
            return self.names.get(value, f"{self.label} {value}")
        if value in self.words:
            return f"{self.label} {value}"
        return f"{self.symbol or self.label} = {plain(value)}"

    def parse(self, value: Any) -> Any:
        """Turn text or JSON into the field's type; values that do not fit come back unchanged for
        `problem`."""
        if not isinstance(value, str):
            return self._number(value)
        if self.kind == "text":
            return value
        text = value.strip()
        try:
            if self.kind == "integer":
                return int(text)
            if self.kind == "real":
                return float(text)
        except ValueError:
            return text
        return text

    def _number(self, value: Any) -> Any:
        """Give a number the field's type: JSON writes 1 and 1.0 for the same value."""
        if isinstance(value, bool):
            return value
        if self.kind == "integer" and isinstance(value, float) and value.is_integer():
            return int(value)
        if self.kind == "real" and isinstance(value, int) and self._within(value):
            return float(value) if abs(value) <= LARGEST_EXACT else value
        return value

    def problem(self, value: Any) -> str | None:
        """Return the sentence that says why `value` is not allowed, or None."""
        number = isinstance(value, int | float) and not isinstance(value, bool)
        match self.kind:
            case "choice" | "nested":
                good = isinstance(value, str) and value in self.choices
            case "text":
                if isinstance(value, str) and (fault := hidden(value)):
                    return f"{self.name} must be {self.rule}, got one with {fault}"
                good = isinstance(value, str) and self._is_line(value)
                if good and self.fault is not None and (wrong := self.fault(value)):
                    return f"{self.name}: {wrong.said}"
            case "integer":
                good = value in self.words or (
                    isinstance(value, int) and number and self._within(value)
                )
            case _:
                good = number and self._within(value)
        return None if good else f"{self.name} must be {self.rule}, got {_shown(value)}"

    def _within(self, value: float) -> bool:
        low = -math.inf if self.low is None else self.low
        high = math.inf if self.high is None else self.high
        above = -math.inf if self.above is None else self.above
        return above < value < math.inf and low <= value <= high

    @property
    def _without_commas(self) -> str:
        return "" if self.commas or self.fault else " without commas"

    def _is_line(self, text: str) -> bool:
        good = self.commas or self.fault is not None or "," not in text
        return good and len(text) <= (self.high or 0)

    def json_schema(self) -> dict[str, Any]:
        """JSON schema of the field."""
        if self.declared is not None:
            return self._nested_schema(self.declared)
        schema: dict[str, Any] = {
            "type": _JSON_TYPES[self.kind],
            "default": self.default,
            "description": self.help,
        }
        if self.choices:
            schema["enum"] = list(self.choices)
        if self.kind == "text":
            pattern = {} if self.commas or self.fault else {"pattern": "^[^,]*$"}
            return schema | {"maxLength": self.high} | pattern
        if self.low is not None:
            schema["minimum"] = self.low
        if self.high is not None:
            schema["maximum"] = self.high
        if self.above is not None:
            schema["exclusiveMinimum"] = self.above
        return self._with_words(schema)

    def _with_words(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Let a schema of numbers also take words."""
        if not self.words:
            return schema
        said = ("default", "description")
        number = {name: value for name, value in schema.items() if name not in said}
        outer = {name: schema[name] for name in said}
        return outer | {"anyOf": [number, {"type": "string", "enum": list(self.words)}]}

    def _nested_schema(self, declared: Callable[[str], Any]) -> dict[str, Any]:
        """JSON schema of a nested parameter: a key, or one with parameters."""
        pairs = [
            {
                "type": "object",
                "properties": {"key": {"const": key}, "params": declared(key).json_schema()},
                "required": ["key"],
                "additionalProperties": False,
            }
            for key in self.choices
        ]
        keys = {"type": "string", "enum": list(self.choices)}
        return {"default": self.default, "description": self.help, "anyOf": [keys, *pairs]}


def between_commas(text: str) -> list[str]:
    """Split text at those commas that are not within brackets.

    Examples
    --------
    >>> between_commas("order=formula,formula=max(p,60)")
    ['order=formula', 'formula=max(p,60)']
    """
    parts, depth, begin = [], 0, 0
    for k, sign in enumerate(text):
        if sign in "()":
            depth = max(depth + (1 if sign == "(" else -1), 0)
        elif sign == "," and not depth:
            parts.append(text[begin:k])
            begin = k + 1
    return [*parts, text[begin:]]


def assignments(texts: Iterable[str]) -> dict[str, str]:
    """Turn texts "name=value" into a mapping.

    Raises
    ------
    ParameterError
        For a text of another shape, and for a name that is given twice.
    """
    values: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not name:
            raise ParameterError({name: f"a parameter must be given as name=value, got {text!r}"})
        if name in values:
            raise ParameterError({name: f"{name} is given twice, {values[name]!r} and {value!r}"})
        values[name] = value
    return values


def plain(number: float) -> str:
    """Write 2, not 2.0."""
    return str(int(number)) if float(number).is_integer() else repr(number)


def _separated(limit: float) -> str:
    """Write 1,000,000."""
    return f"{int(limit):,}" if float(limit).is_integer() else repr(limit)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
