"""Extremes: narrow and wide, short and long jobs, in all proportions."""

import numpy as np
import pytest

from parsched.base.errors import ParameterError
from parsched.data.generators import generate
from tests.parsched.loads import offered_load


def test_widths_equal_sites_and_just_over_half_of_them() -> None:
    jobs = generate("extremes", jobs=40_000, processors=8)
    shares = np.bincount(np.asarray(jobs.width, np.int64), minlength=9)[1:] / len(jobs)
    # Sizes 1, 2, 4 and 8 are alike; of each a quarter is 1, any width, over half, or all.
    quarters = [
        [4, 0, 0, 0, 0, 0, 0, 0],
        [1.5, 2.5, 0, 0, 0, 0, 0, 0],
        [1.25, 0.25, 1.25, 1.25, 0, 0, 0, 0],
        [1.125, 0.125, 0.125, 0.125, 1.125, 0.125, 0.125, 1.125],
    ]
    assert shares == pytest.approx(np.array(quarters, np.float64).sum(axis=0) / 16, abs=0.01)


def test_times_are_the_shortest_the_longest_or_any() -> None:
    jobs = generate("extremes", jobs=30_000, processors=4, params={"max_time": 10})
    shares = np.bincount(np.asarray(jobs.runtime, np.int64), minlength=11)[1:] / len(jobs)
    assert shares == pytest.approx([11 / 30, *[1 / 30] * 8, 11 / 30], abs=0.01)


def test_a_load_spreads_releases_and_none_is_off_line() -> None:
    assert not generate("extremes", jobs=20, processors=4).release.any()
    jobs = generate("extremes", jobs=2_000, processors=4, params={"load": 0.5})
    assert offered_load(jobs, 4) == pytest.approx(0.5, rel=0.01)


def test_the_widest_job_fits_and_a_wider_limit_is_refused_by_name() -> None:
    jobs = generate("extremes", jobs=500, processors=16, params={"max_width": 5})
    assert jobs.width.max() == 4
    with pytest.raises(ParameterError) as caught:
        generate("extremes", jobs=1, processors=4, params={"max_width": 5})
    rule = "max_width must be at most the 4 processors of the machine, got 5"
    assert caught.value.errors == {"max_width": rule}
