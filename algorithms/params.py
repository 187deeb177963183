"""Parameters, declared once for form, API, CLI and docs: in a frozen dataclass per algorithm.

`Params.specs()` describes each field neutrally; `Params.from_mapping()` is the way in for text and
JSON; the constructor is the only validator.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Self

from algorithms.errors import ParameterError
from algorithms.spec import Spec

if TYPE_CHECKING:
    from algorithms.platform import Platform
    from algorithms.workload import Workload

MAX_SEED = 2**63 - 1
_KEY = "spec"
Choices = tuple[str, ...] | Callable[[], tuple[str, ...]]


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
    least: str = "",
    unit: str = "",
    title: str = "",
    symbol: str = "",
) -> Any:
    """Declare a finite real parameter with inclusive limits; it must be greater than `above`.
    `title` is what people read instead of its name, `least` instead of `low`."""
    limits = {"low": low, "high": high, "above": above, "least": least}
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

    def told_with(self, names: Collection[str]) -> set[str]:
        """Return the names of parameters that labels tell as one with some of these."""
        words = self.words()
        shown = {words[name] for name in names if name in words}
        return {name for name, word in words.items() if word in shown}

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
