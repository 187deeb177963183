"""Workloads refuse jobs that no workload may hold, and never change."""

from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.base.errors import WorkloadError
from parsched.model.problem import profiles as kernels
from parsched.model.problem.platform import MAX_PROCESSORS, Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import LATEST, Labels, Workload
from tests.parsched.factories import moldable, offline, rigid
from tests.twins import uncompiled

NOTHING = rigid()


def workload_of(profiles: Profiles) -> Workload:
    """These jobs, all there at time 0."""
    n = len(profiles)
    return Workload(name="", ids=np.arange(n), release=np.zeros(n), profiles=profiles)


def one(**columns: Any) -> Workload:
    """Two good jobs "a" and "b", with some columns replaced."""
    good: dict[str, Any] = {
        "name": "two",
        "ids": np.array(["a", "b"]),
        "release": [0.0, 1.0],
        "profiles": Profiles.rigid([1, 2], [3.0, 4.0]),
    }
    return Workload(**(good | columns))


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"ids": ["a", "a"]}, "job id a occurs 2 times"),
        ({"ids": ["a"]}, "column ids has 1 entries for 2 jobs"),
        ({"release": [0.0]}, "column release has 1 entries for 2 jobs"),
        ({"estimate": [1.0]}, "column estimate has 1 entries for 2 jobs"),
        ({"weight": [1.0, 1.0, 1.0]}, "column weight has 3 entries for 2 jobs"),
        ({"user": Labels(np.array([0]), ("u",))}, "column user codes has 1 entries for 2 jobs"),
        ({"release": [0.0, -1.0]}, "job b: release must be from 0 to 2^53 s, got -1"),
        ({"release": [0.0, np.nan]}, "job b: release must be from 0 to 2^53 s, got nan"),
        ({"release": [0.0, 2 * LATEST]}, "job b: release must be"),
        ({"release": [2.0, 1.0]}, "job b (1 s) comes after job a (2 s)"),
        ({"weight": [1.0, -1.0]}, "job b: weight must be 0 or from 1e-100 to 1e100, got -1"),
        ({"weight": [np.inf, 1.0]}, "job a: weight must be 0 or from 1e-100 to 1e100, got inf"),
        ({"weight": [9e-101, 1.0]}, "job a: weight must be 0 or from 1e-100 to 1e100, got 9e-101"),
        ({"weight": [1.0, 2e100]}, "job b: weight must be 0 or from 1e-100 to 1e100, got 2e+100"),
        ({"weight": [np.nan, 1.0]}, "job a: weight must be 0 or from 1e-100 to 1e100, got nan"),
        ({"estimate": [np.inf, 1.0]}, "job a: estimate must be finite, got inf"),
        ({"profiles": Profiles.rigid([1, 0], [1, 1])}, "job b: processors must be a whole number"),
        ({"profiles": Profiles.rigid([1, MAX_PROCESSORS + 1], [1, 1])}, "job b: processors"),
        ({"profiles": Profiles.rigid([1, 1], [1, -1])}, "job b: time must be from 0 to 2^53 s"),
        ({"profiles": Profiles.rigid([1, 1], [np.nan, 1])}, "job a: time must be from 0"),
        ({"profiles": Profiles.rigid([1, 1], [1, np.inf])}, "job b: time must be from 0"),
        (
            {"profiles": Profiles.of([([1, 2], [4, 2]), ([1, 3, 2], [5, 4, 3])])},
            "job b: processors must be increasing from one configuration to the next, got 2",
        ),
        ({"profiles": Profiles.of([([1, 1], [4, 2]), ([1], [5])])}, "job a: processors must be"),
        ({"profiles": Profiles.of([([1], [4]), ([], [])])}, "job b has no configuration"),
    ],
)
def test_a_bad_job_is_refused_by_name(columns: dict[str, Any], sentence: str) -> None:
    with pytest.raises(WorkloadError) as caught:
        one(**columns)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("offsets", "widths", "times"),
    [
        ([0, 1, 2], [1, 1], [1.0]),
        ([0, 1], [1, 1], [1.0, 1.0]),
        ([1, 2], [1, 1], [1.0, 1.0]),
        ([0, 2, 1, 2], [1, 1], [1.0, 1.0]),
        ([], [], []),
    ],
)
def test_columns_of_profiles_must_belong_together(
    offsets: list[int], widths: list[int], times: list[float]
) -> None:
    with pytest.raises(WorkloadError):
        Profiles(np.array(offsets, np.int64), np.array(widths), np.array(times))


