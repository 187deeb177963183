"""The one way to run an algorithm: supported? run, check, bound, measure."""

import time
from collections.abc import Mapping
from typing import Any

from algorithms.bounds import bound_all
from algorithms.catalogue import algorithm
from algorithms.errors import Interrupted, UnsupportedError
from algorithms.metrics import Outcome, measure_all
from algorithms.params import Params
from algorithms.platform import Platform
from algorithms.result import Result, Status
from algorithms.stop import Stop
from algorithms.workload import Workload


def solve(
    workload: Workload,
    platform: Platform,
    key: str,
    params: Params | Mapping[str, Any] | None = None,
    *,
    stop: Stop | None = None,
) -> Result:
    """Run the algorithm registered as `key` and return its checked, bounded and measured schedule.

    Parameters
    ----------
    params
        An instance of the algorithm's parameter class, or a mapping for it; defaults where nothing
        is given.
    stop
        Cancels, limits the time and hears progress. A run that is interrupted after its algorithm
        has handed over a schedule ends with that one, `Status.STOPPED_EARLY`.

    Raises
    ------
    UnknownKeyError, ParameterError, UnsupportedError
        Before anything runs.
    TypeError
        When `params` are those of another algorithm.
    Cancelled, TimeLimitReached
        When interrupted with no schedule to keep.
    InfeasibleError
        When the algorithm returns a schedule that breaks a rule, which is a defect of ours.
    """
    declared = algorithm(key)
    stop = stop or Stop()
    if not isinstance(params, declared.params):
        if isinstance(params, Params):
            raise TypeError(f"{key} takes {declared.params.__name__}, got {type(params).__name__}")
        params = declared.params.from_mapping(params or {})
    if refusal := declared.supports.refusal(workload, platform):
        raise UnsupportedError(f"{declared.title} {refusal}")
    workload = params.effective(workload)
    status = Status.FINISHED
    began = time.perf_counter()
    try:
        schedule = declared.solver(workload, platform, params, stop)
    except Interrupted:
        if stop.best is None:
            raise
        schedule, status = stop.best, Status.STOPPED_EARLY
    seconds = time.perf_counter() - began
    schedule.check(workload, platform)
    schedule = schedule.with_processors(platform)
    schedule.check(workload, platform)
    return Result(
        algorithm=key,
        version=declared.version,
        params=params.as_dict(),
        status=status,
        seconds=seconds,
        workload=workload,
        platform=platform,
        schedule=schedule,
        metrics=measure_all(Outcome(workload, platform, schedule)),
        bounds=bound_all(workload, platform),
    )
