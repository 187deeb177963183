"""The ranking over the API: the numbers of the page, and bad requests refused by name."""

from typing import Any

import pytest

from parsched.report.overall import ranked_over
from parsched.report.ranking.methods import Ranking
from parsched.report.ranking.paper import PAPER_METRICS, PAPER_STRATEGIES
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
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


def titles(table: dict[str, Any]) -> list[str]:
    """Headings of the numbers."""
    found = [column["title"] for column in table["columns"]]
    return found[found.index("systems") + 1 :]


def test_the_ranking_has_the_numbers_of_the_page(alice: Caller) -> None:
    place = made(a=10, b=30)
    answer = alice.get(f"/comparisons/{place.pk}/reports/ranking").json
    records = records_of(place)
    found = Ranking.of(records, ranked_over(records))
    assert answer["sentences"] == [found.sentence]
    assert answer["tables"] == [found.method_table().table.as_json()]
    assert [row["algorithm"] for row in answer["tables"][0]["rows"]] == ["a", "b"]


def test_metrics_and_cases_are_chosen(alice: Caller) -> None:
    place, other = made(a=10, b=30), made(a=30, b=10)
    at = f"/comparisons/{place.pk}/reports/ranking"
    [table] = alice.get(f"{at}?metrics=mean_flow,mean_wait&cases={other.pk}").json["tables"]
    own = [title.partition(",")[0] for title in titles(table) if not title.startswith("mean [%]")]
    assert [title for title in own if title in ("mean flow", "mean wait")] == [
        "mean flow",
        "mean flow",
        "mean wait",
        "mean wait",
    ]
    [ten] = alice.get(f"{at}?metrics=paper").json["tables"]
    assert titles(ten) == ["mean flow [%]", "mean wait [%]", "mean [%]", "place"]


@pytest.mark.parametrize(
    ("format", "begins"), [("csv", "method,"), ("markdown", "Degradation"), ("latex", "% Degr")]
)
def test_it_is_text_too(alice: Caller, format: str, begins: str) -> None:
    answer = alice.get(f"/comparisons/{made(a=10, b=30).pk}/reports/ranking?format={format}")
    assert answer.content.decode().startswith(begins)


def test_a_sweep_has_the_tables_of_the_paper(alice: Caller) -> None:
    at = f"/comparisons/{sweep().pk}/reports/grid-paper"
    every = alice.get(at).json["tables"]
    assert {"table-1", "table-4", "table-5", "table-a2"} <= {table["key"] for table in every}
    [four] = alice.get(f"{at}?table=table-4").json["tables"]
    assert titles(four) == ["rank with a = 1", "rank with a = 0.5"]
    [best] = alice.get(f"{at}?table=table-a2&share=best").json["tables"]
    assert any(title.startswith("best a for") for title in titles(best))
    text = alice.get(f"{at}?format=markdown&of=table-4").content.decode()
    assert "(as Table 4 of" in text


@pytest.mark.parametrize(
    ("report", "query", "field"),
    [
        ("ranking", "metrics=backfilled", "metrics"),
        ("ranking", "metrics=nothing", "metrics"),
        ("ranking", "set=main", "set"),
        ("ranking", "table=table-5", "table"),
        ("ranking", "sweep=0", "sweep"),
        ("ranking", "cases=AAAAAAAAAAA", "cases"),
        ("ranking", "cases=%00", "cases"),
        ("ranking", f"cases={','.join(f'A{i:010}' for i in range(51))}", "cases"),
        ("ranking", "across=up", "across"),
        ("ranking", "each=information", "each"),
        ("ranking", "by=main", "by"),
        ("ranking", "of=ranking", "of"),
        ("ranking", "format=csv&of=table-5", "of"),
        ("grid-paper", "table=table-9", "table"),
        ("grid-paper", "table=beside", "table"),
        ("grid-paper", "table=table-5&share=0.7", "share"),
        ("grid-paper", "table=table-5&share=best", "share"),
        ("grid-paper", "table=table-5&share=1", "share"),
        ("grid-paper", "share=0.7", "share"),
        ("grid-paper", "table=table-5&sweep=1", "sweep"),
        ("grid-paper", "sweep=-1", "sweep"),
        ("grid-paper", "sweep=x", "sweep"),
        ("grid-paper", "each=admissible", "each"),
        ("grid-paper", "metrics=mean_wait", "metrics"),
        ("grid-paper", "format=csv&across=lines", "across"),
    ],
)
def test_a_bad_query_is_refused_by_name(alice: Caller, report: str, query: str, field: str) -> None:
    answer = alice.get(f"/comparisons/{sweep().pk}/reports/{report}?{query}")
    assert answer.status == 400
    assert list(answer.fields) == [field]


def test_cases_of_others_and_strangers_are_refused(alice: Caller, bob: Caller) -> None:
    place, bobs = made(a=10, b=30), made("bob", a=10, b=30)
    assert bob.get(f"/comparisons/{place.pk}/reports/ranking").status == 404
    refused: Any = alice.get(f"/comparisons/{place.pk}/reports/ranking?cases={bobs.pk}")
    assert refused.status == 400
    assert bobs.pk in refused.fields["cases"][0]


@pytest.mark.parametrize("query", ["", "?share=zzz", "?sweep=7", "?table=table-5"])
def test_without_a_sweep_there_are_no_tables_of_the_paper(alice: Caller, query: str) -> None:
    place = made(a=10, b=30)
    answer = alice.get(f"/comparisons/{place.pk}/reports/grid-paper{query}")
    assert answer.status == 409
    assert answer.error["message"] == "There is no report grid-paper of this comparison."
