"""Words of the field that some metrics need, as the modules that they name explain them."""

import inspect
from dataclasses import dataclass

from algorithms.groups import gls_groups
from algorithms.groups.parameters import TargetParams
from algorithms.problem import deployment


@dataclass(frozen=True)
class Word:
    """A term, its explanation, and the keys of the metrics that need it."""

    title: str
    text: str
    metrics: tuple[str, ...]


def _explained(module: object) -> str:
    """Return the docstring of a module without its first line."""
    _, _, text = (inspect.getdoc(module) or "").partition("\n")
    return text.strip()


_TARGET = next(spec for spec in TargetParams.specs() if spec.name == "lam")

WORDS = (
    Word("Environment, deployment", _explained(deployment), ("deployments",)),
    Word(_TARGET.label, _TARGET.help, ("d_lambda",)),
    Word("Group", _explained(gls_groups), ("group_widths",)),
)
