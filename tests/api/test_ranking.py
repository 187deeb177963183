"""The ranking over the API: the numbers of the page, and bad requests refused by name."""

from typing import Any

import pytest

from algorithms.grid.paper import PAPER_METRICS, PAPER_STRATEGIES
from schedweb.api.serializers.ranking import LineOut, MethodOut, RankingOut
from schedweb.runs.models import Comparison
from schedweb.runs.ranking import Ranking, usual_metrics
from tests import factories
from tests.api.caller import Caller


def made(owner: str = "alice", **waits: float) -> Comparison:
    place = factories.comparison(factories.person(owner))
    place.runs.all().delete()
    for i, (label, wait) in enumerate(waits.items()):
        factories.done_run(place, i, label, mean_wait=wait, mean_flow=1.0)
    return Comparison.objects.get(pk=place.pk)


def sweep() -> Comparison:
    values = {
        (key, a): dict.fromkeys(PAPER_METRICS.values(), i + 1 + a)
        for i, key in enumerate(PAPER_STRATEGIES)
        for a in (0.5, 1.0)
    }
    return factories.swept(factories.person("alice"), values)


def test_the_ranking_has_the_numbers_of_the_page(alice: Caller) -> None:
    place = made(a=10, b=30)
    answer = alice.get(f"/comparisons/{place.pk}/ranking").json
    runs = list(place.runs.all())
    assert answer == Ranking.of(place, usual_metrics(runs)).sheet().as_json()
    assert set(answer) == set(RankingOut().fields)
    assert set(answer["lines"][0]) == set(LineOut().fields)
    assert set(answer["methods"][0]) == set(MethodOut().fields)


def test_metrics_and_cases_are_chosen(alice: Caller) -> None:
    place, other = made(a=10, b=30), made(a=30, b=10)
    at = f"/comparisons/{place.pk}/ranking"
    answer = alice.get(f"{at}?metrics=mean_flow,mean_wait&cases={other.pk}").json
    metrics = [line["metric"] for line in answer["lines"] if line["kind"] == "degradation"]
    assert metrics == ["mean_flow", "mean_flow", "mean_wait", "mean_wait"]
    ten = alice.get(f"{at}?set=paper").json
    assert {line["metric"] for line in ten["lines"]} == {"mean_flow", "mean_wait", None}


@pytest.mark.parametrize(
    ("format", "begins"), [("csv", "method,"), ("markdown", "Degradation"), ("latex", "% Degr")]
)
def test_it_is_text_too(alice: Caller, format: str, begins: str) -> None:
    answer = alice.get(f"/comparisons/{made(a=10, b=30).pk}/ranking?format={format}")
    assert answer.content.decode().startswith(begins)


def test_a_sweep_has_the_tables_of_the_paper(alice: Caller) -> None:
    at = f"/comparisons/{sweep().pk}/ranking"
    answer = alice.get(f"{at}?table=table-4").json
    assert [line["title"] for line in answer["lines"]] == ["rank with a = 1", "rank with a = 0.5"]
    best = alice.get(f"{at}?table=table-a2&share=best").json
    assert {line["kind"] for line in best["lines"]} == {"improvement", "factor", "mean", "rank"}


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("metrics=backfilled", "metrics"),
        ("metrics=nothing", "metrics"),
        ("set=all", "set"),
        ("set=main&metrics=mean_wait", "metrics"),
        ("table=table-9", "table"),
        ("table=beside", "table"),
        ("table=table-5&share=0.7", "share"),
        ("table=table-5&share=best", "share"),
        ("table=table-5&share=1", "share"),
        ("table=table-1&share=0.5", "share"),
        ("share=0.5", "share"),
        ("table=table-5&sweep=1", "sweep"),
        ("sweep=0", "sweep"),
        ("sweep=-1", "sweep"),
        ("table=table-5&each=admissible", "each"),
        ("table=table-5&set=main", "set"),
        ("table=table-5&metrics=mean_wait", "metrics"),
        ("table=table-5&format=csv&across=lines", "across"),
        ("cases=AAAAAAAAAAA", "cases"),
        ("cases=%00", "cases"),
        (f"cases={','.join(f'A{i:010}' for i in range(51))}", "cases"),
        ("across=up", "across"),
        ("across=lines", "across"),
        ("each=information", "each"),
        ("by=main", "by"),
    ],
)
def test_a_bad_query_is_refused_by_name(alice: Caller, query: str, field: str) -> None:
    answer = alice.get(f"/comparisons/{sweep().pk}/ranking?{query}")
    assert answer.status == 400
    assert list(answer.fields) == [field]


def test_cases_of_others_and_strangers_are_refused(alice: Caller, bob: Caller) -> None:
    place, bobs = made(a=10, b=30), made("bob", a=10, b=30)
    assert bob.get(f"/comparisons/{place.pk}/ranking").status == 404
    refused: Any = alice.get(f"/comparisons/{place.pk}/ranking?cases={bobs.pk}")
    assert refused.status == 400
    assert bobs.pk in refused.fields["cases"][0]


@pytest.mark.parametrize(
    ("query", "field"), [("share=zzz", "share"), ("sweep=7", "sweep"), ("share=nan", "share")]
)
def test_what_is_about_sweeps_is_refused_without_one(alice: Caller, query: str, field: str) -> None:
    at = f"/comparisons/{made(a=10, b=30).pk}/ranking"
    for table in ("", "&table=table-5"):
        answer = alice.get(f"{at}?{query}{table}")
        assert answer.status == 400
        assert field in answer.fields
