"""Tabs of a comparison: each a page of its own, there when it suits, and only the open one."""

import re
from typing import Any

import pytest
from django.test import Client

from parsched.report import REPORTS
from parsched.report.standings import standings_of
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.sharing.services import share
from schedweb.web.tabs import TABS
from schedweb.workers.models import State
from tests import factories
from tests.web import pages
from tests.web.conftest import computed
from tests.web.pages import Page

LIMIT_KB = 40


def strip(html: str) -> list[tuple[str, bool]]:
    """Return the titles of the strip of tabs, and whether each is open."""
    found = re.findall(r"<a [^>]*data-tab([^>]*)>([^<]*)</a>", html)
    return [(title, 'aria-current="page"' in rest) for rest, title in found]


def titles(html: str) -> list[str]:
    return [title for title, _ in strip(html)]


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


@pytest.fixture
def deployed(alice: User) -> Comparison:
    """Jobs with environments, on one machine."""
    return computed(factories.comparison(alice, ["gls", "fcfs"], factories.ENVIRONMENTS))


def test_every_section_is_about_a_report() -> None:
    asked = {section.report for tab in TABS.values() for section in tab.sections}
    assert asked <= REPORTS.keys()


def test_keys_titles_and_anchors_are_told_apart() -> None:
    anchors = [anchor for tab in TABS.values() for anchor in tab.anchors]
    assert len(anchors) == len(set(anchors))
    assert len({tab.title for tab in TABS.values()}) == len(TABS)
    assert [tab.key for tab in TABS.values() if tab.is_first] == [next(iter(TABS))]


def test_only_tabs_that_suit_are_there(
    hers: Client, done: Comparison, deployed: Comparison
) -> None:
    assert titles(text(hers, f"/comparisons/{done.pk}/")) == [
        "Results",
        "Schedules",
        "Distributions",
        "Ranking",
        "Who gains, who pays",
        "Waits by size",
        "Data and citation",
    ]
    there = titles(text(hers, f"/comparisons/{deployed.pk}/"))
    assert {"Trade-offs", "Environments"} < set(there)
    assert "Sites" not in there
    for tab in TABS.values():
        if not tab.is_first and not tab.suits(records_of(done)):
            assert hers.get(f"/comparisons/{done.pk}/{tab.key}/").status_code == 404, tab.key


def test_each_tab_is_a_page_that_marks_itself_in_the_strip(hers: Client, done: Comparison) -> None:
    for name, path in {"tab results": f"/comparisons/{done.pk}/", **pages.tabs_of(done)}.items():
        html = text(hers, path)
        opened = [title for title, is_open in strip(html) if is_open]
        assert opened == [TABS[name.removeprefix("tab ")].title]
        assert len(Page(html).of("h1")) == 1
        assert 'id="answer"' in html


def test_only_the_open_tab_is_rendered(hers: Client, done: Comparison) -> None:
    marks = {
        "results": '<div id="results"',
        "schedules": "data-gantt-chart=",
        "distributions": 'id="plot-spread"',
        "ranking": 'class="section" id="ranking"',
        "classes": 'id="classes-title"',
        "waits": 'id="wait-map-title"',
        "data": 'class="section" id="data"',
    }
    at = f"/comparisons/{done.pk}/"
    for key in marks:
        html = text(hers, at if key == "results" else f"{at}{key}/")
        assert {other for other, mark in marks.items() if mark in html} == {key}


