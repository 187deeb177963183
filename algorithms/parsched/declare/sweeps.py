"""Sweeps: parameters that take several values, and the runs that these make.

Values are given as a list, or as text: `mpl|mst` or `mpl, mst`, `all` for every value of a choice,
and for numbers also ranges such as `0.1:1:0.1`, which are exact in decimals: 0.3, not 0.1 + 0.1 +
0.1.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from functools import cached_property
from itertools import pairwise
from typing import Any, Self

from parsched.base.errors import ParameterError
from parsched.declare.combinations import combinations, count_of
from parsched.declare.parameters import Params, flattened
from parsched.declare.spec import Spec

MOST_VALUES = 1_000
"""Values that one parameter is given, those that are given twice among them."""
LARGEST = Decimal(10) ** 19
"""Ends of ranges are smaller than this, seeds among them."""
ALL = "all"
_BETWEEN = re.compile(r"[,|]")


@dataclass(frozen=True, kw_only=True)
class Sweep:
    """A ready-made sweep of an algorithm: values by parameter, and what it is good for. With one
    value each it is a single run under a name of its own, such as `slp-pure:printed`.

    Examples
    --------
    >>> Sweep(key="both", title="Both", help="Two sides.", vary={"side": ("left", "right")}).key
    'both'
    """

    key: str
    title: str
    help: str
    vary: Mapping[str, tuple[Any, ...]] = field(hash=False)


@dataclass(frozen=True)
class Variants:
    """The parameters that an entry stands for: one set for each combination of values.

    `values` has its parameters in the order of their declarations; the last one changes fastest.
    """

    declared: type[Params]
    fixed: Mapping[str, Any]
    values: Mapping[str, tuple[Any, ...]]

    @classmethod
    def of(cls, declared: type[Params], fixed: Mapping[str, Any], vary: Mapping[str, Any]) -> Self:
        """Take text or JSON values by parameter, one each in `fixed`, several in `vary`.

        Raises
        ------
        ParameterError
            For every name and value that breaks a declaration, and for a parameter in both.
        """
        fixed = flattened(fixed)
        errors = {
            name: f"{name} is given twice, once with one value, once with several"
            for name in vary
            if name in fixed
        }
        # A nested parameter is checked as a whole if any part of it varies.
        nests = {name.partition(".")[0] for name in vary}
        together = {n: [v] for n, v in fixed.items() if n.partition(".")[0] in nests}
        fixed = {name: value for name, value in fixed.items() if name not in together}
        try:
            declared.parsed(fixed)
        except ParameterError as error:
            errors |= error.errors
        values, problems = _varied(declared, {**together, **vary})
        if errors := problems | errors:
            raise ParameterError(errors)
        return cls(declared, fixed, values)

    @cached_property
    def count(self) -> int:
        """Number of runs: of the combinations of values that apply beside each other."""
        return count_of(self.declared, self.fixed, self.values) if self._is_sweep else 1

    @property
    def _is_sweep(self) -> bool:
        """Does any parameter take several values? If none does, all must apply."""
        return any(len(values) > 1 for values in self.values.values())

    def params(self) -> Iterator[Params]:
        """Yield each combination; values that do not apply beside the others are left out, so each
        run is yielded once.

        Raises
        ------
        ParameterError
            For a combination that is not allowed though each of its values is.
        """
        if not self._is_sweep:
            one = {name: value for name, (value,) in self.values.items()}
            yield self.declared.from_mapping({**self.fixed, **one})
            return
        for combination in combinations(self.declared, self.fixed, self.values):
            values = {**self.fixed, **combination}
            yield self.declared.from_mapping(self.declared.applicable(values))

    @property
    def own(self) -> tuple[str, ...]:
        """Names of the parameters that are given, with one value or several."""
        return (*self.fixed, *self.values)

    @property
    def varied(self) -> list[Spec]:
        """Parameters that take more than one value."""
        specs = self.declared.specs_with(_keys(self.declared, self.values))
        return [spec for spec in specs if len(self.values.get(spec.name, ())) > 1]

    @property
    def is_named(self) -> bool:
        """True where `wording` says what runs even without the title of the algorithm."""
        return any(spec.names for spec in self.varied)

    def wording(self, params: Params) -> str:
        """Say in few words how one run differs from the others, such as "MPL, a = 0.5"."""
        return params.wording([spec.name for spec in self.varied])


def _varied(
    declared: type[Params], vary: Mapping[str, Any]
) -> tuple[dict[str, tuple[Any, ...]], dict[str, str]]:
    """Return the values of parameters in the order of their declarations, and sentences about those
    that break one, by name."""
    errors = declared.unknown(vary)
    values: dict[str, tuple[Any, ...]] = {}

    def take(specs: Iterable[Spec]) -> None:
        for spec in specs:
            if spec.name in vary and spec.name not in {*errors, *values}:
                try:
                    values[spec.name] = several(spec, vary[spec.name])
                except ParameterError as error:
                    errors.update(error.errors)

    take(declared.specs())
    specs = declared.specs_with(_keys(declared, values))
    take(specs)
    names = [spec.name for spec in specs]
    for name in vary:
        if name not in names and name not in errors:
            own_names = ", ".join(n for n in names if n.startswith(name.partition(".")[0] + "."))
            errors[name] = f"{name} is not a parameter here; known are: {own_names or 'none'}"
    return {name: values[name] for name in names if name in values}, errors


def _keys(
    declared: type[Params], values: Mapping[str, tuple[Any, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return what nested parameters choose."""
    nested = (spec.name for spec in declared.specs() if spec.kind == "nested")
    return {name: values[name] for name in nested if name in values}


