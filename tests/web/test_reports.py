"""Every report of a comparison: its page, its files and its figures, for owners and readers."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import resolve
from pytest_django import DjangoAssertNumQueries

from parsched.report import REPORTS, suiting
from parsched.report.figure import Series
from parsched.run.request import RequestEntry
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.runs.records import record_of, records_of
from schedweb.runs.services import create_comparison
from schedweb.sharing.services import share
from schedweb.web.report_files import OFFERED
from tests import factories
from tests.web.conftest import computed
from tests.web.pages import Page
from tests.web.plots.items import columns_of, models

PER_SITE = tuple(f"grid:strategy={key},admissible={a}" for key in ("mst", "mlp") for a in (0.5, 1))
KINDS: Mapping[str, tuple[Sequence[str], bytes, Sequence[int]]] = {
    "jobs that arrive": (("fcfs", "easy"), factories.SWF, (4,)),
    "jobs at time 0": (("ltf", "lpt", "local-search"), factories.OFFLINE_SWF, (4,)),
    "environments": (("env-blind", "gls", "gls-plus:lam=2"), factories.ENVIRONED, (3,)),
    "sites": (PER_SITE, factories.SWF, (4, 8)),
    "moldable jobs": (("demt", "gang"), factories.MOLDABLE, (4,)),
}
"""Algorithms, jobs and sites of comparisons that together suit every report."""
BY_DAY = ("environments",)
OF_KINDS = [
    pytest.param(kind, marks=() if kind in BY_DAY else pytest.mark.night, id=kind) for kind in KINDS
]
"""All of them for tests whose matter is the same for each: one by day, the others at night."""
OF_ONE_TRACE = {"published"}
"""Reports that suit the jobs of published results alone."""
MEDIA = {
    "csv": "text/csv",
    "tex": "application/x-tex",
    "md": "text/markdown",
    "json": "application/json",
}


def compared(owner: User, kind: str) -> Comparison:
    """A comparison of some kind, computed; a search among its runs has told something."""
    methods, content, sites = KINDS[kind]
    machine, jobs = factories.cluster(owner, *sites), factories.workload(owner, content)
    entries = [RequestEntry.parse(method) for method in methods]
    made = computed(create_comparison(owner, jobs, machine, entries))
    trace = {"seconds": [0.5, 2.0], "best": [30.0, 20.0], "bound": [None, 20.0]}
    factories.came_out(made.runs.filter(algorithm="local-search"), trace=trace)
    return Comparison.objects.get(pk=made.pk)


@pytest.fixture(params=OF_KINDS)
def place(request: pytest.FixtureRequest, alice: User) -> Comparison:
    """One of each kind."""
    return compared(alice, request.param)


def at(made: Comparison, rest: str = "results/") -> str:
    return f"/comparisons/{made.pk}/reports/{rest}"


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return unescape(answer.content.decode())


def plain(html: str) -> str:
    return html.replace("\xa0", " ")


def linked(html: str, of: str) -> list[str]:
    """Return the addresses on a page that have something in them."""
    return [unescape(address) for address in Page(html).addresses if of in address]


def checked_file(content: str, ending: str, key: str) -> None:
    """Look whether a file is what its ending says."""
    match ending:
        case "csv":
            head, *rows = csv.reader(io.StringIO(content))
            assert head
            assert all(len(row) == len(head) for row in rows)
        case "tex":
            assert content.count(r"\begin{tabular}") == content.count(r"\end{tabular}") == 1
        case "md":
            assert "| ---" in content
        case _:
            assert json.loads(content)["key"] == key


def test_each_report_suits_one_of_them(alice: User) -> None:
    found = {one.key for kind in KINDS for one in suiting(records_of(compared(alice, kind)))}
    assert found == set(REPORTS) - OF_ONE_TRACE


@pytest.mark.parametrize("kind", KINDS)
def test_every_report_that_suits_has_a_page_with_all_it_says(
    hers: Client, alice: User, kind: str
) -> None:
    place = compared(alice, kind)
    records = records_of(place)
    for declared in suiting(records):
        found, html = declared.of(records), text(hers, at(place, f"{declared.key}/"))
        page = Page(html)
        assert f"<h1>{declared.title}</h1>" in html
        assert page.inline == [], declared.key
        assert len(page.ids) == len(set(page.ids)), declared.key
        for sentence in (*found.sentences, *found.notes):
            assert plain(sentence) in plain(html), declared.key
        for table in found.tables:
            for column in table.columns:
                assert table.is_for_programs or column.title in html, column.title
            for cell in (cell for row in table.rows for cell in row):
                assert table.is_for_programs or plain(cell.text) in plain(html), cell
        assert html.count("data-figure=") == len(found.figures)
        assert html.count('class="poster-light"') == sum(len(gantt.runs) for gantt in found.gantts)
        here = [a["href"] for a in page.of("a") if a.get("aria-current")]
        assert at(place, f"{declared.key}/") in here


def form(address: str) -> tuple[str, str, frozenset[str]]:
    """Return what alike addresses have in common: view, ending, and what is asked for by name."""
    parts = urlsplit(address)
    _, dot, ending = parts.path.rpartition(".")
    return resolve(parts.path).view_name, dot and ending, frozenset(parse_qs(parts.query))


def test_every_address_on_it_opens(hers: Client, place: Comparison) -> None:
    """Of the figures and files of a report that are alike, one; of all reports for readers, too."""
    token = share(place.owner, place).token
    for client, home, begin, is_owner in (
        (hers, at(place, ""), "/", True),
        (Client(), f"/s/{token}/reports/", f"/s/{token}/", False),
    ):
        opened: set[object] = set()
        for declared in suiting(records_of(place)):
            html = text(client, f"{home}{declared.key}/")
            found = {*linked(html, "/reports/"), *linked(html, "/poster/")}
            assert found
            for address in sorted(found):
                assert address.startswith(begin)
                of = declared.key if is_owner and f"/{declared.key}" in address else ""
                if (alike := (of, *form(address))) not in opened:
                    opened.add(alike)
                    assert client.get(address).status_code == 200, address


def test_its_tables_are_files_of_every_kind(hers: Client, place: Comparison) -> None:
    records, token = records_of(place), share(place.owner, place).token
    for declared in suiting(records):
        for table in declared.of(records).tables:
            for ending in OFFERED:
                tail = f"{declared.key}.{ending}?of={table.key}"
                answer = hers.get(at(place, tail))
                assert answer["Content-Type"].startswith(MEDIA[ending])
                assert answer["Content-Disposition"].startswith("attachment")
                content = answer.content.decode()
                checked_file(content, ending, declared.key)
                assert text(Client(), f"/s/{token}/reports/{tail}") == unescape(content)


def names_of(series: Series, kind: str) -> Sequence[str]:
    """Return what the parts of a series are called in a drawing."""
    if kind == "points":
        return series.texts if series.shape == "points" else [series.shape]
    return [series.title]


def drawn_in(item: dict[str, Any], kind: str) -> list[str]:
    """Return the names of all that is drawn, once for each bar, point and line."""
    if kind == "bars":
        return sorted(columns_of(item, "middle")["name"])
    lines = [g["name"] for g in models(item, "GlyphRenderer") if g.get("name")]
    if kind in ("lines", "cells"):
        return sorted(lines)
    sides = [name for name in lines if name not in ("points", "others", "leaders")]
    return sorted([*columns_of(item, "label")["label"], *sides])


def test_its_figures_have_every_series(hers: Client, place: Comparison) -> None:
    records = records_of(place)
    for declared in suiting(records):
        for figure in declared.of(records).figures:
            drawn = hers.get(at(place, f"{declared.key}/figures/{figure.key}/")).json()
            assert drawn["root_id"]
            said = json.dumps(drawn, ensure_ascii=False)
            known = [one for one in figure.series if len(one.x)]
            assert drawn_in(drawn, figure.kind) == sorted(
                text for one in known for text in names_of(one, figure.kind)
            )
            assert figure.y.title in said
            assert figure.x.title in said


def test_a_run_has_them_for_itself_also_behind_a_link_of_its_own(
    hers: Client, place: Comparison
) -> None:
    run, other = list(place.runs.all())[-2:]
    records, token = record_of(run), share(place.owner, run).token
    for declared in suiting(records):
        for table in declared.of(records).tables:
            for ending in OFFERED:
                tail = f"reports/{declared.key}.{ending}?of={table.key}"
                content = text(hers, f"/runs/{run.pk}/{tail}")
                checked_file(content, ending, declared.key)
                assert text(Client(), f"/s/{token}/runs/{run.pk}/{tail}") == content
                assert Client().get(f"/s/{token}/runs/{other.pk}/{tail}").status_code == 404
                assert Client().get(f"/s/{token}/{tail}").status_code == 404
                assert other.pk not in content


WRONG = ("results/", "results.csv", "results.json", "distributions/figures/wait/")


def test_what_there_is_not_is_not_found(hers: Client, his: Client, done: Comparison) -> None:
    token = share(done.owner, done).token
    for tail in (
        "nothing/",
        "nothing.csv",
        "nothing/figures/x/",
        "results.xls",
        "results.csv?of=nothing",
        "results/figures/nothing/",
        "trade-offs/",
        "trade-offs.csv",
        "trade-offs/figures/deployments/",
        "gantt.csv",
    ):
        assert hers.get(at(done, tail)).status_code == 404, tail
        assert Client().get(f"/s/{token}/reports/{tail}").status_code == 404, tail
    for tail in ("nothing.csv", "results.xls", "ranking.csv"):
        assert hers.get(f"/runs/{done.runs.all()[0].pk}/reports/{tail}").status_code == 404
    for tail in WRONG:
        assert his.get(at(done, tail)).status_code == 404
        assert Client().get(at(done, tail)).status_code == 302
    assert his.get(f"/runs/{done.runs.all()[0].pk}/reports/results.csv").status_code == 404
    for tail in WRONG:
        assert hers.post(at(done, tail)).status_code == 405


@pytest.mark.parametrize(
    ("key", "query", "says"),
    [
        ("results", "metrics=beauty", "must be among"),
        ("results", "baseline=unknown", "must be a run with a result"),
        ("results", "metrics=%00", "metrics"),
        ("ranking", "across=up", "across"),
        ("ranking", "each=nothing", "each"),
        ("ranking", "cases=AAAAAAAAAAA", "cases"),
        ("gantt", "pick=&colour=question", "must be the question that jobs are coloured by"),
        ("gantt", "pick=wait&colour=question", "pick: At character 5"),
    ],
)
def test_an_option_that_is_wrong_is_said_in_its_place(
    hers: Client, done: Comparison, key: str, query: str, says: str
) -> None:
    token = share(done.owner, done).token
    for client, home in ((hers, at(done, "")), (Client(), f"/s/{token}/reports/")):
        page = client.get(f"{home}{key}/?{query}")
        assert page.status_code == 400
        assert says in page.content.decode()
        field = Page(page.content.decode()).named(query.partition("=")[0])
        assert field["aria-invalid"] == "true"
        file = client.get(f"{home}{key}.csv?{query}")
        assert file.status_code == 400
        assert says in file.content.decode()


def test_other_kinds_of_files_are_written_too(hers: Client, alice: User) -> None:
    made = compared(alice, "jobs at time 0")
    made.runs.filter(position=0).update(label="<b>LTF</b>")
    for declared in suiting(records_of(made)):
        answers = {e: hers.get(at(made, f"{declared.key}.{e}")) for e in ("html", "txt")}
        assert answers["txt"].status_code == 200
        assert answers["txt"]["Content-Disposition"].startswith("attachment")
        html = answers["html"]
        assert html.status_code == 404 or html["Content-Disposition"].startswith("attachment")
        assert "<b>" not in html.content.decode()


def test_the_page_of_a_comparison_leads_to_them(hers: Client, done: Comparison) -> None:
    token = share(done.owner, done).token
    assert at(done) in Page(text(hers, f"/comparisons/{done.pk}/data/")).addresses
    assert f"/s/{token}/reports/results/" in Page(text(Client(), f"/s/{token}/data/")).addresses


def test_an_option_of_no_report_is_refused_in_files(hers: Client, done: Comparison) -> None:
    for tail in ("results.csv?c=makespan", "distributions/figures/wait/?draw=x"):
        assert hers.get(at(done, tail)).status_code == 400
    assert "makespan" in text(hers, at(done, "results/?from=elsewhere"))


def test_options_hold_for_table_files_and_figures(hers: Client, done: Comparison) -> None:
    fcfs, easy = done.runs.all()
    html = text(hers, at(done, f"results/?metrics=max_wait&baseline={easy.pk}"))
    heads = Page(html).of("th")
    assert [head.get("scope") for head in heads].count("col") == 2
    assert Page(html).named("metrics")["value"] == "max_wait"
    [address] = linked(html, "results.csv")
    head = text(hers, address).splitlines()[0]
    assert "max_wait [s]" in head
    assert "mean_wait" not in head
    assert fcfs.label in html


def test_a_comparison_without_results_has_none(hers: Client, alice: User) -> None:
    waiting = factories.comparison(alice)
    for key in REPORTS:
        for tail in (f"{key}/", f"{key}.csv", f"{key}.json", f"{key}/figures/x/"):
            assert hers.get(at(waiting, tail)).status_code == 404


@pytest.mark.parametrize("name", ['<b onclick="x">', "'\"><i>", "=1+1"])
def test_they_are_sound_whatever_runs_are_called(hers: Client, alice: User, name: str) -> None:
    made = compared(alice, "environments")
    for run in made.runs.all():
        run.label = f"{name} {run.position}"
        run.save(update_fields=["label"])
    for declared in suiting(records_of(made)):
        page = Page(hers.get(at(made, f"{declared.key}/")).content.decode())
        assert page.inline == [], declared.key
        assert not page.of("b"), declared.key
        answer = hers.get(at(made, f"{declared.key}.csv"))
        content = answer.content.decode()
        assert answer.status_code == 404 or not {"\n=1", ",=1"} & {content[:2], content[:3]}
        assert ",=1" not in content
        assert "\n=1" not in content


@pytest.mark.parametrize("key", ["results", "summary", "ranking", "two-criteria"])
def test_many_runs_need_no_more_queries(
    hers: Client, alice: User, django_assert_num_queries: DjangoAssertNumQueries, key: str
) -> None:
    def stored(count: int) -> Comparison:
        made = factories.comparison(alice, ["ltf"], factories.OFFLINE_SWF)
        made.runs.all().delete()
        for i in range(count):
            factories.done_run(made, i, f"Run {i}", makespan=20.0 + i, sum_weighted_completion=40.0)
        factories.know(made, makespan={"area": 15.0}, minsum={"squashed_area": 30.0})
        return Comparison.objects.get(pk=made.pk)

    for made in (stored(2), stored(30)):
        for tail in (f"{key}/", f"{key}.csv"):
            with django_assert_num_queries(4):  # session, user, comparison, runs
                assert hers.get(at(made, tail)).status_code == 200


def test_long_parts_are_read_at_once(
    hers: Client, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    made: Any = compared(alice, "environments")
    with django_assert_num_queries(5):  # and the details of all runs
        hers.get(at(made, "environments/"))
