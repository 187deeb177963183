"""Words of the field that some metrics need, as the modules that they name explain them."""

import inspect
from dataclasses import dataclass

from parsched.model.problem import deployment
from parsched.policies.groups import gls_groups
from parsched.policies.groups.parameters import TargetParams

SYMBOLS = {
    "r_j": "release",
    "s_j": "start",
    "C_j": "end",
    "p_j": "run time",
    "q_j": "number of processors",
}
"""What formulas of metrics call the times and the width of job j."""


def symbols_in(formula: str) -> str:
    """Return what the symbols of a formula stand for; nothing where it has no such symbol.

    Examples
    --------
    >>> symbols_in("mean (s_j − r_j)")
    'r_j is the release of job j, s_j its start'
    """
    first, *others = [symbol for symbol in SYMBOLS if symbol in formula] or [""]
    if not first:
        return ""
    parts = [f"{symbol} its {SYMBOLS[symbol]}" for symbol in others]
    return ", ".join([f"{first} is the {SYMBOLS[first]} of job j", *parts])


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
