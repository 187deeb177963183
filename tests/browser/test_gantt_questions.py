"""Questions to the charts, boxes around jobs, and the way back through views."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from parsched.model.problem.instance import Instance
from parsched.report.gantt.schemes import Drawn, scheme_of
from parsched.report.questions import select
from tests.bench import synthetic_schedules
from tests.bench.gantt_site import served, write_site
from tests.browser.test_gantt_charts import drag, open_charts

pytestmark = pytest.mark.browser

JOBS = 1_000
ASKED = "wait>30m width>=32"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page."""
    folder = tmp_path_factory.mktemp("asked")
    write_site(folder, JOBS)
    return folder


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    """Address of the page while it is served."""
    with served(site) as address:
        yield address


def ask(page: Page, question: str) -> None:
    """Type a question into the find box."""
    page.fill("[data-gantt-find]", question)
    page.press("[data-gantt-find]", "Enter")


def counted(page: Page) -> list[int]:
    """The jobs of each schedule that stand out."""
    cells = page.locator(".gantt-matches tbody tr td:nth-child(2)").all_inner_texts()
    return [int(cell.replace(",", "")) for cell in cells]


def test_matching_jobs_are_counted_as_the_library_counts_them(page: Page, address: str) -> None:
    open_charts(page, address)
    ask(page, ASKED)
    expect(page.locator(".gantt-matches strong")).to_have_text(ASKED)
    work = synthetic_schedules.workload(JOBS)
    instance = Instance(work, synthetic_schedules.platform())
    schedules = synthetic_schedules.schedules(work).values()
    expected = [int(select(instance, schedule, ASKED).sum()) for schedule in schedules]
    assert counted(page) == expected
    assert 0 < min(expected) < JOBS
    page.wait_for_url("**/?ask=wait*")
    there = page.url
    page.goto(address)
    open_charts(page, there)
    expect(page.locator(".gantt-matches strong")).to_have_text(ASKED)
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".gantt-matches")).to_be_hidden()
    page.wait_for_url(address)


def test_enter_again_goes_from_one_matching_job_to_the_next(page: Page, address: str) -> None:
    open_charts(page, address)
    ask(page, "id:7,9,12")
    expect(page.locator(".gantt-matches")).to_be_visible()
    page.press("[data-gantt-find]", "Enter")
    page.wait_for_url("**job=7*")
    page.press("[data-gantt-find]", "Enter")
    page.wait_for_url("**job=9*")
    page.press("[data-gantt-find]", "Shift+Enter")
    page.wait_for_url("**job=7*")
    page.get_by_role("button", name="Job before").click()
    page.wait_for_url("**job=12*")


def test_a_question_that_is_none_is_answered_with_its_position(page: Page, address: str) -> None:
    open_charts(page, address)
    ask(page, "wait>soon")
    expect(page.locator("[data-gantt-answer]")).to_contain_text("At character 6: wait is compared")
    ask(page, "origin:KTH")
    expect(page.locator("[data-gantt-answer]")).to_contain_text("these jobs have no origin")
    ask(page, "nothing")
    expect(page.locator("[data-gantt-answer]")).to_have_text("This workload has no job nothing.")


def test_the_grammar_stands_on_the_page_and_fields_are_completed(page: Page, address: str) -> None:
    open_charts(page, address)
    page.get_by_role("button", name="What may be asked").click()
    expect(page.locator("[data-gantt-fields] th").first).to_have_text("id, job")
    expect(page.locator("[data-gantt-fields]")).to_contain_text("slowdown>=10")
    page.keyboard.press("Escape")
    page.locator("[data-gantt-find]").press_sequentially("backfilled wa")
    options = page.locator("#gantt-questions option")
    expect(options).to_have_count(1)
    expect(options.first).to_have_attribute("value", "backfilled wait>")


def test_a_box_counts_the_jobs_in_it_under_every_schedule(page: Page, address: str) -> None:
    open_charts(page, address)
    drag(page, 1, (300, 80), (600, 180))
    expect(page.locator(".gantt-matches strong")).to_contain_text("in a box of SJF")
    counts = counted(page)
    assert len(counts) == 3
    assert len(set(counts)) == 1
    assert 0 < counts[0] < JOBS
    waits = page.locator(".gantt-matches tbody tr td:nth-child(4)").all_inner_texts()
    assert len(set(waits)) > 1
    page.get_by_role("button", name="Zoom to them").click()
    page.wait_for_url("**from=*")
    page.keyboard.press("Escape")
    expect(page.locator(".gantt-matches")).to_be_hidden()


