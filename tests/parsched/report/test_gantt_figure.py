"""Printed Gantt charts: what is in view, few jobs as paths and many as a picture, sizes, fonts."""

import re
from dataclasses import replace
from io import BytesIO
from threading import Lock
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from parsched.base.errors import ParameterError
from parsched.model.problem.instance import Instance
from parsched.model.problem.labels import Labels
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report import GanttFigure, caption
from parsched.report.gantt.schemes import COLOURS
from parsched.report.gantt.tones import BROKEN, FADED, MARK, PIN, STRIP, rgb
from parsched.report.printing import ENDINGS, Sheet, Width, page
from parsched.report.printing.clock import moment
from parsched.report.printing.gantt import VECTORS
from parsched.report.records import Records
from parsched.report.registry import REPORTS
from parsched.run.record import Record
from parsched.run.result import Result
from parsched.run.solve import solve
from tests.parsched.factories import rigid
from tests.parsched.report.factories import record, records
from tests.pdf import fonts

JOBS = rigid((0, 1, 10), (0, 2, 20), (5, 3, 10), (8, 1, 2), users=("ann", "bob", "ann", None))
MACHINE = Platform.of(3)
FIRST = Schedule.of(JOBS, np.array([0.0, 0.0, 20.0, 10.0]))
"""Jobs 1 and 2 side by side, job 4 after 1, then 3 on the whole machine."""
LATER = Schedule.of(JOBS, np.array([30.0, 0.0, 20.0, 8.0]))


def placed(jobs: Workload, machine: Platform, **schedules: Schedule) -> Records:
    """Records with these schedules, by label."""
    rows = [record(name, algorithm="fcfs", key=name) for name in schedules]
    made = records(rows, load=lambda: Instance(jobs, machine), sites=[machine.processors])
    object.__setattr__(made, "read_schedule", lambda one: schedules[one.key])
    return made


def figure(of: Records | None = None, **options: Any) -> GanttFigure:
    """The charts of two schedules of four jobs, or of others."""
    some = of if of is not None else placed(JOBS, MACHINE, first=FIRST, later=LATER)
    [found] = REPORTS["gantt"].of(some, options).gantts
    return found


def one_by_one(count: int) -> Records:
    """A schedule of `count` jobs of a second each, one after the other."""
    jobs = rigid(*((0, 1, 1) for _ in range(count)))
    return placed(jobs, Platform.of(1), alone=Schedule.of(jobs, np.arange(float(count))))


def pixels(found: GanttFigure, **sheet: Any) -> NDArray[np.uint8]:
    return np.asarray(Image.open(BytesIO(found.printed("png", Sheet(**sheet)))).convert("RGB"))


def texts(found: GanttFigure, **sheet: Any) -> list[str]:
    tree = ElementTree.fromstring(found.printed("svg", Sheet(**sheet)))
    every = tree.iter("{http://www.w3.org/2000/svg}text")
    return ["".join(one.itertext()) for one in every]


def test_the_csv_has_the_jobs_in_view_under_each_run() -> None:
    assert figure(start=10, end=20, colour="user").csv().splitlines() == [
        "run,job,release,start,end,wait,width,processors,site,user",
        "first,2,0,0,20,0,2,1-2,cluster,bob",
        "first,4,8,10,12,2,1,0,cluster,unknown",
        "later,2,0,0,20,0,2,0-1,cluster,bob",
    ]


def test_the_csv_says_which_jobs_match_a_question() -> None:
    head, *rows = figure(question="wait>2", runs="first", colour="wait").csv().splitlines()
    assert head.endswith(",wait,matches")
    assert [(row.split(",")[1], row[-1]) for row in rows] == [
        ("1", "0"),
        ("2", "0"),
        ("4", "0"),
        ("3", "1"),
    ]


def test_starts_are_compared_with_the_baseline() -> None:
    assert REPORTS["gantt"].of(placed(JOBS, MACHINE, first=FIRST, later=LATER)).gantts
    rows = figure(colour="moved", baseline="first", runs="later").csv().splitlines()[1:]
    moved = {row.split(",")[1]: row.split(",")[-1] for row in rows}
    assert moved["2"] == moved["3"] == "same start"
    assert moved["1"].endswith("later")
    assert moved["4"].endswith("earlier")


