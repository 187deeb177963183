"""Performance models of ElastiSim: arithmetic over the arguments of a job and its nodes."""

import ast
import operator
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from parsched.data.files.findings import shown
from parsched.model.problem.arrays import Floats

LONGEST = 300
"""Characters of a formula."""

_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
_FUNCTIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "min": (2, np.minimum),
    "max": (2, np.maximum),
    "pow": (2, np.power),
    "sqrt": (1, np.sqrt),
    "exp": (1, np.exp),
    "log": (1, np.log),
    "log2": (1, np.log2),
    "log10": (1, np.log10),
    "ceil": (1, np.ceil),
    "floor": (1, np.floor),
    "round": (1, np.round),
    "abs": (1, np.abs),
}
"""Functions with the number of values that they take."""


class ElastisimFormulaError(ValueError):
    """A formula has no value; says why."""


def value_of(formula: Any, names: Mapping[str, Any], like: Floats) -> Floats:
    """Return the value of a number or a formula for each number of nodes, as many as `like` has.

    Raises
    ------
    FormulaError
        When it is neither, names what is not given, or has no finite value of 0 or more.

    Examples
    --------
    >>> nodes = np.array([1.0, 4.0])
    >>> value_of("flops / num_nodes^0.5", {"flops": 8, "num_nodes": nodes}, nodes).tolist()
    [8.0, 4.0]
    """
    try:
        if isinstance(formula, str):
            with np.errstate(all="ignore"):
                value = _evaluated(_tree(formula), names)
        else:
            value = _number(formula)
    except (OverflowError, ZeroDivisionError) as error:
        raise ElastisimFormulaError(f"{shown(formula)} has no finite value of 0 or more") from error
    values: Floats = np.broadcast_to(np.asarray(value, np.float64), like.shape)
    if not (np.isfinite(values) & (values >= 0)).all():
        raise ElastisimFormulaError(f"{shown(formula)} has no finite value of 0 or more")
    return values


@lru_cache(maxsize=1_000)
def _tree(formula: str) -> ast.expr:
    if len(formula) > LONGEST:
        raise ElastisimFormulaError(f"a formula has over {LONGEST} characters")
    try:
        return ast.parse(formula.strip().replace("^", "**"), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise ElastisimFormulaError(f"{shown(formula)} is no formula") from error


def _evaluated(node: ast.expr, names: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Constant):
        return np.float64(_number(node.value))
    if isinstance(node, ast.Name):
        if node.id not in names:
            raise ElastisimFormulaError(f"{shown(node.id)} is no argument of the job")
        return np.asarray(names[node.id], np.float64)
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _evaluated(node.left, names), _evaluated(node.right, names)
        return _OPERATORS[type(node.op)](left, right)
    if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_evaluated(node.operand, names))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        count, function = _FUNCTIONS.get(node.func.id, (-1, None))
        if function is not None and len(node.args) == count:
            return function(*(_evaluated(each, names) for each in node.args))
    raise ElastisimFormulaError(f"{shown(ast.unparse(node))} is no part of a formula")


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ElastisimFormulaError(f"{shown(value)} is no number")
    return float(value)
