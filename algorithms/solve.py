"""The one way to run an algorithm: supported? bound, run, check, measure."""

import time
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from algorithms.bounds import bound_all, bound_deploying
from algorithms.bounds.registry import Bounds
from algorithms.catalogue import Algorithm, algorithm
from algorithms.errors import Interrupted, UnsupportedError
from algorithms.granule import granule
from algorithms.metrics import Outcome, measure_all
from algorithms.params import Params
from algorithms.per_environment import per_environment
from algorithms.per_site import per_site
from algorithms.platform import Platform
from algorithms.profiles import Profiles
from algorithms.result import SAME, Result, known_makespan
from algorithms.schedule import Schedule
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

    Lower bounds come first: an algorithm finds the best of them in `Stop.known`, and may end when
    it is met. The time that the run takes, and that it may take, counts from then on.

    Parameters
    ----------
    params
        An instance of the algorithm's parameter class, or a mapping for it; defaults where nothing
        is given.
    stop
        Cancels, limits the time and hears progress. A run that is interrupted after its algorithm
        has handed over a schedule ends with that one, and says why in `Result.interruption`.

    Raises
    ------
    UnknownKeyError, ParameterError, UnsupportedError
        Before anything runs.
    TypeError
        When `params` are those of another algorithm.
    Cancelled, TimeLimitReached, SolverError
        When interrupted with no schedule to keep; while bounds are computed there is none.
    InfeasibleError
        When the algorithm returns a schedule that breaks a rule, which is a defect of ours.
    """
    declared = algorithm(key)
    stop = stop or Stop()
    params = _params(declared, params)
    if refusal := declared.refusal(workload, platform, params):
        raise UnsupportedError(refusal)
    given, workload = workload, params.effective(workload)
    unit = granule(np.append(workload.profiles.times, workload.release))
    bounds = bound_all(workload, platform, stop)
    stop.begin(known_makespan(bounds, unit=unit))
    schedule, interruption, seconds = _run(declared, workload, platform, params, stop)
    outcome = Outcome(workload, platform, _checked(schedule, workload, platform))
    return Result(
        algorithm=key,
        version=declared.version,
        params=params.as_dict(),
        seconds=seconds,
        workload=workload,
        platform=platform,
        schedule=outcome.schedule,
        metrics=measure_all(outcome),
        bounds=_with_deployments(bounds, outcome),
        sites=per_site(outcome) if platform.is_grid else [],
        environments=per_environment(outcome) if workload.environment is not None else [],
        proved=stop.bound if (stop.bound or 0.0) * SAME > stop.known else None,
        trace=stop.trace.points,
        unit=unit if outcome.schedule.deployment.is_instant else None,
        is_cut=not np.array_equal(workload.profiles.times, given.profiles.times),
        helper_memory=stop.helper_memory,
        interruption=interruption,
        warnings=params.warnings(platform),
    )


def _with_deployments(bounds: Bounds, outcome: Outcome) -> Bounds:
    """Add the bounds that hold besides where deployments take as long as in this schedule."""
    slow = bound_deploying(outcome.workload, outcome.platform, outcome.schedule.deployment)
    return {criterion: {**known, **slow[criterion]} for criterion, known in bounds.items()}


def _checked(schedule: Schedule, workload: Workload, platform: Platform) -> Schedule:
    """Return the schedule with processors, checked without and with them."""
    schedule.check(workload, platform)
    schedule = schedule.with_processors(platform, workload)
    schedule.check(workload, platform)
    return schedule


def _params(declared: Algorithm, given: Params | Mapping[str, Any] | None) -> Params:
    if isinstance(given, declared.params):
        return given
    if isinstance(given, Params):
        raise TypeError(
            f"{declared.key} takes {declared.params.__name__}, got {type(given).__name__}"
        )
    return declared.params.from_mapping(given or {})


def warm_up(key: str, params: Params) -> None:
    """Schedule a few jobs, once per process, so that compiling loops is not timed as scheduling.

    Another seed compiles nothing else, so it is not practised again.
    """
    brief = params.brief()
    if name := brief.seed_name():
        values = brief.changed()
        values.pop(name, None)
        brief = type(brief).from_mapping(values)
    practise(key, brief)


@cache
def practise(key: str, brief: Params) -> None:
    """Run an algorithm, once per process, on all jobs to practise on that it takes."""
    platform = Platform.of(4)
    for jobs in _practice():
        if not algorithm(key).refusal(jobs, platform, brief):
            solve(jobs, platform, key, brief)


@cache
def _practice() -> tuple[Workload, ...]:
    """Return jobs to practise on; the same ones, so that their bounds are computed once."""
    return tuple(
        Workload(
            name="practice",
            ids=np.arange(len(profiles)),
            release=np.zeros(len(profiles)),
            profiles=profiles,
            weight=1 + _TIMES % 5,
        )
        for profiles in (_rigid(), _monotone(), _rough())
    )


_TIMES = np.arange(1.0, 13.0)
"""Times on one processor of the jobs to practise on, seconds."""


def _rigid() -> Profiles:
    return Profiles.rigid(np.ones(len(_TIMES)), _TIMES)


def _monotone() -> Profiles:
    """Return jobs that gain so little from further processors that knapsacks have to decide."""
    widths = np.arange(1, 5)
    return Profiles.of([(widths, time * widths**-0.7) for time in _TIMES])


def _rough() -> Profiles:
    """Return jobs with widths left out, and without use of the widest."""
    widths = np.array([1, 2, 4])
    return Profiles.of([(widths, time * np.array([1, 0.4, 0.6])) for time in _TIMES])


def _run(
    declared: Algorithm, workload: Workload, platform: Platform, params: Params, stop: Stop
) -> tuple[Schedule, str, float]:
    """Return the schedule, why it is only the best so far (blank: it is what came out), and how
    many seconds it took."""
    began, why = time.perf_counter(), ""
    try:
        schedule = declared.solver(workload, platform, params, stop)
    except Interrupted as interruption:
        if stop.best is None:
            raise
        schedule, why = stop.best, str(interruption)
    return schedule, why, time.perf_counter() - began