@pytest.mark.parametrize("start", [40, 41, 1e15, 1e300])
def test_a_start_behind_the_last_job_is_refused(start: float) -> None:
    rule = "start must be before the end of the charts, 40 s, got"
    for ending in ENDINGS:
        with pytest.raises(ParameterError, match=rule):
            figure(start=start).printed(ending)
    with pytest.raises(ParameterError, match=rule):
        figure(start=start, end=2 * start).csv()
    assert figure(start=39).printed("svg")


def test_an_end_before_the_first_job_is_refused() -> None:
    jobs = rigid((1000, 1, 10))
    some = placed(jobs, MACHINE, first=Schedule.of(jobs, np.array([1000.0])))
    rule = "end must be after the beginning of the charts, 1000 s, got 500"
    with pytest.raises(ParameterError, match=rule):
        figure(some, end=500).printed("svg")
    assert figure(some, end=1001).csv().count("\n") == 2


@pytest.mark.parametrize("ending", ENDINGS)
def test_others_may_draw_while_schedules_are_read(
    monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    lock = Lock()
    monkeypatch.setattr(page, "_LOCK", lock)
    some = placed(JOBS, MACHINE, first=FIRST)
    held: list[bool] = []

    def read(_: Record) -> Schedule:
        held.append(lock.locked())
        return FIRST

    object.__setattr__(some, "read_schedule", read)
    assert figure(some).printed(ending)
    assert held
    assert not any(held)


@pytest.mark.parametrize(("width", "inches"), [("column", 3.5), ("text", 7), ("slide", 10)])
def test_a_figure_is_as_wide_as_was_asked(width: Width, inches: float) -> None:
    svg = figure().printed("svg", Sheet(width=width)).decode()
    assert re.search(r'<svg [^>]*width="([\d.]+)pt"', svg)[1] == f"{72 * inches:g}"  # type: ignore[index]
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+)", figure().printed("pdf", Sheet(width=width)))
    assert box is not None
    assert float(box[1]) == 72 * inches
    dots = 192 if width == "slide" else 300
    assert pixels(figure(), width=width).shape[1] == dots * inches


def test_text_stays_text_and_its_font_is_in_the_pdf() -> None:
    assert {"first", "later", "processors", "busy", "time", "run time:"} <= set(texts(figure()))
    found = fonts(figure().printed("pdf"))
    assert {name.rpartition("+")[2] for name in found} == {"DejaVuSans"}
    assert all(found.values())


@pytest.mark.parametrize("ending", ENDINGS)
def test_equal_charts_are_equal_bytes(ending: str) -> None:
    assert figure().printed(ending) == figure().printed(ending)


def test_few_jobs_are_paths_and_more_than_20_000_a_picture_in_vector_axes() -> None:
    assert VECTORS == 20_000
    few, more = (figure(one_by_one(count)) for count in (VECTORS, VECTORS + 1))
    drawn, picture = (one.printed("svg").decode() for one in (few, more))
    assert "<image" not in drawn
    assert drawn.count("z") >= VECTORS
    assert picture.count("<image") == 1
    assert ">time<" in picture
    assert len(picture) < 100_000
    # A part of it with few jobs is paths again.
    part = figure(one_by_one(VECTORS + 1), start=10, end=30)
    assert part.rectangles == part.job_count == 20
    assert "<image" not in part.printed("svg").decode()