def test_two_runs_are_the_baseline_and_the_best_of_the_drawn_unless_chosen(
    hers: Client, alice: User
) -> None:
    compared = computed(factories.comparison(alice, ["fcfs", "conservative", "easy-sjbf", "easy"]))
    table = standings_of(records_of(compared))
    ranked = sorted(
        (row for row in table.done if not row.is_baseline), key=lambda row: row.rank or 0
    )
    assert table.baseline is not None
    first, best, last = (r.label for r in (table.baseline, ranked[0].record, ranked[-1].record))
    at = f"/comparisons/{compared.pk}/classes/"
    assert f"between {first} and {best}" in text(hers, at)
    drawn = "&".join(f"draw={row.record.key}" for row in ranked[1:])
    assert f"between {first} and {ranked[1].record.label}" in text(hers, f"{at}?{drawn}")
    chosen = text(hers, f"{at}?differences-second={ranked[-1].record.key}")
    assert f"between {first} and {last}" in chosen
    asked = text(hers, f"{at}?differences-question=id:1000")
    assert "No job that matches id:1000 differs" in asked
    assert 'data-questions="/questions/"' in asked
    assert 'id="names-of-jobs"' in asked


def test_a_reader_with_a_link_has_the_same_tabs(done: Comparison, hers: Client) -> None:
    token, reader = share(done.owner, done).token, Client()
    own = titles(text(hers, f"/comparisons/{done.pk}/"))
    for path in pages.tabs_of(done).values():
        html = text(reader, path.replace(f"/comparisons/{done.pk}/", f"/s/{token}/"))
        assert titles(html) == own
        links = [str(a["href"]) for a in Page(html).of("a") if "data-tab" in a]
        assert all(link.startswith(f"/s/{token}/") for link in links)


def test_a_new_link_opens_the_tab_and_the_view_that_were_sent(
    hers: Client, client: Client, done: Comparison
) -> None:
    run = done.runs.all()[0]
    sent = {"label": "", "expires": "", "tab": "schedules", "view": f"?from=1&to=9&draw={run.pk}"}
    answer = hers.post(f"/comparisons/{done.pk}/share/", sent, follow=True)
    view = f"schedules/?from=1&to=9&draw={run.pk}"
    assert answer.redirect_chain[-1][0] == f"/comparisons/{done.pk}/{view}#share"
    [found] = re.findall(r'value="http://testserver(/s/[\w-]+/[^"]*)"', answer.content.decode())
    address = found.replace("&amp;", "&")
    assert address.endswith(f"/{view}")
    assert text(client, address).count("data-gantt-chart=") == 1


@pytest.mark.parametrize("tab", ["", "nowhere", "../x"])
def test_a_link_of_no_known_tab_opens_the_results(
    hers: Client, client: Client, done: Comparison, tab: str
) -> None:
    sent = {"label": "", "expires": "", "tab": tab, "view": '"><script>'}
    html = hers.post(f"/comparisons/{done.pk}/share/", sent, follow=True).content.decode()
    [address] = re.findall(r'value="http://testserver(/s/[\w-]+/\?[^"]*)"', html)
    assert "<" not in address
    assert [title for title, is_open in strip(text(client, address)) if is_open] == ["Results"]


def test_the_strip_keeps_the_view(hers: Client, done: Comparison) -> None:
    query = "?sort=mean_wait&from=3"
    html = text(hers, f"/comparisons/{done.pk}/ranking/{query}")
    links = [str(a["href"]) for a in Page(html).of("a") if "data-tab" in a]
    assert links
    assert all(link.endswith(query) for link in links)


def test_fragments_of_the_page_that_had_all_sections_lead_to_tabs(
    hers: Client, done: Comparison
) -> None:
    page = Page(text(hers, f"/comparisons/{done.pk}/"))
    led = {
        anchor: str(a["href"]).rsplit("/", 2)[1]
        for a in page.of("a")
        for anchor in str(a.get("data-anchors") or "").split()
    }
    assert {led[old] for old in ("schedules", "ranking", "data")} == {
        "schedules",
        "ranking",
        "data",
    }
    assert led["plots"] == "distributions"
    assert {"schedules", "ranking", "data"} <= set(page.ids), "without scripts, too"


def test_tabs_of_results_lead_to_the_page_while_there_are_none(hers: Client, alice: User) -> None:
    waiting = factories.comparison(alice)
    answer = hers.get(f"/comparisons/{waiting.pk}/schedules/")
    assert answer["Location"] == f"/comparisons/{waiting.pk}/"
    assert titles(text(hers, f"/comparisons/{waiting.pk}/")) == ["Results"]


