"""The processors that a job may run on, and its time on each, in all forms of the JSON workload."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from parsched.data.formats.jobs_json import MOST_CONFIGURATIONS, MOST_DENSE
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.model.problem.speedup import amdahl, dense, downey, geometric
from parsched.model.problem.workload import LATEST, Floats, Ints, ceil_times

Configurations: TypeAlias = tuple[Ints | int, Floats | float]
"""Widths and times of a job, arrays or the numbers of a rigid one."""

Wrong: TypeAlias = Callable[[str, str, Any], None]
"""Takes a key, the rule that it breaks and its value."""

DUPLICATE = "\0duplicate"
"""Where the parser leaves a key that an object has twice."""


@dataclass(frozen=True)
class Words:
    """What a sentence says in place of a value."""

    text: str


MISSING = Words("nothing")
TWICE = Words("it twice")
TIME = "must be a number from 0 to 2^53"
_STAND_IN = (1, 0.0)
_NUMBERS: frozenset[type] = frozenset((int, float))
_LAWS = {"downey": ("law", "A", "sigma"), "amdahl": ("law", "fraction")}


def is_number(value: Any, low: float, high: float) -> bool:
    """Tell whether a JSON value is a number, not a truth value, within inclusive limits."""
    return type(value) in (int, float) and low <= value <= high


def packed(times: Any) -> Any:
    """Return valid times as arrays, an eighth of their size; anything else as it is.

    A list becomes an array with NaN for null, an object the pair of its widths and times.
    """
    if isinstance(times, list) and times:
        numbers = _numbers(times, _NUMBERS | {type(None)})
        return times if numbers is None else numbers
    if isinstance(times, dict) and times:
        widths = np.fromiter(map(_width, times), np.int64, len(times))
        numbers = _numbers(list(times.values()), _NUMBERS)
        if numbers is not None and widths.all():
            order = np.argsort(widths)
            return widths[order], numbers[order]
    return times


def _numbers(values: list[Any], types: frozenset[type]) -> Floats | None:
    """Return valid times as an array, or None where one is not valid."""
    if not set(map(type, values)) <= types:
        return None
    try:
        array = np.array(values, np.float64)
    except OverflowError:
        return None
    return None if np.any((array < 0) | (array > LATEST)) else array


@lru_cache(maxsize=1 << 16)
def _width(key: str) -> int:
    """Return the number of processors that a key stands for, 0 where it stands for none."""
    plain = len(key) <= 10 and key.isascii() and key.isdigit() and key[0] != "0"
    return int(key) if plain and int(key) <= MAX_PROCESSORS else 0


def configurations(values: Mapping[str, Any], wrong: Wrong) -> Configurations:
    """Return the configurations of a job; report broken rules and return a stand-in for them."""
    if "times" not in values:
        return _on_processors(values, wrong)
    for key in ("procs", "time", "moldable", "speedup"):
        if key in values:
            wrong(key, "must not stand beside times", values[key])
    return _listed(values["times"], wrong)


def _listed(times: Any, wrong: Wrong) -> Configurations:
    if isinstance(times, tuple):
        return times
    if isinstance(times, np.ndarray):
        places = np.flatnonzero(~np.isnan(times))
        if len(places):
            return places + 1, times[places]
        wrong("times", "must hold a time", Words("only null"))
    elif isinstance(times, list) and times:
        bad = (k for k, t in enumerate(times) if t is not None and not is_number(t, 0, LATEST))
        k = next(bad)
        wrong(f"times[{k}] (on {k + 1} processors)", f"{TIME} or null", times[k])
    elif isinstance(times, dict) and times:
        _tell_entry(times, wrong)
    else:
        wrong("times", "must be a list or an object of at least one time", times)
    return _STAND_IN


def _tell_entry(times: Mapping[str, Any], wrong: Wrong) -> None:
    """Tell the first entry of an object that is wrong."""
    for key, time in times.items():
        if key == DUPLICATE:
            wrong(f'times["{time}"]', "must be given once", TWICE)
        elif not _width(key):
            rule = "must have numbers of processors as keys, from 1 to 2^31 − 1"
            wrong("times", rule, key)
        elif not is_number(time, 0, LATEST):
            wrong(f'times["{key}"]', TIME, time)
        else:
            continue
        return


def _on_processors(values: Mapping[str, Any], wrong: Wrong) -> Configurations:
    processors, time = values.get("procs", MISSING), values.get("time", MISSING)
    good = type(processors) is int and 1 <= processors <= MAX_PROCESSORS
    if not good:
        wrong("procs", "must be an integer from 1 to 2^31 − 1", processors)
    if not is_number(time, 0, LATEST):
        wrong("time", TIME, time)
        good = False
    kind, law = values.get("moldable"), values.get("speedup")
    if kind is not None and law is not None:
        wrong("speedup", "must not stand beside moldable", law)
    elif kind is not None:
        return _ceil(kind, processors, time, wrong) if good else _STAND_IN
    elif law is not None:
        return _speedup(law, processors, time, wrong) if good else _STAND_IN
    return (processors, float(time)) if good else _STAND_IN


def _ceil(kind: Any, processors: int, time: float, wrong: Wrong) -> Configurations:
    if kind != "ceil":
        wrong("moldable", 'must be "ceil"', kind)
    elif processors > MOST_CONFIGURATIONS:
        wrong("procs", f"of a moldable job must be ≤ {MOST_CONFIGURATIONS:,}", processors)
    else:
        return ceil_times(processors, time)
    return _STAND_IN


def _speedup(law: Any, processors: int, time: float, wrong: Wrong) -> Configurations:
    name = law.get("law", MISSING) if isinstance(law, dict) else MISSING
    if not isinstance(law, dict):
        wrong("speedup", "must be an object with a law", law)
    elif DUPLICATE in law:
        wrong(f"speedup.{law[DUPLICATE]}", "must be given once", TWICE)
    elif not isinstance(name, str) or name not in _LAWS:
        wrong("speedup.law", 'must be "downey" or "amdahl"', name)
    elif strange := sorted(law.keys() - set(_LAWS[name])):
        wrong("speedup", f"by {name} must have no keys but {', '.join(_LAWS[name])}", strange[0])
    else:
        widths = dense(processors) if processors <= MOST_DENSE else geometric(processors)
        times = _by_downey if name == "downey" else _by_amdahl
        law_times = times(law, widths, float(time), wrong)
        # Rounding may lift a time above that on one processor, and so above the limit.
        return _STAND_IN if law_times is None else (widths, np.minimum(law_times, float(time)))
    return _STAND_IN


def _by_downey(law: Mapping[str, Any], widths: Ints, time: float, wrong: Wrong) -> Floats | None:
    parallelism, sigma = law.get("A", MISSING), law.get("sigma", MISSING)
    if not is_number(parallelism, 1, LATEST):
        wrong("speedup.A", "must be a number from 1 to 2^53", parallelism)
    elif not is_number(sigma, 0, LATEST):
        wrong("speedup.sigma", TIME, sigma)
    else:
        one = (np.array([float(value)]) for value in (time, parallelism, sigma))
        return downey(widths, *one).reshape(-1)
    return None


def _by_amdahl(law: Mapping[str, Any], widths: Ints, time: float, wrong: Wrong) -> Floats | None:
    fraction = law.get("fraction", MISSING)
    if not is_number(fraction, 0, 1):
        wrong("speedup.fraction", "must be a number from 0 to 1", fraction)
        return None
    return amdahl(widths, time, float(fraction))
