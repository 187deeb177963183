"""The one way to run an algorithm: supported? bound, run, check, measure."""

import time
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from parsched.base.compiled import stopwatch
from parsched.base.errors import Interrupted, NoScheduleError, UnsupportedError
from parsched.base.processor_time import cpu_seconds
from parsched.declare.parameters import Params
from parsched.measure.bounds import BOUNDS, bounds_of
from parsched.measure.bounds.registry import check_bounds, prove
from parsched.measure.certificates import exceeds, known_makespan
from parsched.measure.metrics import measure
from parsched.model.outcome import Outcome
from parsched.model.problem.instance import Instance
from parsched.model.problem.ticks import SECONDS, Ticks
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.catalogue import Algorithm, algorithm
from parsched.run.given import judge
from parsched.run.per_environment import per_environment
from parsched.run.per_site import per_site
from parsched.run.result import Result


def solve(
    instance: Instance,
    key: str,
    params: Params | Mapping[str, Any] | None = None,
    *,
    stop: Stop | None = None,
    bounds: Collection[str] | None = None,
    metrics: Collection[str] | None = None,
) -> Result:
    """Run the algorithm registered as `key` and return its checked and measured schedule.

    Before a search, the lower bounds on the makespan are computed: it finds the best of them in
    `Stop.known`, and ends when it is met. The time that the run takes, and that it may take, counts
    from then on. All other bounds are computed when `Result.bounds` is first read; each is kept for
    the next run on the same instance.

    Times count in a unit that all of them share (see `parsched.model.problem.ticks`). An algorithm
    that knows nothing of deployments plans as if they took no time; what it planned is then delayed
    by the deployments of the machine.

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
    metrics
        Keys of the metrics that are measured; None for all.

    Raises
    ------
    UnknownKeyError, ParameterError, UnsupportedError
        Before anything runs.
    CommandError
        Before anything runs, for parameters that name a program, unless `stop` allows commands.
    TypeError
        When `params` belong to another algorithm.
    Cancelled, TimeLimitReached, SolverError
        When interrupted with no schedule to keep; while bounds are computed there is none.
    InfeasibleError
        When the algorithm returns a schedule that breaks a rule, which is a defect of ours; what
        is wrong with one that was made elsewhere is in `Result.violations`.

    Returns
    -------
    Result
        The schedule, what was measured, and what is proved.

    Examples
    --------
    >>> import parsched as sched
    >>> jobs = sched.generate("uniform", jobs=20, processors=8)
    >>> sched.solve(sched.Instance(jobs, sched.Platform.of(8)), "ltf", {"placement": "serial"})
    <Result ltf: makespan 50 s, 20 jobs, finished>
    """
    declared = algorithm(key)
    stop, params = stop or Stop(), _params(declared, params)
    check_bounds(bounds)
    stop.refuse_commands(params.commands)
    _refuse(declared, instance, params)
    stop.begin(_known_before(declared, instance, stop))
    ticks, counted = _counted(declared, instance)
    plan, interruption, took = _run(declared, counted, params, stop.counting(ticks))
    if by := declared.made_by:
        given = judge(instance, plan, made_by=by, metrics=metrics, bounds=bounds)
        return _as_run(given, declared, params, took, stop)
    schedule = _checked(declared.with_deployments(counted, plan), counted).in_seconds(ticks)
    outcome = Outcome(instance.jobs, instance.platform, schedule)
    return Result(
        **_said(declared, params, took),
        instance=instance,
        schedule=schedule,
        metrics=measure(outcome, metrics),
        wanted=None if bounds is None else frozenset(bounds),
        sites=per_site(outcome) if instance.platform.is_grid else [],
        environments=per_environment(outcome) if instance.jobs.environment is not None else [],
        proved=_proved(instance, stop),
        trace=stop.trace.points,
        search=stop.totals.numbers,
        helper_memory=stop.helper_memory,
        interruption=interruption,
        warnings=params.warnings(instance.platform),
        remarks=tuple(stop.remarks),
    )


