"""Posters have the colours of the page and show every job."""

import re
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray
from PIL import Image

from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt import in_dark, poster
from parsched.report.gantt.classes import TIMES, classify, limits, spread
from parsched.report.gantt.tones import (
    BACKGROUND,
    CATEGORIES,
    DEPLOYMENT,
    FADED,
    GREY,
    MARK,
    MOVED,
    SEQUENTIAL,
    STRIP,
    ramp,
)

CSS = Path(__file__).resolve().parents[2] / "static" / "css" / "variables.css"


def workload(runtime: list[float], width: list[int] | None = None) -> Workload:
    """Rigid jobs released together."""
    n = len(runtime)
    widths = np.ones(n, np.int64) if width is None else np.array(width)
    return Workload(
        name="test",
        ids=np.arange(n),
        release=np.zeros(n),
        profiles=Profiles.rigid(widths, np.array(runtime, float)),
    )


def picture(
    jobs: Workload, machine: Platform, start: ArrayLike, *, dark: bool = False
) -> NDArray[np.uint8]:
    """The poster as an array."""
    schedule = Schedule.of(jobs, np.asarray(start, float)).with_processors(machine)
    png = poster(jobs, machine, schedule, 60, 40)
    return np.asarray(Image.open(BytesIO(in_dark(png) if dark else png)).convert("RGB"))


def declared(selector: str) -> dict[str, str]:
    """Colours that the style sheet gives under a selector."""
    block = CSS.read_text().split(f"{selector} {{", 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([\w-]+): (#\w{6});", block))


CHOSEN_DARK = ':root[data-theme="dark"]'
FOLLOWED_DARK = ':root:not([data-theme="light"])'


@pytest.mark.parametrize(
    ("selector", "colours", "dark"),
    [(":root", SEQUENTIAL[False], False), (CHOSEN_DARK, SEQUENTIAL[True], True)],
)
def test_posters_and_style_sheet_name_the_same_colours(
    selector: str, colours: tuple[str, ...], dark: bool
) -> None:
    named = declared(selector)
    assert tuple(named[f"gantt-{i + 1}"] for i in range(7)) == colours
    assert named["gantt-strip"] == STRIP[dark]
    assert named["gantt-grey"] == GREY[dark]
    assert named["gantt-faded"] == FADED[dark]
    assert tuple(named[f"moved-{i + 1}"] for i in range(7)) == MOVED[dark]
    assert named["gantt-deployment"] == DEPLOYMENT[dark]
    assert named["gantt-mark"] == MARK[dark]
    both = declared(":root") | named
    assert tuple(both[f"category-{i + 1}"] for i in range(8)) == CATEGORIES[dark]
    assert named["panel"] == BACKGROUND[dark]


def test_the_dark_colours_are_the_same_whether_chosen_or_followed() -> None:
    assert declared(FOLLOWED_DARK) == declared(CHOSEN_DARK)


@pytest.mark.parametrize("dark", [False, True])
def test_a_full_machine_is_full_of_colour(dark: bool) -> None:
    drawn = picture(workload([100, 100], [4, 4]), Platform.of(4), [0, 100], dark=dark)
    assert drawn.shape == (40, 60, 3)
    colours = np.array([int(SEQUENTIAL[dark][0][i : i + 2], 16) for i in (1, 3, 5)])
    bare = np.any(drawn[10:] != colours, axis=2)
    assert bare.mean() < 0.1


def test_jobs_far_thinner_than_a_pixel_show_the_area_that_they_cover() -> None:
    jobs = workload([0.05] * 1200)
    drawn = picture(jobs, Platform.of(1), np.arange(1200) * 0.1)
    half = (np.array([int(SEQUENTIAL[False][0][i : i + 2], 16) for i in (1, 3, 5)]) + 255) / 2
    assert np.abs(drawn[20:] - half).max() <= 2


def test_a_schedule_of_no_jobs_gives_an_empty_picture() -> None:
    assert picture(workload([]), Platform.of(4), []).shape == (40, 60, 3)


def test_limits_are_readable_times_that_rise() -> None:
    rng = np.random.default_rng(1)
    found = limits(workload(rng.lognormal(7, 2, 1000).tolist()))["runtime"]
    assert found == sorted(set(found))
    assert 4 <= len(found) <= 6
    assert set(found) <= set(TIMES)


def test_equal_jobs_have_one_limit() -> None:
    assert spread(np.full(5, 60.0), np.ones(5), TIMES) == [60.0]
    assert spread(np.zeros(5), np.ones(5), TIMES) == [TIMES[0]]


def test_a_value_on_a_limit_is_in_the_lower_class() -> None:
    assert classify(np.array([1.0, 1.1, 5.0]), [1.0, 5.0]).tolist() == [0, 1, 1]


def test_fewer_classes_spread_over_all_colours() -> None:
    assert ramp(7) == list(SEQUENTIAL[False])
    assert ramp(2) == [SEQUENTIAL[False][0], SEQUENTIAL[False][-1]]
    assert ramp(1) == [SEQUENTIAL[False][3]]
