"""How fast jobs arrive: the offered load."""

from collections.abc import Callable
from typing import Any

import numpy as np

from parsched.base.errors import ParameterError
from parsched.declare.parameters import real
from parsched.model.problem.workload import Floats

MAX_LOAD = 10.0
LONGEST_SPAN = 1e12
"""Most seconds from first to last release."""


def load(help: str) -> Any:
    """Declare a parameter for the offered load; `help` says what 0 means.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> from parsched.plugins import Params, load
    >>> @dataclass(frozen=True, kw_only=True)
    ... class Arriving(Params):
    ...     load: float = load("0 is all at once.")
    >>> Arriving().load >= 0
    True
    """
    return real(
        0.0,
        "Offered load: total work / (processors × time from first to last release). " + help,
        low=0.0,
        high=MAX_LOAD,
    )


def span_for(load: float, work: float, processors: int) -> float:
    """Return the seconds between first and last release at which the jobs offer that load.

    `work` is the work of all jobs, processor-seconds.

    Raises
    ------
    ParameterError
        When the load is positive, but so small that the jobs would take too long to arrive.
    """
    span = work / processors / load
    if span > LONGEST_SPAN:
        rule = f"0, or large enough for all jobs to arrive within {LONGEST_SPAN:g} s"
        raise ParameterError({"load": f"load must be {rule}, got {load:g}"})
    return span


def exponential(load: float, work: Floats, processors: int, rng: np.random.Generator) -> Floats:
    """Release jobs one by one at exponential gaps, the first at time 0; all then without a load.

    Parameters
    ----------
    work
        Of each job, float64, shape (n_jobs,), processor-seconds.

    Returns
    -------
    Release dates, float64, shape (n_jobs,), seconds.

    Examples
    --------
    >>> import numpy as np
    >>> exponential(0.0, np.ones(3), 8, np.random.default_rng(1)).tolist()
    [0.0, 0.0, 0.0]
    """
    if not load or len(work) < 2:
        return np.zeros(len(work))
    release = np.append(0.0, np.cumsum(rng.exponential(size=len(work) - 1)))
    release *= span_for(load, float(work.sum()), processors) / release[-1]
    return release


def stretch(span: Callable[[float], float], target: float) -> float:
    """Find the factor on the gaps at which the span from first to last release meets its target.

    Parameters
    ----------
    span
        Continuous in the factor, 0 at 0, and grows without limit.
    target
        Seconds, positive.
    """
    low, high = 0.0, 1.0
    while span(high) < target:
        low, high = high, 2 * high
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if span(middle) < target else (low, middle)
    return high
