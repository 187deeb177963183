"""The browser's modules against Python: packs are read alike, pictures are alike."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from py_mini_racer import MiniRacer

from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Labels, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt import GanttLayout, schedule_pack, workload_pack
from parsched.report.gantt.classes import classify
from parsched.report.gantt.planes import PlaneWriter
from parsched.report.gantt.poster import PosterView, rasterise
from parsched.report.gantt.raster import separator
from parsched.report.gantt.rows import IntervalRows
from tests import factories
from tests.bench import synthetic_schedules
from tests.js.engine import ask, gantt_modules, packed

SIZE = (90, 40)
STRIP = (10, 20, 30)


@pytest.fixture(scope="module")
def browser() -> Iterator[MiniRacer]:
    """A JavaScript engine with the modules' functions as globals."""
    with gantt_modules() as engine:
        yield engine


@pytest.fixture(scope="module")
def loaded(browser: MiniRacer) -> tuple[MiniRacer, IntervalRows, GanttLayout]:
    """The engine with a workload `w` and a schedule `s` of 2,000 jobs, and the same in Python."""
    jobs, machine = synthetic_schedules.workload(2_000), Platform.of(synthetic_schedules.PROCESSORS)
    schedule = synthetic_schedules.schedules(jobs)["SJF"]
    for name, content in (
        ("wp", workload_pack(jobs)),
        ("sp", schedule_pack(jobs, machine, schedule)),
    ):
        browser.eval(f"const {name} = pack({json.dumps(list(gzip.decompress(content)))})")
    browser.eval("const w = new Workload(wp); const s = new Schedule(sp, w);")
    return browser, IntervalRows.of(machine, schedule), GanttLayout.of(machine)


def test_packs_are_read_as_python_reads_them(
    loaded: tuple[MiniRacer, IntervalRows, GanttLayout],
) -> None:
    browser, rows, _ = loaded
    for name, column in (
        ("start", rows.start),
        ("end", rows.start + rows.duration),
        ("job", rows.job),
    ):
        assert np.array_equal(ask(browser, f"Array.from(s.{name})"), column)
    assert np.array_equal(ask(browser, "Array.from(s.bottom)"), rows.lo)
    assert np.array_equal(ask(browser, "Array.from(s.top)"), rows.hi)


@pytest.mark.parametrize("values", [[], [0], [5, 3, -7, 2**45], [255, 256, 65_536, 2**24]])
@pytest.mark.parametrize("delta", [False, True])
def test_every_kind_of_column_is_read(browser: MiniRacer, values: list[int], delta: bool) -> None:
    writer = PlaneWriter({})
    writer.integers("x", np.array(values, np.int64), delta=delta)
    content = list(gzip.decompress(writer.pack()))
    assert ask(browser, f"Array.from(pack({json.dumps(content)}).columns.x)") == values


def test_ids_of_text_are_found(browser: MiniRacer) -> None:
    ids = ["a", "grün", "job 3\n", "a2"]
    profiles = Profiles.rigid(np.ones(4, np.int64), np.ones(4))
    jobs = Workload(name="text", ids=np.array(ids), release=np.zeros(4), profiles=profiles)
    content = json.dumps(list(gzip.decompress(workload_pack(jobs))))
    browser.eval(f"globalThis.named = new Workload(pack({content}))")
    assert [ask(browser, f"named.find({json.dumps(name)})") for name in [*ids, "b"]] == [
        0,
        1,
        2,
        3,
        -1,
    ]
    assert [ask(browser, f"named.id({i})") for i in range(4)] == ids


