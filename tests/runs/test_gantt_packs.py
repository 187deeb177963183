"""Packs hold exactly what the schedule says, in few bytes."""

import gzip

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Labels, Workload
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt import GanttLayout, classes, read, schedule_pack, workload_pack
from parsched.report.gantt.classes import limits
from parsched.report.gantt.planes import PlaneWriter, ticks_per_second


def rigid(
    width: list[int],
    runtime: list[float],
    release: list[float] | None = None,
    ids: list[str] | None = None,
    user: Labels | None = None,
) -> Workload:
    """A rigid workload from plain lists."""
    n = len(width)
    return Workload(
        name="test",
        ids=np.arange(1, n + 1) if ids is None else np.array(ids),
        release=np.zeros(n) if release is None else np.array(release, float),
        profiles=Profiles.rigid(np.array(width), np.array(runtime, float)),
        user=user,
    )


@given(st.lists(st.integers(-(2**52), 2**52), max_size=60), st.booleans())
def test_integers_come_back_as_they_were(values: list[int], delta: bool) -> None:
    writer = PlaneWriter({})
    writer.integers("x", np.array(values, np.int64), delta=delta)
    _, columns = read(writer.pack())
    assert list(columns["x"]) == values


@given(st.lists(st.text(), max_size=20))
def test_texts_come_back_as_they_were(values: list[str]) -> None:
    writer = PlaneWriter({})
    writer.texts("x", values)
    assert read(writer.pack())[1]["x"] == values


def test_whole_seconds_are_counted_in_seconds_and_tenths_in_tenths() -> None:
    assert ticks_per_second(np.array([0.0, 5.0, 2.0**50])) == 1
    assert ticks_per_second(np.array([0.1, 2.7])) == 10


def test_times_without_decimals_keep_forty_bits() -> None:
    times = np.array([1 / 3, 2.0e7 / 7])
    ticks = ticks_per_second(times)
    assert np.abs(np.rint(times * ticks) / ticks - times).max() <= times.max() / 2**40


def test_equal_workloads_give_equal_bytes() -> None:
    assert workload_pack(rigid([1, 2], [3, 4])) == workload_pack(rigid([1, 2], [3, 4]))


def test_a_workload_pack_holds_ids_names_and_limits() -> None:
    users = Labels(np.array([0, -1, 1]), ("ana", "börk"))
    header, columns = read(
        workload_pack(rigid([1, 2, 4], [5, 6, 7], [0, 1.5, 9], ["a", "b\n", "ü"], user=users))
    )
    assert columns["id"] == ["a", "b\n", "ü"]
    assert header["labels"] == {"user": ["ana", "börk"]}
    assert list(columns["label.user"]) == [1, 0, 2]
    assert list(columns["release"] / header["ticks"]) == [0, 1.5, 9]
    assert set(header["limits"]) == {"runtime", "width", "wait", "slowdown"}


def test_a_schedule_pack_leaves_out_what_the_workload_pack_says() -> None:
    jobs, machine = rigid([1, 2, 2], [5, 6, 7]), Platform.of(4)
    schedule = Schedule.of(jobs, np.array([6.0, 0.0, 0.0])).with_processors(machine)
    header, columns = read(schedule_pack(jobs, machine, schedule))
    assert header["same"] == ["duration", "height"]
    assert list(columns["start"]) == [0, 0, 6]
    assert list(columns["job"]) == [1, 2, 0]
    assert list(columns["lo"]) == [0, 2, 0]
    assert (header["begin"], header["end"], header["jobs"], header["rows"]) == (0, 11, 3, 3)


def test_a_job_on_two_intervals_has_two_rows() -> None:
    jobs, machine = rigid([3, 1], [5, 5]), Platform.of(4)
    sets = ProcessorSets(np.array([0, 2, 3]), np.array([0, 3, 2]), np.array([2, 4, 3]))
    plain = Schedule.of(jobs, np.zeros(2))
    schedule = Schedule(
        plain.start, plain.duration, plain.width, plain.site, plain.backfilled, sets
    )
    header, columns = read(schedule_pack(jobs, machine, schedule))
    assert header["same"] == ["duration"]
    assert list(columns["job"]) == [0, 0, 1]
    assert list(columns["height"]) == [2, 1, 1]