def test_shift_pans_where_dragging_selects(page: Page, address: str) -> None:
    open_charts(page, f"{address}?from=40000&to=50000")
    page.keyboard.down("Shift")
    drag(page, 0, (500, 100), (400, 100))
    page.keyboard.up("Shift")
    page.wait_for_url(lambda url: "from=40000" not in url and "from=4" in url)
    expect(page.locator(".gantt-matches")).to_be_hidden()


def test_only_jobs_that_differ_stand_out(page: Page, address: str) -> None:
    open_charts(page, address)
    page.get_by_label("only jobs that differ").check()
    work = synthetic_schedules.workload(JOBS)
    first, *others = synthetic_schedules.schedules(work).values()
    instance = Instance(work, synthetic_schedules.platform())
    masks = [select(instance, one, "differs", baseline=first) for one in others]
    expected = [int(np.logical_or(*masks).sum()), *(int(mask.sum()) for mask in masks)]
    assert counted(page) == expected
    page.get_by_label("only jobs that differ").uncheck()
    expect(page.locator(".gantt-matches")).to_be_hidden()


def test_views_are_gone_back_through(page: Page, address: str) -> None:
    open_charts(page, address)
    back = page.get_by_role("button", name="Back to the view before")
    expect(back).to_be_disabled()
    page.keyboard.press("+")
    expect(back).to_be_enabled()
    page.wait_for_url("**from=*")
    zoomed = page.url
    back.click()
    page.wait_for_url(address)
    page.keyboard.press("Alt+ArrowRight")
    page.wait_for_url(zoomed)


def test_pictures_of_the_other_theme_are_not_loaded(page: Page, address: str) -> None:
    """The minimap has a copy of the first one."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    expect(page.locator(".gantt-minimap img.poster-light")).to_be_visible()
    page.wait_for_load_state("networkidle")
    pictures = [url.rpartition("/")[2] for url in asked if url.endswith(".png")]
    assert "0.png" in pictures
    assert not [name for name in pictures if "dark" in name]


def test_the_window_of_the_minimap_moves_the_view(page: Page, address: str) -> None:
    open_charts(page, f"{address}?from=40000&to=50000")
    page.locator(".gantt-minimap").scroll_into_view_if_needed()
    window = page.locator(".gantt-window").bounding_box()
    assert window is not None
    x, y = window["x"] + window["width"] / 2, window["y"] + window["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 200, y, steps=4)
    page.mouse.up()
    page.wait_for_url(lambda url: "from=" in url and "from=40000" not in url)
    moved = page.locator(".gantt-window").bounding_box()
    assert moved is not None
    assert moved["x"] == pytest.approx(window["x"] + 200, abs=2)
    assert moved["width"] == pytest.approx(window["width"], abs=2)


def legend(page: Page) -> list[str]:
    return page.locator("[data-gantt-legend] li").all_inner_texts()


def test_a_question_colours_the_jobs_and_is_counted_as_the_library_does(
    page: Page, address: str
) -> None:
    open_charts(page, address)
    page.select_option("[data-gantt-colour]", "question")
    field = page.locator("[data-gantt-colouring-question]")
    expect(field).to_be_focused()
    field.fill(ASKED)
    field.press("Enter")
    work = synthetic_schedules.workload(JOBS)
    machine = synthetic_schedules.platform()
    every = [one.with_processors(machine) for one in synthetic_schedules.schedules(work).values()]
    made = scheme_of("question", ASKED, Drawn(Instance(work, machine), every, every[0]))
    rest, matching = (one.title for one in made.classes)
    expect(page.locator("[data-gantt-legend] li").first).to_have_text(matching)
    assert legend(page) == [matching, rest]
    page.wait_for_url("**colour=question&pick=wait*")
    there = page.url
    page.goto(address)
    open_charts(page, there)
    assert legend(page) == [matching, rest]
    expect(page.locator("[data-gantt-colour]")).to_have_value("question")
    expect(field).to_have_value(ASKED)
    page.select_option("[data-gantt-colour]", "width")
    expect(field).to_be_hidden()
    page.wait_for_url("**colour=width")


def test_a_wrong_question_colours_nothing_and_says_where_it_is_wrong(
    page: Page, address: str
) -> None:
    open_charts(page, f"{address}?colour=question&pick=wait>soon")
    answer = page.locator("[data-gantt-colouring-answer]")
    expect(answer).to_contain_text("At character 6: wait is compared")
    expect(page.locator("[data-gantt-colour]")).to_have_value("runtime")
    field = page.locator("[data-gantt-colouring-question]")
    field.fill("origin:KTH")
    field.press("Enter")
    expect(answer).to_contain_text("these jobs have no origin")
    field.fill("width>=32")
    field.press("Enter")
    expect(page.locator("[data-gantt-colour]")).to_have_value("question")
    expect(answer).to_have_text("")
