"""Jobs, schedules, tables and studies as data frames of pandas, polars and Arrow."""

import sys
from datetime import date, datetime, timedelta
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import parsched as sched
from parsched.base.errors import UnknownKeyError, WorkloadError
from parsched.base.extras import MissingPackageError
from parsched.base.frames import BACKENDS, Backend, frame_of
from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.frame_rows import NAMES
from parsched.model.problem.labels import Labels
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import LABELS, Workload
from parsched.studies import REPORTS, Cells, find_study, run

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
    allocated=np.array([2, 3, 0, 4]),
    unix_start=1_000_000_000.25,
)


DAY, LATER = datetime(2020, 1, 1), datetime(2020, 1, 3)
FOUR: dict[str, Any] = {"procs": [1] * 4, "time": [1] * 4}


def assert_same(one: Workload, other: Workload) -> None:
    assert one.ids.tolist() == other.ids.tolist()
    for name in ("release", "estimate", "weight"):
        assert np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True), name
    assert (one.recorded is None) == (other.recorded is None)
    if one.recorded is not None and other.recorded is not None:
        assert np.array_equal(one.recorded, other.recorded, equal_nan=True)
    assert (one.allocated is None) == (other.allocated is None)
    if one.allocated is not None and other.allocated is not None:
        assert one.allocated.tolist() == other.allocated.tolist()
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


@pytest.mark.parametrize(
    "dates",
    [
        pl.Series([DAY, LATER]),
        pl.Series([DAY.date(), LATER.date()]),
        pd.Series(pd.to_datetime(["2020-01-01T01:00+01:00", "2020-01-03T01:00+01:00"])),
    ],
)
def test_instants_say_when_jobs_are_released(dates: pl.Series | pd.Series) -> None:
    kind: Any = pl.DataFrame if isinstance(dates, pl.Series) else pd.DataFrame
    rows: dict[str, Any] = {"procs": [1, 1], "time": [1, 1], "submit_date": dates}
    jobs = Workload.from_frame(kind(rows))
    assert (jobs.release.tolist(), jobs.unix_start) == ([0.0, 172_800.0], 1_577_836_800.0)
    jobs = Workload.from_frame(kind(rows), unix_start=1_577_836_790)
    assert (jobs.release.tolist(), jobs.unix_start) == ([10.0, 172_810.0], 1_577_836_790)
    jobs = Workload.from_frame(kind({**rows, "release": [None, 172_805.0]}))
    assert (jobs.release.tolist(), jobs.unix_start) == ([5.0, 172_805.0], 1_577_836_795.0)


DURATIONS = [timedelta(seconds=1, microseconds=500_001), None]


@pytest.mark.parametrize(
    "durations",
    [
        pd.Series(DURATIONS),
        pd.Series([DURATIONS[0], np.nan], dtype=object),
        pl.Series(DURATIONS),
        pl.Series(DURATIONS).dt.cast_time_unit("ns"),
        pa.array(DURATIONS),
    ],
    ids=["pandas", "objects", "polars", "polars in ns", "Arrow"],
)
def test_durations_are_seconds(durations: Any) -> None:
    kind: Any = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}[
        type(durations).__module__.split(".")[0]
    ]
    whole = durations[:1] if isinstance(durations, pa.Array) else [durations[0]] * 2
    if isinstance(durations, pa.Array):
        whole = pa.concat_arrays([whole, whole])
    rows = {"procs": [1, 1], "time": whole, "estimate": durations, "release": whole}
    delays = [1.500001, None] if str(getattr(durations, "dtype", "")) == "object" else durations
    jobs = Workload.from_frame(kind({**rows, "after": ["2", None], "delay": delays}))
    assert jobs.runtime.tolist() == [1.500001] * 2
    assert jobs.release.tolist() == [1.500001] * 2
    assert np.array_equal(jobs.estimate, [1.500001, np.nan], equal_nan=True)
    assert jobs.after is not None
    assert jobs.after.delay.tolist() == [1.500001]


@pytest.mark.parametrize("backend", BACKENDS)
def test_releases_may_be_dates(backend: Backend) -> None:
    frame = frame_of(
        {
            "procs": [1, 1],
            "time": [1, 1],
            "release": np.array(["2020-01-03", "2020-01-01"], "datetime64[us]"),
        },
        backend,
    )
    jobs = Workload.from_frame(frame)
    assert (jobs.release.tolist(), jobs.unix_start) == ([0.0, 172_800.0], 1_577_836_800.0)
    assert jobs.ids.tolist() == [2, 1]


