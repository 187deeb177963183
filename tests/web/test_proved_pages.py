"""What is proved, on the pages of a comparison and its runs, and how runs are ended there."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from schedweb.accounts.models import User
from schedweb.runs import selectors
from schedweb.runs.models import Comparison, Run
from schedweb.sharing.services import share
from schedweb.workers import lifecycle
from schedweb.workers.models import State
from tests import factories
from tests.web.conftest import computed
from tests.web.pages import Page


@pytest.fixture
def proved(alice: User) -> Comparison:
    """LTF and LPT on two jobs; the second is said to have proved 120 s, which LTF exceeds."""
    made = computed(factories.comparison(alice, ["ltf", "lpt"], factories.OFFLINE_SWF))
    ltf, lpt = made.runs.all()
    for run, makespan, proof in ((ltf, 140.0, None), (lpt, 120.0, 120.0)):
        metrics = {**run.result.metrics, "makespan": makespan}
        one = made.runs.filter(pk=run.pk)
        factories.came_out(one, metrics=metrics, proved=proof, seconds=0.25)
    assert made.known is not None
    factories.know(made, **{**made.known.values, "makespan": {"area": 100.0}})
    return Comparison.objects.get(pk=made.pk)


def page_of(client: Client, comparison: Comparison, query: str = "") -> str:
    return client.get(f"/comparisons/{comparison.pk}/{query}").content.decode()


def labels(html: str) -> list[str]:
    table = html.partition('<table class="results">')[2].partition("</table>")[0]
    return re.findall(r'<a class="plain" href="/runs/[\w-]+/">([^<]+)</a>', table)


def test_the_table_says_what_is_proved(hers: Client, proved: Comparison) -> None:
    html = page_of(hers, proved)
    assert '<span class="badge done">proved optimal</span>' in html
    assert re.search(
        r'class="within">within 16.7\xa0%</span> <span class="sub">of the optimum', html
    )
    assert html.count("proved by Longest processing time first") == 2
    assert "Σ w·C: within" in html
    dialogs = {a.get("data-dialog") for a in Page(html).of("a")}
    assert {"about-optimality", "about-time"} <= dialogs


def test_no_line_ends_between_a_number_and_its_percent_sign(
    hers: Client, proved: Comparison
) -> None:
    over = proved.runs.get(algorithm="ltf")
    for path in (f"/comparisons/{proved.pk}/", f"/runs/{over.pk}/"):
        text = re.sub(r"<[^>]*>", "", hers.get(path).content.decode())
        assert "16.7\xa0%" in text
        assert "16.7 %" not in text
    table = hers.get(f"/comparisons/{proved.pk}/reports/results.csv").content.decode()
    assert "within 16.7 % of the optimum" in table, "files keep plain spaces"


def test_optimality_and_computing_time_sort(hers: Client, proved: Comparison) -> None:
    up = labels(page_of(hers, proved, "?sort=optimality"))
    assert up == ["Longest processing time first", "Largest task first"]
    assert labels(page_of(hers, proved, "?sort=-optimality")) == up[::-1]
    factories.came_out(proved.runs.filter(algorithm="lpt"), seconds=9.0)
    assert labels(page_of(hers, proved, "?sort=time")) == up[::-1]
    assert labels(page_of(hers, proved, "?sort=-time")) == up


def test_without_the_makespan_and_on_traces_there_are_no_such_columns(
    hers: Client, proved: Comparison, done: Comparison
) -> None:
    assert 'id="sort-optimality"' in page_of(hers, proved)
    assert 'id="sort-optimality"' not in page_of(hers, proved, "?c=mean_flow")
    assert 'id="sort-optimality"' not in page_of(hers, done)


def test_a_run_that_was_stopped_early_is_marked(hers: Client, proved: Comparison) -> None:
    assert "stopped early" not in page_of(hers, proved)
    factories.came_out(proved.runs.filter(algorithm="lpt"), status="stopped early")
    html = page_of(hers, proved)
    assert html.count('<span class="baseline-mark">stopped early</span>') == 1
    assert "1 run stopped early" in html


def test_a_run_page_names_who_proved_its_bound(hers: Client, proved: Comparison) -> None:
    ltf, lpt = proved.runs.all()
    html = hers.get(f"/runs/{ltf.pk}/").content.decode()
    assert re.search(r'proved by search <span class="badge done">used</span>', html)
    assert f'by <a href="/runs/{lpt.pk}/">Longest processing time first</a>' in html
    caption = re.search(r"<caption>(.*?)</caption>", html, re.DOTALL)
    assert caption is not None
    assert "<strong>1.167</strong> times the best certified lower bound, proved by" in caption[1]
    assert "within 16.7\xa0% of the optimum" in caption[1]
    own = hers.get(f"/runs/{lpt.pk}/").content.decode()
    assert "by this run" in own
    assert "<strong>proved optimal</strong>" in own


def test_rounding_up_is_said_where_it_proves_more(hers: Client, proved: Comparison) -> None:
    _, lpt = proved.runs.all()
    factories.came_out(Run.objects.filter(pk=lpt.pk), proved=None, unit=60.0)
    html = hers.get(f"/runs/{lpt.pk}/").content.decode()
    assert "<strong>1.200</strong> times the best certified lower bound, area:" in html
    assert "<strong>proved optimal</strong>, as all times are multiples of 1 min" in html


def test_a_proof_below_the_bounds_is_listed_and_not_used(hers: Client, proved: Comparison) -> None:
    ltf, lpt = proved.runs.all()
    factories.came_out(Run.objects.filter(pk=lpt.pk), proved=90.0)
    html = hers.get(f"/runs/{ltf.pk}/").content.decode()
    assert "proved by search\n" in html
    assert "times the best certified lower bound, area:" in html


def test_what_a_run_elsewhere_has_proved_counts_and_names_no_run(
    hers: Client, proved: Comparison
) -> None:
    assert proved.known is not None
    factories.came_out(Run.objects, proved=None)
    factories.know(proved, proved=140.0, **proved.known.values)
    ltf = proved.runs.all()[0]
    html = hers.get(f"/runs/{ltf.pk}/").content.decode()
    assert "proved by a run of another comparison: <strong>proved optimal</strong>" in html
    assert html.count("a run of another comparison") == 3, "lead, caption and row"
    assert '<span class="badge done">proved optimal</span>' in page_of(hers, proved)


def test_a_link_to_one_run_does_not_tell_of_another(proved: Comparison) -> None:
    ltf, lpt = proved.runs.all()
    one = Client().get(f"/s/{share(proved.owner, ltf).token}/").content.decode()
    assert "by another run of the comparison" in one
    assert lpt.label not in one
    token = share(proved.owner, proved).token
    whole = Client().get(f"/s/{token}/runs/{ltf.pk}/").content.decode()
    assert f'by <a href="/s/{token}/runs/{lpt.pk}/">' in whole


def buttons(html: str) -> list[str]:
    """Return the texts of the buttons that end runs, from top to bottom."""
    runs = html.partition('id="what-if"')[0]
    return re.findall(r'data-busy="[^"]+"[^>]*>([^<]+)</button>', runs)


def started(run: Run, **fields: Any) -> None:
    Run.objects.filter(pk=run.pk).update(state=State.RUNNING, started=timezone.now(), **fields)


def test_buttons_say_what_ending_a_run_does(hers: Client, alice: User) -> None:
    made = factories.comparison(alice)
    first, second = made.runs.all()
    assert buttons(page_of(hers, made)) == ["Cancel all", "Cancel", "Cancel"]
    started(first)
    assert buttons(page_of(hers, made)) == ["Stop all", "Stop", "Cancel"]
    hers.post(f"/runs/{first.pk}/cancel/")
    html = page_of(hers, made)
    assert buttons(html) == ["Cancel all", "Discard", "Cancel"]
    assert "stopping…" in html
    hers.post(f"/runs/{second.pk}/cancel/")
    assert buttons(page_of(hers, made)) == ["Discard all", "Discard"]


def test_only_discard_gives_up_what_a_stopping_run_keeps(hers: Client, alice: User) -> None:
    made = factories.comparison(alice)
    first, second = made.runs.all()
    started(first)
    started(second)
    at = f"/comparisons/{made.pk}/cancel/"
    for _ in range(2):
        hers.post(at)
        hers.post(f"/runs/{first.pk}/cancel/")
        assert all(run.is_stopping for run in made.runs.all())
    hers.post(f"/runs/{first.pk}/cancel/", {"discard": "1"})
    assert [run.state for run in made.runs.all()] == [State.CANCELLED, State.RUNNING]
    hers.post(at, {"discard": "1"})
    assert made.runs.get(pk=second.pk).state == State.CANCELLED


def test_a_double_click_on_stop_keeps_the_schedule(
    hers: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = factories.comparison(alice)
    first, _ = made.runs.all()
    started(first)
    read = selectors.run_for

    def read_just_before_the_other_click(user: User, pk: str) -> Run:
        found = read(user, pk)
        assert lifecycle.stop(found)
        return found

    monkeypatch.setattr(selectors, "run_for", read_just_before_the_other_click)
    hers.post(f"/runs/{first.pk}/cancel/")
    assert made.runs.get(pk=first.pk).is_stopping


def test_a_late_stop_of_all_keeps_the_schedule_of_one_that_is_stopping(
    hers: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = factories.comparison(alice)
    first, second = made.runs.all()
    started(first)
    held = lifecycle.claim(Run, second.pk, "worker")
    assert held is not None
    lifecycle.stop(first)
    read = selectors.comparison_for

    def read_just_before_the_other_ends(user: User, pk: str) -> Comparison:
        found = read(user, pk)
        assert lifecycle.finish(held, {"status": "finished"})
        return found

    monkeypatch.setattr(selectors, "comparison_for", read_just_before_the_other_ends)
    hers.post(f"/comparisons/{made.pk}/cancel/")
    assert made.runs.get(pk=first.pk).is_stopping


def test_a_page_that_waits_for_no_run_has_no_such_button(hers: Client, proved: Comparison) -> None:
    assert buttons(page_of(hers, proved)) == []
