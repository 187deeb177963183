"""What two jobs hold at once is packed, drawn on posters, and read by the browser."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt import (
    GanttLayout,
    in_dark,
    overlaps,
    poster,
    read,
    schedule_pack,
    workload_pack,
)
from parsched.report.gantt.overlaps import overlaps as shared_rows
from parsched.report.gantt.rows import IntervalRows
from parsched.report.gantt.tones import SHARED, rgb
from parsched.run.given import judge
from tests.js.engine import ask, gantt_modules, packed
from tests.parsched.factories import rigid

JOBS = rigid((1, 3, 100), (2, 2, 50), (3, 1, 10))
MACHINE = Platform.of(4)
SETS = ProcessorSets(np.arange(4), np.array([0, 1, 3]), np.array([3, 3, 4]))
"""Job 2 holds processors 1 and 2, which job 1 holds meanwhile; job 3 shares none."""


def placed() -> Schedule:
    """The three jobs as a user has placed them."""
    start = np.array([0.0, 40.0, 0.0])
    schedule = replace(Schedule.of(JOBS, start), processors=SETS)
    return judge(Instance(JOBS, MACHINE), schedule).schedule


def test_the_pack_has_the_rectangle_that_two_jobs_share() -> None:
    header, columns = read(schedule_pack(JOBS, MACHINE, placed()))
    assert header["shared"] == 1
    names = ("start", "duration", "lo", "height")
    assert [int(columns[f"shared.{name}"][0]) for name in names] == [40, 50, 1, 2]


def test_a_schedule_without_overlaps_says_nothing_of_any() -> None:
    header, columns = read(schedule_pack(JOBS, MACHINE, Schedule.of(JOBS, np.array([0.0, 200, 0]))))
    assert "shared" not in header
    assert not any(name.startswith("shared") for name in columns)


def test_the_poster_frames_and_hatches_what_is_shared() -> None:
    png, top = poster(JOBS, MACHINE, placed(), 400, 400), GanttLayout.of(MACHINE).top
    for dark, file in ((False, png), (True, in_dark(png))):
        picture = np.asarray(Image.open(BytesIO(file)).convert("RGB"))
        lines = (picture == rgb(SHARED[dark])).all(axis=2)
        high, low = (round(400 - 400 * edge / top) for edge in (3, 1))
        inside = lines[high + 2 : low - 2, 162:358]
        assert 0.2 < inside.mean() < 0.6
        assert lines[low - 1, 162:358].all()
        lines[high - 1 : low + 1, 159:361] = False
        assert not lines.any()


def test_the_browser_places_what_is_shared_as_the_pack_says() -> None:
    with gantt_modules() as engine:
        content = packed(schedule_pack(JOBS, MACHINE, placed()))
        jobs = packed(workload_pack(JOBS))
        engine.eval(f"globalThis.s = new Schedule({content}, new Workload({jobs}))")
        edges = [
            ask(engine, f"Array.from(s.shared.{e})") for e in ("start", "end", "bottom", "top")
        ]
        assert edges == [[40], [90], [1], [3]]


TIMES = st.integers(0, 6)
ROW = st.tuples(TIMES, st.integers(0, 4), TIMES, st.integers(1, 3), st.booleans(), st.booleans())
Drawn = list[tuple[int, int, int, int, bool, bool]]


@given(st.lists(ROW, max_size=8))
def test_overlaps_equal_the_overlaps_of_all_pairs(
    drawn: list[tuple[int, int, int, int, bool, bool]],
) -> None:
    drawn = sorted(drawn, key=lambda row: row[0])
    columns = np.array([row[:4] for row in drawn], np.int64).reshape(-1, 4)
    start, duration = columns[:, 0].astype(float), columns[:, 1].astype(float)
    lo, hi = columns[:, 2], columns[:, 2] + columns[:, 3]
    job, broken = np.arange(len(drawn)), np.array([row[4] for row in drawn], np.bool_)
    site = np.array([row[5] for row in drawn], np.int32)
    found = shared_rows(IntervalRows(job, job, start, duration, lo, hi, site), broken)
    assert found is not None
    ends = start + duration
    expected: list[tuple[float, ...]] = []
    for b in np.flatnonzero(broken):
        for a in range(b):
            box = (start[b], min(ends[a], ends[b]), max(lo[a], lo[b]), min(hi[a], hi[b]))
            if site[a] == site[b] and box[0] < box[1] and box[2] < box[3]:
                expected.append((*box, site[b]))
    boxes = zip(
        found.start, found.start + found.duration, found.lo, found.hi, found.site, strict=True
    )
    assert list(boxes) == expected


def test_many_overlaps_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlaps, "MOST", 3)
    job = np.arange(2_000)
    start, length, site = job.astype(np.float64), np.full(2_000, 9_000.0), np.zeros(2_000, np.int32)
    rows = IntervalRows(job, job, start, length, 0 * job, 0 * job + 1, site)
    found = shared_rows(rows, np.ones(2_000, np.bool_))
    assert found is not None
    assert len(found) == 3
    assert found.start.tolist() == [1, 2, 2]
