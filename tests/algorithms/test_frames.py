"""Jobs, schedules, tables and studies as data frames of pandas, polars and Arrow."""

import sys
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import algorithms as sched
from algorithms.errors import UnknownKeyError, UnsupportedError, WorkloadError
from algorithms.frames import BACKENDS, Backend
from algorithms.problem.dependencies import Dependencies
from algorithms.problem.frame_rows import NAMES
from algorithms.problem.labels import Labels
from algorithms.problem.profiles import Profiles
from algorithms.problem.workload import LABELS, Workload
from algorithms.studies import REPORTS, Cells, find_study, run

KINDS = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.Table}
FULL = Workload(
    name="all columns",
    ids=np.array(["a b", "c", "d", "e"]),
    release=np.array([0.0, 0.5, 1 / 3 + 1, 7.0]),
    profiles=Profiles.of([([1], [3.25]), ([2, 4], [5.0, 3.0]), ([1], [0.0]), ([3], [1e9])]),
    estimate=np.array([4.0, np.nan, np.nan, 1.0]),
    weight=np.array([1.0, 0.0, 2.5, 1.0]),
    user=Labels.of(["ann", None, "bob", "ann"]),
    queue=Labels.of([None, None, "long", None]),
    after=Dependencies.of(4, job=[2, 3, 3], before=[0, 1, 2], delay=[0.0, 60.0, 0.5]),
    recorded=np.array([0.0, np.nan, 2.0, 9.0]),
    unix_start=1_000_000_000.25,
)


def assert_same(one: Workload, other: Workload) -> None:
    assert one.ids.tolist() == other.ids.tolist()
    for name in ("release", "estimate", "weight"):
        assert np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True), name
    assert (one.recorded is None) == (other.recorded is None)
    if one.recorded is not None and other.recorded is not None:
        assert np.array_equal(one.recorded, other.recorded, equal_nan=True)
    for name in ("offsets", "widths", "times"):
        assert np.array_equal(getattr(one.profiles, name), getattr(other.profiles, name))
    for name in LABELS:
        labels, others = getattr(one, name), getattr(other, name)
        assert labels is others or len(one) == 0 or labels.is_same(others), name
    assert (one.after is None) == (other.after is None)
    if one.after is not None and other.after is not None:
        for name in ("job", "before", "delay"):
            assert np.array_equal(getattr(one.after, name), getattr(other.after, name))
    assert len(one) == 0 or one.unix_start == other.unix_start


@pytest.mark.parametrize("backend", BACKENDS)
def test_jobs_come_back_from_a_frame_as_they_were(backend: Backend) -> None:
    mixed = sched.generate("mixed", jobs=7, processors=8)
    for jobs in (FULL, mixed, FULL.take(slice(0, 0))):
        frame = jobs.to_frame(backend)
        assert isinstance(frame, KINDS[backend])
        assert_same(Workload.from_frame(frame), jobs)


def test_rows_may_be_in_any_order_and_need_only_processors_and_times() -> None:
    shuffled = FULL.to_frame("pandas").iloc[[4, 1, 3, 0, 2]]
    assert_same(Workload.from_frame(shuffled), FULL)
    jobs = Workload.from_frame(pl.DataFrame({"procs": [2.0, 1.0], "time": [3, None]})[:1])
    assert (jobs.ids.tolist(), jobs.width.tolist(), jobs.runtime.tolist()) == ([1], [2], [3.0])
    missing = pd.DataFrame({"procs": [1], "time": [2], "release": [None], "weight": [np.nan]})
    jobs = Workload.from_frame(missing, name="x", zone="Europe/Rome", unmodelled=("memory",))
    assert (jobs.release[0], jobs.weight[0], jobs.zone, jobs.name) == (0.0, 1.0, "Europe/Rome", "x")