def test_instants_may_be_coarser_than_releases() -> None:
    rows: dict[str, Any] = {"procs": [1] * 3, "time": [1] * 3, "release": [0.5, 1.25, 90_000.0]}
    for dates in (
        [DAY, DAY + timedelta(seconds=1), DAY + timedelta(days=1, hours=1)],
        [date(2020, 1, 1), date(2020, 1, 1), date(2020, 1, 2)],
    ):
        jobs = Workload.from_frame(pl.DataFrame({**rows, "submit_date": dates}))
        assert jobs.release.tolist() == rows["release"]


@pytest.mark.parametrize("kind", ["string", "object", "category"])
def test_missing_values_of_pandas_are_missing(kind: str) -> None:
    rows: dict[str, Any] = {"procs": [1, 2], "time": pd.array([5, 7], "Int64")}
    rows["user"] = pd.Series(["ann", pd.NA], dtype=kind)
    rows["weight"] = pd.array([pd.NA, 3], "Int64")
    jobs = Workload.from_frame(pd.DataFrame(rows))
    assert jobs.user is not None
    assert [jobs.user.name(0), jobs.user.name(1)] == ["ann", None]
    assert jobs.weight.tolist() == [1.0, 3.0]
    rows["procs"] = pd.array([1, pd.NA], "Int64")
    with pytest.raises(WorkloadError, match="job 2: procs must be a whole number, got nan"):
        Workload.from_frame(pd.DataFrame(rows))


def test_whole_numbers_that_became_floats_are_names_without_a_point() -> None:
    rows: dict[str, Any] = {
        "id": [1.0, 2.0],
        "after": [None, 1],
        "user": [7, None],
        "group": [0.5, None],
    }
    jobs = Workload.from_frame(pd.DataFrame({**rows, "procs": [1, 1], "time": [1, 1]}))
    assert jobs.ids.tolist() == [1, 2]
    assert jobs.after is not None
    assert jobs.after.before.tolist() == [0]
    assert jobs.user is not None
    assert jobs.group is not None
    assert (jobs.user.names, jobs.group.names) == (("7",), ("0.5",))


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame([[1, 2, 3]], columns=["procs", "time", "time"]),
        pa.Table.from_arrays([pa.array([1])] * 3, names=["procs", "time", "time"]),
    ],
)
def test_two_columns_of_one_name_are_refused(frame: Any) -> None:
    with pytest.raises(WorkloadError, match="2 columns are called time"):
        Workload.from_frame(frame)


def test_names_that_differ_in_type_alone_are_one() -> None:
    with pytest.raises(WorkloadError, match="2 columns are called 1"):
        Workload.from_frame(pd.DataFrame([[1, 2]], columns=[1, "1"]))


@pytest.mark.parametrize("waits", [[0, 2], [3, 4], [1]])
def test_ids_that_would_not_come_back_are_not_written(waits: list[int]) -> None:
    ids = np.array(["a\tx", "a b", "c", "a", "b", "last"])
    after = Dependencies.of(6, job=[5] * len(waits), before=waits, delay=[0.0] * len(waits))
    jobs = Workload(
        name="",
        ids=ids,
        release=np.arange(6.0),
        profiles=Profiles.of([([1], [1.0])] * 6),
        after=after,
    )
    with pytest.raises(WorkloadError, match=r"'a b' is both|job last: .* no blanks, got 'a\\tx'"):
        jobs.to_frame("polars")


@pytest.mark.parametrize("backend", BACKENDS)
def test_numbers_of_python_and_numpy_stay_numbers_together(backend: Backend) -> None:
    columns: dict[str, list[Any]] = {
        "whole": [1, np.int64(2), None],
        "real": [0.5, np.float64(2), np.int64(1)],
        "names": ["a", np.str_("b"), None],
        "several": [1, "a", None],
        "yes": [True, np.bool_(False), None],
    }
    frame = pl.DataFrame(frame_of(columns, backend))
    assert frame["real"].to_list() == [0.5, 2.0, 1.0]
    assert frame["whole"].to_list() == [1, 2, None]
    assert frame["several"].to_list() == ["1", "a", None]
    assert frame["names"].to_list() == ["a", "b", None]
    assert frame["yes"].to_list() == [True, False, None]


