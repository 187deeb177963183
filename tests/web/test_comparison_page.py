"""The page everything is about."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from schedweb.accounts.models import User
from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison, Proof, Run, Welcome
from schedweb.studies.models import Study
from schedweb.web.contexts.comparisons import stamp
from schedweb.workers.models import State
from tests import factories
from tests.web.conftest import computed
from tests.web.pages import Page


def labels(html: str) -> list[str]:
    """Return the runs of the table, from top to bottom."""
    return re.findall(r'<a class="plain" href="/runs/[\w-]+/">([^<]+)</a>', html)


def results(client: Client, comparison: Comparison, query: str = "", **headers: str) -> str:
    """Return the part of the page that is renewed."""
    path = f"/comparisons/{comparison.pk}/results/{query}"
    return client.get(path, headers=headers).content.decode()


def test_the_table_is_sorted_by_a_header(hers: Client, done: Comparison) -> None:
    up = labels(results(hers, done, "?sort=mean_wait"))
    down = labels(results(hers, done, "?sort=-mean_wait"))
    assert up == ["EASY backfilling", "First come, first served"]
    assert down == up[::-1]
    assert len(labels(results(hers, done, "?sort=ratio.makespan"))) == 2
    assert len(labels(results(hers, done, "?sort=rank"))) == 2
    assert len(labels(results(hers, done, "?sort=nothing"))) == 2


def test_columns_and_baseline_are_chosen(hers: Client, done: Comparison) -> None:
    easy = done.runs.get(algorithm="easy")
    html = results(hers, done, f"?c=max_wait&c=throughput&c=nothing&against={easy.pk}")
    titles = re.findall(r'data-dialog="about-(\w+)"', html)
    assert titles == ["max_wait", "throughput", "rank"]
    assert f'value="{easy.pk}" selected' in html


def test_the_view_joins_what_charts_keep_in_the_address(hers: Client, done: Comparison) -> None:
    current = f"http://testserver/comparisons/{done.pk}/?from=1&to=5&sort=makespan#schedules"
    path = f"/comparisons/{done.pk}/results/?sort=-mean_wait"
    answer = hers.get(path, headers={"HX-Current-URL": current})
    assert answer["HX-Replace-Url"].endswith("?from=1&to=5&sort=-mean_wait")


def test_the_longest_wait_leads_to_the_job_in_the_schedules(hers: Client, done: Comparison) -> None:
    at = f"/comparisons/{done.pk}/schedules/?"
    page = Page(results(hers, done, "?c=max_wait"))
    fcfs, easy = (one for one in page.addresses if one.startswith(at) and "job=" in one)
    assert fcfs.endswith("job=3&ask=id%3A3")
    assert easy.endswith("job=2&ask=id%3A2"), "job 3 overtakes it"
    assert hers.get(fcfs).status_code == 200
    [run, other] = done.runs.all()
    only = Page(results(hers, done, f"?c=max_wait&draw={other.pk}"))
    assert any(f"draw={run.pk}&job=3" in one for one in only.addresses), "it is drawn then"
    factories.came_out(done.runs, longest_waiting='a "b"')
    assert "job=a+%22b%22&amp;ask=id%3A%22a+%5C%22b%5C%22%22" in results(hers, done, "?c=max_wait")
    factories.came_out(done.runs, longest_waiting="")
    assert "job=" not in results(hers, done, "?c=max_wait")


def test_differences_are_to_the_baseline(hers: Client, done: Comparison) -> None:
    html = results(hers, done, "?c=mean_wait")
    assert re.search(r'class="sub worse">\+\d+\xa0%', html)
    assert "baseline" in html


def test_a_change_looks_better_or_worse_as_its_metric_says(hers: Client, done: Comparison) -> None:
    fcfs, easy = (done.runs.get(algorithm=key) for key in ("fcfs", "easy"))
    metrics = {"median_wait": 5.0, "utilisation": 0.5, "throughput": 0.5, "backfilled": 1.0}
    changed = {"median_wait": 4.0, "utilisation": 0.6, "throughput": 0.4, "backfilled": 2.0}
    for run, values in ((fcfs, metrics), (easy, changed)):
        factories.came_out(done.runs.filter(pk=run.pk), metrics={**run.result.metrics, **values})
    looks = {
        key: re.findall(r'class="sub ?(\w*)">', results(hers, done, f"?c={key}&against={fcfs.pk}"))
        for key in metrics
    }
    assert looks == {
        "median_wait": ["better"],
        "utilisation": ["better"],
        "throughput": ["worse"],
        "backfilled": [""],
    }


@pytest.mark.parametrize("order", ["utilisation", "-utilisation", "mean_wait", "-mean_wait"])
def test_missing_values_come_last_in_either_order(
    hers: Client, done: Comparison, order: str
) -> None:
    key = order.removeprefix("-")
    for name, value in (("fcfs", None), ("easy", 0.0)):
        run = done.runs.get(algorithm=name)
        metrics = {**run.result.metrics, key: value}
        factories.came_out(done.runs.filter(pk=run.pk), metrics=metrics)
    found = labels(results(hers, done, f"?c={key}&sort={order}"))
    assert found == ["EASY backfilling", "First come, first served"]


def test_a_page_polls_while_something_runs_and_not_after(hers: Client, alice: User) -> None:
    made = factories.comparison(alice)
    page = hers.get(f"/comparisons/{made.pk}/").content.decode()
    assert "data-poll" in page
    assert "data-poll" in results(hers, made, "?poll=runs")
    made.runs.update(state=State.CANCELLED)
    answer = hers.get(f"/comparisons/{made.pk}/results/?poll=runs")
    assert answer["HX-Refresh"] == "true"
    assert "data-poll" not in hers.get(f"/comparisons/{made.pk}/").content.decode()


def test_a_page_shows_bounds_as_soon_as_they_are_known(hers: Client, done: Comparison) -> None:
    Proof.objects.update(state=State.RUNNING)
    html = hers.get(f"/comparisons/{done.pk}/").content.decode()
    assert "Lower bounds are still being computed" in html
    assert len(labels(html)) == 2, "runs do not wait for them"
    assert "data-progress" not in html, "the page must not say that runs go on"
    found = re.search(r'hx-get="([^"]+poll=bounds&amp;seen=[^"]+)"', html)
    assert found
    address = unescape(found[1])
    assert hers.get(address).status_code == 204
    Proof.objects.update(state=State.DONE)
    answer = hers.get(address)
    assert "HX-Refresh" not in answer
    assert len(labels(answer.content.decode())) == 2
    assert "data-poll" not in answer.content.decode()


def test_progress_and_failures_are_told(hers: Client, alice: User) -> None:
    made = factories.comparison(alice)
    first, second = made.runs.all()
    Run.objects.filter(pk=first.pk).update(
        state=State.RUNNING, progress=0.42, message="1,200 of 3,000 jobs"
    )
    Run.objects.filter(pk=second.pk).update(state=State.FAILED, error="It took too long.")
    html = results(hers, made)
    assert 'aria-valuenow="42"' in html
    assert "1,200 of 3,000 jobs" in html
    assert "It took too long." in html
    assert f"/runs/{second.pk}/retry/" in html
    assert f"/runs/{first.pk}/cancel/" in html


def test_runs_are_cancelled_and_tried_again(hers: Client, alice: User) -> None:
    made = factories.comparison(alice)
    first, second = made.runs.all()
    hers.post(f"/runs/{first.pk}/cancel/")
    assert made.runs.get(pk=first.pk).state == State.CANCELLED
    hers.post(f"/comparisons/{made.pk}/cancel/")
    assert made.runs.get(pk=second.pk).state == State.CANCELLED
    hers.post(f"/runs/{first.pk}/retry/")
    assert made.runs.get(pk=first.pk).state == State.QUEUED
    hers.post(f"/comparisons/{made.pk}/retry/")
    assert made.runs.get(pk=second.pk).state == State.QUEUED


def test_a_run_that_is_done_is_not_tried_again(hers: Client, done: Comparison) -> None:
    run = done.runs.all()[0]
    answer = hers.post(f"/runs/{run.pk}/retry/", follow=True)
    assert "Only a run that failed or was cancelled" in answer.content.decode()


def test_a_comparison_is_described_and_deleted(hers: Client, done: Comparison) -> None:
    path = f"/comparisons/{done.pk}/"
    hers.post(f"{path}describe/", {"title": "Better", "note": "First line\nsecond"})
    html = hers.get(path).content.decode()
    assert "Better" in html
    assert "First line<br>\nsecond" in html
    refused = hers.post(f"{path}describe/", {"title": " "}, follow=True)
    assert "Title must have 1 to 200 characters" in refused.content.decode()
    hers.post(f"{path}delete/")
    assert not Comparison.objects.exists()


def test_the_last_run_stays(hers: Client, done: Comparison) -> None:
    first, last = done.runs.all()
    hers.post(f"/runs/{first.pk}/delete/")
    answer = hers.post(f"/runs/{last.pk}/delete/", follow=True)
    assert "only run of its comparison" in answer.content.decode()
    assert done.runs.count() == 1


def test_exports_follow_the_columns_of_the_page(hers: Client, done: Comparison) -> None:
    at = f"/comparisons/{done.pk}/"
    html = unescape(hers.get(f"{at}?c=max_wait").content.decode())
    assert f'href="{at}reports/results.csv?metrics=max_wait"' in html
    html = unescape(hers.get(f"{at}?against=unknown").content.decode())
    assert f'href="{at}reports/results.csv"' in html, "the usual baseline stands in for it"
    csv = hers.get(f"{at}reports/results.csv?metrics=max_wait").content.decode()
    instance = "estimates,events,deploy_seconds [s],deploy_extra [s],systems"
    columns = f"run,algorithm,version,params,state,{instance},max_wait [s]"
    assert csv.splitlines()[0].startswith(columns)
    assert r"\toprule" in hers.get(f"{at}reports/results.tex").content.decode()
    assert "| --- |" in hers.get(f"{at}reports/results.md").content.decode()
    assert hers.get(f"{at}reports/results.xls").status_code == 404


def test_the_record_holds_the_page(hers: Client, done: Comparison) -> None:
    record = json.loads(hers.get(f"/comparisons/{done.pk}/comparison.json").content)
    assert [run["algorithm"] for run in record["runs"]] == ["fcfs", "easy"]
    assert record["workload"]["digest"] == done.workload.digest
    assert record["runs"][0]["metrics"]["makespan"] > 0
    assert record["sentence"]


@pytest.mark.parametrize("kind", ["wait", "flow", "slowdown", "utilisation", "queue"])
def test_plots_have_a_line_for_each_run(hers: Client, done: Comparison, kind: str) -> None:
    text = hers.get(f"/comparisons/{done.pk}/plots/{kind}/").content.decode()
    assert json.loads(text)["root_id"]
    assert "EASY backfilling" in text
    assert hers.get(f"/comparisons/{done.pk}/plots/nothing/").status_code == 404


def test_a_run_page_says_where_numbers_come_from(hers: Client, done: Comparison) -> None:
    run = done.runs.get(algorithm="easy")
    html = hers.get(f"/runs/{run.pk}/").content.decode()
    for text in ("release + length", run.schedule, done.workload.digest, "NumPy"):
        assert text in html
    done.runs.update(worker="host|7|1")
    folded = hers.get(f"/runs/{run.pk}/").content.decode().partition("</dl>\n  <details")[2]
    assert "For the administrator of this server" in folded
    assert "host|7|1" in folded


def test_a_run_that_waits_has_a_page_that_polls(hers: Client, alice: User) -> None:
    run = factories.queued_run(alice)
    html = hers.get(f"/runs/{run.pk}/").content.decode()
    assert "data-poll" in html
    assert hers.get(f"/runs/{run.pk}/schedule.csv").status_code == 404
    assert hers.get(f"/runs/{run.pk}/frame/").status_code == 404
    Run.objects.update(state=State.CANCELLED)
    assert hers.get(f"/runs/{run.pk}/state/")["HX-Refresh"] == "true"


def test_home_lists_first_what_computes(hers: Client, alice: User) -> None:
    Welcome.objects.create(user=alice)
    runs = [factories.queued_run(alice) for _ in range(3)]
    line = [run.comparison_id for run in runs]
    for first in range(3):
        Run.objects.update(state=State.QUEUED)
        Run.objects.filter(pk=runs[first].pk).update(state=State.RUNNING, started=timezone.now())
        shown = re.findall(r'href="/comparisons/([\w-]+)/"', hers.get("/active/").content.decode())
        others = [pk for pk in line if pk != line[first]]
        assert [pk for pk in shown if pk in line] == [line[first], *others]


def test_home_shows_what_runs_and_what_was_found(hers: Client, alice: User) -> None:
    first = hers.get("/").content.decode()
    assert "Running now" in first
    assert "Sample: what backfilling brings" in first
    assert "Sample: a figure of a paper" in first
    assert hers.get("/active/").status_code == 200
    Run.objects.update(state=State.CANCELLED)
    assert "Running now" in hers.get("/active/").content.decode(), "the study goes on"
    Study.objects.all().delete()
    assert hers.get("/active/")["HX-Refresh"] == "true"
    assert "Running now" not in hers.get("/").content.decode()


def test_home_counts_the_runs_of_long_queues(hers: Client, alice: User) -> None:
    """What computes is listed by itself, and so are a few that wait."""
    hers.get("/")
    Run.objects.update(state=State.CANCELLED)
    Study.objects.all().delete()
    long = factories.comparison(alice, ["fcfs", "easy", "conservative", "fcfs", "easy", "fcfs"])
    long.runs.filter(position=0).update(state=State.RUNNING)
    factories.comparison(alice, ["fcfs", "easy"])
    html = hers.get("/active/").content.decode()
    assert html.count("<tr>") == 2 + 1 + 1
    assert html.count("5 runs") == 1
    assert html.count("badge running") == 1
    assert html.count("badge queued") == 3


def test_home_shows_the_last_finished_comparison(hers: Client, done: Comparison) -> None:
    html = hers.get("/").content.decode()
    assert "poster-light" in html
    assert "EASY backfilling" in html


def test_home_asks_the_database_little(
    hers: Client, done: Comparison, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    Welcome.objects.create(user=done.owner)
    for run in factories.comparison(done.owner, ["fcfs"]).runs.all():
        execute(run.pk)
    hers.get("/")
    with django_assert_max_num_queries(10):
        html = hers.get("/").content.decode()
    assert html.count("poster-light") == 3


def test_home_shows_the_other_samples_in_short_beside_a_sample_only(
    hers: Client, done: Comparison, alice: User
) -> None:
    assert 'id="other-1"' not in hers.get("/").content.decode()
    Comparison.objects.filter(pk=done.pk).update(is_sample=True)
    assert 'id="other-1"' not in hers.get("/").content.decode()
    for _ in range(2):
        other = factories.comparison(alice, ["fcfs"], content=factories.OFFLINE_SWF)
        for run in other.runs.all():
            execute(run.pk)
        Comparison.objects.filter(pk=other.pk).update(is_sample=True)
    html = hers.get("/").content.decode()
    assert 'id="other-1"' in html
    assert 'id="other-2"' in html
    assert html.count('class="posters') == 2


def test_headers_open_the_formula(hers: Client, done: Comparison) -> None:
    page = Page(hers.get(f"/comparisons/{done.pk}/").content.decode())
    dialogs = {a.get("id") for a in page.of("dialog")}
    asked = {a["data-dialog"]: str(a["href"]) for _, a in page.tags if "data-dialog" in a}
    fetched = {name: address for name, address in asked.items() if name not in dialogs}
    assert {"columns", "about-mean_wait", "about-rank"} <= fetched.keys()
    for name, address in fetched.items():
        part = hers.get(address, headers={"HX-Request": "true"}).content.decode()
        assert [a["id"] for a in Page(part).of("dialog")] == [name]
        assert "<html" not in part
        whole = hers.get(address).content.decode()  # without scripts
        assert "<h1" in whole
        assert f'id="{name}"' in whole
    assert hers.get(f"/comparisons/{done.pk}/about/nothing/").status_code == 404


def test_a_choice_of_columns_keeps_the_rest_of_the_view(hers: Client, done: Comparison) -> None:
    at = f"/comparisons/{done.pk}/about/columns/?c=makespan&sort=rank&from=3"
    page = Page(hers.get(at).content.decode())
    boxes = [a for a in page.of("input") if a.get("name") == "c"]
    assert [a["value"] for a in boxes if "checked" in a] == ["makespan"]
    hidden = {(a["name"], a["value"]) for a in page.of("input") if a.get("type") == "hidden"}
    assert {("sort", "rank"), ("from", "3")} <= hidden


def test_a_poll_without_news_reads_states_alone(
    hers: Client, alice: User, django_assert_max_num_queries: Any
) -> None:
    made = factories.comparison(alice)
    seen = stamp(made)
    with django_assert_max_num_queries(8) as asked:  # with the line in which runs wait
        answer = hers.get(f"/comparisons/{made.pk}/results/?poll=runs&seen={seen}")
    assert answer.status_code == 204
    assert not any('"metrics"' in query["sql"] for query in asked.captured_queries)
    made.runs.filter(position=0).update(progress=0.5)
    fresh = hers.get(f"/comparisons/{made.pk}/results/?poll=runs&seen={seen}")
    assert fresh.status_code == 200


def test_files_of_runs_have_their_deployments_where_jobs_need_any(
    hers: Client, alice: User, done: Comparison
) -> None:
    made = computed(factories.comparison(alice, ["gls", "fcfs"], factories.ENVIRONMENTS))
    html = hers.get(f"/comparisons/{made.pk}/data/").content.decode()
    files = html.split('id="data"')[1]
    for run in made.runs.all():
        at = f"/runs/{run.pk}/deployments.csv"
        assert f'<a href="{at}">deployments</a> (CSV)' in files
        assert hers.get(at).status_code == 200
    assert "deployments.csv" not in hers.get(f"/comparisons/{done.pk}/data/").content.decode()
