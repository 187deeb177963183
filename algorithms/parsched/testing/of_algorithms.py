"""What every algorithm has to do, whether ours or a plugin's."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.base.digits import counted
from parsched.base.errors import (
    AlgorithmsError,
    Cancelled,
    InfeasibleError,
    Interrupted,
    NoScheduleError,
    ParameterError,
    TimeLimitReached,
)
from parsched.declare.parameters import Params
from parsched.declare.references import REFERENCES
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Progress, Stop
from parsched.model.versions import check_versions
from parsched.policies.catalogue import ALGORITHMS, algorithm
from parsched.run.request import Request, requests
from parsched.run.result import Result, Status
from parsched.run.solve import solve
from parsched.testing.cases import (
    PROCESSORS,
    brief_params,
    jobs_for,
    params_for,
    random_jobs,
    smallest,
)
from parsched.testing.failing import demand
from parsched.testing.values import bad_values, good_values, impatient, params_that_work

RANDOM_CASES, OF_SLOW = 30, 4
"""Random workloads of an algorithm, and of one that searches or starts programs."""


def on(workload: Workload, processors: int = PROCESSORS) -> Instance:
    """Return the instance of a workload on one machine."""
    return Instance(workload, Platform.of(processors))


def allowing(**given: Any) -> Stop:
    """Return a stop that lets an algorithm run the commands of its own defaults."""
    return Stop(**given, allow_commands=True)


def solved(instance: Instance, key: str, params: Params) -> Result | None:
    """Run; None where an option that keeps to a printed text says that it finds no schedule."""
    try:
        return solve(instance, key, params, stop=allowing())
    except NoScheduleError:
        if params.brief() == brief_params(key):
            raise
        return None


def starts(result: Result) -> list[float]:
    """Return the start of each job, seconds."""
    return [float(s) for s in result.schedule.start]


def explains_itself(key: str) -> None:
    """It has a title, a summary, its complexity, and help for each parameter."""
    declared = ALGORITHMS[key]
    demand(declared.key == key and bool(declared.title), "it must have a key and a title")
    fault = check_versions(declared.version, declared.changes)
    demand(not fault, f"it {fault}")
    demand(declared.summary.endswith("."), "the first line of its docstring must be a sentence")
    demand("Complexity:" in declared.description, "its docstring must say `Complexity:`")
    demand(bool(declared.family), "its package must have a docstring, the name of its family")
    for spec in declared.params.specs():
        demand(spec.help.endswith("."), f"the help of {spec.name} must be a sentence")


def cites_what_it_implements(key: str) -> None:
    """It has publications that the bibliography knows."""
    cites = ALGORITHMS[key].cites
    demand(bool(cites), "it must cite what it implements")
    for cite in cites:
        demand(cite in REFERENCES, f"it cites {cite}, which no bibliography has")


def runs_with_its_defaults_and_every_choice(key: str) -> None:
    """It comes to its end on jobs that it supports."""
    declared = ALGORITHMS[key]
    for workload in jobs_for(declared):
        taken = params_for(declared, workload, PROCESSORS)
        demand(brief_params(key) in taken, f"its defaults must take {workload.name}")
        for params in taken:
            if result := solved(on(workload), key, params):
                demand(result.status is Status.FINISHED, f"it must end on {workload.name}")
                demand(result.params == params.as_dict(), "a result must have its parameters")


def refuses_bad_values_by_name(key: str) -> None:
    """A value that breaks a declaration is refused, and the parameter named."""
    declared = ALGORITHMS[key].params
    for spec in declared.specs():
        for value in bad_values(spec):
            try:
                declared.from_mapping({spec.name: value})
            except ParameterError as error:
                demand(set(error.errors) == {spec.name}, f"{spec.name}={value!r:.40} names another")
            else:
                demand(False, f"{spec.name}={value!r:.40} must be refused")


def takes_values_at_the_edges(key: str) -> None:
    """Each limit of a declaration may be reached."""
    declared = ALGORITHMS[key].params
    for spec in declared.specs():
        for value in good_values(spec):
            params = declared.from_mapping({**declared.beside(spec.name), spec.name: value})
            demand(params.flat()[spec.name] == value, f"{spec.name}={value!r} must be kept")


def repeats_itself(key: str) -> None:
    """The same parameters give the same schedule, on the same processors."""
    for workload in jobs_for(ALGORITHMS[key]):
        one, two = (solve(on(workload), key, brief_params(key), stop=allowing()) for _ in range(2))
        demand(starts(one) == starts(two), "the same parameters must give the same starts")
        demand(one.schedule.width.tolist() == two.schedule.width.tolist(), "… the same widths")
        demand(one.metrics == two.metrics, "… the same metrics")
        sets = [result.schedule.processors for result in (one, two)]
        lows = [None if each is None else each.lo.tolist() for each in sets]
        demand(lows[0] is not None and lows[0] == lows[1], "… the same processors")


def schedules_are_feasible(key: str) -> None:
    """The checker accepts what it makes of random jobs, and no lower bound is beaten."""
    declared = ALGORITHMS[key]
    slow = declared.is_search or declared.runs_commands
    for seed in range(OF_SLOW if slow else RANDOM_CASES):
        workload, processors = random_jobs(declared, seed)
        taken = params_for(declared, workload, processors)
        params = impatient(taken[seed % len(taken)])
        machine = Platform.of(processors)
        with suppress(NoScheduleError):
            schedule = declared.schedule(Instance(workload, machine), params, allowing())
            try:
                schedule.check(workload, machine)
                schedule.with_processors(machine).check(workload, machine)
            except InfeasibleError as error:
                demand(False, f"random jobs {seed} on {counted(processors, 'processor')}: {error}")
        if result := solved(on(workload, processors), key, params):
            for ratio in result.ratios.values():
                demand(ratio.value >= 1 - 1e-9, f"it beats the bound {ratio.bound} ({seed})")


def takes_no_job_and_one_job(key: str) -> None:
    """The smallest workloads have a schedule, and a job alone starts at once."""
    declared = ALGORITHMS[key]
    for workload in smallest(declared):
        for params in params_for(declared, workload, PROCESSORS):
            result = solved(on(workload), key, params)
            demand(result is not None, f"{workload.name} must have a schedule")
            assert result is not None
            if params == brief_params(key):
                demand(starts(result) == [0.0] * len(workload), "one job must start at time 0")


def columns(workload: Workload) -> list[NDArray[Any]]:
    """Return all numbers of a workload."""
    profiles = workload.profiles
    jobs = [workload.release, workload.estimate, workload.weight]
    return [*jobs, profiles.offsets, profiles.widths, profiles.times]


def leaves_its_input_alone(key: str) -> None:
    """No column of the jobs changes."""
    for workload in jobs_for(ALGORITHMS[key]):
        before = [column.copy() for column in columns(workload)]
        solve(on(workload), key, brief_params(key), stop=allowing())
        same = map(_same, before, columns(workload))
        demand(all(same), "it must leave the jobs as they were")


def _same(one: NDArray[Any], other: NDArray[Any]) -> bool:
    return np.array_equal(one, other, equal_nan=True)


def label_is_the_way_back(key: str) -> None:
    """The text of a run on the command line has all its parameters."""
    for params in params_that_work(ALGORITHMS[key].params):
        request = Request(ALGORITHMS[key], params)
        demand(requests([request.text]) == [request], f"{request.text} must mean the same run")


def hears_a_cancel(key: str) -> None:
    """It calls `stop.report`, and lets pass what that raises."""

    def cancel(progress: Progress) -> None:
        if not progress.message.startswith("lower bound"):
            raise Cancelled("cancelled")

    _interrupted(key, lambda: allowing(listener=cancel, interval=0), Cancelled)


def hears_a_time_limit(key: str) -> None:
    """The same for a time limit."""
    _interrupted(key, lambda: allowing(time_limit=-1.0), TimeLimitReached)


def _interrupted(key: str, new: Callable[[], Stop], error: type[Interrupted]) -> None:
    """See that it ends with the error, or early with the best schedule so far."""
    for workload in jobs_for(ALGORITHMS[key]):
        stop = new()
        try:
            result = solve(on(workload), key, brief_params(key), stop=stop)
        except error:
            demand(stop.best is None, "it must return the best schedule that it has")
        else:
            early = result.status is Status.STOPPED_EARLY
            demand(early, f"it must call stop.report, which raises {error.__name__}")


def tells_its_progress(key: str) -> None:
    """Progress rises from 0 to at most 1."""
    for workload in jobs_for(ALGORITHMS[key], 2_000):
        heard: list[Progress] = []
        stop = allowing(listener=heard.append, interval=0)
        solve(on(workload), key, brief_params(key), stop=stop)
        fractions = [progress.fraction for progress in heard]
        demand(bool(fractions), "it must tell its progress by stop.report")
        demand(fractions == sorted(fractions), "its progress must rise")
        demand(0 <= fractions[0] <= fractions[-1] <= 1, "its progress must be from 0 to 1")


CHECKS: dict[str, Callable[[str], None]] = {
    check.__name__: check
    for check in (
        explains_itself,
        cites_what_it_implements,
        runs_with_its_defaults_and_every_choice,
        refuses_bad_values_by_name,
        takes_values_at_the_edges,
        repeats_itself,
        schedules_are_feasible,
        takes_no_job_and_one_job,
        leaves_its_input_alone,
        label_is_the_way_back,
        hears_a_cancel,
        hears_a_time_limit,
        tells_its_progress,
    )
}
"""What `check_algorithm` looks at, by name."""


def check_algorithm(key: str) -> None:
    """Run the common tests on an algorithm.

    Raises
    ------
    UnknownKeyError
        When there is none.
    CheckFailedError
        With the name of the test, and what must be.

    Examples
    --------
    >>> check_algorithm("ltf")
    """
    algorithm(key)
    for name, check in CHECKS.items():
        try:
            check(key)
        except AlgorithmsError as error:
            demand(False, f"{key}, {name}: {type(error).__name__}, {error}")
        except AssertionError as error:
            demand(False, f"{key}, {name}: {error}")