def test_jobs_wait_from_when_those_before_them_allow(browser: MiniRacer) -> None:
    jobs = factories.jobs([0, 2, 3], [1, 1, 1], [10, 4, 1])
    after = Dependencies.of(3, job=[1, 2, 2], before=[0, 0, 1], delay=[2.5, 0, 1])
    jobs = replace(jobs, after=after)
    schedule = Schedule.of(jobs, np.array([0.0, 20.0, 25.0]))
    placed = schedule.with_processors(Platform.of(2))
    browser.eval(f"globalThis.chained = new Workload({packed(workload_pack(jobs))})")
    content = packed(schedule_pack(jobs, Platform.of(2), placed))
    browser.eval(f"globalThis.chain = new Schedule({content}, chained)")
    released = jobs.released(schedule.end).tolist()
    assert ask(browser, "Array.from(chain.release)") == released == [0, 12.5, 25]
    assert ask(browser, "Array.from(chained.release)") == [0, 2, 3]
    assert ask(browser, "[0, 1, 2].map((job) => waitOf(chain, job, job))") == [0, 7.5, 0]


@pytest.fixture(scope="module")
def grid(browser: MiniRacer) -> MiniRacer:
    """The engine with a schedule `across` of ten jobs on ten sites, submitted at two."""
    sizes = [4, 2, 8, *[1] * 7]
    jobs = factories.jobs(
        [0] * 10,
        [2, 2, 7, *[1] * 7],
        [9, 4, 6, 2, 1, 1, 1, 1, 1, 1],
        origin=Labels(np.array([0, 1, -1, *[0] * 7]), ("KTH", "CTC")),
        status=Labels(np.array([0, *[-1] * 9]), ("completed",)),
    )
    schedule = Schedule.of(jobs, np.zeros(10), site=np.arange(10))
    placed = schedule.with_processors(Platform.of(*sizes))
    browser.eval(f"globalThis.ten = new Workload({packed(workload_pack(jobs))})")
    content = packed(schedule_pack(jobs, Platform.of(*sizes), placed))
    browser.eval(f"globalThis.across = new Schedule({content}, ten)")
    return browser


def test_the_site_under_the_pointer_is_found_but_not_in_a_gap(grid: MiniRacer) -> None:
    layout = GanttLayout.of(Platform.of(4, 2, 8, *[1] * 7))
    for band in layout.bands:
        for share in (0, 0.5, 0.99):
            height = band.base + share * band.processors
            assert ask(grid, f"across.bandAt({height})")["name"] == band.name
        assert ask(grid, f"across.bandAt({band.base + band.processors + 0.01})") is None
    assert ask(grid, "[0, 1, 2].map((job) => across.siteOf(job))") == ["site 1", "site 2", "site 3"]


def test_one_machine_has_no_sites_to_name(both: MiniRacer) -> None:
    assert ask(both, "[narrow.isGrid, narrow.siteOf(0), narrow.bandAt(0)]") == [False, None, None]


def test_of_many_sites_the_busiest_are_coloured_first(grid: MiniRacer) -> None:
    assert ask(grid, "largest(across, 'site', 3)") == ["site 3", "site 1", "site 2"]
    assert ask(grid, "largest(across, 'origin', 3)") == ["KTH", "CTC"]
    assert ask(grid, "largest(across, 'runtime', 3)") == []
    colours = "{ categories: ['#a', '#b', '#c'], grey: '#g', sequential: [] }"
    made = f"scheme('site', {{ workload: ten, schedules: [across], colours: {colours}, "
    grid.eval(f"globalThis.bySite = {made} chosen: largest(across, 'site', 3) }})")
    assert [c["label"] for c in ask(grid, "bySite.classes")] == [
        "7 others",
        "site 3",
        "site 1",
        "site 2",
    ]
    assert len(ask(grid, "bySite.choices")) == 10
    kinds = ask(grid, "(bySite.assign(across), Array.from(across.kind))")
    assert sorted(kinds) == [0] * 7 + [1, 2, 3]


def test_grids_offer_sites_and_origins_as_colours_but_not_first(grid: MiniRacer) -> None:
    keys = [option["key"] for option in ask(grid, "available(ten, [across], false)")]
    assert keys[0] == "runtime"
    assert {"site", "origin", "status"} <= set(keys)


