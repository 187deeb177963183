"""What every registered algorithm and generator has to do, whoever wrote it."""

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from algorithms.bounds import BOUNDS
from algorithms.declare.catalogue import ALGORITHMS
from algorithms.declare.parameters import Params
from algorithms.declare.references import REFERENCES
from algorithms.declare.registry import Algorithm
from algorithms.declare.spec import Spec
from algorithms.errors import (
    Cancelled,
    Interrupted,
    NoScheduleError,
    ParameterError,
    TimeLimitReached,
)
from algorithms.formats import FORMATS
from algorithms.generators import GENERATORS, generate
from algorithms.metrics import METRICS
from algorithms.problem.instance import Instance
from algorithms.problem.platform import Platform
from algorithms.problem.profiles import Profiles
from algorithms.problem.workload import Workload
from algorithms.request import Request, requests
from algorithms.result import Result, Status
from algorithms.solve import solve
from algorithms.stop import Progress, Stop
from tests.algorithms.factories import amdahl, rigid
from tests.algorithms.profiles import monotone_cases
from tests.algorithms.strategies import moldable_cases, rigid_cases, rough_cases
from tests.amount import amount

PROCESSORS = 16
BOUNDS_KNOWN = {
    "makespan": 9,
    "minsum": 5,
    "deployments": 1,
    "wait": 1,
    "flow": 1,
    "slowdown": 1,
}
every_algorithm = pytest.mark.parametrize("key", sorted(ALGORITHMS))
every_generator = pytest.mark.parametrize("key", sorted(GENERATORS))


def bad_values(spec: Spec) -> list[Any]:
    """Values that break a declaration."""
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
    """Values at the edges of a declaration."""
    if spec.kind == "choice":
        return list(spec.choices)
    if spec.kind == "text":
        return [spec.default]
    edges = [edge for edge in (spec.low, spec.high) if edge is not None]
    return [spec.default, *map(int if spec.kind == "integer" else float, edges), *spec.words]


EXAMPLES = {"exact": 15, "external": 15}
"""Random cases of algorithms that start a program for each."""


def params_that_work(params: type[Params]) -> list[Params]:
    """The defaults, and each choice once, but for what makes a search long."""
    found = [params()]
    for spec in params.specs():
        for value in good_values(spec) if spec.kind == "choice" else ():
            found.append(params(**{**params.beside(spec.name), spec.name: value}))
    return [one.brief() for one in dict.fromkeys(found)]


def brief_params(key: str) -> Params:
    """The defaults of an algorithm, but for what makes it search long."""
    return ALGORITHMS[key].params().brief()


def params_for(algorithm: Algorithm, workload: Workload, processors: int) -> list[Params]:
    """Those of them with which an algorithm takes a workload."""
    machine = Platform.of(processors)
    params = params_that_work(algorithm.params)
    return [p for p in params if algorithm.refusal(Instance(workload, machine), p) is None]


def impatient(params: Params) -> Params:
    """The same with little patience, where a search has some."""
    few = {"max_iterations": 10} if hasattr(params, "max_iterations") else {}
    return replace(params, **few)


def jobs_for(algorithm: Algorithm, jobs: int = 60) -> list[Workload]:
    """Workloads that an algorithm supports, with releases where it can take them: rigid jobs, and
    moldable ones; few and short ones where it counts units of time."""
    if algorithm.supports.whole_times:
        profiles = ("rigid", "ceil") if algorithm.supports.moldable else ("rigid",)
        return [small_jobs(profile) for profile in profiles]
    released = algorithm.supports.release_times
    found = [rigid_jobs(jobs, released=released, narrow=algorithm.supports.one_processor)]
    if algorithm.supports.moldable:
        found.append(amdahl(jobs, PROCESSORS, gap=0.5 if released else 0))
    if algorithm.supports.recorded:
        return [logged(workload, PROCESSORS) for workload in found]
    return found


def logged(workload: Workload, processors: int) -> Workload:
    """The jobs with the starts of a machine that is run by EASY."""
    easy = solve(Instance(workload, Platform.of(processors)), "easy")
    return replace(workload, recorded=easy.schedule.start)


