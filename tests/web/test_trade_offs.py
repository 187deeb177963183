"""The section "Trade-offs": without scripts, its state in the address, for readers with a link."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from parsched.report.trade_offs.trades import Trades
from parsched.report.trade_offs.words import sentence, third
from parsched.run.request import RequestEntry
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.runs.services import create_comparison
from schedweb.sharing.services import share
from schedweb.web.contexts import trade_offs
from tests import factories
from tests.web.conftest import computed
from tests.web.pages import Page

METHODS = ("env-blind", "env-sequential", "gls", "gls:lam=2", "gls-plus:lam=1.5")


@pytest.fixture
def place(alice: User) -> Comparison:
    chosen = [RequestEntry.parse(method) for method in METHODS]
    jobs = factories.workload(alice, factories.ENVIRONED, "Environments")
    return computed(create_comparison(alice, jobs, factories.cluster(alice, 3), chosen))


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def section(html: str) -> str:
    return (
        html.partition('<section class="section trade-offs" id="trade-offs"')[2]
        .partition("</section>")[0]
        .replace("\xa0", " ")
    )


def at(place: Comparison, rest: str = "") -> str:
    return f"/comparisons/{place.pk}/{rest}"


def tab(place: Comparison, query: str = "") -> str:
    return at(place, f"trade-offs/{query}")


def rows(html: str) -> list[str]:
    return re.findall(r'<tr><th scope="row">.*?</tr>', section(html), re.DOTALL)


def chosen(html: str, name: str) -> str:
    field = section(html).partition(f'name="{name}"')[2].partition("</select>")[0]
    found = re.search(r'<option value="([^"]*)" selected>', field)
    assert found is not None
    return found[1]


def figure_of(html: str) -> str:
    found = re.search(r'data-figure="([^"]*)"', section(html))
    assert found is not None
    return found[1]


def test_trade_offs_follow_the_results(hers: Client, place: Comparison) -> None:
    links = [a for a in Page(text(hers, at(place))).of("a") if "data-tab" in a]
    tabs = [str(a["href"]) for a in links if a.get("class") != "answer-pictures"]
    after = tabs.index(at(place, "distributions/"))
    assert tabs[: after + 2] == [at(place), at(place, "schedules/"), tabs[after], tab(place)]


def test_the_page_has_sentences_and_table_without_scripts(hers: Client, place: Comparison) -> None:
    html = text(hers, tab(place))
    trades = Trades.of(records_of(place))
    assert trades is not None
    assert sentence(trades) in section(html)
    assert third(trades) in section(html)
    assert '<th scope="col" class="num">deployments at most' in section(html)


def test_the_best_are_listed_and_all_are_a_click_away(hers: Client, place: Comparison) -> None:
    html = text(hers, tab(place))
    trades = Trades.of(records_of(place))
    assert trades is not None
    different = {
        (t.point.makespan, t.point.deployments, t.point.sum_completion) for t in trades.unbeaten
    }
    assert len(rows(html)) == len(different) < len(METHODS)
    assert f"Show all {len(METHODS)} runs" in section(html)
    everything = text(hers, tab(place, "?points=all"))
    assert len(rows(everything)) == len(METHODS)
    assert "Show the front only" in section(everything)


def is_unfolded(html: str) -> bool:
    return '<details class="disclosure long-chart" open>' in section(html)


def test_the_table_stays_unfolded_on_the_way_back_to_its_first_page(
    hers: Client, place: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trade_offs, "SIZE", 1)
    first = text(hers, tab(place))
    assert not is_unfolded(first)
    second = text(hers, tab(place, "?page=2"))
    assert is_unfolded(second)
    pages = section(second).partition('<nav class="pages')[2]
    back = re.search(r'<a href="([^"]*)">1</a>', pages)
    assert back is not None
    again = text(hers, back[1])
    assert is_unfolded(again)
    assert rows(again) == rows(first)


def test_every_guarantee_is_offered(hers: Client, alice: User) -> None:
    methods = [f"gls:lam={1 + n / 10:g}" for n in range(15)]
    jobs = factories.workload(alice, factories.ENVIRONED, "Environments")
    entries = [RequestEntry.parse(method) for method in methods]
    many = computed(create_comparison(alice, jobs, factories.cluster(alice, 3), entries))
    field = section(text(hers, tab(many))).partition('name="lambda"')[2].partition("</select>")[0]
    assert field.count("<option") == len(methods) + len(["none"])
    assert "disabled" not in field


def test_the_guarantees_are_of_the_least_target_on_the_front(
    hers: Client, place: Comparison
) -> None:
    trades = Trades.of(records_of(place))
    assert trades is not None
    targets = {t.point.target for t in trades.trades if t.point.on_front} - {None}
    html = text(hers, tab(place))
    assert float(chosen(html, "lambda")) == min(t for t in targets if t is not None)
    assert chosen(text(hers, tab(place, "?lambda=none")), "lambda") == "none"


def test_the_state_is_in_the_address_beside_other_parts_state(
    hers: Client, place: Comparison
) -> None:
    query = "?axes=sum&lambda=none&points=all&sort=makespan&by=own"
    html = text(hers, tab(place, query))
    assert chosen(html, "axes") == "sum"
    assert "axes=sum" in figure_of(html)
    assert "lambda=none" in figure_of(html)
    hidden = section(html)
    for name, value in (("points", "all"), ("sort", "makespan"), ("by", "own")):
        assert f'<input type="hidden" name="{name}" value="{value}">' in hidden
    current = f"http://testserver{tab(place, '?sort=makespan&axes=sum')}"
    part = hers.get(
        tab(place, "?axes=all&lambda=none"),
        headers={"HX-Current-URL": current, "HX-Target": "trade-offs"},
    )
    assert part.status_code == 200
    assert part.headers["HX-Replace-Url"] == tab(place, "?sort=makespan&axes=all&lambda=none")


def test_what_is_unknown_is_named_and_the_usual_is_shown(hers: Client, place: Comparison) -> None:
    html = text(hers, tab(place, "?axes=up&lambda=7&points=some"))
    assert "“axes” in the address must be one of deployments, completion, sum, all; got up." in html
    assert "“lambda” in the address must be one of " in html
    assert "“points” in the address must be all; got some." in html
    assert chosen(html, "axes") == "deployments"
    assert hers.get(at(place, "trade-offs/plot/?axes=%00&lambda=nan")).status_code == 200


@pytest.mark.parametrize("axes", ["deployments", "completion", "sum", "all"])
def test_every_plane_is_drawn(hers: Client, place: Comparison, axes: str) -> None:
    drawn: dict[str, Any] = hers.get(figure_of(text(hers, tab(place, f"?axes={axes}")))).json()
    assert drawn["root_id"]


def test_readers_with_a_link_see_all_of_it(place: Comparison) -> None:
    token = share(place.owner, place).token
    reader = Client()
    html = text(reader, f"/s/{token}/trade-offs/?points=all")
    assert len(rows(html)) == len(METHODS)
    assert figure_of(html).startswith(f"/s/{token}/trade-offs/plot/")
    assert reader.get(figure_of(html)).json()["root_id"]
    for ending in ("csv", "tex", "md", "json"):
        assert reader.get(f"/s/{token}/reports/trade-offs.{ending}").status_code == 200
    links = [a["href"] or "" for a in Page(section(html)).of("a")]
    assert links
    assert all(link.startswith((f"/s/{token}/", "#")) for link in links)


def test_strangers_find_nothing(his: Client, hers: Client, place: Comparison) -> None:
    for address in ("reports/trade-offs.csv", "trade-offs/", "trade-offs/plot/"):
        assert his.get(at(place, address)).status_code == 404
    assert hers.get(at(place, "reports/trade-offs.pdf")).status_code == 404


def test_without_environments_there_is_no_such_section(hers: Client, done: Comparison) -> None:
    assert 'id="trade-offs"' not in text(hers, at(done))
    for address in ("reports/trade-offs.csv", "trade-offs/", "trade-offs/plot/"):
        assert hers.get(at(done, address)).status_code == 404


def test_the_whole_page_as_json_has_them(hers: Client, place: Comparison, done: Comparison) -> None:
    found = hers.get(at(place, "comparison.json")).json()["trade_offs"]
    assert len(found["points"]) == len(METHODS)
    assert found["summary"]
    assert hers.get(at(done, "comparison.json")).json()["trade_offs"] is None
