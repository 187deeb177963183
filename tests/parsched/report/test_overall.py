"""One rank: over the usual metrics that compare all runs, wherever it stands."""

import pytest

from parsched.report.overall import PLACE, RANK, behind_the_best, ranked_over
from parsched.report.ranking.methods import Ranking
from parsched.report.records import Records
from parsched.report.registry import REPORTS
from parsched.report.standings import standings_of
from tests.parsched.report.factories import ONLINE, record, records

NAMES = ("mean_wait", "median_wait", "p95_wait", "utilisation")


def compared(*rows: tuple[float | None, ...], **more: float) -> Records:
    """Runs A, B, C … with these values of NAMES."""
    found = [
        record("ABCDEF"[i], metrics=dict(zip(NAMES, row, strict=True)) | more)
        for i, row in enumerate(rows)
    ]
    return records(found, ONLINE)


CASES = {
    "all metrics compare": compared((10, 5, 20, 0.9), (9, 6, 40, 0.3), (20, 7, 30, 0.8)),
    "a best of 0": compared((10, 0, 20, 0.9), (9, 50, 10, 0.8), (8, 60, 40, 0.9)),
    "all are 0": compared((10, 0, 20, 0.9), (9, 0, 10, 0.8)),
    "a value is missing": compared((10, 5, None, 0.9), (9, 5, 1, 0.2), (8, 5, 90, 0.9)),
    "not the metrics of the paper": compared((10, 5, 20, 0.9), (9, 9, 90, 0.1)),
    "ties": compared((10, 5, 20, 0.5), (10, 5, 20, 0.5), (11, 5, 20, 0.5)),
    "no metric compares": compared((0, 0, 0, 0.0), (1, 1, 1, None)),
}


@pytest.mark.parametrize("case", CASES)
def test_results_and_ranking_have_the_same(case: str) -> None:
    about = CASES[case]
    ranking = Ranking.of(about, ranked_over(about))
    rows = standings_of(about).rows
    assert ranking.word == RANK
    assert [row.rank for row in rows] == ranking.ranks
    table = REPORTS["ranking"].of(about).tables[0]
    if ranking.metrics:
        assert [row.degradation for row in rows] == pytest.approx(ranking.mean)
        places = {m.name: i for i, m in enumerate(ranking.methods)}
        keys = [column.key for column in table.raw.columns]
        at = [column.title for column in table.raw.columns].index("rank")
        told = {row[keys.index("method")].value: row[at].value for row in table.raw.rows}
        assert told == {name: rows[i].rank for name, i in places.items()}


@pytest.mark.parametrize(
    ("case", "keys"),
    [
        ("all metrics compare", NAMES),
        ("a best of 0", ("mean_wait", "p95_wait", "utilisation")),
        ("all are 0", NAMES),
        ("a value is missing", ("mean_wait", "median_wait", "utilisation")),
        ("no metric compares", ()),
    ],
)
def test_only_metrics_that_compare_all_runs_count(case: str, keys: tuple[str, ...]) -> None:
    assert ranked_over(CASES[case]) == keys
    notes = Ranking.of(CASES[case], keys).notes
    assert sum("does not count" in note for note in notes) == len(NAMES) - len(keys)


def test_a_run_is_not_ranked_the_better_for_what_it_lacks() -> None:
    """B lacked its worst value in the mean before, and was first."""
    rows = standings_of(CASES["a best of 0"]).rows
    means = behind_the_best(CASES["a best of 0"])
    assert [row.degradation for row in rows] == means
    assert None not in means


@pytest.mark.parametrize("metrics", [("mean_wait",), ("utilisation", "mean_wait"), NAMES[1:]])
def test_over_other_metrics_it_is_a_place(metrics: tuple[str, ...]) -> None:
    about = CASES["all metrics compare"]
    ranking = Ranking.of(about, metrics)
    assert ranking.word == PLACE
    heads = [shown.title for shown in ranking.method_table().lines]
    assert "place" in heads
    assert "rank" not in heads
    assert "place by the mean" in ranking.title
    assert all(
        set(row) == {"degradation", "mean_degradation", "place"} for row in ranking.as_json()
    )


def test_over_other_comparisons_too_it_is_a_place() -> None:
    about = CASES["all metrics compare"]
    assert Ranking.of(about, ranked_over(about), [about]).word == PLACE
