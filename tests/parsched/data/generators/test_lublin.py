"""The Lublin–Feitelson model has the distributions that its authors publish."""

from math import exp, log2

import numpy as np
import pytest

from parsched.data.generators import generate
from parsched.data.generators.lublin import (
    ALL,
    BATCH,
    INTERACTIVE,
    LONGEST,
    LublinModel,
    draw_times,
    draw_widths,
)
from tests.parsched.loads import offered_load

MANY = 100_000


@pytest.fixture(scope="module")
def rng() -> np.random.Generator:
    return np.random.default_rng(1)


@pytest.mark.parametrize("model", [ALL, BATCH, INTERACTIVE], ids=lambda m: str(m.name))
class TestWidths:
    """On 128 processors, the machine of the published constants."""

    def test_sequential_jobs(self, model: LublinModel, rng: np.random.Generator) -> None:
        width = draw_widths(model, MANY, 128, rng)
        assert (width == 1).mean() == pytest.approx(model.serial, abs=0.005)

    def test_powers_of_two(self, model: LublinModel, rng: np.random.Generator) -> None:
        width = draw_widths(model, MANY, 128, rng)
        power = (width > 1) & (width & (width - 1) == 0)
        by_chance = 0.06 + 0.1 * (model is INTERACTIVE)
        assert model.powers - 0.005 <= power.mean() <= model.powers + by_chance

    def test_two_stages(self, model: LublinModel, rng: np.random.Generator) -> None:
        """The mean logarithm of parallel widths equals the mean of the two-stage uniform."""
        width = draw_widths(model, MANY, 128, rng)
        top = 7 - model.top_below
        middle = top - model.middle_below
        mean = (model.lower * model.low + middle + (1 - model.lower) * top) / 2
        assert np.log2(width[width > 1]).mean() == pytest.approx(mean, abs=0.1)
        wide = np.log2(width[width > 1]) > middle + 0.5
        assert wide.mean() == pytest.approx(
            (1 - model.lower) * (1 - 0.5 / (top - middle)), abs=0.03
        )

    def test_the_widest_is_the_top(self, model: LublinModel, rng: np.random.Generator) -> None:
        assert draw_widths(model, MANY, 128, rng).max() == round(2 ** (7 - model.top_below))


@pytest.mark.parametrize("processors", [1, 2, 3, 4, 5, 8, 31, 100, 1000, 2**31 - 1])
@pytest.mark.parametrize("model", [ALL, BATCH, INTERACTIVE], ids=lambda m: str(m.name))
def test_every_job_fits_the_machine(
    model: LublinModel, processors: int, rng: np.random.Generator
) -> None:
    width = draw_widths(model, 2_000, processors, rng)
    assert width.min() == 1
    assert width.max() <= processors


@pytest.mark.parametrize("model", [ALL, BATCH, INTERACTIVE], ids=lambda m: str(m.name))
@pytest.mark.parametrize("width", [1, 64])
def test_run_times_are_a_mixture_of_two_gammas(
    model: LublinModel, width: int, rng: np.random.Generator
) -> None:
    """The mean logarithm is p·a1·b1 + (1 − p)·a2·b2, a little less as long draws are repeated."""
    times = draw_times(model, np.full(MANY, width), rng)
    p = model.slope * width + model.level
    mean = p * model.short[0] * model.short[1] + (1 - p) * model.long[0] * model.long[1]
    found = float(np.log(times + 0.5).mean())
    assert mean - 0.15 <= found <= mean + 0.05


def test_run_times_are_whole_and_at_most_two_days(rng: np.random.Generator) -> None:
    times = draw_times(ALL, np.full(MANY, 64), rng)
    assert times.min() >= 1
    assert times.max() <= exp(LONGEST)
    assert (times == np.floor(times)).all()


def test_wide_jobs_run_longer() -> None:
    jobs = generate("lublin", jobs=MANY, processors=128)
    logs = np.log(jobs.runtime)
    assert logs[jobs.width >= 64].mean() > logs[jobs.width == 1].mean() + 1


def test_beyond_144_processors_every_job_is_long(rng: np.random.Generator) -> None:
    logs = np.log(draw_times(ALL, np.full(MANY, 145), rng))
    assert logs.mean() == pytest.approx(312 * 0.03, abs=0.02)
    assert logs.std() == pytest.approx(312**0.5 * 0.03, abs=0.02)


def test_the_default_load_is_the_models() -> None:
    """About 0.7 on 128 processors: 12 processors × 4,400 s, a job each 15 minutes."""
    jobs = generate("lublin", jobs=MANY, processors=128)
    assert np.diff(jobs.release).mean() == pytest.approx(915, rel=0.05)
    assert offered_load(jobs, 128) == pytest.approx(0.72, abs=0.05)


class TestDailyCycle:
    """Few jobs arrive at night, most in the afternoon."""

    def by_hour(self, **params: float | str) -> np.ndarray:
        jobs = generate("lublin", jobs=MANY, processors=128, params=params)
        return np.bincount((jobs.release % 86_400 // 3_600).astype(int), minlength=24)

    def test_shape(self) -> None:
        hours = self.by_hour()
        assert 13 <= hours.argmax() <= 16
        assert 3 <= hours.argmin() <= 6
        assert hours.max() > 8 * hours.min()

    def test_a_load_keeps_the_day(self) -> None:
        assert self.by_hour(load=0.3) == pytest.approx(self.by_hour(), rel=0.25)


@pytest.mark.parametrize("kinds", ["together", "apart"])
@pytest.mark.parametrize("load", [0.1, 0.9, 1.05])
@pytest.mark.parametrize("jobs", [50, 5_000])
def test_the_load_is_met(kinds: str, load: float, jobs: int) -> None:
    params = {"kinds": kinds, "load": load}
    workload = generate("lublin", jobs=jobs, processors=64, params=params)
    assert offered_load(workload, 64) == pytest.approx(load, rel=0.01)


def test_the_load_changes_only_the_releases() -> None:
    own, busy = (
        generate("lublin", jobs=500, processors=64, params={"load": load}) for load in (0, 1.5)
    )
    assert own.width.tolist() == busy.width.tolist()
    assert own.runtime.tolist() == busy.runtime.tolist()
    assert own.estimate.tolist() == busy.estimate.tolist()


def test_batch_and_interactive_jobs_have_queues() -> None:
    jobs = generate("lublin", jobs=MANY, processors=128, params={"kinds": "apart"})
    assert jobs.queue is not None
    assert jobs.queue.names == ("batch", "interactive")
    batch = jobs.queue.codes == 0
    assert 0.05 < batch.mean() < 0.5
    assert np.median(jobs.runtime[batch]) > 10 * np.median(jobs.runtime[~batch])
    assert jobs.width[~batch].max() <= round(2 ** (log2(128) - 1.5))


def test_jobs_together_have_no_queue() -> None:
    assert generate("lublin", jobs=10, processors=64).queue is None


@pytest.mark.parametrize("kinds", ["together", "apart"])
@pytest.mark.parametrize("load", [0, 0.8])
@pytest.mark.parametrize("jobs", [0, 1, 2, 3])
def test_a_handful_of_jobs_is_enough(kinds: str, load: float, jobs: int) -> None:
    params = {"kinds": kinds, "load": load}
    assert len(generate("lublin", jobs=jobs, processors=64, params=params)) == jobs
