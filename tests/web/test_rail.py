"""The rail of runs: one list for all tabs, whose state is in the address."""

import re

import pytest
from django.http import QueryDict
from django.test import Client

from parsched.run.request import RequestEntry
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison, Run
from schedweb.runs.records import records_of
from schedweb.runs.services import create_comparison
from schedweb.sharing.services import share
from schedweb.web.contexts.rail import MOST_LISTED
from schedweb.web.paging import SIZE, Paged
from schedweb.web.rail_view import read_keys, written_keys
from schedweb.web.table_view import TableView
from schedweb.workers.models import State
from tests import factories
from tests.web import pages
from tests.web.conftest import computed
from tests.web.pages import Page

LIMIT_KB = 40
BUDGET = 1000 * LIMIT_KB


@pytest.fixture
def seeds(alice: User) -> Comparison:
    """Ten runs of one algorithm; some have equal schedules."""
    return computed(factories.comparison(alice, ["fcfs", "easy", "conservative", "queue"]))


def many(owner: User, count: int) -> Comparison:
    """Runs of one algorithm without schedules, with mean waits from 1 on."""
    made = factories.comparison(owner, ["fcfs"])
    made.runs.all().delete()
    for place in range(count):
        name = f"A policy with number {place}"
        factories.done_run(made, place, name, mean_wait=1.0 + place, makespan=10.0)
    Run.objects.filter(comparison=made).update(algorithm="queue")
    for run in made.runs.all():
        Run.objects.filter(pk=run.pk).update(params={"reservations": run.position % 3})
    return Comparison.objects.get(pk=made.pk)


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def rail(html: str) -> Page:
    return Page(html.partition('id="rail"')[2].partition("</form>")[0])


def ticks(html: str) -> dict[str, bool]:
    """Key of each box of the rail, and whether it is ticked."""
    boxes = [a for a in rail(html).of("input") if a.get("type") == "checkbox"]
    return {str(a["value"]): "checked" in a for a in boxes}


def names(html: str) -> list[str]:
    """Runs of the table of results."""
    table = html.partition('<table class="results">')[2].partition("</table>")[0]
    return re.findall(r'<a class="plain" href="[^"]*">([^<]+)</a>', table)


def at(comparison: Comparison, query: str = "", tab: str = "") -> str:
    return f"/comparisons/{comparison.pk}/{tab}{query}"


def test_every_tab_has_the_same_rail_also_behind_a_link(
    hers: Client, client: Client, seeds: Comparison
) -> None:
    first, second, *_ = seeds.runs.all()
    query = f"?draw={first.pk}&draw={second.pk}&group=algorithm&order=name"
    token = share(seeds.owner, seeds).token
    found = set()
    for path in (at(seeds), *pages.tabs_of(seeds).values()):
        for who, address in (hers, path), (client, path.replace(at(seeds), f"/s/{token}/")):
            html = text(who, f"{address}{query}")
            found.add(tuple(ticks(html).items()))
            links = [str(a["href"]) for a in Page(html).of("a") if "data-tab" in a]
            assert all(link.count("draw=") == 2 and "order=name" in link for link in links)
    [boxes] = found
    assert dict(boxes) == {run.pk: run in (first, second) for run in seeds.runs.all()}


def test_one_run_alone_needs_no_rail(hers: Client, alice: User) -> None:
    alone = computed(factories.comparison(alice, ["easy"]))
    assert 'id="rail"' not in text(hers, at(alone))


def test_a_hidden_run_is_in_no_list_and_may_come_back(hers: Client, seeds: Comparison) -> None:
    hidden = seeds.runs.get(algorithm="easy")
    html = text(hers, at(seeds, f"?hide={hidden.pk}&from=3"))
    assert hidden.pk not in ticks(html)
    assert hidden.label not in names(html)
    assert "1 hidden, which ranks and the answer count, too" in html
    [back] = re.findall(r'href="([^"]*)" data-rail-view>show them', html)
    assert back == at(seeds, "?from=3")
    assert (
        hidden.pk
        not in text(hers, at(seeds, f"?hide={hidden.pk}", "schedules/"))
        .replace(f"hide={hidden.pk}", "")
        .replace(f'name="hide" value="{hidden.pk}"', "")
        .partition("data-gantt-chart")[2]
    )


