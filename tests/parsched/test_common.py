"""What every registered algorithm and generator has to do, also from plugins."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parsched.base.errors import NoScheduleError
from parsched.data.formats import FORMATS
from parsched.data.generators import GENERATORS, generate
from parsched.data.logs import SOURCES
from parsched.measure.bounds import BOUNDS
from parsched.measure.metrics import METRICS
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.online.orders import ORDERS
from parsched.policies.online.predictors import PREDICTORS
from parsched.policies.registry import Algorithm
from parsched.report import REPORTS
from parsched.testing import CHECKS, OF_GROUPS, check_generator
from parsched.testing.cases import logged, params_for
from parsched.testing.of_algorithms import solved
from parsched.testing.values import impatient
from tests.amount import amount
from tests.parsched.profiles import monotone_cases
from tests.parsched.strategies import moldable_cases, rigid_cases, rough_cases

BOUNDS_KNOWN = {
    "makespan": 10,
    "minsum": 5,
    "deployments": 1,
    "wait": 1,
    "flow": 1,
    "slowdown": 1,
}
every_algorithm = pytest.mark.parametrize("key", sorted(ALGORITHMS))
every_generator = pytest.mark.parametrize("key", sorted(GENERATORS))


PROGRAMS = ("exact", "external")
"""Algorithms that start a program for each case."""
FEW = amount(30, least=5)
"""Random cases of these."""


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


def test_what_tests_loop_over_is_there() -> None:
    """A change that takes something out of the catalogue must be declared here."""
    assert len(ALGORITHMS) >= 27
    assert sum(len(declared.params.specs()) for declared in ALGORITHMS.values()) >= 47
    assert len(GENERATORS) >= 11
    assert sum(len(declared.params.specs()) for declared in GENERATORS.values()) >= 95
    assert (len(METRICS), len(FORMATS)) >= (23, 4)
    assert {criterion: len(bounds) for criterion, bounds in BOUNDS.items()} == BOUNDS_KNOWN


@every_algorithm
class TestEveryAlgorithm:
    """STYLE, rule 10."""

    @pytest.mark.parametrize("check", CHECKS.values(), ids=list(CHECKS))
    def test_it_does_what_all_do(self, key: str, check: Callable[[str], None]) -> None:
        check(key)

    def test_the_checker_accepts_every_schedule(self, key: str) -> None:
        algorithm = ALGORITHMS[key]

        @settings(max_examples=FEW if key in PROGRAMS else amount(100))
        @given(data=st.data())
        def check(data: Any) -> None:
            workload, processors = data.draw(cases_for(algorithm))
            taken = params_for(algorithm, workload, processors)
            params = impatient(data.draw(st.sampled_from(taken)))
            machine, jobs = Platform.of(processors), workload
            with suppress(NoScheduleError):
                stop = Stop(allow_commands=True)
                schedule = algorithm.schedule(Instance(jobs, machine), params, stop)
                schedule.check(jobs, machine)
                schedule.with_processors(machine).check(jobs, machine)

        check()

    @settings(max_examples=amount(15), suppress_health_check=[HealthCheck.differing_executors])
    @given(data=st.data())
    def test_no_ratio_to_a_bound_is_below_1(self, key: str, data: Any) -> None:
        workload, processors = data.draw(cases_for(ALGORITHMS[key]))
        params = data.draw(st.sampled_from(params_for(ALGORITHMS[key], workload, processors)))
        params = impatient(params)
        result = solved(Instance(workload, Platform.of(processors)), key, params)
        for ratio in result.ratios.values() if result else ():
            assert ratio.value >= 1 - 1e-9


DECLARED = [
    *(("orders", key) for key in ORDERS),
    *(("predictors", key) for key in PREDICTORS),
    *(("metrics", key) for key in METRICS),
    *(("bounds", f"{criterion}/{key}") for criterion, keys in BOUNDS.items() for key in keys),
    *(("sources", key) for key in SOURCES),
    *(("reports", key) for key in REPORTS),
]


@pytest.mark.parametrize(("group", "key"), DECLARED)
def test_whatever_else_is_declared_does_what_all_of_its_kind_do(group: str, key: str) -> None:
    OF_GROUPS[group](key)


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

    def test_it_does_what_all_do(self, key: str) -> None:
        check_generator(key)

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
