"""Trade-offs over the API: the numbers of the page, as text too, and only where there are any."""

import pytest

from parsched.report.trade_offs.table import table_of
from parsched.report.trade_offs.trades import Trades
from parsched.report.trade_offs.words import sentence
from parsched.run.request import RequestEntry
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.runs.services import create_comparison
from tests import factories
from tests.api.caller import Caller
from tests.web.conftest import computed


def made(owner: str = "alice") -> Comparison:
    person = factories.person(owner)
    chosen = [RequestEntry.parse(text) for text in ("env-blind", "gls", "gls-plus:lam=2")]
    jobs = factories.workload(person, factories.ENVIRONED, "Environments")
    return computed(create_comparison(person, jobs, factories.cluster(person, 3), chosen))


def test_it_has_the_numbers_of_the_page(alice: Caller) -> None:
    place = made()
    answer = alice.get(f"/comparisons/{place.pk}/reports/trade-offs").json
    found = Trades.of(records_of(place))
    assert found is not None
    [table] = answer["tables"]
    assert table == table_of(found).as_json()
    assert [row["target"] is None for row in table["rows"]].count(True) == 1
    assert answer["sentences"][0] == sentence(found)
    [figure] = answer["figures"]
    *points, floor = figure["series"]
    assert [series["record"] for series in points] == [t.record.key for t in found.trades]
    assert floor["y"] == [count for _, count in found.floor]


@pytest.mark.parametrize(
    ("format", "begins"), [("csv", "run,"), ("markdown", "Trade-offs"), ("latex", "% Trade-offs")]
)
def test_it_is_text_too(alice: Caller, format: str, begins: str) -> None:
    answer = alice.get(f"/comparisons/{made().pk}/reports/trade-offs?format={format}")
    assert answer.content.decode().startswith(begins)


def test_without_environments_it_is_refused_in_a_sentence(alice: Caller) -> None:
    place = computed(factories.comparison(factories.person("alice")))
    answer = alice.get(f"/comparisons/{place.pk}/reports/trade-offs")
    assert answer.status == 409
    assert answer.error["message"] == "There is no report trade-offs of this comparison."


def test_strangers_find_nothing_and_unknown_words_are_named(alice: Caller, bob: Caller) -> None:
    place = made()
    assert bob.get(f"/comparisons/{place.pk}/reports/trade-offs").status == 404
    answer = alice.get(f"/comparisons/{place.pk}/reports/trade-offs?format=pdf&axes=all")
    assert answer.status == 400
    assert {"format", "axes"} & set(answer.json["error"]["fields"])
