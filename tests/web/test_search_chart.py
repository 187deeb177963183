"""The run page shows a search as it went, while it goes on and afterwards."""

import csv
import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from parsched.model.search_trace import TracePoint, columns
from parsched.report.palette import style
from parsched.run.record import LONG, SHORT
from schedweb.runs.models import Comparison, Run, Welcome
from schedweb.sharing.services import share
from schedweb.web.contexts.search import Searched
from schedweb.workers.models import State
from tests import factories
from tests.web.conftest import computed
from tests.web.pages import Page
from tests.web.plots.items import models, numbers

LISTS = columns(
    (
        TracePoint(0.25, {"best": 80.0, "bound": 70.0}),
        TracePoint(2.0, {"best": 75.0, "bound": 70.0}),
        TracePoint(12.0, {"best": 72.0, "bound": 71.0}),
    )
)
PROGRAMS = columns(
    (
        TracePoint(0.001, {"best": 80.0}),
        TracePoint(0.5, {"best": 80.0, "bound": 70.0}),
        TracePoint(3.0, {"best": 80.0, "bound": 70.0, "T": 79.0, "lps": 40.0, "exact_share": 0.5}),
        TracePoint(
            9.0, {"best": 75.0, "bound": 70.0, "T": 75.0, "lps": 1_234.0, "exact_share": 1.0}
        ),
    )
)
Store = Callable[..., Run]


@pytest.fixture
def store(done: Comparison) -> Store:
    """Gives one of Alice's runs a trace and other values."""

    def stored(**values: Any) -> Run:
        runs = Run.objects.filter(comparison=done).order_by("position")
        one = Run.objects.filter(pk=runs[0].pk)
        outcomes = {name: values.pop(name) for name in (*SHORT, *LONG) if name in values}
        factories.came_out(one, **outcomes)
        one.update(**values)
        return runs[0]

    return stored


def running(store: Store, **values: Any) -> Run:
    """Let a run compute."""
    return store(state=State.RUNNING, progress=0.25, **values)


def told(run: Run) -> Searched:
    """Read the trace, which has something to show."""
    found = Searched.of(run)
    assert found is not None
    return found


def texts(run: Run) -> dict[str, str]:
    return {number.key: number.text for number in told(run).numbers}


def test_a_search_without_linear_programs_is_one_figure(store: Store) -> None:
    item = told(running(store, trace=LISTS)).figure(style("local-search"))
    assert len(models(item, "Figure")) == 1
    [source] = [m for m in models(item, "ColumnDataSource") if m.get("name") == "points"]
    data = dict(source["data"]["entries"])
    assert numbers(data["x"]) == [250.0, 2_000.0, 12_000.0]
    assert numbers(data["best"]) == numbers(data["high"]) == [80.0, 75.0, 72.0]
    assert numbers(data["bound"]) == numbers(data["low"]) == [70.0, 70.0, 71.0]
    assert data["best_is"] == ["80 s", "75 s", "72 s"]
    colours = {glyph.get("line_color") for glyph in models(item, "Step")}
    assert style("local-search").color in colours


def test_linear_programs_are_shown_below_on_the_same_time_axis(store: Store) -> None:
    item = told(running(store, trace=PROGRAMS)).figure(style("slp-pure"))
    assert len(models(item, "Figure")) == 3
    assert "CustomJS" not in str(item)
    [source] = [m for m in models(item, "ColumnDataSource") if m.get("name") == "points"]
    assert np.isnan(numbers(dict(source["data"]["entries"])["tried"])[:2]).all()
    assert [r["name"] for r in models(item, "Range1d")] == ["time", "makespan", "exact", "lps"]
    assert models(item, "Column")[0]["tags"] == [told(running(store)).news()["layout"]]


def test_news_fit_into_the_figure_that_is_there(hers: Client, store: Store) -> None:
    at = f"/runs/{running(store, trace=PROGRAMS).pk}/search/"
    [source] = [m for m in models(hers.get(at).json(), "ColumnDataSource") if m.get("name")]
    news = hers.get(f"{at}news/").json()
    assert set(news["columns"]) == {name for name, _ in source["data"]["entries"]}
    assert news["columns"]["bound"] == [None, 70.0, 70.0, 70.0]
    assert news["columns"]["low"] == [80.0, 70.0, 70.0, 70.0]
    assert news["columns"]["lps_is"] == ["–", "–", "40", "1,234"]
    assert not news["is_over"]
    start, end = news["ranges"]["makespan"]
    assert start < 70 < 80 < end
    assert news["ranges"]["time"][1] == pytest.approx(9_180)


def test_a_search_that_grows_keeps_its_frame_until_it_has_more_to_show(store: Store) -> None:
    first = told(running(store, trace=LISTS)).news()
    assert (
        told(running(store, trace=LISTS | {"seconds": [0.25, 2, 500]})).news()["layout"]
        == first["layout"]
    )
    for other in (PROGRAMS, LISTS | {"seconds": [0.25, 2, 700]}):
        assert told(running(store, trace=other)).news()["layout"] != first["layout"]