def small_jobs(profile: str) -> Workload:
    """Nine jobs of up to 9 s; lists do not place them optimally where they are moldable."""
    shape = {"max_width": 11, "seed": 23} if profile == "ceil" else {}
    params = {"granularity": 9, "profile": profile, **shape}
    return generate("paper-uniform", jobs=9, processors=PROCESSORS, params=params)


def rigid_jobs(jobs: int, *, released: bool, narrow: bool) -> Workload:
    """Jobs of one width each, with estimates."""
    load = {"load": 1.2 if released else 0, "estimates": "factor"}
    made = generate("lublin", jobs=jobs, processors=PROCESSORS, params=load)
    return Workload(
        name=made.name,
        ids=made.ids,
        release=made.release if released else np.zeros(jobs),
        profiles=Profiles.rigid(np.ones(jobs) if narrow else made.width, made.runtime),
        estimate=made.estimate,
    )


def cases_for(algorithm: Algorithm) -> st.SearchStrategy[tuple[Workload, int]]:
    """Random small workloads that an algorithm supports, and a machine."""
    supports = algorithm.supports
    if supports.whole_times:
        return moldable_cases() | rough_cases(jobs=6) | rigid_cases(jobs=8)
    if supports.recorded:
        return rigid_cases(jobs=25).map(lambda case: (logged(*case), case[1]))
    found = rough_cases(released=supports.release_times, sequential=supports.one_processor)
    if not supports.moldable:
        return rigid_cases(released=supports.release_times, jobs=25)
    if supports.one_processor:
        return found | monotone_cases()
    return found | monotone_cases() | rigid_cases(released=supports.release_times, jobs=25)


def solved(instance: Instance, key: str, params: Params) -> Result | None:
    """Run; None where an option that keeps to a printed text says that it finds no schedule."""
    try:
        return solve(instance, key, params)
    except NoScheduleError:
        if params.brief() == brief_params(key):
            raise
        return None


def columns(workload: Workload) -> list[NDArray[Any]]:
    """All numbers of a workload."""
    profiles = workload.profiles
    jobs = [workload.release, workload.estimate, workload.weight]
    return [*jobs, profiles.offsets, profiles.widths, profiles.times]


def starts(result: Result) -> list[float]:
    return [float(s) for s in result.schedule.start]


def test_what_tests_loop_over_is_there() -> None:
    """Whoever takes something out of the catalogue says so here."""
    assert len(ALGORITHMS) >= 27
    assert sum(len(declared.params.specs()) for declared in ALGORITHMS.values()) >= 47
    assert len(GENERATORS) >= 11
    assert sum(len(declared.params.specs()) for declared in GENERATORS.values()) >= 95
    assert (len(METRICS), len(FORMATS)) >= (23, 4)
    assert {criterion: len(bounds) for criterion, bounds in BOUNDS.items()} == BOUNDS_KNOWN