@pytest.fixture(scope="module")
def both(browser: MiniRacer) -> MiniRacer:
    """The engine with two schedules, `narrow` and `wide`, of one moldable and one rigid job."""
    profiles = Profiles.of([([1, 2, 4], [9.0, 5.0, 2.5]), ([2], [3.0])])
    jobs = Workload(name="two", ids=np.array([1, 2]), release=np.zeros(2), profiles=profiles)
    browser.eval(f"globalThis.two = new Workload({packed(workload_pack(jobs))})")
    for name, width in (("narrow", 1), ("wide", 4)):
        starts = np.array([0.0, 9.0])
        schedule = Schedule.of(jobs, starts, width=np.array([width, 2]))
        content = packed(schedule_pack(jobs, Platform.of(4), schedule))
        browser.eval(f"globalThis.{name} = new Schedule({content}, two)")
    return browser


def test_each_schedule_shows_the_widths_that_it_chose(both: MiniRacer) -> None:
    assert ask(both, "[narrow, wide].map((s) => Array.from(s.width))") == [[1, 2], [4, 2]]
    assert ask(both, "[narrow, wide].map((s) => s.duration[s.firstRow[0]])") == [9, 2.5]
    assert ask(both, "[narrow, wide].map((s) => s.top[0] - s.bottom[0])") == [1, 4]


def test_charts_coloured_by_width_or_time_take_their_schedules_values(both: MiniRacer) -> None:
    scheme = (
        "(key, s) => { const made = scheme(key, {workload: two, schedules: [narrow, wide], "
        "colours: {sequential: ['#1', '#2', '#3', '#4', '#5', '#6', '#7']}, chosen: []}); "
        "made.assign(s); return made.limits.length && Array.from(s.kind); }"
    )
    both.eval(f"globalThis.kinds = {scheme}")
    for key in ("width", "runtime"):
        narrow, wide = ask(both, f"[kinds('{key}', narrow)[0], kinds('{key}', wide)[0]]")
        assert (narrow < wide) == (key == "width"), key
        assert narrow != wide, key


def test_the_tooltip_tells_the_chosen_width_and_the_choice(both: MiniRacer) -> None:
    assert ask(both, "processors(wide, 0)") == "4 of 1–4 processors"
    assert ask(both, "processors(narrow, 0)") == "1 of 1–4 processors"
    assert ask(both, "processors(wide, 1)") == "2 processors"
    assert ask(both, "two.isRigid") is False


@pytest.mark.parametrize("share", [1.0, 0.2, 0.01])
def test_pictures_are_the_same_as_the_posters(
    loaded: tuple[MiniRacer, IntervalRows, GanttLayout], share: float
) -> None:
    browser, rows, layout = loaded
    end = float((rows.start + rows.duration).max())
    times = (0.4 * end * (1 - share), 0.4 * end * (1 - share) + share * end)
    colours = np.array([[10.0, 200, 90], [250, 30, 60]])[rows.job % 2]
    expected = rasterise(rows, PosterView(layout, times, SIZE, 1.0), colours, STRIP)
    drawn = draw(browser, layout, times)
    solid = expected[:, :, 3] > 8
    assert np.abs(drawn[:, :, 3].astype(int) - expected[:, :, 3]).max() <= 1
    assert np.abs(drawn.astype(int) - expected)[solid].max() <= 2


def draw(
    browser: MiniRacer, layout: GanttLayout, times: tuple[float, float]
) -> np.ndarray[Any, Any]:
    """Draw the schedule in the browser, coloured by the parity of the job."""
    width, height = SIZE
    view = {"t0": times[0], "t1": times[1], "top": layout.top, "processors": layout.processors}
    view |= {"width": width, "height": height, "unit": 1}
    low, high = (y * height / layout.top for y in layout.strip)
    pixels = ask(
        browser,
        f"""(() => {{
          s.kind = Uint8Array.from(s.job, (job) => job % 2);
          const view = {json.dumps(view)};
          const made = rasterise(s, view, Float32Array.of(10, 200, 90, 250, 30, 60));
          drawStrip(made.pixels, {width}, {height}, made.share, {low}, {high}, {list(STRIP)});
          return Array.from(made.pixels);
        }})()""",
    )
    return np.array(pixels, np.uint8).reshape(height, width, 4)


