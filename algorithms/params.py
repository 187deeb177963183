"""Parameters, declared once for form, API, CLI and docs: in a frozen dataclass per algorithm.

`Params.specs()` describes each field neutrally; `Params.from_mapping()` is the way in for text and
JSON; the constructor is the only validator.
"""

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Self

from algorithms.errors import ParameterError

if TYPE_CHECKING:
    from algorithms.platform import Platform
    from algorithms.workload import Workload

MAX_SEED = 2**63 - 1
LARGEST_EXACT = 2**53
"""Up to here every whole number is a float."""
_KEY = "spec"
_TRUTH = {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}
_JSON_TYPES = {
    "choice": "string",
    "text": "string",
    "integer": "integer",
    "real": "number",
    "boolean": "boolean",
}
Choices = tuple[str, ...] | Callable[[], tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class Spec:
    """One declared parameter: `kind` is "choice", "text", "integer", "real" or "boolean"; limits
    are inclusive, of numbers and of the length of texts; `commas` says if these may have any.
    Numbers are greater than `above`.

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
    unit: str = ""
    is_seed: bool = False
    commas: bool = False
    title: str = ""
    symbol: str = ""
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """Field name as a person reads it."""
        return self.title or self.name.replace("_", " ")

    @property
    def rule(self) -> str:
        """The allowed values in words, e.g. "an integer from 1 to 64"."""
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        if self.kind == "boolean":
            return "true or false"
        if self.kind == "text":
            return f"one line of up to {self.high:,} characters{self._without_commas}"
        noun = "an integer" if self.kind == "integer" else "a number"
        if self.above is not None:
            end = "" if self.high is None else f" and at most {plain(self.high)}"
            return f"{noun} above {plain(self.above)}{end}"
        if self.low is not None and self.high is not None:
            return f"{noun} from {plain(self.low)} to {plain(self.high)}"
        if self.low is not None:
            return f"{noun} of at least {plain(self.low)}"
        if self.high is not None:
            return f"{noun} of at most {plain(self.high)}"
        return noun

    def short(self, value: Any) -> str:
        """Say a value in few words, as the labels of runs do that differ in it."""
        if self.kind == "boolean":
            return self.label if value else f"not {self.label}"
        if self.kind in ("choice", "text"):
            return self.names.get(value, f"{self.label} {value}")
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
        if self.kind == "boolean":
            return _TRUTH.get(text.lower(), text)
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
            case "choice":
                good = isinstance(value, str) and value in self.choices
            case "text":
                good = isinstance(value, str) and self._is_line(value)
            case "boolean":
                good = isinstance(value, bool)
            case "integer":
                good = isinstance(value, int) and number and self._within(value)
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
        return "" if self.commas else " without commas"

    def _is_line(self, text: str) -> bool:
        good = self.commas or "," not in text
        return good and len(text) <= (self.high or 0) and text.isprintable()

    def json_schema(self) -> dict[str, Any]:
        """JSON schema of the field."""
        schema: dict[str, Any] = {
            "type": _JSON_TYPES[self.kind],
            "default": self.default,
            "description": self.help,
        }
        if self.choices:
            schema["enum"] = list(self.choices)
        if self.kind == "text":
            pattern = {} if self.commas else {"pattern": "^[^,]*$"}
            return schema | {"maxLength": self.high} | pattern
        if self.low is not None:
            schema["minimum"] = self.low
        if self.high is not None:
            schema["maximum"] = self.high
        if self.above is not None:
            schema["exclusiveMinimum"] = self.above
        return schema


def plain(number: float) -> str:
    """Write 2, not 2.0."""
    return str(int(number)) if float(number).is_integer() else repr(number)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def _spec(name: str, declared: Mapping[str, Any]) -> Spec:
    choices = declared.get("choices", ())
    return Spec(name=name, **{**declared, "choices": choices() if callable(choices) else choices})


def _declare(**spec: Any) -> Any:
    return field(default=spec["default"], metadata={_KEY: spec})


def choice(
    default: str,
    choices: Choices,
    help: str,
    *,
    title: str = "",
    names: Mapping[str, str] | None = None,
) -> Any:
    """Declare a parameter with a closed list of values, or with a function that returns the list
    (where it is not complete before all modules are loaded); `title` is what people read instead
    of its name."""
    named = {"names": names} if names else {}
    return _declare(
        kind="choice", default=default, choices=choices, help=help, title=title, **named
    )


def text(default: str, help: str, *, longest: int, commas: bool = False) -> Any:
    """Declare a parameter that is one line of text; labels separate the parameters of an algorithm
    by commas (see `algorithms.compare.Entry`), so those have none."""
    return _declare(kind="text", default=default, help=help, high=longest, commas=commas)


def integer(
    default: int, help: str, *, low: int | None = None, high: int | None = None, unit: str = ""
) -> Any:
    """Declare an integer parameter with inclusive limits."""
    return _declare(kind="integer", default=default, help=help, low=low, high=high, unit=unit)


def real(
    default: float,
    help: str,
    *,
    low: float | None = None,
    high: float | None = None,
    above: float | None = None,
    unit: str = "",
    title: str = "",
    symbol: str = "",
) -> Any:
    """Declare a finite real parameter with inclusive limits; it must be greater than `above`.
    `title` is what people read instead of its name."""
    limits = {"low": low, "high": high, "above": above}
    told = {"unit": unit, "title": title, "symbol": symbol}
    return _declare(kind="real", default=default, help=help, **limits, **told)


def boolean(default: bool, help: str) -> Any:
    """Declare a yes/no parameter."""
    return _declare(kind="boolean", default=default, help=help)


def seed(default: int = 1) -> Any:
    """Declare the seed; having one is what makes an algorithm or generator stochastic."""
    text = "Seed of the random numbers: the same seed gives the same result."
    return _declare(kind="integer", default=default, help=text, low=0, high=MAX_SEED, is_seed=True)


def time_limit() -> Any:
    """Declare how long an algorithm may search; `Stop.limit` makes it so."""
    return real(
        0.0,
        "Time after which the best schedule so far is returned; 0 is no limit of its own.",
        low=0.0,
        high=1e6,
        unit="s",
    )


@dataclass(frozen=True, kw_only=True)
class Params:
    """Base of all parameter classes; subclasses are frozen dataclasses whose fields are declared
    above."""

    def __post_init__(self) -> None:
        errors = {}
        for spec in self.specs():
            if problem := spec.problem(getattr(self, spec.name)):
                errors[spec.name] = problem
        if errors:
            raise ParameterError(errors)

    @classmethod
    def specs(cls) -> tuple[Spec, ...]:
        """Return the declared parameters in order."""
        return tuple(
            _spec(f.name, f.metadata[_KEY]) for f in fields(cls) if f.default is not MISSING
        )

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Build from names to text or JSON values; missing names take their defaults.

        Raises
        ------
        ParameterError
            For unknown names and for values that break their declaration, all at once.
        """
        return cls(**cls.parsed(values))

    @classmethod
    def parsed(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return values of the declared types; raises as `from_mapping` does."""
        specs = {spec.name: spec for spec in cls.specs()}
        errors = cls.unknown(values)
        parsed = {name: specs[name].parse(value) for name, value in values.items() if name in specs}
        problems = {name: specs[name].problem(value) for name, value in parsed.items()}
        errors |= {name: problem for name, problem in problems.items() if problem}
        if errors:
            raise ParameterError(errors)
        return parsed

    @classmethod
    def unknown(cls, values: Iterable[str], beside: Iterable[str] = ()) -> dict[str, str]:
        """Return a sentence for each name that no parameter has, nor stands `beside` them."""
        names = [*(spec.name for spec in cls.specs()), *beside]
        return {
            name: f"{name} is not a parameter here; known are: {', '.join(names) or 'none'}"
            for name in values
            if name not in names
        }

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """JSON schema of the whole set."""
        properties = {spec.name: spec.json_schema() for spec in cls.specs()}
        return {"type": "object", "properties": properties, "additionalProperties": False}

    @classmethod
    def seed_name(cls) -> str | None:
        """Name of the seed field, or None for deterministic code."""
        return next((spec.name for spec in cls.specs() if spec.is_seed), None)

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON values by name."""
        return asdict(self)

    def changed(self) -> dict[str, Any]:
        """Return those values that are not at their defaults."""
        values = self.as_dict()
        return {s.name: values[s.name] for s in self.specs() if values[s.name] != s.default}

    @property
    def innermost(self) -> "Params":
        """These, or those of an algorithm within: what several algorithms share goes to them."""
        return self

    def sharing(self, shared: Mapping[str, Any], own: Collection[str]) -> Self:
        """Return these with the values of `shared`, by name, that they know and that are not among
        the names of their `own`; raises `ParameterError` as the constructor does."""
        known = {spec.name for spec in self.specs()}.difference(own)
        more = {name: value for name, value in shared.items() if name in known}
        return replace(self, **more) if more else self

    def words(self) -> Mapping[str, str]:
        """Return what labels say of parameters that need words of their own, by name."""
        return {}

    def told(self, names: Iterable[str]) -> str:
        """Say in few words what some parameters are, such as "MPL, a = 0.5", each once."""
        values, words = self.as_dict(), self.words()
        specs = {spec.name: spec for spec in self.specs()}
        texts = [words.get(name, specs[name].short(values[name])) for name in names]
        return ", ".join(filter(None, dict.fromkeys(texts)))

    @classmethod
    def notes(cls, workload: "Workload", platform: "Platform") -> Mapping[str, str]:
        """Return sentences, by parameter, about what values mean for these jobs on this machine."""
        return {}

    def refusal(self, workload: "Workload", platform: "Platform") -> str | None:
        """Return why these parameters do not suit a workload that others do, or None."""
        return None

    def refusal_in_batches(self, workload: "Workload", platform: "Platform") -> str | None:
        """Return the same where jobs come in batches, of which it is not known which share one."""
        return self.refusal(workload, platform)

    def warnings(self, platform: "Platform") -> tuple[str, ...]:
        """Return sentences about what these parameters make of a machine that nobody may want."""
        return ()

    def effective(self, workload: "Workload") -> "Workload":
        """Return the jobs to schedule, as these make them (e.g. killed at their estimate)."""
        return workload

    def brief(self) -> Self:
        """Return parameters that run the same code for a short time, to practise."""
        return self


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
