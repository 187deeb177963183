"""Saving figures: every plot and every view of Gantt charts, for owners and for readers."""

from itertools import cycle
from urllib.parse import urlencode, urlsplit

import pytest
from django.test import Client

from parsched.report import REPORTS, caption
from parsched.report.printing import Sheet
from parsched.report.registry import FILES
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.sharing.services import share
from tests.web.pages import Page
from tests.web.test_reports import OF_KINDS, compared, text

STARTS = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG", "csv": b"series,"}


def forms(html: str) -> list[tuple[str, str]]:
    """Return the address of each form that saves a figure, and the query that it sends along."""
    found: list[tuple[str, list[tuple[str, str]]]] = []
    inside = False
    for tag, attributes in Page(html).tags:
        if tag == "form":
            inside = "data-save-form" in attributes
            if inside:
                found.append((str(attributes["action"]), []))
        elif tag == "label":
            inside = False
        elif inside and tag == "input":
            found[-1][1].append((str(attributes["name"]), str(attributes["value"])))
    return [(at, urlencode(fields)) for at, fields in found]


@pytest.mark.parametrize("kind", OF_KINDS)
def test_every_plot_is_saved_as_a_picture_and_as_numbers(
    alice: User, hers: Client, kind: str
) -> None:
    """As one kind of picture each, in turn: how each is written is tested with the library."""
    made = compared(alice, kind)
    pages = [f"/comparisons/{made.pk}/"]
    pages += [a for a in Page(text(hers, pages[0])).addresses if a.startswith(f"{pages[0]}")]
    seen: set[str] = set()
    pictures = cycle(sorted(set(FILES) - {"csv"}))
    token = share(alice, made).token
    for page in dict.fromkeys(urlsplit(one).path for one in pages):
        answer = hers.get(page)
        if answer.status_code != 200 or "text/html" not in answer["Content-Type"]:
            continue
        html = answer.content.decode()
        assert html.count("data-figure=") <= len(forms(html)), page
        for at, fields in sorted(set(forms(html))):
            if at in seen:
                continue
            seen.add(at)
            asked = (f"{fields}&{of}" for of in ("of=mean", ""))
            of = next((one for one in asked if hers.get(f"{at}?{one}").status_code == 200), "")
            drawn = next(pictures)
            for ending in FILES if "schedules" in at else (drawn, "csv"):
                answer = hers.get(f"{at}?{of}&file={ending}&parameters=1")
                assert answer.status_code == 200, (at, ending)
                assert answer["Content-Disposition"].startswith("attachment")
                begin = b"run,job," if "schedules" in at and ending == "csv" else STARTS[ending]
                assert answer.content.startswith(begin), (at, ending)
            shared = at.replace(f"/comparisons/{made.pk}/", f"/s/{token}/")
            assert Client().get(f"{shared}?{of}&file=csv").content == answer.content
    assert any("/figures/schedules/" in at for at in seen)
    assert len(seen) >= 4


def gantt_at(made: Comparison) -> str:
    return f"/comparisons/{made.pk}/reports/gantt/figures/schedules/"


def test_a_view_is_the_file_that_the_library_makes(alice: User, hers: Client) -> None:
    made = compared(alice, "jobs that arrive")
    run = made.runs.all()[1]
    view = {"runs": run.pk, "colour": "wait", "start": "1", "end": "9", "question": "wait>0"}
    query = urlencode({**view, "file": "pdf", "width": "slide", "font_size": "12", "theme": "dark"})
    records = records_of(made)
    [figure] = REPORTS["gantt"].of(records, view).gantts
    sheet = Sheet(
        width="slide", font_size=12, theme="dark", caption=f"Mine. {caption(figure, records)}"
    )
    answer = hers.get(f"{gantt_at(made)}?{query}&caption=Mine.&parameters=1")
    assert answer.content == figure.printed("pdf", sheet)
    assert hers.get(f"{gantt_at(made)}?{query}&file=csv").content.decode() == figure.csv()


def test_strangers_get_nothing(alice: User, his: Client) -> None:
    made = compared(alice, "jobs that arrive")
    assert his.get(f"{gantt_at(made)}?file=pdf").status_code == 404
    assert Client().get(f"{gantt_at(made)}?file=pdf").status_code == 302


@pytest.mark.parametrize(
    "query",
    [
        "file=pdf&font_size=99",
        "file=pdf&width=x",
        "file=csv&end=1&start=2",
        "runs=none",
        "colour=x",
    ],
)
def test_what_is_wrong_is_said_on_a_page(alice: User, hers: Client, query: str) -> None:
    made = compared(alice, "jobs that arrive")
    answer = hers.get(f"{gantt_at(made)}?{query}")
    assert answer.status_code == 400
    assert "must be" in answer.content.decode()


def test_there_is_no_other_kind_of_file(alice: User, hers: Client) -> None:
    made = compared(alice, "jobs that arrive")
    assert hers.get(f"{gantt_at(made)}?file=exe").status_code == 404


def test_without_scripts_each_plot_of_a_frame_has_its_button(alice: User, hers: Client) -> None:
    made = compared(alice, "jobs that arrive")
    html = text(hers, f"/comparisons/{made.pk}/distributions/")
    buttons = [b["formaction"] for b in Page(html).of("button") if b.get("formaction")]
    at = f"/comparisons/{made.pk}/plots"
    assert {f"{at}/wait/", f"{at}/slowdown/", f"{at}/flow/"} <= set(buttons)