def test_a_grid_has_one_band_per_site() -> None:
    jobs, machine = rigid([1, 2], [5, 6]), Platform.of(4, 8)
    schedule = Schedule.of(jobs, np.zeros(2), site=np.array([1, 0])).with_processors(machine)
    header, columns = read(schedule_pack(jobs, machine, schedule))
    assert [band["processors"] for band in header["bands"]] == [4, 8]
    assert header["bands"][1]["base"] > 4
    assert list(columns["site"]) == [1, 0]


def test_bands_do_not_overlap_and_the_strip_is_above_them() -> None:
    layout = GanttLayout.of(Platform.of(4, 8, 2))
    tops = [band.base + band.processors for band in layout.bands]
    assert all(top < band.base for top, band in zip(tops, layout.bands[1:], strict=False))
    assert tops[-1] < layout.strip[0] < layout.strip[1] < layout.top


def test_many_sites_leave_most_of_the_height_to_processors() -> None:
    grid3 = GanttLayout.of(Platform.of(4, 4, 4, 4, 8, 8, 8, 16, 16, 32, 32))
    assert (GanttLayout.of(Platform.of(64)).frame, grid3.frame) == (212, 212 + 10 * 12)
    many = GanttLayout.of(Platform.of(*[8] * 64))
    last = many.bands[-1].base + many.bands[-1].processors
    assert many.processors / last > 0.75
    assert many.bands[1].base > 8
    assert many.frame == 480


def test_a_moldable_schedule_carries_its_widths_and_times() -> None:
    jobs = Workload(
        name="moldable",
        ids=np.array([1]),
        release=np.zeros(1),
        profiles=Profiles.of([([1, 2], [9.0, 5.0])]),
    )
    machine = Platform.of(4)
    schedule = Schedule.of(jobs, np.zeros(1), width=np.array([2])).with_processors(machine)
    header, columns = read(schedule_pack(jobs, machine, schedule))
    assert header["same"] == []
    assert (list(columns["duration"]), list(columns["height"])) == ([5], [2])


def test_backfilled_jobs_are_marked() -> None:
    jobs, machine = rigid([1, 1], [5, 5], [0, 1]), Platform.of(1)
    schedule = Schedule.of(jobs, np.array([5.0, 0.0]), backfilled=np.array([False, True]))
    _, columns = read(schedule_pack(jobs, machine, schedule.with_processors(machine)))
    assert list(columns["backfilled"]) == [1, 0]


def test_a_workload_of_no_jobs_has_empty_packs() -> None:
    jobs, machine = rigid([], []), Platform.of(4)
    schedule = Schedule.of(jobs, np.empty(0)).with_processors(machine)
    assert read(schedule_pack(jobs, machine, schedule))[0]["rows"] == 0
    assert read(workload_pack(jobs))[0]["jobs"] == 0


def test_a_late_first_release_moves_the_beginning() -> None:
    jobs, machine = rigid([1], [5], [1000]), Platform.of(1)
    schedule = Schedule.of(jobs, np.array([1000.0])).with_processors(machine)
    assert read(schedule_pack(jobs, machine, schedule))[0]["begin"] == 1000


def test_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="SWP1"):
        read(gzip.compress(b"something else"))


def test_width_classes_of_moldable_jobs_tell_narrow_widths_apart() -> None:
    widths = np.arange(1, 65)
    profiles = Profiles.of([(widths, 60 / widths)] * 3)
    jobs = Workload(name="dense", ids=np.arange(3), release=np.zeros(3), profiles=profiles)
    assert limits(jobs)["width"][:4] == [1, 2, 4, 8]


def test_limits_of_many_configurations_come_from_some_of_the_jobs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    widths = np.arange(1, 9)
    profiles = Profiles.of([(widths, 8 / widths)] * 100)
    jobs = Workload(name="many", ids=np.arange(100), release=np.zeros(100), profiles=profiles)
    few = limits(jobs.take(slice(0, 10)))
    monkeypatch.setattr(classes, "LOOKED_AT", 80)
    assert limits(jobs) == few
