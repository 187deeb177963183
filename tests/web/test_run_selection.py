"""Comparisons of many runs: which of them are drawn, and what the page says while they wait."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape

import pytest
from django.http import QueryDict
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from parsched.policies.catalogue import ALGORITHMS
from parsched.report.highlights import MOST
from parsched.report.palette import GREY, SWEPT, style
from parsched.report.standings import standings_of
from parsched.run.ready_made import READY_MADE
from parsched.run.request import RequestEntry
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison, Run
from schedweb.runs.records import records_of
from schedweb.runs.services import create_comparison
from schedweb.web.gantt import UNFOLDED
from schedweb.web.run_selection import RunSelection, looks_of
from schedweb.workers.models import State
from tests import factories
from tests.web import pages
from tests.web.conftest import computed
from tests.web.pages import Page

JOBS = "\n".join(
    f"{i} {i} -1 {3 + 7 * i % 17} {n} -1 -1 {n} 20 -1 1 3 1 -1 1 -1 -1 -1"
    for i, n in ((i, 1 + 5 * i % 4) for i in range(1, 41))
)
"""Forty jobs for which strategies find different sites."""


def sweep(owner: User, admissible: str = "0.5, 1") -> Comparison:
    """All nine strategies on a grid; the runs wait."""
    entry = RequestEntry("grid", vary={"strategy": "all", "admissible": admissible})
    workload = factories.workload(owner, JOBS.encode())
    machine = factories.cluster(owner, 4, 8)
    return create_comparison(owner, workload, machine, [entry])


def finished(owner: User, *waits: float) -> Comparison:
    """Runs of one algorithm with these mean waits, without schedules."""
    made = factories.comparison(owner, ["fcfs"])
    made.runs.all().delete()
    for place, wait in enumerate(waits):
        run = factories.done_run(made, place, f"Run {place}", mean_wait=wait, makespan=10.0)
        Run.objects.filter(pk=run.pk).update(algorithm="grid", version=ALGORITHMS["grid"].version)
    return Comparison.objects.get(pk=made.pk)


def trade(made: Comparison, pairs: Sequence[tuple[float, int]]) -> None:
    """Give runs these makespans and deployments, in their order."""
    for run, (makespan, deployments) in zip(made.runs.all(), pairs, strict=True):
        metrics = {**run.result.metrics, "makespan": makespan, "deployments": deployments}
        factories.came_out(made.runs.filter(pk=run.pk), metrics=metrics, grouping={"target": None})


def environed(owner: User, *entries: RequestEntry) -> Comparison:
    """Runs of three jobs that need environments, computed."""
    workload = factories.workload(owner, factories.ENVIRONMENTS)
    return computed(create_comparison(owner, workload, factories.cluster(owner, 4), entries))


def chosen(made: Comparison, *wanted: str) -> RunSelection:
    return RunSelection.of(standings_of(records_of(made), metrics=["mean_wait"]), wanted)


def drawn(made: Comparison, *wanted: str) -> list[str]:
    return [run.label for run in chosen(made, *wanted).drawn]


def config(html: str) -> list[str]:
    """Return the titles of the Gantt charts that the page loads."""
    found = re.search(r'<script id="gantt-config" type="application/json">(.+?)</script>', html)
    assert found
    figures = re.findall(
        r'data-gantt-chart="([^"]+)".*?"gantt-dot"[^>]*></span>([^<]+)<', html, re.S
    )
    titles = {run: unescape(title) for run, title in figures}
    return [titles[chart["run"]] for chart in json.loads(found[1])["charts"]]


@pytest.fixture
def eighteen(alice: User) -> Comparison:
    """Nine strategies with two factors, computed."""
    return computed(sweep(alice))


def test_a_few_runs_are_all_drawn_also_those_that_wait(alice: User) -> None:
    made = finished(alice, *range(7))
    assert len(drawn(made)) == 7
    Run.objects.filter(comparison=made, position=6).update(state=State.QUEUED)
    assert len(drawn(Comparison.objects.get(pk=made.pk))) == 7


def test_of_many_the_baseline_and_the_best_are_drawn_in_their_own_order(alice: User) -> None:
    made = finished(alice, 99, 5, 4, 3, 2, 1, 9, 8, 7, 6)
    assert drawn(made) == [f"Run {place}" for place in (0, 1, 2, 3, 4, 5, 8, 9)]
    Run.objects.filter(comparison=made, position=5).update(state=State.FAILED)
    assert "Run 5" not in drawn(Comparison.objects.get(pk=made.pk))


def test_of_equal_schedules_one_is_drawn(alice: User) -> None:
    made = finished(alice, *range(11))
    same = made.runs.get(position=1).result.metrics
    factories.came_out(made.runs.filter(position__in=(1, 2, 3)), look="a" * 64, metrics=same)
    shown = drawn(Comparison.objects.get(pk=made.pk))
    assert shown == [f"Run {place}" for place in (0, 1, 4, 5, 6, 7, 8, 9)]
    factories.came_out(made.runs.filter(position__gt=0), look="a" * 64, metrics=same)
    assert drawn(Comparison.objects.get(pk=made.pk)) == ["Run 0", "Run 1"]


def test_schedules_of_one_picture_with_other_metrics_are_both_drawn(alice: User) -> None:
    """A picture of a long schedule hides what is shorter than a pixel."""
    made = finished(alice, *range(9))
    factories.came_out(made.runs, look="a" * 64)
    assert len(drawn(Comparison.objects.get(pk=made.pk))) == MOST


def test_schedules_are_equal_whatever_makespan_they_were_made_for(alice: User) -> None:
    """Group list scheduling makes the same of many λ, and stores λ with the schedule."""
    made = environed(alice, RequestEntry("gls", vary={"lam": "1:1.09:0.01"}))
    assert len({run.schedule for run in made.runs.all()}) == 10
    assert len({run.result.metrics["makespan"] for run in made.runs.all()}) == 1
    assert drawn(made) == [made.runs.all()[0].label]


def test_schedules_are_equal_with_groups_and_without(alice: User) -> None:
    """Fifty-one methods that cannot but make the same, and one that moves environments."""
    lines = [f"{i},2,60,e{i % 8}\n" for i in range(16)]
    jobs = "id,procs,time,environment\n" + "".join(lines)
    workload = factories.workload(alice, jobs.encode())
    methods = READY_MADE["trade-offs"].methods
    entries = [RequestEntry(m.algorithm, dict(m.params), vary=dict(m.vary)) for m in methods]
    machine = factories.cluster(alice, 2)
    made = computed(create_comparison(alice, workload, machine, entries))
    assert made.runs.count() == 52
    assert len({run.schedule for run in made.runs.all()}) > 2
    assert len(drawn(made)) == 2


def test_very_long_schedules_are_drawn_only_on_request(alice: User) -> None:
    made = finished(alice, *range(10))
    trade(made, [(10 * (1 + place), 50 - place) for place in range(10)])
    made = Comparison.objects.get(pk=made.pk)
    assert drawn(made) == [f"Run {place}" for place in range(4)]
    told = "the baseline and the front of makespan and deployments"
    assert chosen(made).reason == f"{told}, without others above 4 × the shortest makespan"
    assert drawn(made, made.runs.get(position=9).pk) == ["Run 9"]


def test_a_baseline_is_drawn_however_long_it_is(alice: User) -> None:
    made = finished(alice, *range(10))
    run = made.runs.get(position=0)
    factories.came_out(
        made.runs.filter(pk=run.pk), metrics={**run.result.metrics, "makespan": 90.0}
    )
    made = Comparison.objects.get(pk=made.pk)
    assert drawn(made) == [f"Run {place}" for place in range(MOST)]
    assert "without" not in chosen(made).reason


def test_the_front_of_makespan_and_deployments_is_drawn(alice: User) -> None:
    waits, trades = range(12), [(40, 50)] * 8 + [(10, 40), (20, 30), (20, 35), (30, 20)]
    made = finished(alice, *waits)
    assert "Run 11" not in drawn(made)
    told = "the baseline, the front of makespan and deployments and the best by rank"
    trade(made, trades)
    made = Comparison.objects.get(pk=made.pk)
    assert drawn(made) == [f"Run {place}" for place in (0, 1, 2, 3, 8, 9, 10, 11)]
    assert chosen(made).reason == told


def test_of_a_long_front_both_ends_are_drawn(alice: User) -> None:
    made = finished(alice, *range(12))
    trade(made, [(100 + place, 50 - place) for place in range(12)])
    made = Comparison.objects.get(pk=made.pk)
    assert drawn(made) == [f"Run {place}" for place in (0, *range(5, 12))]
    told = "the baseline, both ends of the front of makespan and deployments and the best by rank"
    assert chosen(made).reason == told


def test_people_choose_what_is_drawn(alice: User) -> None:
    made = finished(alice, *range(12))
    keys = [run.pk for run in made.runs.all()]
    assert drawn(made, keys[11], keys[9], "unknown") == ["Run 9", "Run 11"]
    assert drawn(made, "unknown") == [f"Run {place}" for place in range(MOST)]


def test_drawn_runs_of_one_algorithm_have_colours_of_their_own(alice: User) -> None:
    runs = list(records_of(finished(alice, *range(12))))
    keys = {run.key for run in runs[2:10]}
    looks = looks_of(runs, keys)
    assert [looks[run.key].color for run in runs[2:10]] == list(SWEPT)
    assert {looks[run.key].color for run in (*runs[:2], *runs[10:])} == {GREY}
    assert len({look.marker for key, look in looks.items() if key in keys}) == MOST
    assert {look.color for look in looks_of(runs).values()} == {style("grid").color}
    more = looks_of(runs, {run.key for run in runs})
    assert [more[run.key].color for run in runs[8:]] == [GREY] * 4


def test_other_algorithms_keep_their_colours_beside_a_sweep(alice: User) -> None:
    runs = list(records_of(finished(alice, *range(5))))
    runs[1] = replace(runs[1], algorithm="easy")
    looks = looks_of(runs)
    assert looks[runs[1].key].color == style("easy").color
    assert len({look.color for look in looks.values()}) == 5
    assert not {looks[run.key].color for run in runs if run is not runs[1]} & {style("easy").color}


def test_the_page_draws_eight_and_says_so(hers: Client, eighteen: Comparison) -> None:
    html = hers.get(f"/comparisons/{eighteen.pk}/").content.decode()
    page = Page(html)
    boxes = [a for a in page.of("input") if a.get("name") == "draw"]
    ticked = [a["value"] for a in boxes if "checked" in a]
    assert (len(boxes), len(ticked)) == (18, MOST)
    shown = "Showing 8 of 18 runs: the baseline and the best by rank; where schedules are equal"
    assert shown in html
    schedules = hers.get(f"/comparisons/{eighteen.pk}/schedules/").content.decode()
    assert len(config(schedules)) == MOST
    assert schedules.count("data-gantt-chart=") == MOST
    assert f"{MOST - UNFOLDED} more charts" in schedules
    plots = Page(hers.get(f"/comparisons/{eighteen.pk}/distributions/").content.decode())
    figures = [
        a["data-figure"] or "" for a in plots.of("div") if "/plots/" in str(a.get("data-figure"))
    ]
    assert figures
    for address in figures:
        assert address.count("draw=") == MOST, address
    assert "8 of 18 drawn" in html


def test_no_form_or_link_of_the_table_loses_what_other_parts_show(
    hers: Client, eighteen: Comparison
) -> None:
    rest = {"by": "paper", "across": "lines", "sites": "jobs", "queue-time": "7"}
    drawn = eighteen.runs.all()[3].pk
    path = f"/comparisons/{eighteen.pk}/"
    html = hers.get(path, {**rest, "draw": drawn, "poll": "runs"}).content.decode()
    links = re.findall(rf'href="{path}(?:[a-z-]+/)?\?([^"]*)"', html)
    assert len(links) > 10
    for link in [link for link in links if "sort=" in link or "draw" not in link]:
        assert rest.items() <= QueryDict(unescape(link)).dict().items(), link
        assert "poll" not in link
    pages_of_tabs = [hers.get(at, rest).content.decode() for at in pages.tabs_of(eighteen).values()]
    form_of = rf'<form method="get" action="{path}[^>]*>(.*?)</form>'
    forms = [form for tab in (html, *pages_of_tabs) for form in re.findall(form_of, tab, re.DOTALL)]
    assert len(forms) >= 7
    for form in forms:
        sent = {a["name"] for tag in ("input", "select") for a in Page(form).of(tag) if "name" in a}
        assert rest.keys() <= sent, form
    part = hers.get(
        f"{path}results/?sort=rank", headers={"HX-Current-URL": f"http://x{path}?by=own"}
    )
    assert 'name="by" value="own"' in part.content.decode()


def test_what_is_drawn_is_in_the_address(hers: Client, eighteen: Comparison) -> None:
    chosen = [run.pk for run in eighteen.runs.all()][3:5]
    query = "&".join(f"draw={key}" for key in chosen)
    html = hers.get(f"/comparisons/{eighteen.pk}/?{query}&sort=mean_wait").content.decode()
    schedules = hers.get(f"/comparisons/{eighteen.pk}/schedules/?{query}").content.decode()
    assert config(schedules) == ["MLp, a = 1", "MPL, a = 0.5"]
    assert "Showing 2 of 18 runs." in html
    assert "Show the best" in html
    sorts = re.findall(r'class="sort" hx-boost="true" id="[^"]+" href="[^"]+\?([^"]+)"', html)
    assert sorts
    assert all(link.count("draw=") == 2 for link in sorts)
    hidden = [a for a in Page(html).of("input") if a.get("type") == "hidden"]
    assert ("sort", "mean_wait") in [(a.get("name"), a.get("value")) for a in hidden]
    [line] = json.loads(
        hers.get(f"/comparisons/{eighteen.pk}/plots/wait/?draw={chosen[0]}").content
    )["doc"]["roots"][:1]
    texts = json.dumps(line)
    assert "MLp, a = 1" in texts
    assert "MPL, a = 0.5" not in texts


def test_points_of_all_runs_stay_beside_those_that_are_drawn(
    hers: Client, eighteen: Comparison
) -> None:
    chosen = eighteen.runs.all()[0]
    at = f"/comparisons/{eighteen.pk}/plots"
    points = hers.get(f"{at}/pareto/?draw={chosen.pk}").content.decode()
    bars = hers.get(f"{at}/ratios/?draw={chosen.pk}").content.decode()
    assert "MST, a = 1" in points
    assert '"others"' in points
    assert "MST, a = 1" not in bars
    assert chosen.label in bars


def test_runs_that_wait_are_one_line(hers: Client, alice: User) -> None:
    made = sweep(alice, "0.1:1:0.1")
    first, second, *_ = made.runs.all()
    Run.objects.filter(pk=first.pk).update(state=State.RUNNING, progress=0.3)
    Run.objects.filter(pk=second.pk).update(state=State.FAILED, error="It took too long.")
    path = f"/comparisons/{made.pk}/results/"
    html = hers.get(path).content.decode()
    assert "88 runs wait" in html
    assert "0 of 90 runs are done" in html
    assert html.count('class="badge') == 3
    assert "It took too long." in html
    assert 'form="cancel-all"' in html
    assert "waits since" not in html
    each = hers.get(f"{path}?waiting=each").content.decode()
    assert each.count("waits since") == 88
    assert "runs wait" not in each
    assert "waiting=each" in each, "polling keeps the choice"
    Run.objects.filter(comparison=made).exclude(pk=first.pk).update(state=State.CANCELLED)
    assert "runs wait" not in hers.get(path).content.decode()


def test_polling_answers_with_nothing_while_nothing_changes(hers: Client, alice: User) -> None:
    made = sweep(alice)
    path = f"/comparisons/{made.pk}/results/"
    html = hers.get(path).content.decode()
    again = re.search(r'hx-get="[^"]+\?(poll=runs&amp;seen=[^"]+)"', html)
    assert again
    address = path + "?" + again[1].replace("&amp;", "&")
    assert hers.get(address).status_code == 204
    Run.objects.filter(pk=made.runs.all()[0].pk).update(state=State.RUNNING, progress=0.1)
    assert hers.get(address).status_code == 200


def test_long_tables_are_asked_for_less_often(hers: Client, alice: User) -> None:
    def pause(made: Comparison) -> int:
        html = hers.get(f"/comparisons/{made.pk}/results/").content.decode()
        return int(Page(html).of("div")[0]["data-poll"] or 0)

    assert pause(factories.comparison(alice)) == 800
    assert pause(sweep(alice, "0.1:1:0.1")) == 1800


def test_many_runs_need_no_more_queries(
    hers: Client, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    few, many = finished(alice, 1, 2), finished(alice, *range(30))
    for made in (few, many):
        with django_assert_num_queries(4):
            hers.get(f"/comparisons/{made.pk}/results/")


def test_home_shows_the_best_of_many_runs(hers: Client, eighteen: Comparison) -> None:
    html = hers.get("/").content.decode()
    assert len(re.findall(r'<tr><th scope="row"><span class="dot"', html)) == MOST
    assert f'<a href="/comparisons/{eighteen.pk}/">10 more runs</a>' in html
