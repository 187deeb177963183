"""Where parameters apply, and what to say of names that are none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from parsched.declare.spec import Spec, When

RULES = {
    name: f". For all algorithms alike it is given as {option} on the command line, and {place} in "
    "pages and the API"
    for name, option, place in (
        ("estimates", "--estimates", "with the rules of a comparison"),
        ("events", "--events", "with the rules of a comparison"),
        ("deploy_seconds", "--deploy SECONDS[:EXTRA]", "with the machine"),
        ("deploy_extra", "--deploy SECONDS[:EXTRA]", "with the machine"),
        ("systems", "--systems K", "with the machine"),
    )
}
"""What to add about names that are no parameters of algorithms but rules, or of the machine."""


def within(nest: str, spec: Spec) -> Spec:
    """Return a parameter of what a nested one chooses by its name there, such as
    `algorithm.shuffles`; what it depends on is there, too."""
    when = spec.when.within(nest) if spec.when else None
    return replace(spec, name=f"{nest}.{spec.name}", title=spec.label, when=when)


@dataclass
class Beside:
    """Values of all parameters by name, text or not, beside which each applies or does not.

    A parameter applies if one of its conditions holds, and what that looks at applies itself.
    """

    specs: Mapping[str, Spec]
    values: dict[str, Any]

    @classmethod
    def of(cls, declared: Sequence[Spec], given: Mapping[str, Any]) -> Self:
        """Take what is given, and defaults for the others."""
        specs = {spec.name: spec for spec in declared}
        return cls(specs, {name: spec.default for name, spec in specs.items()} | {**given})

    def applies(self, name: str) -> bool:
        """Does the parameter of that name apply? What is none does, too."""
        spec = self.specs.get(name)
        return spec is None or spec.when is None or any(map(self._holds, spec.when.each))

    def _holds(self, when: When) -> bool:
        other = self.specs[when.name]
        return when.holds(other.parse(self.values[when.name])) and self.applies(when.name)


def applicable(declared: Sequence[Spec], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values, by name, whose parameters apply beside the others; values may be texts."""
    if not any(spec.when for spec in declared):
        return {**given}
    among = Beside.of(declared, given)
    return {name: value for name, value in given.items() if among.applies(name)}


def beside(declared: Sequence[Spec], name: str) -> dict[str, Any]:
    """Return values of other parameters beside which one applies; empty where it does by
    default."""
    specs = {spec.name: spec for spec in declared}
    condition = specs[name].when if name in specs else None
    if condition is None:
        return {}
    other = specs[condition.name]
    able = [other.default, *other.choices, *other.words]
    value = next(value for value in able if condition.holds(value))
    own = {} if value == other.default else {other.name: value}
    return beside(declared, other.name) | own