def several(spec: Spec, raw: Any) -> tuple[Any, ...]:
    """Return the values of one parameter; one that is given twice counts once.

    Raises
    ------
    ParameterError
        Names the first value that breaks the declaration.
    """
    one = isinstance(raw, list | tuple) and len(raw) == 1
    if spec.kind == "text" and not one:
        raise ParameterError({spec.name: f"{spec.name} is text, which takes one value only"})
    if isinstance(raw, str):
        values = _listed(spec, raw)
    elif isinstance(raw, list | tuple):
        _check_number(spec, len(raw), f"{len(raw):,} values")
        values = [spec.parse(value) for value in raw]
    else:
        rule = "a list of values, or text such as " + example(spec)
        raise ParameterError({spec.name: f"{spec.name} must be {rule}, got {raw!r:.60}"})
    if not values:
        raise ParameterError({spec.name: f"{spec.name} needs at least one value"})
    for value in values:
        if problem := spec.problem(value):
            raise ParameterError({spec.name: problem})
    return tuple(dict.fromkeys(values))


def _listed(spec: Spec, text: str) -> list[Any]:
    """Return the values that text gives, and never make many more than are allowed."""
    values: list[Any] = []
    for part in _BETWEEN.split(text):
        values += _part(spec, part.strip())
        _check_number(spec, len(values), repr(text))
    return values


def _check_number(spec: Spec, values: float | Decimal, text: str) -> None:
    if values > MOST_VALUES:
        sentence = f"{spec.name} may have {MOST_VALUES:,} values, {text:.60} are more"
        raise ParameterError({spec.name: sentence})


def typed(values: Sequence[float | str]) -> str:
    """Write numbers and words as `several` reads them: numbers with equal steps between them as a
    range, words such as "all" behind them.

    Examples
    --------
    >>> typed([1, 2, 3, "all"])
    '1:3:1, all'
    """
    words = [value for value in values if isinstance(value, str)]
    numbers = [Decimal(str(value)) for value in values if not isinstance(value, str)]
    steps = {b - a for a, b in pairwise(numbers)}
    if len(numbers) > 2 and len(steps) == 1 and min(steps) > 0:
        words.insert(0, ":".join(map(_plain, (numbers[0], numbers[-1], steps.pop()))))
    else:
        words[:0] = map(_plain, numbers)
    return ", ".join(words)


def _plain(number: Decimal) -> str:
    """Write a number without a power of ten and without a fraction that says nothing."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def json_schema(declared: type[Params]) -> dict[str, Any]:
    """JSON schema of what `Variants.of` takes as several values; besides, parameters of nested ones
    vary by names such as `algorithm.shuffles`."""
    texts = "Several values, one run for each; or text such as "
    properties = {
        spec.name: {
            "description": f"{texts}{example(spec)}.",
            "anyOf": [
                {"type": "array", "minItems": 1, "items": _item(spec)},
                {"type": "string", "minLength": 1},
            ],
        }
        for spec in declared.specs()
        if spec.kind != "text"
    }
    nests: dict[str, Any] = {
        rf"^{spec.name}\.": {} for spec in declared.specs() if spec.kind == "nested"
    }
    inner = {"patternProperties": nests} if nests else {}
    return {"type": "object", "properties": properties, **inner, "additionalProperties": False}


def _item(spec: Spec) -> dict[str, Any]:
    if spec.kind == "nested":
        return {"type": "string", "enum": list(spec.choices)}
    unsaid = ("default", "description")
    return {name: value for name, value in spec.json_schema().items() if name not in unsaid}


def example(spec: Spec) -> str:
    """Return text that gives a parameter several values."""
    if spec.kind == "real":
        return "0.1:1:0.1 or 0.1, 0.2, 1"
    if spec.kind == "integer":
        return "1:10 or 1, 2, 5"
    return ", ".join(spec.choices[:2])


def _part(spec: Spec, text: str) -> list[Any]:
    """Return the values of what stands between two commas."""
    if not text:
        return []
    if spec.kind in ("integer", "real"):
        return _range(spec, text) if ":" in text else [spec.parse(text)]
    if text == ALL and text not in spec.choices:
        return list(spec.choices)
    return [spec.parse(text)]


def _range(spec: Spec, text: str) -> list[float]:
    """Return the numbers of `from:to:step`; the step may be left out where it is 1."""
    try:
        low, high, step = (Decimal(part.strip()) for part in _stepped(text).split(":"))
        good = step > 0 and low <= high and max(abs(low), abs(high), step) < LARGEST
        steps = (high - low) / step
    except (ArithmeticError, InvalidOperation, ValueError):
        good = False
    if not good:
        rule = "from:to:step with a step above 0, such as " + example(spec).partition(" or ")[0]
        sentence = f"{spec.name} as a range must be {rule}, got {text!r:.60}"
        raise ParameterError({spec.name: sentence})
    _check_number(spec, steps, repr(text))  # as an integer it may have a million digits
    numbers = [low + k * step for k in range(int(steps) + 1)]
    whole = spec.kind == "integer"
    return [int(n) if whole and n == n.to_integral_value() else float(n) for n in numbers]


def _stepped(text: str) -> str:
    return text if text.count(":") != 1 else f"{text}:1"
