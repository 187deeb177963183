"""Trade-offs over the API: the numbers of the page, as text too, and only where there are any."""

import pytest

from algorithms.compare import Entry
from schedweb.api.serializers.trade_offs import StepsOut, TradeOffsOut, TradeOut
from schedweb.runs import entries
from schedweb.runs.models import Comparison
from schedweb.runs.services import create_comparison
from schedweb.runs.trade_off_files import as_json
from schedweb.runs.trade_offs import Trades
from tests import factories
from tests.api.caller import Caller
from tests.web.conftest import computed


def made(owner: str = "alice") -> Comparison:
    person = factories.person(owner)
    chosen = [
        entries.Entry(entry.key, entry.params.changed())
        for entry in map(Entry.parse, ("env-blind", "gls", "gls-plus:lam=2"))
    ]
    jobs = factories.workload(person, factories.ENVIRONED, "Environments")
    return computed(create_comparison(person, jobs, factories.cluster(person, 3), chosen))


def test_it_has_the_numbers_of_the_page(alice: Caller) -> None:
    place = made()
    answer = alice.get(f"/comparisons/{place.pk}/trade-offs").json
    found = Trades.of(place)
    assert found is not None
    assert answer == as_json(found)
    assert set(answer) == set(TradeOffsOut().fields)
    assert set(answer["steps"]) == set(StepsOut().fields)
    assert set(answer["points"][0]) == set(TradeOut().fields)
    assert [p["target"] is None for p in answer["points"]].count(True) == 1


@pytest.mark.parametrize(
    ("format", "begins"), [("csv", "run,"), ("markdown", "Trade-offs"), ("latex", "% Trade-offs")]
)
def test_it_is_text_too(alice: Caller, format: str, begins: str) -> None:
    answer = alice.get(f"/comparisons/{made().pk}/trade-offs?format={format}")
    assert answer.content.decode().startswith(begins)


def test_without_environments_it_is_refused_in_a_sentence(alice: Caller) -> None:
    place = computed(factories.comparison(factories.person("alice")))
    answer = alice.get(f"/comparisons/{place.pk}/trade-offs")
    assert answer.status == 409
    assert answer.json["error"]["message"] == (
        "No run of this comparison has a result with deployments."
    )


def test_strangers_find_nothing_and_unknown_words_are_named(alice: Caller, bob: Caller) -> None:
    place = made()
    assert bob.get(f"/comparisons/{place.pk}/trade-offs").status == 404
    answer = alice.get(f"/comparisons/{place.pk}/trade-offs?format=pdf&axes=all")
    assert answer.status == 400
    assert {"format", "axes"} & set(answer.json["error"]["fields"])
