"""Workloads as blobs: nothing is lost, equal content is stored once, nothing is executed."""

import io
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest

from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Labels, Workload
from schedweb.store.arrays import unpack
from schedweb.workloads import storage
from schedweb.workloads.storage import load_workload, save_workload, shelf

pytestmark = [pytest.mark.django_db, pytest.mark.smoke]


def moldable() -> Workload:
    return Workload(
        name="moldable",
        ids=np.array(["a", "b"]),
        release=np.array([0.0, 2.5]),
        profiles=Profiles.of([([1, 2], [9.0, 5.0]), ([3], [0.1])]),
        estimate=np.array([np.nan, 4.0]),
        weight=np.array([1.0, 3.5]),
        user=Labels.of(["Zoë", None]),
        origin=Labels.of([None, "KTH"]),
        after=Dependencies.of(2, job=[1], before=[0], delay=[30.0]),
        recorded=np.array([1.5, np.nan]),
        submitted=np.array([-7.5, np.nan]),
        allocated=np.array([0, 4]),
        unix_start=1_700_000_000.0,
        zone="Europe/Stockholm",
    )


def test_a_workload_comes_back_as_it_was() -> None:
    before = moldable()
    after = load_workload(save_workload(before), "other name")
    assert after.name == "other name"
    for column in ("ids", "release", "estimate", "weight", "recorded", "submitted", "allocated"):
        np.testing.assert_array_equal(getattr(after, column), getattr(before, column))
    for column in ("offsets", "widths", "times"):
        np.testing.assert_array_equal(
            getattr(after.profiles, column), getattr(before.profiles, column)
        )
    assert after.user is not None
    assert [after.user.name(0), after.user.name(1)] == ["Zoë", None]
    assert after.origin is not None
    assert [after.origin.name(0), after.origin.name(1)] == [None, "KTH"]
    assert after.group is None
    assert after.after is not None
    assert after.after.delay.tolist() == [30.0]
    np.testing.assert_array_equal(after.recorded, before.recorded)
    assert (after.unix_start, after.zone) == (1_700_000_000.0, "Europe/Stockholm")


def test_equal_jobs_are_one_blob_whatever_their_name() -> None:
    before = moldable()
    assert save_workload(before) == save_workload(load_workload(save_workload(before), "b"))


def test_runs_of_one_workload_share_its_jobs() -> None:
    first = Workload(
        name="",
        ids=np.array([1, 2]),
        release=np.zeros(2),
        profiles=Profiles.rigid([1, 2], [3.0, 4.0]),
    )
    digest = save_workload(first)
    jobs = load_workload(digest, "a")
    assert load_workload(digest, "a") is jobs
    assert load_workload(digest, "b").name == "b"


def of_jobs(jobs: int) -> Workload:
    return Workload(
        name="",
        ids=np.arange(jobs),
        release=np.zeros(jobs),
        profiles=Profiles.rigid([1] * jobs, [3.0] * jobs),
    )


def test_threads_that_want_the_same_jobs_load_them_once() -> None:
    digest, threads = save_workload(of_jobs(1_000)), 8
    shelf.cache_clear()
    barrier = Barrier(threads)

    def load(_: int) -> Workload:
        barrier.wait()
        return load_workload(digest, "a")

    with ThreadPoolExecutor(threads) as pool:
        loaded = list(pool.map(load, range(threads)))
    assert {id(jobs) for jobs in loaded} == {id(loaded[0])}


def test_large_workloads_leave_memory_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    large, small = save_workload(of_jobs(2_000)), save_workload(of_jobs(3))
    monkeypatch.setattr(storage, "CACHED_BYTES", 100_000)
    shelf.cache_clear()
    first = load_workload(large)
    assert load_workload(large) is first
    other = load_workload(small)
    assert load_workload(large) is not first
    assert load_workload(small) is not other


def test_of_small_workloads_the_last_ones_stay() -> None:
    digests = [save_workload(of_jobs(1 + i)) for i in range(storage.CACHED + 1)]
    shelf.cache_clear()
    loaded = [load_workload(digest) for digest in digests]
    assert [load_workload(digest) for digest in digests[1:]] == loaded[1:]
    assert load_workload(digests[0]) is not loaded[0]


def test_no_jobs_are_a_workload_too() -> None:
    nothing = Workload(name="", ids=np.empty(0), release=np.empty(0), profiles=Profiles.of([]))
    assert len(load_workload(save_workload(nothing))) == 0


def test_pickled_objects_are_refused() -> None:
    file = io.BytesIO()
    np.savez(file, ids=np.array([object()], dtype=object))
    with pytest.raises(ValueError, match="allow_pickle"):
        unpack(file.getvalue())
