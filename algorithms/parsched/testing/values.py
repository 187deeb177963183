"""Values of parameters: those that break a declaration, and those that work."""

import math
from dataclasses import replace
from typing import Any

from parsched.declare.parameters import Params
from parsched.declare.spec import Spec


def bad_values(spec: Spec) -> list[Any]:
    """Return values that break a declaration."""
    wrong: list[Any] = [None, [], {}, "no such value", math.nan]
    if spec.kind == "choice":
        return [*wrong, "", 1, True]
    if spec.kind == "text":
        longest = int(spec.high or 0)
        return [None, [], {}, 1, math.nan, "a,b", "a\0", "a\nb", "a" * (longest + 1)]
    wrong += [math.inf, -math.inf, True, 10**400]
    wrong += [0.5] if spec.kind == "integer" else []
    ends = ((spec.low, -1), (spec.high, 1))
    return wrong + [limit + beyond for limit, beyond in ends if limit is not None]


def good_values(spec: Spec) -> list[Any]:
    """Return values at the edges of a declaration."""
    if spec.kind == "choice":
        return list(spec.choices)
    if spec.kind == "text":
        return [spec.default]
    edges = [edge for edge in (spec.low, spec.high) if edge is not None]
    return [spec.default, *map(int if spec.kind == "integer" else float, edges), *spec.words]


def params_that_work(params: type[Params]) -> list[Params]:
    """Return the defaults, and each choice once, but for what makes a search long."""
    found = [params()]
    for spec in params.specs():
        for value in good_values(spec) if spec.kind == "choice" else ():
            found.append(params(**{**params.beside(spec.name), spec.name: value}))
    return [one.brief() for one in dict.fromkeys(found)]


def impatient(params: Params) -> Params:
    """Return the same with little patience, where a search has some."""
    few = {"max_iterations": 10} if hasattr(params, "max_iterations") else {}
    return replace(params, **few)
