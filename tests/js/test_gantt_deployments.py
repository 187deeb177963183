"""Deployments in the browser's modules: read, coloured, drawn and described as in Python."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from py_mini_racer import MiniRacer

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.installed import Deployed
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt import GanttLayout, marks, schedule_pack, workload_pack
from parsched.report.gantt.categories import categories
from parsched.report.gantt.poster import PosterView, rasterise
from parsched.report.gantt.rows import Deployments, IntervalRows
from parsched.run.solve import solve
from tests.js.engine import ask, gantt_modules, packed
from tests.parsched.policies.groups.loads import environed

STRIP = (10, 20, 30)
DEPLOYED = (90, 100, 110)
GROUND = (240, 250, 245)
COLOURS = ((200.0, 10.0, 90.0), (250.0, 30.0, 60.0))


@dataclass(frozen=True, eq=False)
class Scene:
    """A schedule in Python."""

    jobs: Workload
    platform: Platform
    schedule: Schedule

    @property
    def rows(self) -> IntervalRows:
        return IntervalRows.of(self.platform, self.schedule)

    @property
    def deployments(self) -> Deployments:
        found = Deployments.of(self.jobs, self.platform, self.schedule, self.rows)
        assert found is not None
        return found


def jobs(count: int, environments: int, seed: int = 5, least: int = 1) -> Workload:
    """Random jobs; some need no environment."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(-1, environments, count)
    names = [None if code < 0 else f"e{code:02}" for code in codes.tolist()]
    widths = rng.integers(least, least + 5, count).tolist()
    times = rng.integers(5, 60, count).astype(float).tolist()
    return environed(*zip(widths, times, names, strict=True))


def scene(work: Workload, platform: Platform, key: str) -> Scene:
    """Schedule the jobs."""
    return Scene(work, platform, solve(Instance(work, platform), key).schedule)


WORK = jobs(120, 6)
GROUPED = jobs(120, 3, seed=3, least=3)
"""Many jobs run beside each other in a group, and on some processors they start later."""
SLOW = DeployTime(9.0, 99.0)
SCENES = {
    "timed": scene(WORK, Platform.of(16, deployment=SLOW), "env-blind"),
    "instant": scene(WORK, Platform.of(16), "env-blind"),
    "grouped": scene(GROUPED, Platform.of(90, deployment=SLOW), "gls"),
    "joined": scene(GROUPED, Platform.of(90), "gls"),
    "grid": scene(WORK, Platform.of(8, 6, 5), "grid"),
    "bare": scene(jobs(20, 0), Platform.of(16), "lpt"),
}


@pytest.fixture(scope="module")
def browser() -> Iterator[MiniRacer]:
    """The engine with a schedule of each name, coloured by the parity of the job."""
    with gantt_modules() as engine:
        for name, made in SCENES.items():
            engine.eval(f"globalThis.work = new Workload({packed(workload_pack(made.jobs))})")
            content = packed(schedule_pack(made.jobs, made.platform, made.schedule))
            engine.eval(f"globalThis.{name} = new Schedule({content}, work)")
            engine.eval(f"{name}.kind = Uint8Array.from({name}.job, (job) => job % 2)")
            engine.eval(f"{name}.deployments?.kind.fill(2)")
        yield engine


@pytest.mark.parametrize("name", ["timed", "instant", "grouped", "joined", "grid"])
def test_deployments_are_read_as_python_makes_them(browser: MiniRacer, name: str) -> None:
    made = SCENES[name]
    found, rows = made.deployments, made.deployments.rows
    base = np.array([band.base for band in GanttLayout.of(made.platform).bands])[rows.site]
    assert len(found.before) > (2 if made.schedule.groups else 20)
    assert found.gap.any() == (name == "joined")
    for key, column in (
        ("before", found.before),
        ("start", rows.start),
        ("end", rows.start + rows.duration),
        ("bottom", base + rows.lo),
        ("top", base + rows.hi),
    ):
        told = ask(browser, f"Array.from({name}.deployments.{key})")
        assert np.allclose(told, column, rtol=0, atol=1e-5), key
    assert ask(browser, f"{name}.deployments.takesTime") == (name in ("timed", "grouped"))


def test_a_pack_without_deployments_has_none(browser: MiniRacer) -> None:
    assert ask(browser, "bare.deployments === undefined || bare.deployments.count === 0")
    older = "new Schedule({header: {...h, deployed: undefined}, columns: c}, work)"
    content = packed(schedule_pack(WORK, SCENES["timed"].platform, SCENES["timed"].schedule))
    read = f"(({{header: h, columns: c}}) => {older})({content})"
    assert ask(browser, f"{read}.deployments === undefined")


def view_of(made: Scene, share: float, size: tuple[int, int], scale: float) -> PosterView:
    """Some of the time from the first quarter on."""
    end = float(made.schedule.end.max())
    begin = 0.25 * end * (1 - share)
    return PosterView(GanttLayout.of(made.platform), (begin, begin + share * end), size, scale)