def test_the_numbers_under_the_chart_are_its_end(store: Store) -> None:
    run = store(trace=PROGRAMS, seconds=15.0)
    assert texts(run) == {
        "lps": "1,234",
        "best": "75 s",
        "bound": "70 s",
        "gap": "7.2 %",
        "improved": "after 9 s",
        "time": "15 s",
    }
    assert told(run).summary == "Best makespan 75 s after 9 s, bound 70 s."
    assert told(run).news()["columns"]["x"][-1] == 15_000.0


def test_numbers_that_are_not_there_are_blank(store: Store) -> None:
    run = running(store, trace=columns((TracePoint(0.0, {"bound": 5.0}),)))
    assert {key: text for key, text in texts(run).items() if text} == {"bound": "5 s", "time": "0"}
    first = running(store, trace=columns((TracePoint(0.5, {"best": 7.0}),)))
    assert texts(first)["improved"] == "none after the first"
    assert told(first).summary == "Best makespan 7 s after 500 ms."


@pytest.mark.parametrize(
    ("trace", "seconds"),
    [
        ({}, 9.0),
        (columns((TracePoint(0.1, {"T": 5.0}),)), 9.0),
        (columns((TracePoint(0.1, {"best": 5.0}), TracePoint(0.2, {"best": 6.0}))), 9.0),
        (columns((TracePoint(0.01, {"best": 5.0, "bound": 5.0}),)), 0.02),
    ],
    ids=["no trace", "neither best nor bound", "another objective", "over at once"],
)
def test_what_is_no_search_is_not_shown(
    hers: Client, store: Store, trace: dict[str, Any], seconds: float
) -> None:
    run = store(trace=trace, seconds=seconds)
    assert Searched.of(run) is None
    assert 'id="search"' not in hers.get(f"/runs/{run.pk}/").content.decode()
    for path in ("search/", "search.csv"):
        assert hers.get(f"/runs/{run.pk}/{path}").status_code == 404
    assert hers.get(f"/runs/{run.pk}/search/news/").json() == {"is_over": True}


def test_a_running_search_is_live_and_appears_when_it_begins(hers: Client, store: Store) -> None:
    run = running(store)
    [figure] = Page(hers.get(f"/runs/{run.pk}/").content.decode()).of("figure")
    assert figure["data-live"] == f"/runs/{run.pk}/search/news/"
    html = hers.get(f"/runs/{run.pk}/").content.decode()
    assert '<section class="section" id="search" aria-labelledby="search-title" hidden>' in html
    running(store, trace=LISTS)
    html = hers.get(f"/runs/{run.pk}/").content.decode()
    assert '<section class="section" id="search" aria-labelledby="search-title">' in html
    assert 'aria-label="Best makespan 72 s after 12 s, bound 71 s."' in html
    assert "js/live.js" in html


def test_the_chart_of_a_run_that_ended_asks_for_nothing(hers: Client, store: Store) -> None:
    for values in ({}, {"state": State.CANCELLED}, {"state": State.FAILED, "error": "No."}):
        run = store(trace=LISTS, **values)
        html = hers.get(f"/runs/{run.pk}/").content.decode()
        assert f'data-figure="/runs/{run.pk}/search/"' in html
        assert "data-live" not in html
        assert "js/live.js" not in html


def test_the_points_are_a_file(hers: Client, store: Store) -> None:
    answer = hers.get(f"/runs/{store(trace=PROGRAMS).pk}/search.csv")
    rows = list(csv.reader(io.StringIO(answer.content.decode())))
    heads = ["time [s]", "best [s]", "bound [s]", "T [s]", "lps", "exact_share [fraction]"]
    assert rows[0] == heads
    assert rows[1] == ["0.001", "80.0", "", "", "", ""]
    assert rows[-1] == ["9.0", "75.0", "70.0", "75.0", "1234.0", "1.0"]
    assert "attachment" in answer["Content-Disposition"]


def test_a_search_is_hidden_from_other_users(his: Client, client: Client, store: Store) -> None:
    run = running(store, trace=LISTS)
    for path in ("search/", "search/news/", "search.csv"):
        assert his.get(f"/runs/{run.pk}/{path}").status_code == 404
    at = f"/s/{share(run.comparison.owner, run).token}/"
    html = client.get(at).content.decode()
    assert f"{at}runs/{run.pk}/search/news/" in html
    assert "<form" not in html[html.index("<main") :]
    for path in ("search/", "search/news/", "search.csv", "state/"):
        assert client.get(f"{at}runs/{run.pk}/{path}").status_code == 200
    assert "<form" not in client.get(f"{at}runs/{run.pk}/state/").content.decode()