@pytest.mark.usefixtures("may_compile")
def test_hairlines_equal_the_kernels(browser: MiniRacer) -> None:
    for size in (0.5, 3.99, 4, 10, 16, 400):
        assert ask(browser, f"separator({size}, 1)") == separator(size, 1.0)


def test_culling_finds_what_overlaps(loaded: tuple[MiniRacer, IntervalRows, GanttLayout]) -> None:
    browser, rows, _ = loaded
    end = rows.start + rows.duration
    t0, t1 = np.quantile(rows.start, [0.4, 0.45])
    expected = np.flatnonzero((rows.start <= t1) & (end >= t0)).tolist()
    assert ask(browser, f"visibleRows(s, {t0}, {t1}, 1e9)") == expected
    assert ask(browser, f"visibleRows(s, {t0}, {t1}, {len(expected) - 1})") is None


def test_the_job_under_the_pointer_is_found(
    loaded: tuple[MiniRacer, IntervalRows, GanttLayout],
) -> None:
    browser, rows, _ = loaded
    for row in range(0, len(rows.job), 173):
        middle, height = rows.start[row] + rows.duration[row] / 2, (rows.lo[row] + rows.hi[row]) / 2
        assert ask(browser, f"s.rowAt({middle}, {height}, 0)") == row


def test_classes_equal_the_posters(browser: MiniRacer) -> None:
    limits = [1.0, 5.0, 20.0]
    values = np.array([0.0, 1, 1.5, 5, 6, 20, 21])
    browser.eval("globalThis.kinds = new Uint8Array(7)")
    browser.eval(f"classify({values.tolist()}, {limits}, kinds)")
    found = ask(browser, "[...kinds]")
    assert found == classify(values, limits).tolist()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (42, "42 s"),
        (90, "1.5 min"),
        (12_600, "3.5 h"),
        (86_400 * 2.25, "2.25 d"),
        (1.5, "1.5 s"),
    ],
)
def test_durations_are_readable(browser: MiniRacer, seconds: float, text: str) -> None:
    assert browser.eval(f"duration({seconds})") == text


def test_the_view_stays_within_the_schedule(browser: MiniRacer) -> None:
    steps = "const v = new View(); v.include(0, 100); v.set(-50, 20);"
    assert ask(browser, f"(() => {{ {steps} return v.range; }})()") == [0, 70]
    assert ask(browser, f"(() => {{ {steps} v.pan(9); return v.range; }})()") == [30, 100]
    assert ask(browser, f"(() => {{ {steps} v.zoom(0.5); return v.range; }})()") == [17.5, 52.5]


def test_keys_lead_from_job_to_job(loaded: tuple[MiniRacer, IntervalRows, GanttLayout]) -> None:
    browser, rows, _ = loaded
    order = [int(job) for job in rows.job]
    assert ask(browser, f"beside(s, {order[7]}, 1)") == order[8]
    assert ask(browser, f"beside(s, {order[7]}, -1)") == order[6]
    assert ask(browser, f"beside(s, {order[0]}, -1)") == order[0]
    assert ask(browser, f"beside(s, {order[-1]}, 1)") == order[-1]
    end = rows.start + rows.duration
    moved = 0
    for at in range(0, len(order), 97):
        beside = (rows.start < end[at]) & (end > rows.start[at])
        above = np.flatnonzero(beside & (rows.lo >= rows.hi[at]))
        found = ask(browser, f"stacked(s, {order[at]}, 1)")
        if len(above) == 0:
            assert found == order[at]
            continue
        row = order.index(found)
        assert row in above
        assert rows.lo[row] == rows.lo[above].min()
        assert ask(browser, f"stacked(s, {found}, -1)") != found
        moved += 1
    assert moved > 5