def _refuse(declared: Algorithm, instance: Instance, params: Params) -> None:
    """Raise `UnsupportedError` where the algorithm does not take the instance."""
    if refusal := declared.refusal(instance, params):
        raise UnsupportedError(refusal)


def _counted(declared: Algorithm, instance: Instance) -> tuple[Ticks, Instance]:
    """Return how times count, and the instance with these: what decides when jobs start, and what
    proves that they may, has whole numbers. A schedule that is given to us is judged as it is."""
    if declared.is_given:
        return SECONDS, instance
    return instance.ticks, instance.counted


def _known_before(declared: Algorithm, instance: Instance, stop: Stop) -> float:
    """Return the makespan, seconds, that no plan of a search can be below; 0 for algorithms that
    have no use for it.

    A plan is made as if deployments took no time, so bounds that count these are none on it.
    """
    if not declared.is_search:
        return 0.0
    planned = instance.without_deployments
    return known_makespan(bounds_of(planned, BOUNDS["makespan"], stop), unit=planned.unit)


def _proved(instance: Instance, stop: Stop) -> float | None:
    """Return what the run has proved beyond what was known, and let it count for the instance."""
    unit = instance.without_deployments.unit
    if stop.bound is None or not exceeds(stop.bound, stop.known, unit):
        return None
    prove(instance, stop.bound)
    return stop.bound


def _as_run(
    given: Result, declared: Algorithm, params: Params, took: "_Took", stop: Stop
) -> Result:
    """Return a schedule that was made elsewhere as the result of what handed it over."""
    return replace(given, **_said(declared, params, took), remarks=tuple(stop.remarks))


def _said(declared: Algorithm, params: Params, took: "_Took") -> dict[str, Any]:
    """Return what ran, and how long it took, as results say it."""
    ran = {"algorithm": declared.key, "version": declared.version, "params": params.as_dict()}
    return {**ran, **took._asdict()}


def _checked(schedule: Schedule, instance: Instance) -> Schedule:
    """Return the schedule with processors, checked without and with them."""
    jobs, platform = instance.jobs, instance.platform
    if not instance.has_slow_deployments:
        schedule.prove(jobs, platform)
    schedule = schedule.with_processors(platform, jobs)
    schedule.prove(jobs, platform)
    return schedule


def _params(declared: Algorithm, params: Params | Mapping[str, Any] | None) -> Params:
    if isinstance(params, declared.params):
        return params
    if isinstance(params, Params):
        raise TypeError(
            f"{declared.key} takes {declared.params.__name__}, got {type(params).__name__}"
        )
    return declared.params.from_mapping(params or {})


class _Took(NamedTuple):
    """Seconds of the clock and of processors, without those for getting machine code."""

    seconds: float
    cpu_seconds: float

    @classmethod
    def so_far(cls) -> "_Took":
        """Return those that the process has taken."""
        seconds = time.perf_counter() - stopwatch.seconds
        return cls(seconds, cpu_seconds() - stopwatch.cpu_seconds)

    @property
    def until_now(self) -> "_Took":
        """Those that it has taken since."""
        now = self.so_far()
        return _Took(now.seconds - self.seconds, now.cpu_seconds - self.cpu_seconds)


def _run(
    declared: Algorithm, instance: Instance, params: Params, stop: Stop
) -> tuple[Schedule, str, _Took]:
    """Return the plan, why it is only the best so far (blank: it is what came out), and how long
    it took."""
    began, why = _Took.so_far(), ""
    try:
        schedule = declared.decide(instance, params, stop)
    except NoScheduleError as error:
        error.cpu_seconds = began.until_now.cpu_seconds
        error.search = stop.totals.numbers
        raise
    except Interrupted as interruption:
        if stop.best is None:
            raise
        schedule, why = stop.best, str(interruption)
    return schedule, why, began.until_now