@pytest.mark.parametrize(
    ("values", "button", "line"),
    [
        ({"state": State.QUEUED}, "Cancel", "Waits since"),
        ({"state": State.RUNNING, "message": "trying 74 s"}, "Stop", "trying 74 s"),
        (
            {"state": State.RUNNING, "stopping": timezone.now(), "message": "trying 74 s"},
            "Discard",
            "Stopping: the best schedule so far is kept.",
        ),
    ],
)
def test_the_button_says_what_it_does_now(
    hers: Client, store: Store, values: dict[str, Any], button: str, line: str
) -> None:
    run = store(**values)
    html = hers.get(f"/runs/{run.pk}/").content.decode()
    assert f">{button}</button>" in html
    assert line in html
    phase = "stopping" if button == "Discard" else run.state
    state = f"/runs/{run.pk}/state/?shown="
    assert f'hx-get="{state}{phase}"' in html
    assert "<button" not in hers.get(f"{state}{phase}").content.decode()
    changed = hers.get(f"{state}other").content.decode()
    assert 'hx-swap-oob="true"' in changed
    assert f">{button}</button>" in changed


def test_stopping_and_discarding_stay_on_the_page(hers: Client, store: Store) -> None:
    run = running(store, trace=LISTS)
    answer = hers.post(f"/runs/{run.pk}/cancel/", {"from": "run"})
    assert answer["Location"] == f"/runs/{run.pk}/"
    run.refresh_from_db()
    assert run.is_stopping
    hers.post(f"/runs/{run.pk}/cancel/", {"from": "run", "discard": "1"})
    run.refresh_from_db()
    assert run.state == State.CANCELLED


@pytest.mark.parametrize("path", ["/runs/{run}/state/", "/active/", "/s/{token}/runs/{run}/state/"])
def test_what_is_asked_again_and_again_loads_no_trace(
    hers: Client, store: Store, path: str
) -> None:
    run = running(store, trace=LISTS)
    Welcome.objects.create(user=run.comparison.owner)
    token = share(run.comparison.owner, run).token
    with CaptureQueriesContext(connection) as asked:
        answer = hers.get(path.format(run=run.pk, token=token))
    assert "25" in answer.content.decode()
    assert not loading_traces(asked)


def test_the_page_of_a_run_loads_its_trace_and_no_other(hers: Client, store: Store) -> None:
    run = store(trace=LISTS)
    with CaptureQueriesContext(connection) as asked:
        assert hers.get(f"/runs/{run.pk}/").status_code == 200
    [trace] = loading_traces(asked)
    assert run.pk in trace
    siblings = [q for q in asked if 'WHERE "runs_run"."comparison_id" =' in q["sql"]]
    assert len(siblings) == 1


def loading_traces(asked: CaptureQueriesContext) -> list[str]:
    return [query["sql"] for query in asked if '"details"' in query["sql"]]


@pytest.mark.parametrize(
    "reason", ["its time limit of 3 s is over", "a user asked for it", "CP-SAT ran out of memory"]
)
def test_a_run_that_stopped_early_says_so(hers: Client, store: Store, reason: str) -> None:
    run = store(status="stopped early", message=reason)
    html = hers.get(f"/runs/{run.pk}/").content.decode()
    assert "<strong>Stopped early</strong>" in html
    assert f": {reason}. This" in html
    done = store(status="finished")
    assert "<strong>Stopped early" not in hers.get(f"/runs/{done.pk}/").content.decode()


def lead(client: Client, path: str) -> str:
    html = client.get(path).content.decode()
    return html[html.index('<p class="lead">') :].partition("</p>")[0]


def test_the_page_begins_with_what_is_proved(
    hers: Client, client: Client, done: Comparison
) -> None:
    off_line = computed(factories.comparison(done.owner, ["ltf", "lpt"], factories.OFFLINE_SWF))
    first, second = off_line.runs.all()
    at = f"/runs/{first.pk}/"
    assert "Makespan 20 s: <strong>proved optimal</strong>" in lead(hers, at)
    assert "Σ w·C" in lead(hers, at)
    factories.know(off_line, makespan={"area": 16.0}, minsum={})
    factories.came_out(Run.objects.filter(pk=first.pk), unit=None)
    assert "<strong>within 25\xa0% of the optimum</strong>" in lead(hers, at)
    assert "<strong>no certificate</strong>" in lead(hers, at)
    factories.came_out(Run.objects.filter(pk=second.pk), proved=20.0)
    assert f'proved by <a href="/runs/{second.pk}/">' in lead(hers, at)
    alone = f"/s/{share(off_line.owner, first).token}/"
    assert "proved by another run of the comparison" in lead(client, alone)
    on_line = done.runs.all()[0]
    assert "Σ w·C" not in lead(hers, f"/runs/{on_line.pk}/")