def test_a_frame_and_a_workload_name_the_same_columns() -> None:
    assert set(NAMES) == set(LABELS)


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"time": [1]}, "needs the column procs; it has: time"),
        ({"procs": [1], "time": [1], "memory": [1]}, "1 column has no meaning here: memory; drop"),
        (
            {"procs": [1], "runtime": [1], "Users": ["a"]},
            r"no meaning here: runtime \(did you mean time\?\), Users \(did you mean user\?\);",
        ),
        (
            {"id": [7, 8, 7], "procs": [2, 1, 2], "time": [1, 1, 1]},
            "job 7: procs must differ between its rows, its configurations, got 2 twice; where",
        ),
        ({"procs": ["x"], "time": [1]}, "row 1: procs must be a number, got 'x'"),
        ({"procs": [timedelta(1)], "time": [1]}, "row 1: procs must be a number, got the duration"),
        (
            {"procs": [1, 1], "time": [None, "5 min"]},
            "row 2: time must be a number of seconds, or a duration, got '5 min'",
        ),
        (
            {"procs": [1, 1], "time": [1, 1], "estimate": [None, DAY]},
            "row 2: estimate must be a number of seconds, or a duration, got the date 2020-01-01",
        ),
        (
            {"procs": [1, 1], "time": [1, 1], "release": [DAY, None]},
            "job 2: release must be given",
        ),
        (
            {"procs": [1], "time": [1], "release": [DAY], "submit_date": [DAY]},
            "release holds dates, as submit_date does: drop one of the two columns",
        ),
        ({"procs": [1.5], "time": [1]}, "job 1: procs must be a whole number, got 1.5"),
        ({"procs": [None], "time": [1]}, "job 1: procs must be a whole number, got nan"),
        (
            {"procs": [0], "time": [1]},
            "job 1: processors must be a whole number from 1 to 2,147,483,647, got 0",
        ),
        ({"procs": [1], "time": [None]}, "job 1: time must be from 0"),
        ({"id": ["a", None], "procs": [1, 1], "time": [1, 1]}, "row 2: id must be given"),
        (
            {"id": [7, 7], "procs": [1, 2], "time": [2, 1], "release": [0, 5]},
            "job 7: release must be the same in all of its rows, got 0.0 and 5.0",
        ),
        (
            {"id": [7, 7], "procs": [1, 1], "time": [2, 1]},
            "job 7: procs must differ between its rows",
        ),
        ({"procs": [1], "time": [1], "after": ["9"]}, "job 1: after names no job of the frame: 9"),
        (
            {"id": ["a", "b"], "procs": [1, 1], "time": [1, 1], "after": ["b", "a"]},
            "after: jobs wait for their own ends: a, b",
        ),
        ({"procs": [1], "time": [1], "delay": ["9"]}, "the column delay needs the column after"),
        (
            {"procs": [1, 1], "time": [1, 1], "after": ["2", None], "delay": ["x", None]},
            "job 1: delay must be numbers, got x",
        ),
        (
            {"procs": [1, 1], "time": [1, 1], "after": ["2", None], "delay": ["1 2 3", None]},
            "job 1: delay must be one number or 1, got 3",
        ),
        ({"procs": [1], "time": [1], "submit_date": ["x"]}, "row 1: submit_date must be a date"),
        (
            {"procs": [1], "time": [1], "submit_date": [timedelta(1)]},
            "row 1: submit_date must be a date, got the duration 1 day",
        ),
        (
            {"procs": [1, 1], "time": [1, 1], "submit_date": [DAY, None]},
            "job 2: release or submit_date must be given",
        ),
        (
            {"procs": [1, 1], "time": [1, 1], "release": [5, 9], "submit_date": [DAY, DAY]},
            "job 2: release and submit_date must agree, got 9 s and 2020-01-01T00:00:00.000000, "
            "where time 0 is 2019-12-31T23:59:55",
        ),
        (
            {"id": [7, 7], "procs": [1, 2], "time": [2, 1], "submit_date": [DAY, LATER]},
            "job 7: submit_date must be the same in all of its rows, got 2020-01-01T00:00:00",
        ),
        ({"id": [1, None], "procs": [1, 1], "time": [1, 1]}, "row 2: id must be given"),
        (
            {"id": [1, 2**63], "procs": [1, 1], "time": [1, 1]},
            "row 2: id must be a number up to 9223372036854775807, got 9223372036854775808",
        ),
        (
            {"id": ["a", "b", "a b", "c"], "after": [None, None, None, "a b"], **FOUR},
            "after must name one job or several, and 'a b' is both",
        ),
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
    with pytest.raises(MissingPackageError, match="of polars need it: pip install polars"):
        FULL.to_frame("polars")
    monkeypatch.setitem(sys.modules, "narwhals", None)
    with pytest.raises(MissingPackageError, match=r"narwhals .* pip install 'schedweb\[frames\]'"):
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


def test_a_release_that_is_missing_among_others_is_no_release_at_zero() -> None:
    frame = pd.DataFrame({"id": [1, 2], "release": [3.0, None], "procs": 1, "time": 2.0})
    with pytest.raises(WorkloadError, match="job 2: release must be given"):
        Workload.from_frame(frame)
