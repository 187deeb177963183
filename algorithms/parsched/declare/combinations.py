"""Combinations of values of parameters: each once, with what applies beside the others alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Self

from parsched.declare.conditions import Beside
from parsched.declare.parameters import Params
from parsched.declare.spec import Spec

Values = dict[str, Any]


def combinations(
    declared: type[Params], fixed: Mapping[str, Any], values: Mapping[str, Sequence[Any]]
) -> list[Values]:
    """Return the values that apply beside each other and what is fixed, by name.

    The last of `values` changes fastest. The number of combinations is given by `count_of`: look at
    it before asking for them.
    """
    places = {name: {v: k for k, v in enumerate(own)} for name, own in values.items()}
    found = [one for among in _among(declared, fixed, values) for one in among.each()]
    found.sort(key=lambda one: [at[one[n]] if n in one else 0 for n, at in places.items()])
    return [{name: one[name] for name in values if name in one} for one in found]


def count_of(
    declared: type[Params], fixed: Mapping[str, Any], values: Mapping[str, Sequence[Any]]
) -> int:
    """Return the number of combinations, which may be too many to look at each."""
    return sum(among.count() for among in _among(declared, fixed, values))


def _among(
    declared: type[Params], fixed: Mapping[str, Any], values: Mapping[str, Sequence[Any]]
) -> Iterator["_Among"]:
    """Yield the combinations for each choice of nested parameters: they settle what others exist.

    Nested parameters apply always.
    """
    nests = [
        spec.name for spec in declared.specs() if spec.kind == "nested" and spec.name in values
    ]
    others = {name: own for name, own in values.items() if name not in nests}
    for keys in product(*(values[name] for name in nests)):
        chosen = dict(zip(nests, keys, strict=True))
        specs = declared.specs_for({**fixed, **chosen})
        yield _Among.of(specs, {**fixed, **chosen}, others, chosen)


@dataclass
class _Among:
    """Combinations of `values` under one choice of nested parameters.

    `names` are the keys of `values` in an order in which each comes after what it depends on; what
    is chosen so far stands in `beside`.
    """

    beside: Beside
    values: Mapping[str, Sequence[Any]]
    names: Sequence[str]
    nested: Values

    @classmethod
    def of(
        cls,
        specs: Sequence[Spec],
        fixed: Mapping[str, Any],
        values: Mapping[str, Sequence[Any]],
        nested: Values,
    ) -> Self:
        """Sort parameters by what they depend on."""
        by_name = {spec.name: spec for spec in specs}

        def depth(name: str) -> int:
            spec = by_name.get(name)
            if spec is None or spec.when is None:
                return 0
            return 1 + max(depth(one.name) for one in spec.when.each)

        return cls(Beside.of(specs, fixed), values, sorted(values, key=depth), nested)

    def each(self, place: int = 0) -> Iterator[Values]:
        """Yield the combinations of all names from a place on."""
        if place == len(self.names):
            yield {**self.nested}
            return
        name = self.names[place]
        if not self.beside.applies(name):
            yield from self.each(place + 1)
            return
        for value in self.values[name]:
            with_value = self._with(name, value)
            yield from ({name: value, **one} for one in with_value.each(place + 1))

    def count(self, place: int = 0) -> int:
        """Count the combinations of all names from a place on."""
        if place == len(self.names):
            return 1
        name = self.names[place]
        if not self.beside.applies(name):
            return self.count(place + 1)
        kinds = self._kinds(name).values()
        return sum(n * self._with(name, value).count(place + 1) for n, value in kinds)

    def _with(self, name: str, value: Any) -> "_Among":
        beside = Beside(self.beside.specs, {**self.beside.values, name: value})
        return _Among(beside, self.values, self.names, self.nested)

    def _kinds(self, name: str) -> dict[tuple[bool, ...], tuple[int, Any]]:
        """Return how many values are one to all conditions, and the first of them."""
        conditions = [
            one
            for spec in self.beside.specs.values()
            if spec.when is not None
            for one in spec.when.each
            if one.name == name
        ]
        kinds: dict[tuple[bool, ...], tuple[int, Any]] = {}
        for value in self.values[name]:
            kind = tuple(condition.holds(value) for condition in conditions)
            count, first = kinds.get(kind, (0, value))
            kinds[kind] = (count + 1, first)
        return kinds
