"""Where parameters apply, and what to say of names that are none."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from algorithms.declare.spec import Spec

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
    when = replace(spec.when, name=f"{nest}.{spec.when.name}") if spec.when else None
    return replace(spec, name=f"{nest}.{spec.name}", title=spec.label, when=when)


def applicable(declared: Sequence[Spec], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of some values by name, text or not, that apply beside the others."""
    specs = {spec.name: spec for spec in declared}
    values = {name: spec.default for name, spec in specs.items()} | {**given}

    def applies(name: str) -> bool:
        spec = specs.get(name)
        if spec is None or spec.when is None:
            return True
        other = specs[spec.when.name]
        return spec.when.holds(other.parse(values[other.name])) and applies(other.name)

    return {name: value for name, value in given.items() if applies(name)}


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
