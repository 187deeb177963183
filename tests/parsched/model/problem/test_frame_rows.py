"""Rows of data frames: which of them are one job, and what columns probably mean."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import parsched as sched
from parsched.base.errors import (
    EarlyStartWarning,
    SharedIdWarning,
    TwiceShownWarning,
    WorkloadError,
)
from parsched.model.problem.workload import Workload
from tests.parsched.base.test_frames import assert_same
from tests.parsched.factories import rigid


def test_rows_with_one_id_that_look_like_other_jobs_are_told_to_be_one() -> None:
    frame = pd.DataFrame({"id": [8, 7, 7], "procs": [1, 2, 1], "time": [9, 4, 3]})
    with pytest.warns(SharedIdWarning, match="job 7: its rows .* longer on 2 processors than on 1"):
        jobs = Workload.from_frame(frame)
    assert len(jobs) == 2


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame])
def test_ids_with_nul_are_refused_by_their_row(make: Any) -> None:
    frame = make({"id": ["a", "b\0", "b"], "procs": [1, 1, 1], "time": [9, 4, 3]})
    with pytest.raises(WorkloadError, match=r"row 2: id must have no NUL, got 'b\\x00'"):
        Workload.from_frame(frame)
    jobs = rigid((0, 1, 1), (0, 1, 1))
    with pytest.raises(WorkloadError, match="row 1: id must have no NUL"):
        replace(jobs, ids=np.array(["b\0", "b"], object))


def test_starts_before_the_release_are_a_finding_of_the_log() -> None:
    frame = pd.DataFrame(
        {
            "id": [7, 8, 9, 10],
            "release": [10, 20, 30, 40],
            "start": [5, 25, 29.5, 45],
            "procs": 1,
            "time": 4,
        }
    )
    told = "2 jobs are recorded to start before the release, such as job 7: start 5 s, release 10 s"
    with pytest.warns(EarlyStartWarning, match=told):
        jobs = Workload.from_frame(frame)
    assert jobs.recorded is not None
    assert jobs.recorded.tolist() == [5, 25, 29.5, 45], "they are kept"


@pytest.mark.filterwarnings("error")
def test_nothing_is_told_of_configurations_of_one_job() -> None:
    frame = pd.DataFrame({"id": [7, 7, 8], "procs": [2, 1, 1], "time": [3, 4, 1]})
    assert Workload.from_frame(frame).profiles.counts.tolist() == [2, 1]
    mixed = sched.generate("mixed", jobs=7, processors=8)
    assert_same(Workload.from_frame(mixed.to_frame()), mixed)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        *((name, "procs") for name in ("cores", "CPUs", "processors", "nodes", "size", "proc")),
        *((name, "time") for name in ("duration", "runtime", "times")),
        *((name, "release") for name in ("submit", "arrival", "relase")),
        *((name, "user") for name in ("Users", "user_id")),
        *((name, "") for name in ("wait", "name", "memory", "priority")),
    ],
)
def test_what_a_column_probably_means_is_said(name: str, meant: str) -> None:
    with pytest.raises(WorkloadError) as caught:
        Workload.from_frame(pd.DataFrame({name: [1]}))
    hint = f"{name} (did you mean {meant}?); drop" if meant else f"{name}; drop"
    assert hint in str(caught.value)


@pytest.mark.parametrize("backend", ["pandas", "polars"])
def test_dates_without_a_zone_are_in_the_given_zone(backend: str) -> None:
    winter, summer = (f"2026-{month}-01 10:00" for month in ("01", "07"))
    pandas = pd.DataFrame({"release": [winter, summer], "procs": [1, 2], "time": [3, 4]})
    pandas["release"] = pd.to_datetime(pandas["release"])
    frame = pandas if backend == "pandas" else pl.from_pandas(pandas)
    ten = datetime(2026, 1, 1, 10, tzinfo=UTC).timestamp()
    there = Workload.from_frame(frame, zone="Europe/Berlin")
    assert (there.unix_start, there.zone) == (ten - 3600, "Europe/Berlin")
    assert there.release.tolist() == [0.0, 181 * 86400.0 - 3600]  # clocks are put forward in March
    assert Workload.from_frame(frame, zone="-05:00").unix_start == ten + 5 * 3600
    utc = Workload.from_frame(frame)
    assert utc.unix_start == ten
    assert Workload.from_frame(utc.to_frame(), zone="Europe/Berlin").unix_start == ten
    with pytest.raises(WorkloadError, match=r"zone must name a place.*'Mars/Base'"):
        Workload.from_frame(frame, zone="Mars/Base")


def test_a_zone_that_a_column_names_is_kept() -> None:
    dates = pd.to_datetime(["2026-01-01 10:00"]).tz_localize("Europe/Berlin")
    jobs = Workload.from_frame(pd.DataFrame({"release": dates, "procs": [1], "time": [3]}))
    assert jobs.zone == "Europe/Berlin"
    assert jobs.unix_start == datetime(2026, 1, 1, 9, tzinfo=UTC).timestamp()
    assert Workload.from_frame(jobs.to_frame()).zone == ""


def test_dates_that_clocks_show_twice_are_the_first_and_told() -> None:
    dates = pd.to_datetime(["2026-10-25 01:30", "2026-10-25 02:30", "2026-10-25 03:30"])
    frame = pd.DataFrame({"release": dates, "procs": [1, 1, 1], "time": [1.0, 1.0, 1.0]})
    with pytest.warns(TwiceShownWarning, match="1 date is in an hour that clocks of Europe/Berlin"):
        jobs = Workload.from_frame(frame, zone="Europe/Berlin")
    assert jobs.release.tolist() == [0, 3_600, 3 * 3_600]


def test_dates_that_clocks_leap_over_are_the_instant_of_the_leap() -> None:
    dates = pd.to_datetime(["2026-03-29 01:30", "2026-03-29 02:30", "2026-03-29 03:30"])
    frame = pd.DataFrame({"release": dates, "procs": [1, 1, 1], "time": [1.0, 1.0, 1.0]})
    jobs = Workload.from_frame(frame, zone="Europe/Berlin")
    assert jobs.release.tolist() == [0, 1_800, 3_600]