def test_zero_length_jobs_and_equal_releases_are_allowed() -> None:
    assert len(rigid((5, 1, 0), (5, 1, 0))) == 2


def test_a_workload_may_be_empty() -> None:
    assert len(NOTHING) == 0
    assert NOTHING.is_rigid
    assert not NOTHING.has_releases
    assert NOTHING.widest == 0
    assert not len(NOTHING.too_wide(Platform.of(1)))
    assert not len(NOTHING.least_work)


def test_columns_are_read_only_and_not_shared() -> None:
    release = np.array([0.0, 1.0])
    workload = one(release=release)
    release[0] = 0.5
    assert workload.release[0] == 0.0
    for column in (workload.release, workload.ids, workload.width, workload.weight):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 0


def test_missing_columns_have_neutral_values() -> None:
    workload = one()
    assert np.isnan(workload.estimate).all()
    assert (workload.weight == 1).all()
    assert workload.labels == {}


def test_rigid_columns() -> None:
    workload = offline((2, 3), (1, 5))
    assert workload.is_rigid
    assert workload.width.tolist() == [2, 1]
    assert workload.runtime.tolist() == [3, 5]
    assert workload.least_work.tolist() == [6, 5]


def test_moldable_columns() -> None:
    workload = moldable([9, 5, 4], [2, 3])
    assert not workload.is_rigid
    assert workload.least_width.tolist() == [1, 1]
    assert workload.least_time.tolist() == [4, 2]
    assert workload.least_work.tolist() == [9, 2]
    with pytest.raises(WorkloadError, match="no single width"):
        _ = workload.width
    with pytest.raises(WorkloadError, match="no single run time"):
        _ = workload.runtime


def test_jobs_that_fit_no_site_are_found() -> None:
    workload = offline((2, 1), (5, 1), (4, 1))
    assert workload.widest == 5
    assert workload.too_wide(Platform.of(3, 4)).tolist() == [1]


def test_take_keeps_every_column_of_the_chosen_jobs() -> None:
    workload = replace(
        moldable([9, 5, 4], [2], [3, 2], weight=[5, 6, 7]),
        user=Labels.of(["u", None, "v"]),
        estimate=np.array([1.0, 2.0, 3.0]),
    )
    for chosen in (np.array([True, False, True]), np.array([0, 2])):
        taken = workload.take(chosen)
        assert taken.ids.tolist() == [1, 3]
        assert taken.weight.tolist() == [5, 7]
        assert taken.estimate.tolist() == [1, 3]
        assert taken.profiles.job(1)[1].tolist() == [3, 2]
        assert taken.user is not None
        assert [taken.user.name(i) for i in range(2)] == ["u", "v"]


@given(st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=4), max_size=6), st.data())
def test_taken_profiles_belong_to_the_jobs(times: list[list[int]], data: Any) -> None:
    profiles = moldable(*times).profiles
    chosen = data.draw(st.lists(st.sampled_from(range(len(times))))) if times else []
    taken = profiles.take(np.array(chosen, np.int64))
    assert len(taken) == len(chosen)
    for row, i in enumerate(chosen):
        assert [c.tolist() for c in taken.job(row)] == [c.tolist() for c in profiles.job(i)]


@given(st.lists(st.integers(1, 9), min_size=1, max_size=9), st.integers(0, 9), st.integers(0, 9))
def test_neighbouring_jobs_are_taken_without_a_copy(
    times: list[int], first: int, last: int
) -> None:
    profiles = moldable(*([t, t] for t in times)).profiles
    taken = profiles.take(slice(first, last))
    assert [t.tolist() for _, t in map(taken.job, range(len(taken)))] == [
        [t, t] for t in times[first:last]
    ]
    assert not len(taken) or np.shares_memory(taken.times, profiles.times)