def test_other_tabs_count_what_is_done_and_reload_at_the_end(
    hers: Client, done: Comparison
) -> None:
    done.runs.filter(position=0).update(state=State.RUNNING)
    html = text(hers, f"/comparisons/{done.pk}/distributions/")
    assert "1 of 2 runs are done" in html
    [news] = re.findall(r'hx-get="([^"]*/news/[^"]*)"', html)
    assert hers.get(news).status_code == 204
    done.runs.filter(position=0).update(progress=0.5)
    assert "1 of 2 runs are done" in text(hers, news)
    done.runs.update(state=State.DONE)
    assert hers.get(news)["HX-Refresh"] == "true"


def test_forms_of_a_tab_have_the_token_that_their_posts_need(alice: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    waiting = factories.comparison(alice)
    page = Page(text(browser, f"/comparisons/{waiting.pk}/"))
    tokens = {a["value"] for a in page.of("input") if a.get("name") == "csrfmiddlewaretoken"}
    posts = [a for a in page.of("form") if a.get("method") == "post"]
    fields = [a for a in page.of("input") if a.get("name") == "csrfmiddlewaretoken"]
    assert len(fields) == len(posts) >= 5
    assert "" not in tokens
    token = tokens.pop()
    browser.post(f"/comparisons/{waiting.pk}/cancel/", {"csrfmiddlewaretoken": token})
    assert {run.state for run in waiting.runs.all()} == {State.CANCELLED}


def test_a_choice_in_a_section_answers_with_the_section_alone(
    hers: Client, done: Comparison
) -> None:
    at = f"/comparisons/{done.pk}/ranking/"
    headers = {"HX-Current-URL": f"http://testserver{at}?sort=rank", "HX-Target": "ranking"}
    answer: Any = hers.get(f"{at}?by=paper", headers=headers)
    assert "<html" not in answer.content.decode()
    assert answer["HX-Replace-Url"] == f"{at}?sort=rank&by=paper"


def test_the_answer_stands_above_every_tab(hers: Client, done: Comparison) -> None:
    for path in (f"/comparisons/{done.pk}/", *pages.tabs_of(done).values()):
        html = text(hers, path)
        card = html.partition('id="answer"')[2].partition("</section>")[0]
        assert "lower mean wait than EASY" in card
        named = re.findall(r'<figcaption title="([^"]*)"', card)
        assert named == ["Mean wait", "95 % wait", "Mean bounded slowdown"]
        assert card.count('class="fill"') == 3 * 2
        assert "schedules checked" in card
        assert card.count('class="poster-light"') == 2
        assert f'href="/comparisons/{done.pk}/schedules/"' in card


def test_the_answer_is_renewed_with_the_baseline(hers: Client, done: Comparison) -> None:
    easy = done.runs.get(algorithm="easy")
    html = text(hers, f"/comparisons/{done.pk}/results/?against={easy.pk}")
    card = html.partition('id="answer"')[2]
    assert 'hx-swap-oob="true"' in card
    bars = re.findall(r'class="fill".*?class="visually-hidden">([^<]*): <', card)
    assert bars[0] == "EASY backfilling, the baseline"


def test_pages_of_tabs_are_small(hers: Client, done: Comparison) -> None:
    for path in (f"/comparisons/{done.pk}/", *pages.tabs_of(done).values()):
        assert len(hers.get(path).content) < 1000 * LIMIT_KB, path


def test_a_preview_of_a_link_says_what_was_found(client: Client, done: Comparison) -> None:
    html = text(client, f"/s/{share(done.owner, done).token}/")
    said = {a.get("property"): str(a.get("content")) for a in Page(html).of("meta")}
    assert said["og:title"] == done.title
    assert "lower mean wait than EASY" in said["og:description"]
