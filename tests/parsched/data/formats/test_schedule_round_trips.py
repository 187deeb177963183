"""Schedules that are written and read again are what they were; processors numbered from 1."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.data.formats import import_schedule, read_schedule, write_schedule
from parsched.data.formats.swf.write import write_swf
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Cluster, Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.factories import rigid

_TENTHS = st.integers(0, 10**5).map(lambda n: n / 10)
_MILLIONTHS = st.integers(1, 10**9).map(lambda n: n / 10**6)
GRID = Platform((Cluster("left (old)", 3), Cluster("right: new", 4)))


@st.composite
def _planned(draw: Any, times: st.SearchStrategy[float]) -> tuple[Workload, Platform, Schedule]:
    count = draw(st.integers(1, 5))
    release = sorted(draw(times) for _ in range(count))
    jobs = rigid(*((at, draw(st.integers(1, 3)), draw(times) + 0.5) for at in release))
    platform = draw(st.sampled_from((Platform.of(3), Platform.of(7), GRID)))
    algorithm = "fcfs" if not platform.is_grid else "grid"
    return jobs, platform, solve(Instance(jobs, platform), algorithm).schedule


@pytest.mark.parametrize("times", [_TENTHS, _MILLIONTHS], ids=["tenths", "millionths"])
@settings(max_examples=amount(120), deadline=None)
@given(data=st.data())
def test_a_schedule_comes_back_as_csv(times: st.SearchStrategy[float], data: Any) -> None:
    jobs, platform, schedule = data.draw(_planned(times))
    file = io.BytesIO()
    write_schedule(file, jobs, platform, schedule)
    found = read_schedule(io.BytesIO(file.getvalue()), jobs, platform)
    for name in ("start", "duration", "width", "site", "backfilled"):
        assert np.array_equal(getattr(found.schedule, name), getattr(schedule, name)), name
    assert (schedule.processors is None) == (found.schedule.processors is None)
    if schedule.processors is not None and found.schedule.processors is not None:
        assert found.schedule.processors.text() == schedule.processors.text()


@pytest.mark.parametrize("times", [_TENTHS, _MILLIONTHS], ids=["tenths", "millionths"])
@settings(max_examples=amount(120), deadline=None)
@given(data=st.data())
def test_starts_come_back_as_swf(times: st.SearchStrategy[float], data: Any) -> None:
    jobs, platform, schedule = data.draw(_planned(times))
    file = io.BytesIO()
    write_swf(jobs, file, schedule, platform)
    found = read_schedule(io.BytesIO(file.getvalue()), jobs, platform).schedule
    for name in ("start", "duration", "width", "site"):
        assert np.array_equal(getattr(found, name), getattr(schedule, name)), name


FROM_ONE = "job_id,submission_time,starting_time,execution_time,allocated_resources\n"
ROWS = ("1,0,0,10,{}\n", "2,0,0,4,{}\n")
JOBS = rigid((0, 2, 10), (0, 2, 4))


@pytest.mark.parametrize(
    ("sets", "places", "is_shifted"),
    [
        (("1-2", "3-4"), ["0-1", "2-3"], True),
        (("3-4", "1 2"), ["2-3", "0-1"], True),
        (("0-1", "2-3"), ["0-1", "2-3"], False),
        (("1-2", "2-3"), ["1-2", "2-3"], False),
        (("0-1", "3-4"), ["0-1", "3-4"], False),
        (("1-2", "4-5"), ["1-2", "4-5"], False),
    ],
)
def test_processors_are_numbered_from_one_only_where_that_is_certain(
    sets: tuple[str, str], places: list[str], is_shifted: bool
) -> None:
    text = FROM_ONE + "".join(row.format(cell) for row, cell in zip(ROWS, sets, strict=True))
    found = import_schedule(io.BytesIO(text.encode()), Instance(JOBS, Platform.of(4)))
    assert found.schedule.processors is not None
    assert found.schedule.processors.text() == places
    keys = {finding.kind.key for finding in found.report.findings}
    assert ("processors_from_one" in keys) == is_shifted


def test_sites_with_marks_in_their_names_are_found_again(tmp_path: Path) -> None:
    jobs = rigid((0, 2, 10), (0, 3, 4))
    schedule = Schedule.of(jobs, np.zeros(2), site=np.array([1, 0]))
    write_schedule(tmp_path / "x.swf", jobs, GRID, schedule)
    found = read_schedule(tmp_path / "x.swf", jobs, GRID)
    assert found.schedule.site.tolist() == [1, 0]
