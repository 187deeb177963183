"""Data frames are doubted as files are, with a warning."""

from typing import Any

import numpy as np
import pandas
import pytest

from parsched import Workload
from parsched.base.errors import ImplausibleWarning
from parsched.model.problem.unmodelled import DEPENDENCIES


def frame(**columns: Any) -> pandas.DataFrame:
    """Twelve jobs of 1,000 s, a minute apart."""
    usual = {"id": range(1, 13), "release": np.arange(12) * 60, "procs": 1, "time": 1000}
    return pandas.DataFrame(usual | columns)


CHAIN = ["", *map(str, range(1, 12))]


def test_starts_that_contradict_dependencies() -> None:
    with pytest.warns(ImplausibleWarning, match="job 2: starts at 61 s, job 1 ends at 1000 s; 10"):
        jobs = Workload.from_frame(frame(after=CHAIN, start=np.arange(12) * 60 + np.arange(12) % 3))
    assert (jobs.after, jobs.unmodelled) == (None, (DEPENDENCIES,))


@pytest.mark.parametrize(
    ("columns", "left_out"),
    [
        ({"start": np.arange(12) * 60 + 5, "after": CHAIN}, "recorded"),
        ({"start": np.arange(12) * 60 - 90}, "recorded"),
        ({"estimate": 20.0}, "estimate"),
    ],
)
def test_columns_that_are_left_out(columns: dict[str, Any], left_out: str) -> None:
    with pytest.warns(ImplausibleWarning):
        jobs = Workload.from_frame(frame(**columns))
    column = getattr(jobs, left_out)
    assert column is None or np.isnan(column).all()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "columns",
    [
        {"start": np.arange(12) * 1000, "after": CHAIN},
        {"start": np.arange(12) * 60},
        {"estimate": 1000.0},
        {"after": CHAIN},
    ],
)
def test_what_may_be_true_is_kept_in_silence(columns: dict[str, Any]) -> None:
    jobs = Workload.from_frame(frame(**columns))
    assert (jobs.recorded is None) == ("start" not in columns)
    assert (jobs.after is None) == ("after" not in columns)
    assert np.isfinite(jobs.estimate).all() == ("estimate" in columns)
