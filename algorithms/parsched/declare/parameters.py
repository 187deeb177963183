"""Parameters, declared once for form, API, CLI and docs: in a frozen dataclass per algorithm.

`Params.specs()` describes each field neutrally; `Params.from_mapping()` is the way in for text and
JSON; the constructor is the only validator.
"""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Self

from parsched.base.errors import ParameterError
from parsched.declare import conditions
from parsched.declare.fields import (
    MAX_SEED,
    SPEC,
    Choices,
    choice,
    integer,
    nested,
    real,
    seed,
    text,
    time_limit,
)
from parsched.declare.spec import Spec

__all__ = [
    "MAX_SEED",
    "Choices",
    "Chosen",
    "Params",
    "choice",
    "flattened",
    "integer",
    "nested",
    "real",
    "seed",
    "text",
    "time_limit",
]


PLAIN = (str, int, float)


def _spec(name: str, declared: Mapping[str, Any]) -> Spec:
    choices = declared.get("choices", ())
    return Spec(name=name, **{**declared, "choices": choices() if callable(choices) else choices})


@dataclass(frozen=True)
class Chosen:
    """The value of a nested parameter: the key of what was chosen, with its own parameters."""

    key: str
    params: "Params"

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {"key": self.key, "params": self.params.as_dict()}

    @classmethod
    def of(cls, spec: Spec, key: Any, values: Mapping[str, Any]) -> Self:
        """Build from a key and the values of its own parameters by name.

        Raises
        ------
        ParameterError
            For a key that is none of the choices, and for values that break a declaration.
        """
        if problem := spec.problem(key):
            raise ParameterError({spec.name: problem})
        assert spec.declared is not None
        try:
            return cls(key, spec.declared(key).from_mapping(values))
        except ParameterError as error:
            named = {name: f"{spec.name}.{name}" for name in error.errors}
            problems = error.errors.items()
            errors = {named[name]: text.replace(name, named[name], 1) for name, text in problems}
            raise ParameterError(errors) from error


def _opened(name: str, value: Any) -> dict[str, Any]:
    """Return a nested value as its key and its own parameters; nothing for any other value."""
    if isinstance(value, PLAIN):  # nearly all are: to ask whether one is a mapping takes longer
        return {}
    if isinstance(value, Chosen):
        key, params = value.key, value.params.flat()
    elif isinstance(value, Mapping) and "key" in value and value.keys() <= {"key", "params"}:
        key, params = value["key"], value.get("params", {})
    else:
        return {}
    if not isinstance(params, Mapping):
        raise ParameterError({name: f"{name}.params must be an object, got {params!r:.60}"})
    return {name: key, **{f"{name}.{own}": v for own, v in flattened(params).items()}}