@pytest.mark.parametrize(
    ("action", "means"),
    [
        ("pin", "?against={0}&draw={0}&draw={1}"),
        ("hide", "?hide={0}&hide={1}"),
        ("only", "?draw={0}&draw={1}&hide={2}&hide={3}"),
        ("", "?draw={0}&draw={1}"),
    ],
)
def test_buttons_of_the_rail_work_without_scripts(
    hers: Client, seeds: Comparison, action: str, means: str
) -> None:
    keys = [run.pk for run in seeds.runs.all()]
    sent = f"?draw={keys[0]}&draw={keys[1]}&do={action}"
    answer = hers.get(at(seeds, sent, "distributions/"))
    assert answer.status_code == 302
    assert answer["Location"] == at(seeds, means.format(*keys), "distributions/")


def test_ready_made_selections_are_links(hers: Client, seeds: Comparison) -> None:
    html = text(hers, at(seeds))
    links = {
        title: link
        for link, title in re.findall(r'href="([^"]*)" data-rail-view>([^<]+)</a>', html)
    }
    assert {"All", "None", "Only different"} <= links.keys()
    assert sum(ticks(text(hers, links["All"])).values()) == 4
    assert sum(ticks(text(hers, links["None"])).values()) == 0
    assert "No schedule is drawn" in text(hers, at(seeds, "?draw=none", "schedules/"))
    looks = {run.look for run in records_of(seeds)}
    assert sum(ticks(text(hers, links["Only different"])).values()) == len(looks) < 4


def test_equal_schedules_are_folded_to_a_row_that_says_how_many(
    hers: Client, seeds: Comparison
) -> None:
    html = text(hers, at(seeds, "?group=schedule"))
    page = rail(html)
    assert [a for a in page.of("details") if a.get("class") == "group" and "open" not in a]
    assert re.search(r"small\">\d equal</span></summary>", html)
    assert len(ticks(html)) == 4


def test_runs_are_grouped_by_a_parameter_and_sorted(hers: Client, alice: User) -> None:
    made = many(alice, 9)
    html = text(hers, at(made, "?group=reservations&order=-nothing"))
    titles = re.findall(r'<summary><span class="label">([^<]+)</span> <span[^>]*>(\d+)', html)
    assert titles == [(f"reservations\xa0=\xa0{n}", "3") for n in range(3)]
    down = list(ticks(text(hers, at(made, "?order=rank"))))
    assert down == [run.pk for run in made.runs.all()]


def test_a_search_finds_labels_and_parameters(hers: Client, alice: User) -> None:
    made = many(alice, 30)
    found = ticks(text(hers, at(made, "?find=policy+reservations%3D2")))
    assert set(found) == {run.pk for run in made.runs.all() if run.position % 3 == 2}
    assert "No run has these words." in text(hers, at(made, "?find=nothing+at+all"))


def test_of_many_runs_some_are_listed_and_the_rest_on_demand(hers: Client, alice: User) -> None:
    made = many(alice, 60)
    html = text(hers, at(made))
    assert len(ticks(html)) == MOST_LISTED
    assert sum(ticks(html).values()) == 8
    assert f"{60 - MOST_LISTED} more: find them above" in html
    headers = {"HX-Request": "true", "HX-Target": "rail-runs"}
    part = hers.get(at(made, "?every-run=1"), headers=headers).content.decode()
    assert "<html" not in part
    assert part.count('type="checkbox"') == 60
    every = text(hers, at(made, "?draw=all"))
    [kept] = re.findall(r'name="draw" value="([^"]+)" data-unlisted', every)
    assert len(kept.split(",")) == 60 - MOST_LISTED