def drawn(browser: MiniRacer, view: PosterView, *, hatched: bool) -> np.ndarray[Any, Any]:
    """The picture of the timed schedule as the browser makes it."""
    width, height = view.size
    told = {"t0": view.times[0], "t1": view.times[1], "top": view.layout.top}
    told |= {"width": width, "height": height, "unit": view.scale}
    told["processors"] = view.layout.processors
    palette = [level for colour in (*COLOURS, DEPLOYED) for level in colour]
    low, high = (y * view.per_processor for y in view.layout.strip)
    hatching = f"hatch(pixels, rows, view, {list(GROUND)})" if hatched else "count"
    pixels = ask(
        browser,
        f"""(() => {{
          const view = {json.dumps(told)};
          const palette = Float32Array.from({palette});
          const {{ pixels, share }} = rasterise(timed, view, palette, timed.deployments);
          const rows = timed.deployments.visible(view.t0, view.t1, 1e9);
          timed.deployments.{hatching};
          drawStrip(pixels, view.width, view.height, share, {low}, {high}, {list(STRIP)});
          return Array.from(pixels);
        }})()""",
    )
    return np.array(pixels, np.uint8).reshape(height, width, 4)


@pytest.mark.parametrize("share", [1.0, 0.3, 0.02])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_pictures_equal_posters(browser: MiniRacer, share: float, scale: float) -> None:
    made = SCENES["timed"]
    view = view_of(made, share, (120, 90), scale)
    colour = np.array(COLOURS)[made.rows.job % 2]
    expected = rasterise(made.rows, view, colour, STRIP, made.deployments, DEPLOYED)
    plain = rasterise(made.rows, view, colour, STRIP)
    found = drawn(browser, view, hatched=False)
    solid = expected[:, :, 3] > 8
    assert np.abs(found[:, :, 3].astype(int) - expected[:, :, 3]).max() <= 1
    assert np.abs(found.astype(int) - expected)[solid].max() <= 2
    low, high = (int(y * view.per_processor) + 1 for y in view.layout.strip)
    assert np.array_equal(expected[low:high], plain[low:high])
    assert not np.array_equal(expected, plain)


def test_deployments_are_hatched_as_on_posters(browser: MiniRacer) -> None:
    made = SCENES["timed"]
    view = view_of(made, 0.3, (300, 200), 1.0)
    colour = np.array(COLOURS)[made.rows.job % 2]
    expected = rasterise(made.rows, view, colour, STRIP, made.deployments, DEPLOYED)
    before = expected.copy()
    boxes = list(zip(*map(np.ndarray.tolist, view.boxes(made.deployments.rows)), strict=True))
    marks.hatch(expected, boxes, GROUND, view.scale)
    changed = np.any(expected != before, axis=2)
    assert changed.sum() > 300
    found = drawn(browser, view, hatched=True)
    assert np.abs(found.astype(int) - expected)[expected[:, :, 3] > 8].max() <= 2


@pytest.mark.parametrize(("name", "width"), [("instant", 300), ("joined", 60)])
def test_marks_are_drawn_where_posters_have_them(browser: MiniRacer, name: str, width: int) -> None:
    made = SCENES[name]
    view = view_of(made, 1.0, (width, 200), 2.0)
    _, right, _, _ = view.boxes(made.rows)
    room = right[made.deployments.before] - view.boxes(made.deployments.rows)[0]
    wide = room >= marks.LEAST_JOB * view.scale
    assert 0 < wide.sum() < len(wide)
    per_second = view.size[0] / (view.times[1] - view.times[0])
    rows = f"{name}.deployments.visible(0, 1e9, 1e9)"
    found = ask(browser, f"{name}.deployments.marks({rows}, {per_second}, {view.scale})")
    assert [mark["row"] for mark in found[::2]] == np.flatnonzero(wide).tolist()
    line, ground = found[:2]
    assert (line["right"] - line["left"]) * per_second == pytest.approx(marks.LINE * view.scale)
    assert (ground["right"] - line["right"]) * per_second == pytest.approx(2 * marks.GROUND)
    assert [line["isGround"], ground["isGround"]] == [False, True]


@pytest.mark.parametrize("environments", [3, 8, 9, 40])
def test_environments_have_the_colours_of_posters(browser: MiniRacer, environments: int) -> None:
    made = scene(jobs(200, environments), Platform.of(16), "lpt")
    known = categories(made.jobs)
    assert known is not None
    browser.eval(f"globalThis.w = new Workload({packed(workload_pack(made.jobs))})")
    content = packed(schedule_pack(made.jobs, made.platform, made.schedule))
    browser.eval(f"globalThis.s = new Schedule({content}, w)")
    colours = "{ categories: ['1', '2', '3', '4', '5', '6', '7', '8'], grey: 'grey' }"
    chosen = json.dumps(known.names)
    about = f"{{ workload: w, schedules: [s], colours: {colours}, chosen: {chosen} }}"
    browser.eval(f"globalThis.found = scheme('environment', {about}); found.assign(s);")
    assert ask(browser, "Array.from(s.kind)") == known.kind[made.rows.job].tolist()
    rest, *named = ask(browser, "found.classes")
    assert rest == {"label": known.rest, "colour": "grey"}
    assert [entry["label"] for entry in named] == list(known.names)
    assert [entry["colour"] for entry in named] == [str(i + 1) for i in range(len(named))]