def flattened(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values by name with the values of nested parameters beside them: `{"key": "demt",
    "params": {"shuffles": 3}}` for `algorithm` becomes `algorithm` and `algorithm.shuffles`.

    Raises
    ------
    ParameterError
        For a value that is given twice.
    """
    flat: dict[str, Any] = {}
    for name, value in values.items():
        for key, own in {name: value, **_opened(name, value)}.items():
            if key in flat:
                raise ParameterError({key: f"{key} is given twice"})
            flat[key] = own
    return flat


_SPECS: dict[type["Params"], tuple[Spec, ...]] = {}
"""The parameters of classes all of whose choices are complete; pages ask for them by thousands."""


@dataclass(frozen=True, kw_only=True)
class Params:
    """Base of all parameter classes; subclasses are frozen dataclasses whose fields are declared
    above.

    Examples
    --------
    >>> from parsched.plugins import ListParams
    >>> ListParams.from_mapping({"placement": "serial"}).changed()
    {'placement': 'serial'}
    """

    runs_commands: ClassVar[bool] = False
    """Do they name a program that is run? Then `commands` has it."""

    def __post_init__(self) -> None:
        errors = {}
        for spec in self.specs():
            value = getattr(self, spec.name)
            if isinstance(value, Chosen):
                value = value.key
            elif spec.kind == "nested" and not spec.problem(value):
                object.__setattr__(self, spec.name, Chosen.of(spec, value, {}))
            if problem := spec.problem(value):
                errors[spec.name] = problem
                continue
            if spec.canonical is not None:
                value = spec.canonical(value)
                object.__setattr__(self, spec.name, value)
            if spec.when and value != spec.default and not self.applies(spec):
                rule = spec.when.words
                errors[spec.name] = f"{spec.name} applies only {rule}; it is given as {value}"
        if errors:
            raise ParameterError(errors)

    def applies(self, spec: Spec) -> bool:
        """Does a parameter apply beside the values of the others?"""
        return spec.name in self._said()

    @classmethod
    def applicable(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values, by name, whose parameters apply beside the others; values may be
        texts."""
        return conditions.applicable(cls.specs_for(given), given)

    @classmethod
    def beside(cls, name: str) -> dict[str, Any]:
        """Return values of other parameters beside which one applies; empty where it does by
        default."""
        return conditions.beside(cls.specs(), name)

    @classmethod
    def specs(cls) -> tuple[Spec, ...]:
        """Return the declared parameters in order."""
        if cls in _SPECS:
            return _SPECS[cls]
        declared = [(f.name, f.metadata[SPEC]) for f in fields(cls) if f.default is not MISSING]
        specs = tuple(_spec(name, spec) for name, spec in declared)
        if not any(callable(spec.get("choices")) for _, spec in declared):
            _SPECS[cls] = specs
        return specs

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
        values = flattened(values)
        errors, parsed = cls.unknown(values), {}
        for spec in cls.specs():
            own = _within(spec.name, values) if spec.kind == "nested" else {}
            if spec.name not in values and not own:
                continue
            try:
                parsed[spec.name] = cls._parsed(spec, values.get(spec.name, spec.default), own)
            except ParameterError as error:
                errors |= error.errors
        if errors:
            raise ParameterError(errors)
        return parsed

    @classmethod
    def _parsed(cls, spec: Spec, value: Any, own: Mapping[str, Any]) -> Any:
        """Return one value of the declared type; `own` are the parameters of a nested one."""
        value = spec.parse(value)
        if spec.kind == "nested":
            return Chosen.of(spec, value, own)
        if problem := spec.problem(value):
            raise ParameterError({spec.name: problem})
        return value

    @classmethod
    def unknown(cls, values: Iterable[str], beside: Iterable[str] = ()) -> dict[str, str]:
        """Return a sentence for each name that no parameter has, nor stands `beside` them; those
        within nested parameters are not looked at."""
        names = [*(spec.name for spec in cls.specs()), *beside]
        nests = {spec.name for spec in cls.specs() if spec.kind == "nested"}
        return {
            name: f"{name} is not a parameter here; known are: {', '.join(names) or 'none'}"
            + conditions.RULES.get(name, "")
            for name in values
            if name not in names and name.partition(".")[0] not in nests
        }

    @classmethod
    def specs_with(cls, keys: Mapping[str, Iterable[str]]) -> tuple[Spec, ...]:
        """Return the declared parameters and, after each nested one, those that all of its `keys`
        have; of the default where there are none."""
        specs: list[Spec] = []
        for spec in cls.specs():
            specs.append(spec)
            if spec.declared is not None:
                declared = [spec.declared(key) for key in keys.get(spec.name, (spec.default,))]
                common = set.intersection(*({s.name for s in d.specs()} for d in declared))
                inner = (s for s in declared[0].specs() if s.name in common)
                specs += (conditions.within(spec.name, own) for own in inner)
        return tuple(specs)

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """JSON schema of the whole set."""
        properties = {spec.name: spec.json_schema() for spec in cls.specs()}
        return {"type": "object", "properties": properties, "additionalProperties": False}

    @classmethod
    def seed_name(cls, values: Mapping[str, Any] | None = None) -> str | None:
        """Name of the seed, or None for deterministic code; what is chosen for nested parameters
        stands in `values`."""
        return next((spec.name for spec in cls.specs_for(values or {}) if spec.is_seed), None)

    @classmethod
    def specs_for(cls, values: Mapping[str, Any]) -> tuple[Spec, ...]:
        """Return the declared parameters, and the nested parameters of what some values choose."""
        chosen = {n: v.key if isinstance(v, Chosen) else v for n, v in values.items()}
        nests = (s for s in cls.specs() if s.kind == "nested" and s.name in chosen)
        good = (s.name for s in nests if not s.problem(chosen[s.name]))
        return cls.specs_with({name: (chosen[name],) for name in good})

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON values by name: those that apply, as the others mean nothing."""
        said = self._said()
        return {n: v.as_dict() if isinstance(v, Chosen) else v for n, v in said.items()}

    def flat(self) -> dict[str, Any]:
        """Return the same with the values of nested parameters beside them, such as
        `algorithm.shuffles`."""
        return flattened(self._said())

    def _said(self) -> dict[str, Any]:
        """Return the values that apply beside each other."""
        specs = self.specs()
        return conditions.applicable(specs, {spec.name: getattr(self, spec.name) for spec in specs})

    def flat_specs(self) -> tuple[Spec, ...]:
        """Return a declaration for each value of `flat`."""
        values = {spec.name: getattr(self, spec.name) for spec in self.specs()}
        chosen = {name: (v.key,) for name, v in values.items() if isinstance(v, Chosen)}
        said = self.flat()
        return tuple(spec for spec in self.specs_with(chosen) if spec.name in said)

    def changed(self) -> dict[str, Any]:
        """Return those values of `flat` that are not at their defaults."""
        values = self.flat()
        return {s.name: values[s.name] for s in self.flat_specs() if values[s.name] != s.default}

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that a run with these would start, commands of nested parameters
        included."""
        values = (getattr(self, spec.name) for spec in self.specs())
        return tuple(c for v in values if isinstance(v, Chosen) for c in v.params.commands)

    def words(self) -> Mapping[str, str]:
        """Return the text in labels of parameters that need a special one, by name."""
        return {}

    def wording(self, names: Iterable[str]) -> str:
        """Return a short text of the parameters that apply, such as "MPL, a = 0.5",
        each once."""
        values, words = self.flat(), self.words()
        specs = {spec.name: spec for spec in self.flat_specs()}
        said = [name for name in names if name in values]
        texts = [words.get(name, specs[name].short(values[name])) for name in said]
        return ", ".join(filter(None, dict.fromkeys(texts)))

    # Rules and deployments are declared as parameters, too: so nothing here knows the types of
    # instances and platforms, which are made of these.

    @classmethod
    def notes(cls, instance: Any) -> Mapping[str, str]:
        """Return sentences, by parameter, about what values mean for this instance."""
        return {}

    def refusal(self, instance: Any) -> str | None:
        """Return why these parameters do not suit an instance that others do, or None."""
        return None

    def warnings(self, platform: Any) -> tuple[str, ...]:
        """Return warnings about unwanted effects of these parameters on a machine."""
        return ()

    def brief(self) -> Self:
        """Return parameters that run the same code for a short time, to practise."""
        return self


def _within(name: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of parameters of a nested one, by their own names."""
    prefix = f"{name}."
    return {key.removeprefix(prefix): v for key, v in values.items() if key.startswith(prefix)}
