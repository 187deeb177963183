"""Rows of data frames: which of them are one job, and what columns probably mean."""

import pandas as pd
import pytest

import algorithms as sched
from algorithms.errors import SharedIdWarning, WorkloadError
from algorithms.problem.workload import Workload
from tests.algorithms.test_frames import assert_same


def test_rows_with_one_id_that_look_like_other_jobs_are_told_to_be_one() -> None:
    frame = pd.DataFrame({"id": [8, 7, 7], "procs": [1, 2, 1], "time": [9, 4, 3]})
    with pytest.warns(SharedIdWarning, match="job 7: its rows .* longer on 2 processors than on 1"):
        jobs = Workload.from_frame(frame)
    assert len(jobs) == 2


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