@every_algorithm
class TestEveryAlgorithm:
    """STYLE, rule 10."""

    def test_it_explains_itself(self, key: str) -> None:
        algorithm = ALGORITHMS[key]
        assert algorithm.key == key
        assert algorithm.title
        assert algorithm.version >= 1
        assert algorithm.summary.endswith(".")
        assert "Complexity:" in algorithm.description
        assert algorithm.family
        assert all(spec.help.endswith(".") for spec in algorithm.params.specs())

    def test_it_cites_what_it_implements(self, key: str) -> None:
        assert ALGORITHMS[key].cites
        assert all(cite in REFERENCES for cite in ALGORITHMS[key].cites)
        assert len(ALGORITHMS[key].references) == len(ALGORITHMS[key].cites)

    def test_it_runs_with_its_defaults_and_every_choice(self, key: str) -> None:
        algorithm = ALGORITHMS[key]
        for workload in jobs_for(algorithm):
            params_taken = params_for(algorithm, workload, PROCESSORS)
            assert brief_params(key) in params_taken
            for params in params_taken:
                result = solved(Instance(workload, Platform.of(PROCESSORS)), key, params)
                if result:
                    assert result.status is Status.FINISHED
                    assert result.params == params.as_dict()

    def test_bad_values_are_refused_with_the_field_named(self, key: str) -> None:
        for spec in ALGORITHMS[key].params.specs():
            for value in bad_values(spec):
                with pytest.raises(ParameterError) as caught:
                    ALGORITHMS[key].params.from_mapping({spec.name: value})
                assert set(caught.value.errors) == {spec.name}

    def test_values_at_the_edges_are_taken(self, key: str) -> None:
        declared = ALGORITHMS[key].params
        for spec in declared.specs():
            for value in good_values(spec):
                params = declared.from_mapping({**declared.beside(spec.name), spec.name: value})
                assert params.flat()[spec.name] == value

    def test_the_same_parameters_give_the_same_schedule(self, key: str) -> None:
        for workload in jobs_for(ALGORITHMS[key]):
            one, two = (
                solve(Instance(workload, Platform.of(PROCESSORS)), key, brief_params(key))
                for _ in range(2)
            )
            assert starts(one) == starts(two)
            assert one.schedule.width.tolist() == two.schedule.width.tolist()
            assert one.metrics == two.metrics
            assert one.schedule.processors is not None
            assert two.schedule.processors is not None
            assert one.schedule.processors.lo.tolist() == two.schedule.processors.lo.tolist()

    def test_the_checker_accepts_every_schedule(self, key: str) -> None:
        algorithm = ALGORITHMS[key]

        @settings(max_examples=amount(EXAMPLES.get(key, 100)))
        @given(data=st.data())
        def check(data: Any) -> None:
            workload, processors = data.draw(cases_for(algorithm))
            taken = params_for(algorithm, workload, processors)
            params = impatient(data.draw(st.sampled_from(taken)))
            machine, jobs = Platform.of(processors), workload
            with suppress(NoScheduleError):
                schedule = algorithm.solver(Instance(jobs, machine), params, Stop())
                schedule.check(jobs, machine)
                schedule.with_processors(machine).check(jobs, machine)

        check()

    @settings(max_examples=15, suppress_health_check=[HealthCheck.differing_executors])
    @given(data=st.data())
    def test_no_ratio_to_a_bound_is_below_1(self, key: str, data: Any) -> None:
        workload, processors = data.draw(cases_for(ALGORITHMS[key]))
        params = data.draw(st.sampled_from(params_for(ALGORITHMS[key], workload, processors)))
        params = impatient(params)
        result = solved(Instance(workload, Platform.of(processors)), key, params)
        for ratio in result.ratios.values() if result else ():
            assert ratio.value >= 1 - 1e-9

    @pytest.mark.parametrize("jobs", [(), ((0, 1, 5),), ((0, 1, 0),), ((0, PROCESSORS, 0),)])
    def test_no_job_and_one_job(self, key: str, jobs: tuple[tuple[int, ...], ...]) -> None:
        workload = rigid(*jobs)
        if ALGORITHMS[key].supports.recorded:
            workload = replace(workload, recorded=workload.release)
        for params in params_for(ALGORITHMS[key], workload, PROCESSORS):
            result = solved(Instance(workload, Platform.of(PROCESSORS)), key, params)
            assert result
            assert len(starts(result)) == len(jobs)
            if params == brief_params(key):
                assert starts(result) == [0.0] * len(jobs)

    def test_it_leaves_its_input_alone(self, key: str) -> None:
        for workload in jobs_for(ALGORITHMS[key]):
            before = [column.copy() for column in columns(workload)]
            solve(Instance(workload, Platform.of(PROCESSORS)), key, brief_params(key))
            after = columns(workload)
            assert all(
                np.array_equal(a, b, equal_nan=True) for a, b in zip(before, after, strict=True)
            )

    def test_its_label_is_the_way_back_to_its_parameters(self, key: str) -> None:
        for params in params_that_work(ALGORITHMS[key].params):
            request = Request(ALGORITHMS[key], params)
            assert requests([request.text]) == [request]

    def test_a_cancel_is_heard(self, key: str) -> None:
        def cancel(progress: Progress) -> None:
            if not progress.message.startswith("lower bound"):
                raise Cancelled("cancelled")

        self.assert_interrupted(key, lambda: Stop(listener=cancel, interval=0), Cancelled)

    def test_a_time_limit_is_heard(self, key: str) -> None:
        self.assert_interrupted(key, lambda: Stop(time_limit=-1.0), TimeLimitReached)

    def assert_interrupted(
        self, key: str, new: Callable[[], Stop], error: type[Interrupted]
    ) -> None:
        """It ends with the error, or early with the best schedule so far."""
        for workload in jobs_for(ALGORITHMS[key]):
            stop, instance = new(), Instance(workload, Platform.of(PROCESSORS))
            try:
                result = solve(instance, key, brief_params(key), stop=stop)
            except error:
                assert stop.best is None
            else:
                assert result.status is Status.STOPPED_EARLY

    def test_progress_stays_within_bounds_and_rises(self, key: str) -> None:
        for workload in jobs_for(ALGORITHMS[key], 2_000):
            heard: list[Progress] = []
            stop = Stop(listener=heard.append, interval=0)
            solve(Instance(workload, Platform.of(PROCESSORS)), key, brief_params(key), stop=stop)
            fractions = [p.fraction for p in heard]
            assert fractions
            assert fractions == sorted(fractions)
            assert 0 <= fractions[0] <= fractions[-1] <= 1