def test_a_frame_and_a_workload_name_the_same_columns() -> None:
    assert set(NAMES) == set(LABELS)


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"time": [1]}, "needs the column procs; it has: time"),
        ({"procs": [1], "time": [1], "memory": [1]}, "1 column has no meaning here: memory; drop"),
        ({"procs": ["x"], "time": [1]}, "column procs must hold numbers, got String"),
        ({"procs": [1.5], "time": [1]}, "job 1: procs must be a whole number, got 1.5"),
        ({"procs": [None], "time": [1]}, "job 1: procs must be a whole number, got nan"),
        ({"procs": [0], "time": [1]}, "job 1: processors must be a positive integer, got 0"),
        ({"procs": [1], "time": [None]}, "job 1: time must be from 0"),
        ({"id": ["a", None], "procs": [1, 1], "time": [1, 1]}, "row 2: id must be given"),
        (
            {"id": [7, 7], "procs": [1, 2], "time": [2, 1], "release": [0, 5]},
            "job 7: release must be the same in all of its rows, got 0.0 and 5.0",
        ),
        (
            {"id": [7, 7], "procs": [1, 1], "time": [2, 1]},
            "job 7: processors must be increasing",
        ),
        ({"procs": [1], "time": [1], "after": ["9"]}, "job 1: after names no job of the frame: 9"),
        ({"procs": [1], "time": [1], "delay": ["9"]}, "the column delay needs the column after"),
        (
            {"procs": [1, 1], "time": [1, 1], "after": ["2", None], "delay": ["x", None]},
            "job 1: delay must be numbers, got x",
        ),
        (
            {"procs": [1, 1], "time": [1, 1], "after": ["2", None], "delay": ["1 2 3", None]},
            "job 1: delay must be one number or 1, got 3",
        ),
        ({"procs": [1], "time": [1], "submit_date": ["x"]}, "submit_date must hold instants"),
    ],
)
def test_a_wrong_frame_is_refused_by_column_and_job(
    columns: dict[str, list[Any]], sentence: str
) -> None:
    with pytest.raises(WorkloadError, match=sentence):
        Workload.from_frame(pl.DataFrame(columns))


def test_what_is_no_frame_and_what_is_not_installed_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(TypeError, match="must be a data frame of pandas, polars or Arrow, got int"):
        Workload.from_frame(3)
    other: Any = "dask"
    with pytest.raises(UnknownKeyError, match="no frames of 'dask'; there are: pandas, polars"):
        FULL.to_frame(other)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(UnsupportedError, match="data frames need polars: pip install polars"):
        FULL.to_frame("polars")
    monkeypatch.setitem(sys.modules, "narwhals", None)
    with pytest.raises(UnsupportedError, match="data frames need narwhals"):
        Workload.from_frame(pd.DataFrame({"procs": [1], "time": [1]}))


@pytest.mark.parametrize("backend", BACKENDS)
def test_schedules_tables_and_studies_are_frames(backend: Backend) -> None:
    jobs = sched.generate("uniform", jobs=20, processors=8)
    instance = sched.Instance(jobs, sched.Platform.of(8))
    schedule = sched.solve(instance, "ltf").schedule
    frame = schedule.to_frame(jobs, backend)
    assert isinstance(frame, KINDS[backend])
    assert pl.DataFrame(frame)["end"].to_list() == schedule.end.tolist()
    assert pl.DataFrame(schedule.to_frame(backend=backend)).columns[0] == "start"
    with pytest.raises(WorkloadError, match="the workload has 4 jobs, and the schedule 20"):
        schedule.to_frame(FULL, backend)
    table = sched.report("results", sched.compare(instance, "ltf", "lptf")).table()
    assert pl.DataFrame(table.to_frame(backend))["run"].to_list() == ["ltf", "lptf"]
    cells = Cells(find_study("demt").changed(repetitions=1, only="fig3"))
    assert len(cells.to_frame(backend)) == 0


def test_a_study_has_a_row_for_each_run() -> None:
    study = find_study("demt").changed(repetitions=1, only="fig3")
    cells = Cells(study)
    taken: list[object] = []
    run(cells, lambda unit, row: taken.append(unit))
    frame = cells.to_frame("polars")
    assert (frame.height, set(frame["study"])) == (study.cells, {"demt"})
    html = cells._repr_html_()
    assert "claims" in html
    assert html.count('src="data:image/png') == len(REPORTS["figures"].of(cells).figures)
