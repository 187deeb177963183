"""The price bound on Σ w·C, and the relaxation behind it."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from parsched.data.generators import generate
from parsched.measure.allotment.choices import Choices
from parsched.measure.bounds import bounds_of, relaxation
from parsched.measure.bounds.price import price
from parsched.measure.bounds.relaxation import PriceRelaxation
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload
from tests.amount import amount
from tests.parsched.factories import moldable, offline, rigid
from tests.parsched.optima import optimum
from tests.parsched.profiles import monotone
from tests.parsched.strategies import moldable_cases, rough_cases


def test_a_job_alone_takes_its_least_time() -> None:
    assert price(moldable([9, 5, 4], weight=[3]), Platform.of(3)) == pytest.approx(3 * 4)


def test_jobs_that_fill_the_machine_one_after_the_other() -> None:
    """Smith's order is optimal, and the only loss is that prices are constant on intervals."""
    jobs = replace(offline((4, 3), (4, 1), (4, 2)), weight=np.array([1.0, 1.0, 4.0]))
    assert optimum(jobs, 4, weighted=True) == 4 * 2 + 3 + 6
    assert 16.5 <= price(jobs, Platform.of(4)) <= 17


def test_a_job_waits_for_its_release_and_others_use_the_time_before() -> None:
    jobs = rigid((0, 1, 3), (2, 1, 4), (10, 1, 1))
    assert optimum(jobs, 1, weighted=True) == 3 + 7 + 11
    assert 20 <= price(jobs, Platform.of(1)) <= 21


def test_jobs_that_take_no_time_are_free() -> None:
    assert price(offline((1, 0), (2, 0)), Platform.of(2)) == 0


@settings(max_examples=amount(1000))
@given(rough_cases(released=True, jobs=3))
def test_it_never_exceeds_the_optimum_whatever_the_jobs(case: tuple[Workload, int]) -> None:
    workload, m = case
    assert price(workload, Platform.of(m)) <= optimum(workload, m, weighted=True) * (1 + 1e-12)


def test_it_pauses_before_each_step_and_each_part_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two jobs on one processor have 100 steps and a certificate; two parts of each with chunks of
    one configuration."""
    for chunk, parts in ((relaxation.CHUNK, 1), (1, 2)):
        pauses: list[None] = []
        monkeypatch.setattr(relaxation, "CHUNK", chunk)
        price(offline((1, 3), (1, 1)), Platform.of(1), lambda told=pauses: told.append(None))
        assert len(pauses) == parts * 101


@settings(max_examples=amount(60))
@given(moldable_cases(jobs=3))
def test_every_step_gives_a_bound(case: tuple[Workload, int]) -> None:
    workload, m = case
    choices, best = Choices.of(workload, m), optimum(workload, m, weighted=True)
    relaxation = PriceRelaxation(choices, m, workload.weight, workload.release, 5.0)
    for _ in range(10):
        relaxation.step()
        assert relaxation.certificate() <= best * (1 + 1e-12)


def test_it_is_near_the_optimum_in_the_mean() -> None:
    """Measured over these 100 tiny workloads: 0.976 in the mean, 0.88 at worst."""
    rng = np.random.default_rng(1)
    shares = []
    for _ in range(100):
        times, m = monotone(rng, int(rng.integers(2, 4)), 4), 4
        jobs = moldable(*times, weight=rng.integers(1, 10, len(times)).tolist())
        shares.append(price(jobs, Platform.of(m)) / optimum(jobs, m, weighted=True))
    assert np.mean(shares) >= 0.97
    assert min(shares) >= 0.85


@pytest.mark.parametrize("model", ["weak", "high", "mixed", "cirne"])
def test_it_is_far_above_all_other_bounds(model: str) -> None:
    jobs = generate(model, jobs=100, processors=200, params={"seed": 3})
    found = bounds_of(Instance(jobs, Platform.of(200)))["minsum"]
    mine = found.pop("price")
    assert mine >= 1.25 * found["interval_lp"]
    assert mine >= 0.995 * max(found.values())


@pytest.mark.usefixtures("may_compile")
def test_the_certificate_considers_the_widths_that_the_steps_leave_out() -> None:
    """Only 31 of 40 processors can be used well: a width that steps do not consider."""
    widths = np.arange(1, 41)
    times = np.where(widths < 31, 100.0, 1.0) - widths / 1000
    workload = Workload(
        name="one width",
        ids=np.arange(2),
        release=np.zeros(2),
        profiles=Profiles.of([(widths, times)] * 2),
    )
    relaxation = PriceRelaxation(Choices.of(workload, 40), 40, np.ones(2), np.zeros(2), 2.0)
    assert 31 not in relaxation.configurations.widths
    for _ in range(50):
        relaxation.step()
    bound, best = relaxation.certificate(), optimum(two_widths(workload), 40, weighted=True)
    assert bound <= best
    assert bound < relaxation.best


def two_widths(workload: Workload) -> Workload:
    """The same jobs on 31 and on 40 processors only."""
    rows = [30, 39]
    widths, times = workload.profiles.job(0)
    return replace(workload, profiles=Profiles.of([(widths[rows], times[rows])] * 2))