@every_generator
class TestEveryGenerator:
    """The same for generators."""

    def test_it_explains_itself(self, key: str) -> None:
        declared = GENERATORS[key]
        assert declared.key == key
        assert declared.title
        assert declared.summary.endswith(".")
        assert declared.cites
        assert len(declared.references) == len(declared.cites)
        assert all(spec.help.endswith(".") for spec in declared.params.specs())

    def test_it_runs_with_its_defaults_and_every_choice(self, key: str) -> None:
        for params in params_that_work(GENERATORS[key].params):
            assert len(generate(key, jobs=50, processors=PROCESSORS, params=params)) == 50

    def test_bad_values_are_refused_with_the_field_named(self, key: str) -> None:
        for spec in GENERATORS[key].params.specs():
            for value in bad_values(spec):
                with pytest.raises(ParameterError) as caught:
                    generate(key, jobs=1, processors=1, params={spec.name: value})
                assert set(caught.value.errors) == {spec.name}

    def test_the_same_seed_gives_the_same_jobs(self, key: str) -> None:
        one, two = (generate(key, jobs=500, processors=64, params={"load": 0.9}) for _ in range(2))
        assert one.name == two.name
        for column in ("ids", "release", "weight", "estimate"):
            assert np.array_equal(
                getattr(one, column), getattr(two, column), equal_nan=column == "estimate"
            )
        assert np.array_equal(one.profiles.widths, two.profiles.widths)
        assert np.array_equal(one.profiles.times, two.profiles.times)

    def test_another_seed_gives_other_jobs(self, key: str) -> None:
        one, two = (
            generate(key, jobs=500, processors=64, params={"seed": seed}) for seed in (1, 2)
        )
        assert one.profiles.times.tolist() != two.profiles.times.tolist()
        if one.is_rigid:
            assert one.width.tolist() != two.width.tolist()
        else:
            assert one.weight.tolist() != two.weight.tolist()

    def test_the_load_changes_only_the_releases(self, key: str) -> None:
        idle, busy = (
            generate(key, jobs=50, processors=8, params={"load": load}) for load in (0, 0.9)
        )
        assert idle.release.tolist() != busy.release.tolist()
        assert sorted(idle.profiles.times) == sorted(busy.profiles.times)
        assert sorted(idle.weight) == sorted(busy.weight)

    @settings(max_examples=amount(40), suppress_health_check=[HealthCheck.differing_executors])
    @given(
        jobs=st.integers(0, 40),
        processors=st.integers(1, 5_000),
        seed=st.integers(0, 2**63 - 1),
        load=st.just(0.0) | st.floats(0.01, 10),
    )
    def test_every_job_fits_the_machine(
        self, key: str, jobs: int, processors: int, seed: int, load: float
    ) -> None:
        params = {"seed": seed, "load": load}
        workload = generate(key, jobs=jobs, processors=processors, params=params)
        assert len(workload) == jobs
        assert int(workload.profiles.widths.max(initial=0)) <= processors
        assert (workload.profiles.times > 0).all() or key == "lublin"
        if workload.is_rigid and key in ("lublin", "uniform"):
            assert (workload.runtime == np.floor(workload.runtime)).all()
            assert (workload.release == np.floor(workload.release)).all()