def test_pictures_are_as_full_as_the_machine() -> None:
    """Jobs of a second with gaps of a second between them, 30,000 of them, look half as dark."""
    jobs = rigid(*((0, 1, 1) for _ in range(30_000)))
    gaps = placed(jobs, Platform.of(1), gaps=Schedule.of(jobs, 2 * np.arange(30_000.0)))
    whole = placed(jobs, Platform.of(1), gaps=Schedule.of(jobs, np.arange(30_000.0)))
    full, half = (pixels(figure(one), width="text").astype(int) for one in (whole, gaps))
    at = (full.shape[0] // 3, full.shape[1] // 2)
    ink, faint = (255 - one[at] for one in (full, half))
    assert ink.max() > 20
    assert np.abs(faint - ink / 2).max() <= 2


def test_what_does_not_match_fades_and_what_breaks_rules_is_red() -> None:
    for theme in ("light", "dark"):
        colours = {tuple(c) for c in pixels(figure(question="id:2"), theme=theme).reshape(-1, 3)}
        assert rgb(FADED[theme == "dark"]) in colours
        assert rgb(STRIP[theme == "dark"]) in colours
    broken = Schedule.of(JOBS, FIRST.start)
    object.__setattr__(broken, "broken", np.array([True, False, False, False]))
    found = figure(placed(JOBS, MACHINE, first=broken))
    assert BROKEN[False] in found.printed("svg").decode()
    assert "breaks a rule" in texts(found)


@pytest.mark.parametrize("colour", COLOURS)
def test_every_colour_is_drawn_or_refused_by_name(colour: str) -> None:
    if colour == "question":
        assert figure(colour=colour, pick="wait>2").printed("svg")
        return
    if colour in ("", "runtime", "width", "wait", "slowdown", "user", "moved"):
        assert figure(colour=colour).printed("svg")
        return
    with pytest.raises(ParameterError) as caught:
        figure(colour=colour).printed("svg")
    assert caught.value.errors == {
        "colour": "colour must be one of runtime, width, wait, slowdown, user, moved, question "
        f"here, got {colour}"
    }


def test_many_names_are_grey_but_for_the_largest_or_those_that_were_picked() -> None:
    users = [f"u{i}" for i in range(12)]
    jobs = rigid(*((0, 1, 1 + i) for i in range(12)), users=users)
    some = placed(jobs, Platform.of(12), all=Schedule.of(jobs, np.zeros(12)))
    labels = [one.label for one in figure(some, colour="user").scheme.classes]
    assert labels == ["9 others", "u11", "u10", "u9"]
    picked = figure(some, colour="user", pick="u3,u1").scheme.classes
    assert [one.label for one in picked] == ["10 others", "u3", "u1"]


def test_jobs_that_match_a_question_are_coloured_and_counted() -> None:
    found = figure(colour="question", pick="wait>2")
    rest, matches = found.scheme.classes
    assert (rest.label, matches.label, matches.note) == ("all others", "wait>2", "1 to 2 of 4 jobs")
    said = texts(found)
    assert said.index("wait>2: 1 to 2 of 4 jobs") < said.index("all others")
    drawn = found.printed("svg").decode()
    assert matches.light in drawn
    assert rest.light in drawn
    rows = [row.split(",") for row in found.csv().splitlines()[1:]]
    assert {(row[0], row[1]) for row in rows if row[-1] == "wait>2"} == {
        ("first", "3"),
        ("later", "1"),
        ("later", "3"),
    }
    alone = figure(colour="question", pick="wait>2", runs="first").scheme.classes[1]
    assert alone.note == "1 of 4 jobs"


def test_a_question_may_have_commas() -> None:
    some = figure(colour="question", pick='user:ann,"bob" -id:1', runs="first")
    assert some.scheme.classes[1].note == "2 of 4 jobs"


@pytest.mark.parametrize(
    ("pick", "problem"),
    [
        ("", "pick must be the question that jobs are coloured by, such as wait>1h, got nothing"),
        ("wait", "pick: At character 5: wait needs a sign and a value, such as wait>1h"),
        ("group:3", "pick: At character 1: these jobs have no group; of names they have user"),
    ],
)
def test_what_is_no_question_colours_nothing(pick: str, problem: str) -> None:
    with pytest.raises(ParameterError) as caught:
        figure(colour="question", pick=pick).printed("svg")
    assert caught.value.errors == {"pick": problem}


@pytest.mark.parametrize("pick", ["", " ", "wait"])
def test_a_report_is_not_made_of_what_is_no_question(pick: str) -> None:
    with pytest.raises(ParameterError) as caught:
        figure(colour="question", pick=pick)
    assert set(caught.value.errors) == {"pick"}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_job_that_is_pinned_is_outlined_and_named(theme: Any) -> None:
    plain, pinned = figure(), figure(job="3")
    colour = PIN[theme == "dark"]
    for found, is_there in ((plain, False), (pinned, True)):
        drawn = found.printed("svg", Sheet(theme=theme)).decode()
        assert (colour in drawn) == is_there
        assert ("job 3" in texts(found)) == is_there
        assert (
            "Outlined is job 3: first starts it at 20 s, 15 s after its release, on 3 processors "
            "for 10 s; later starts it" in caption(found, found.records)
        ) == is_there
        picture = pixels(found, theme=theme)
        assert bool((picture == rgb(colour)).all(axis=2).any()) == is_there


def test_a_job_outside_of_what_is_seen_has_no_outline() -> None:
    found = figure(job="4", start=21)
    assert PIN[False] not in found.printed("svg").decode()
    assert "job 4" not in texts(found)


def test_a_small_job_that_is_pinned_is_still_found() -> None:
    found = figure(one_by_one(3_000), job="1500")
    picture = (pixels(found) == rgb(PIN[False])).all(axis=2)
    height, width = picture.nonzero()
    among_charts = height < 0.7 * picture.shape[0]
    assert np.ptp(width[among_charts]) >= 5


def test_a_pinned_job_has_to_be_there() -> None:
    with pytest.raises(ParameterError) as caught:
        figure(job="77").printed("svg")
    assert caught.value.errors == {
        "job": "job must be the id of a job, and none is called '77'",
    }


def real_result(key: str) -> Result:
    return solve(Instance(JOBS, MACHINE), key)


def test_the_caption_names_jobs_machine_runs_and_parameters() -> None:
    made = Records.of([("mine", real_result("queue")), ("easy", real_result("easy"))])
    [found] = REPORTS["gantt"].of(made, {"runs": "mine,easy"}).gantts
    said = caption(found, made)
    assert said.startswith("Schedules. tiny (4 jobs) on machine (3 processors). ")
    assert "Runs: mine (queue); easy. SchedWeb" in said
    assert "Runs: mine" in " ".join(texts(found, caption=said))


@pytest.mark.parametrize(("seconds", "sign"), [(3.0, "<pattern"), (0.0, MARK[False])])
def test_deployments_are_hatched_or_marked_unless_they_are_off(seconds: float, sign: str) -> None:
    jobs = replace(JOBS, environment=Labels.of(["a", "b", "a", "b"]))
    machine = Platform.of(3, deployment=DeployTime(seconds=seconds))
    some = placed(
        jobs, machine, first=Schedule.of(jobs, FIRST.start + np.array([5.0, 5.0, 20.0, 20.0]))
    )
    shown, hidden = (figure(some, deployments=word) for word in ("on", "off"))
    assert sign in shown.printed("svg").decode()
    assert sign not in hidden.printed("svg").decode()
    assert ("deployment" in texts(shown), "deployment" in texts(hidden)) == (True, False)
    assert {"environment:", "a", "b"} <= set(texts(shown))
    assert (pixels(shown) != pixels(hidden)).any() if seconds else pixels(shown).any()


def test_sites_are_named() -> None:
    jobs = rigid((0, 1, 10), (0, 2, 20))
    schedule = Schedule.of(jobs, np.zeros(2), site=np.array([0, 1]))
    rows = [record("grid", algorithm="grid", key="grid")]
    made = records(rows, load=lambda: Instance(jobs, Platform.of(3, 2)), sites=[3, 2])
    object.__setattr__(made, "read_schedule", lambda _: schedule)
    found = figure(made, colour="site")
    assert {"site 1", "site 2", "sites"} <= set(texts(found, width="text"))
    assert [row.split(",")[-2:] for row in found.csv().splitlines()[1:]] == [
        ["site 1", "site 1"],
        ["site 2", "site 2"],
    ]


@pytest.mark.parametrize(
    ("seconds", "step", "text"),
    [
        (90_000, 3_600, "1 d 01:00"),
        (7_200, 60, "02:00"),
        (61, 1, "00:01:01"),
        (0.25, 0.05, "00:00:00.250"),
    ],
)
def test_times_are_as_precise_as_their_steps(seconds: float, step: float, text: str) -> None:
    assert moment(seconds, step) == text