def test_packs_with_names_in_another_order_have_the_colours_of_posters_too(
    browser: MiniRacer,
) -> None:
    colours = "{ categories: ['1', '2', '3'], grey: 'grey' }"
    pack = "{ labels: { environment: ['e10', 'e2'] }, columns: { 'label.environment': [1, 2] } }"
    about = f"{{ workload: {pack}, schedules: [], colours: {colours}, first: ['e2', 'e10'] }}"
    _, *named = ask(browser, f"scheme('environment', {about}).classes")
    assert named == [{"label": "e2", "colour": "1"}, {"label": "e10", "colour": "2"}]


def test_a_job_is_told_what_was_deployed_for_it(browser: MiniRacer) -> None:
    jobs = environed((2, 5.0, "a"), (3, 5.0, "a"), (2, 5.0, "a"), (1, 5.0, None))
    for seconds, took in ((0.0, ""), (200.0, ", took 3.33 min")):
        made = scene(jobs, Platform.of(3, deployment=DeployTime(seconds)), "env-blind")
        browser.eval(f"globalThis.w = new Workload({packed(workload_pack(made.jobs))})")
        content = packed(schedule_pack(made.jobs, made.platform, made.schedule))
        browser.eval(f"globalThis.s = new Schedule({content}, w)")
        order = np.argsort(made.schedule.start, kind="stable").tolist()
        told = [ask(browser, f"deployment(s, {job})") for job in order if job < 3]
        assert told == [f"deployed on 3 processors{took}", "nothing to deploy", "nothing to deploy"]
        assert ask(browser, "deployment(s, 3)") is None


def test_some_of_the_processors_of_a_job_are_told(browser: MiniRacer) -> None:
    made = SCENES["timed"]
    counts = np.bincount(
        made.deployments.rows.job, made.deployments.rows.hi - made.deployments.rows.lo, 120
    )
    job = int(np.flatnonzero((counts > 0) & (counts < made.schedule.width))[0])
    said = str(ask(browser, f"deployment(timed, {job})"))
    assert said.startswith(f"deployed on {counts[job]:.0f} of {made.schedule.width[job]} processor")
    assert ", took " in said


@pytest.mark.parametrize("name", ["grouped", "joined"])
def test_jobs_of_a_group_are_told_what_was_deployed_for_all_of_them(
    browser: MiniRacer, name: str
) -> None:
    made = SCENES[name]
    groups, found = made.schedule.groups, Deployed.of(made.jobs, made.platform, made.schedule)
    assert groups is not None
    shared = np.flatnonzero(found.jobs > 1)
    assert len(shared) > 1
    for number in shared.tolist():
        count = int(found.processors.sizes()[number])
        members = np.flatnonzero(groups.job == groups.job[found.first[number]])
        assert len(members) == found.jobs[number]
        plural = "processor" if count == 1 else "processors"
        said = {str(ask(browser, f"deployment({name}, {job})")) for job in members}
        assert {text.split(", took ")[0] for text in said} == {
            f"deployed with its group on {count} {plural}"
        }
        assert {", took " in text for text in said} == {name == "grouped"}
        for job in members:
            assert ask(browser, f"{name}.deployments.seconds[{job}]") == pytest.approx(
                found.seconds[number]
            )


def test_packs_that_know_no_groups_are_still_drawn(browser: MiniRacer) -> None:
    """As they were stored before: what was deployed for each job, just before it."""
    made = SCENES["grouped"]
    alone = replace(made.schedule, groups=None)
    content = packed(schedule_pack(made.jobs, made.platform, alone))
    browser.eval(f"globalThis.older = new Schedule({content}, work)")
    found = Deployments.of(made.jobs, made.platform, alone, made.rows)
    assert found is not None
    told = ask(browser, "Array.from(older.deployments.start)")
    assert np.allclose(told, found.rows.start, rtol=0, atol=1e-5)
    said = {ask(browser, f"deployment(older, {job})") for job in range(len(made.jobs))}
    assert not any(text and "group" in text for text in said)


@pytest.mark.parametrize("name", ["timed", "grouped"])
def test_the_block_before_a_job_belongs_to_it(browser: MiniRacer, name: str) -> None:
    made = SCENES[name]
    rows = made.deployments.rows
    for i in range(0, len(rows.job), 7):
        where = f"{rows.start[i] + rows.duration[i] / 2}, {(rows.lo[i] + rows.hi[i]) / 2}, 0"
        assert ask(browser, f"{name}.jobAt({where}, true)") == rows.job[i]
        assert ask(browser, f"{name}.jobAt({where}, false)") is None
