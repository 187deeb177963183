"""The one way to run an algorithm: supported? bound, run, check, measure."""

import time
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

import numpy as np

from algorithms.bounds import BOUNDS, bounds_of
from algorithms.bounds.registry import check_bounds, prove
from algorithms.catalogue import Algorithm, algorithm
from algorithms.errors import Interrupted, UnsupportedError
from algorithms.instance import Instance
from algorithms.metrics import Outcome, measure_all
from algorithms.params import Params
from algorithms.per_environment import per_environment
from algorithms.per_site import per_site
from algorithms.platform import Platform
from algorithms.profiles import Profiles
from algorithms.result import Result, exceeds, known_makespan
from algorithms.schedule import Schedule
from algorithms.stop import Stop
from algorithms.workload import Workload


def solve(
    instance: Instance,
    key: str,
    params: Params | Mapping[str, Any] | None = None,
    *,
    stop: Stop | None = None,
    bounds: Collection[str] | None = None,
) -> Result:
    """Run the algorithm registered as `key` and return its checked and measured schedule.

    Before a search, the lower bounds on the makespan are computed: it finds the best of them in
    `Stop.known`, and ends when it is met. The time that the run takes, and that it may take, counts
    from then on. All other bounds are computed when `Result.bounds` is first read; each is kept for
    the next run on the same instance.

    An algorithm that knows nothing of deployments plans as if they took no time; what it planned is
    then delayed by those of the machine.

    Parameters
    ----------
    params
        An instance of the algorithm's parameter class, or a mapping for it; defaults where nothing
        is given.
    stop
        Cancels, limits the time and hears progress. A run that is interrupted after its algorithm
        has handed over a schedule ends with that one, and says why in `Result.interruption`.
    bounds
        Keys of the lower bounds that the result has; None for all.

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
    check_bounds(bounds)
    if refusal := declared.refusal(instance, params):
        raise UnsupportedError(refusal)
    stop.begin(_known_before(declared, instance, stop))
    plan, interruption, seconds = _run(declared, instance, params, stop)
    schedule = _checked(declared.with_deployments(instance, plan), instance)
    outcome = Outcome(instance.jobs, instance.platform, schedule)
    unit = instance.without_deployments.unit
    proved = stop.bound if exceeds(stop.bound or 0.0, stop.known, unit) else None
    if proved is not None:
        prove(instance, proved)
    return Result(
        algorithm=key,
        version=declared.version,
        params=params.as_dict(),
        seconds=seconds,
        instance=instance,
        schedule=schedule,
        metrics=measure_all(outcome),
        wanted=None if bounds is None else frozenset(bounds),
        sites=per_site(outcome) if instance.platform.is_grid else [],
        environments=per_environment(outcome) if instance.jobs.environment is not None else [],
        proved=proved,
        trace=stop.trace.points,
        helper_memory=stop.helper_memory,
        interruption=interruption,
        warnings=params.warnings(instance.platform),
    )


def _known_before(declared: Algorithm, instance: Instance, stop: Stop) -> float:
    """Return the makespan, seconds, that no plan of a search can be below; 0 for algorithms that
    have no use for it.

    A plan is made as if deployments took no time, so bounds that count these are none on it.
    """
    if not declared.is_search:
        return 0.0
    planned = instance.without_deployments
    return known_makespan(bounds_of(planned, BOUNDS["makespan"], stop), unit=planned.unit)


def _checked(schedule: Schedule, instance: Instance) -> Schedule:
    """Return the schedule with processors, checked without and with them."""
    jobs, platform = instance.jobs, instance.platform
    if not instance.has_slow_deployments:
        schedule.check(jobs, platform)
    schedule = schedule.with_processors(platform, jobs)
    schedule.check(jobs, platform)
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
    if name := brief.seed_name(brief.flat()):
        values = brief.changed()
        values.pop(name, None)
        brief = type(brief).from_mapping(values)
    practise(key, brief)


@cache
def practise(key: str, brief: Params) -> None:
    """Run an algorithm, once per process, on all jobs to practise on that it takes."""
    platform = Platform.of(4)
    for jobs in _practice():
        instance = Instance(jobs, platform)
        if not algorithm(key).refusal(instance, brief):
            solve(instance, key, brief)
            bounds_of(instance)


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
    declared: Algorithm, instance: Instance, params: Params, stop: Stop
) -> tuple[Schedule, str, float]:
    """Return the plan, why it is only the best so far (blank: it is what came out), and how
    many seconds it took."""
    began, why = time.perf_counter(), ""
    try:
        schedule = declared.schedule(instance, params, stop)
    except Interrupted as interruption:
        if stop.best is None:
            raise
        schedule, why = stop.best, str(interruption)
    return schedule, why, time.perf_counter() - began