def test_time_at_a_width() -> None:
    profiles = moldable([9, 5, 4], [2]).profiles
    assert profiles.times_at(np.array([3, 1])).tolist() == [4, 2]
    assert np.isnan(profiles.times_at(np.array([4, 2]))).all()
    single = offline((2, 5)).profiles
    assert single.times_at(np.array([2])).tolist() == [5]
    assert np.isnan(single.times_at(np.array([1]))).all()
    with pytest.raises(ValueError, match="broadcast"):
        single.times_at(np.array([1, 2, 3]))


PROFILE = st.dictionaries(st.integers(1, 12), st.integers(0, 9), min_size=1, max_size=6)


@given(st.lists(PROFILE, max_size=6), st.data())
def test_times_are_found_where_the_job_may_run(jobs: list[dict[int, int]], data: Any) -> None:
    """Also with gaps in the widths, and in the kernels' plain twins."""
    wanted = [data.draw(st.integers(0, 13)) for _ in jobs]
    expected = [float(job.get(width, -1)) for job, width in zip(jobs, wanted, strict=True)]
    chosen = data.draw(st.permutations(range(len(jobs))))
    for compiled in (nullcontext(), uncompiled(kernels)):
        with compiled:
            profiles = Profiles.of([(sorted(job), [job[k] for k in sorted(job)]) for job in jobs])
            workload_of(profiles)
            found = profiles.times_at(np.array(wanted, np.int64))
            assert np.nan_to_num(found, nan=-1).tolist() == expected
            moved = profiles.take(np.array(chosen, np.int64))
            found = moved.times_at(np.array(wanted, np.int64)[chosen])
            assert np.nan_to_num(found, nan=-1).tolist() == [expected[i] for i in chosen]


@pytest.mark.parametrize(
    ("mode", "estimates", "runtimes"),
    [
        ("raise", [5, 9, 5, 5], [5, 5, 5, 5]),
        ("kill", [3, 9, 5, 5], [3, 5, 5, 5]),
        ("overrun", [3, 9, 5, 5], [5, 5, 5, 5]),
    ],
)
def test_estimates_and_run_times_are_made_consistent(
    mode: Any, estimates: list[float], runtimes: list[float]
) -> None:
    workload = rigid((0, 1, 5, 3), (0, 1, 5, 9), (0, 1, 5), (0, 1, 5, -1))
    consistent = workload.with_estimates(mode)
    assert consistent.estimate.tolist() == estimates
    assert consistent.runtime.tolist() == runtimes
    assert workload.estimate[0] == 3


def test_labels_name_jobs() -> None:
    labels = Labels.of(["b", "a", None, "b"])
    assert labels is not None
    assert labels.names == ("b", "a")
    assert [labels.name(i) for i in range(4)] == ["b", "a", None, "b"]
    assert Labels.of([None, None]) is None


def test_labels_can_be_told_in_order_without_names_that_no_job_has() -> None:
    labels = Labels.of(["env10", "env2", None, "gone", "env10"])
    assert labels is not None
    left = labels.take(np.array([0, 1, 2, 4])).in_order()
    assert left.names == ("env2", "env10")
    assert [left.name(i) for i in range(4)] == ["env10", "env2", None, "env10"]
    assert labels.take(np.array([2])).in_order().names == ()
    assert labels.take(slice(0)).in_order().names == ()


@pytest.mark.parametrize("code", [-2, 1])
def test_a_label_without_a_name_is_refused(code: int) -> None:
    with pytest.raises(WorkloadError, match="codes of 1 names"):
        Labels(np.array([code]), ("only",))


def test_configurations_beyond_a_machine_can_be_left_out() -> None:
    workload = moldable([10, 1], [10, 8, 7])
    within = workload.within(2)
    assert within.profiles.widths.tolist() == [1, 2, 1, 2]
    assert within.profiles.times.tolist() == [10, 1, 10, 8]
    assert workload.within(3) is workload


def test_a_job_that_is_too_wide_has_nothing_left_within_a_machine() -> None:
    with pytest.raises(WorkloadError, match="job 1 has no configuration"):
        rigid((0, 3, 1)).within(2)