def test_the_table_has_pages_and_says_so(hers: Client, alice: User) -> None:
    made = many(alice, 40)
    html = text(hers, at(made, "?from=7"))
    assert len(names(html)) == SIZE
    assert f"Rows 1–{SIZE} of 40" in html
    last = text(hers, at(made, "?page=4&from=7"))
    assert names(last) == [f"A policy with number {n}" for n in range(3 * SIZE, 40)]
    assert f'href="{at(made, "?from=7")}"' in last, "the first page has no number"
    assert names(text(hers, at(made, "?page=99"))) == names(last)
    assert names(text(hers, at(made, "?page=x"))) == names(html)


def test_pages_of_a_short_list() -> None:
    assert Paged.of([], "2", "page").items == []
    assert Paged.of([1, 2], "0", "page").number == 1
    paged = Paged.of([*range(7)], "2", "page", [("page", "2"), ("a", "b")], 3)
    assert (list(paged.items), paged.first, paged.last, paged.pages) == ([3, 4, 5], 4, 6, 3)
    assert [query for _, query in paged.links] == ["a=b", "a=b&page=2", "a=b&page=3"]


def test_most_runs_are_named_by_those_that_are_not_among_them() -> None:
    keys = [f"run{i}" for i in range(9)]
    for chosen in ((), ("run1",), tuple(keys[:4]), tuple(keys[1:]), tuple(keys)):
        assert read_keys(written_keys(chosen, keys), keys) == chosen
    assert written_keys(keys[1:], keys) == ["all", "!run0"]
    assert read_keys(["run1,run3", "unknown"], keys) == ("run1", "run3")


def test_the_view_keeps_what_it_read(alice: User) -> None:
    made = many(alice, 5)
    records = records_of(made)
    keys = [record.key for record in records]
    sent = f"draw={keys[0]}&hide={keys[2]}&find=a+b&group=algorithm&order=rank&page=2&x=y"
    view = TableView.of(QueryDict(sent), records)
    assert TableView.of(QueryDict(view.page_query), records) == view
    assert QueryDict(view.page_query).dict() == QueryDict(sent).dict()


def test_states_of_runs_are_in_the_rail_and_renewed(hers: Client, seeds: Comparison) -> None:
    failed, waiting, *_ = seeds.runs.all()
    Run.objects.filter(pk=failed.pk).update(state=State.FAILED, error="Too long.")
    Run.objects.filter(pk=waiting.pk).update(state=State.QUEUED)
    html = text(hers, at(seeds))
    assert re.search(r'small">failed</span>', html)
    assert re.search(r'small">queued</span>', html)
    boxes = [a for a in rail(html).of("input") if a.get("type") == "checkbox"]
    assert sum("disabled" in a for a in boxes) == 2
    polled = text(hers, at(seeds, "results/?poll=runs"))
    assert 'id="rail-runs" hx-swap-oob="true"' in polled


def test_no_tab_of_many_runs_is_large(hers: Client, alice: User) -> None:
    for count in (20, 120):
        entry = RequestEntry("queue", vary={"reservations": f"1:{count}:1"})
        machine = factories.cluster(alice, 4)
        made = create_comparison(alice, factories.workload(alice), machine, [entry])
        computed(made)
        for path in (at(made), *pages.tabs_of(made).values()):
            assert len(hers.get(path).content) < BUDGET, path


def test_records_are_kept_until_something_changes(seeds: Comparison) -> None:
    def read() -> object:
        return records_of(Comparison.objects.get(pk=seeds.pk))

    first = read()
    assert read() is first
    run = seeds.runs.all()[0]
    factories.came_out(
        seeds.runs.filter(pk=run.pk), metrics={**run.result.metrics, "makespan": 1.0}
    )
    second = read()
    assert second is not first
    Comparison.objects.filter(pk=seeds.pk).update(title="Another title")
    assert read() is not second
