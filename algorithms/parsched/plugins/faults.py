"""What is wrong with a declaration of a plugin, so that it fails at start and not in a page.

Each function returns the rest of a sentence that begins with the declaration, or nothing.
"""

import inspect
import logging
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from parsched.base.errors import AlgorithmsError
from parsched.data.generators.registry import Generator
from parsched.data.logs.declared import Source
from parsched.declare.parameters import Params
from parsched.measure.bounds.registry import PROVED, Bound
from parsched.measure.metrics.registry import Metric
from parsched.model.versions import check_versions
from parsched.policies.online.orders import Order
from parsched.policies.online.predictors import Predictor
from parsched.policies.registry import Algorithm, Supports
from parsched.report.registry import DeclaredReport

LONGEST_KEY = 64
_KEY = re.compile(r"[a-z0-9][a-z0-9_+.-]*")
log = logging.getLogger("parsched.plugins")
_KEY_RULE = f"up to {LONGEST_KEY} of a–z, 0–9, _, +, . and -, a letter or digit first"


def of_algorithm(declared: Algorithm) -> str:
    """Check an algorithm."""
    return (
        _of_named(declared.key, declared.title, declared.description)
        or _of_params(declared.params)
        or _of_function(declared.solver, "instance", "params", "stop")
        or ("" if isinstance(declared.supports, Supports) else "must declare what it supports")
        or check_versions(declared.version, declared.changes)
    )


def of_order(declared: Order) -> str:
    """Check an order of the queue."""
    return (
        _of_named(declared.key, declared.title, declared.help)
        or _of_function(declared.value, "job")
        or check_versions(declared.version, declared.changes)
    )


def of_predictor(declared: Predictor) -> str:
    """Check a predictor: only the library itself can learn, as kernels know its numbers."""
    if declared.fixed is None:
        return "must be one that depends on the job alone: it has a number, as learned ones do"
    run, estimate = np.array([1.0, 2.0]), np.array([2.0, 6.0])
    try:
        made = np.asarray(declared.fixed(run, estimate), np.float64)
    except Exception as error:  # a plugin may raise whatever it likes
        log.debug("the predictor %s fails", declared.key, exc_info=error)
        return f"fails on two jobs, {type(error).__name__}: {error}"
    if made.shape != (2,) or not (np.isfinite(made) & (made > 0)).all():
        return f"must make of two jobs two times above 0 s, got {made.tolist()}"
    return _of_named(declared.key, declared.title, declared.help) or check_versions(
        declared.version, declared.changes
    )


def of_metric(declared: Metric) -> str:
    """Check a metric."""
    directions = ("lower", "higher", "neither")
    if declared.better not in directions:
        return f"must have better={' or '.join(directions)}, got {declared.better!r}"
    return (
        _of_named(declared.key, declared.title, declared.help)
        or _of_function(declared.measure, "outcome")
        or check_versions(declared.version, declared.changes)
    )


def of_bound(declared: Bound) -> str:
    """Check a lower bound."""
    if declared.key == PROVED:
        return f"must not be called {PROVED!r}"
    arguments = ("workload", "platform", *(("pause",) if declared.long else ()))
    return (
        _of_named(declared.key, declared.title, declared.help)
        or _of_function(declared.compute, *arguments)
        or check_versions(declared.version, declared.changes)
    )


def of_generator(declared: Generator) -> str:
    """Check a generator."""
    return (
        _of_named(declared.key, declared.title, declared.description)
        or _of_params(declared.params)
        or _of_function(declared.make, "name", "jobs", "processors", "params")
        or check_versions(declared.version, declared.changes)
    )


def of_source(declared: Source) -> str:
    """Check a source of logs."""
    return _of_named(declared.key, declared.title, declared.about)


def of_report(declared: DeclaredReport) -> str:
    """Check a report."""
    return (
        _of_named(declared.key, declared.title, declared.help)
        or _of_params(declared.options)
        or _of_function(declared.make, "records", "options")
        or _of_function(declared.suits, "records")
    )


def _of_named(key: object, title: object, help: object) -> str:
    if not isinstance(key, str) or len(key) > LONGEST_KEY or not _KEY.fullmatch(key):
        return f"must have a key of {_KEY_RULE}"
    if not isinstance(title, str) or not title.strip():
        return "must have a title"
    return "" if isinstance(help, str) and help.strip() else "must have a docstring, its help"


def _of_params(params: Any) -> str:
    if not (isinstance(params, type) and issubclass(params, Params)):
        return f"must have a class of Params as its parameters, got {params!r:.60}"
    try:
        params()
        params.json_schema()
    except (AlgorithmsError, TypeError, ValueError) as error:
        return f"has parameters whose defaults do not hold: {error}"
    return ""


def _of_function(function: Callable[..., Any], *arguments: str) -> str:
    try:
        inspect.signature(function).bind(*arguments)
    except (TypeError, ValueError):
        return f"must be a function of ({', '.join(arguments)})"
    return ""
