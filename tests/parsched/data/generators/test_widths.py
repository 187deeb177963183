"""The published workloads of successive linear programming."""

import numpy as np
import pytest

from parsched.base.errors import ParameterError
from parsched.data.generators import generate
from parsched.model.problem.workload import ceil_times

PAPER = ["paper-uniform", "gaussian", "two-gaussian", "cauchy"]
SETTINGS = [(32, 8, 25), (64, 16, 25), (128, 32, 10)]

every_law = pytest.mark.parametrize("key", PAPER)


def redrawn(key: str, count: int, seed: int = 7) -> np.ndarray:
    """Widths as the paper draws them, one law at a time, without our shortcut."""
    rng = np.random.default_rng(seed)
    found = np.empty(0)
    while len(found) < count:
        if key == "cauchy":
            values = 4 + 8 * rng.standard_cauchy(count)
        else:
            wide = rng.random(count) < (0.5 if key == "two-gaussian" else 0)
            values = rng.normal(np.where(wide, 20, 4), 8)
        values = np.round(values)
        found = np.append(found, values[(values >= 1) & (values <= 40)])
    return found[:count]


@pytest.mark.parametrize(("processors", "widest", "granularity"), SETTINGS)
def test_uniform_widths_fill_a_quarter_of_the_machine(
    processors: int, widest: int, granularity: int
) -> None:
    params = {"granularity": granularity}
    made = generate("paper-uniform", jobs=40_000, processors=processors, params=params)
    counts = np.bincount(made.width, minlength=widest + 1)
    assert made.width.max() == widest
    assert counts[0] == 0
    assert counts[1:] == pytest.approx(40_000 / widest, rel=0.15)


@pytest.mark.parametrize("key", ["gaussian", "two-gaussian", "cauchy"])
def test_widths_follow_the_law_drawn_again_until_it_fits(key: str) -> None:
    made = generate(key, jobs=200_000, processors=128).width
    ours = np.bincount(made, minlength=41) / len(made)
    theirs = np.bincount(redrawn(key, 200_000).astype(int), minlength=41) / 200_000
    assert made.min() == 1
    assert made.max() <= 40
    assert np.abs(np.cumsum(ours) - np.cumsum(theirs)).max() < 0.006


def test_clipped_widths_pile_up_at_the_ends() -> None:
    params = {"truncation": "clip"}
    made = generate("gaussian", jobs=100_000, processors=128, params=params).width
    assert (made == 1).mean() == pytest.approx(0.3773, abs=0.01)
    assert (made == 40).mean() < 1e-3
    tight = generate("gaussian", jobs=50, processors=128, params=params | {"max_width": 1})
    assert (tight.width == 1).all()


@every_law
@pytest.mark.parametrize("granularity", [1, 2, 10, 25])
def test_times_are_uniform_and_some_job_takes_each_extreme(key: str, granularity: int) -> None:
    params = {"granularity": granularity}
    few = generate(key, jobs=2, processors=64, params=params).runtime
    assert sorted(few) == [1, granularity]
    many = generate(key, jobs=20_000, processors=64, params=params).runtime
    counts = np.bincount(many.astype(int), minlength=granularity + 1)
    assert counts[1:] == pytest.approx(20_000 / granularity, rel=0.2)


@every_law
def test_one_job_takes_the_longest_time(key: str) -> None:
    assert generate(key, jobs=1, processors=64, params={"granularity": 9}).runtime == [9]


@every_law
def test_the_extremes_are_not_always_the_same_jobs(key: str) -> None:
    longest = {
        int(
            generate(
                key, jobs=30, processors=64, params={"seed": s, "granularity": 99}
            ).runtime.argmax()
        )
        for s in range(12)
    }
    assert len(longest) > 4


@every_law
def test_cut_jobs_are_the_rigid_ones_in_equal_parts(key: str) -> None:
    rigid, cut = (
        generate(key, jobs=30, processors=64, params={"profile": profile, "seed": 5})
        for profile in ("rigid", "ceil")
    )
    for i in range(30):
        widths, times = ceil_times(int(rigid.width[i]), float(rigid.runtime[i]))
        assert cut.profiles.job(i)[0].tolist() == widths.tolist()
        assert cut.profiles.job(i)[1].tolist() == times.tolist()


def test_too_many_configurations_are_refused() -> None:
    with pytest.raises(ParameterError, match="ask for fewer jobs") as caught:
        generate("cauchy", jobs=10_000_000, processors=128, params={"profile": "ceil"})
    assert set(caught.value.errors) == {"profile"}


@pytest.mark.parametrize("key", ["gaussian", "two-gaussian"])
def test_a_law_that_hardly_ever_fits_is_refused(key: str) -> None:
    params = {"mean": -100.0, "deviation": 1.0}
    if key == "two-gaussian":
        params |= {"second_mean": 500.0}
    with pytest.raises(ParameterError, match="redraw only where"):
        generate(key, jobs=5, processors=64, params=params)
    clipped = generate(key, jobs=50, processors=64, params=params | {"truncation": "clip"})
    assert set(clipped.width) <= {1, 40}


@every_law
def test_jobs_wider_than_the_machine_are_refused_or_never_asked_for(key: str) -> None:
    assert generate(key, jobs=500, processors=12).width.max() <= 12
    with pytest.raises(ParameterError, match="at most the 12 processors"):
        generate(key, jobs=5, processors=12, params={"max_width": 13})
    widest = generate(key, jobs=5_000, processors=64, params={"max_width": 50}).width.max()
    assert widest <= 50
    assert widest > 40 or key == "gaussian"


@every_law
def test_with_a_load_jobs_arrive_in_whole_seconds(key: str) -> None:
    made = generate(key, jobs=2_000, processors=64, params={"load": 0.8})
    assert (made.release == np.floor(made.release)).all()
    offered = float(made.width @ made.runtime) / 64 / made.release[-1]
    assert offered == pytest.approx(0.8, rel=0.01)
