"""Degradation, mean and rank of runs over metrics and cases: one function behind all that shows."""

import csv
import io
import json
import math
from dataclasses import replace
from typing import Any

import pytest

from parsched.model.problem.instance import Rules
from parsched.model.problem.platform import DeployTime
from parsched.report import phrases, writers
from parsched.report.overall import ranked_over
from parsched.report.ranking import method_table
from parsched.report.ranking.cases import cases_of, identities, splits, written
from parsched.report.ranking.methods import Ranking
from parsched.report.ranking.selection import RankingRequest, Selection
from parsched.report.records import Records
from tests.parsched.report.factories import OFFLINE, ONLINE, record, records

BOTH = ("mean_wait", "utilisation")
Row = tuple[str, float | None, float | None]


def compared(*rows: Row, **about: Any) -> Records:
    """Runs with these mean waits and utilisations."""
    found = [
        record(label, metrics={"mean_wait": wait, "utilisation": used})
        for label, wait, used in rows
    ]
    return records(found, ONLINE, **about)


def lines(ranking: Ranking, across: str = "methods") -> dict[str, tuple[float | None, ...]]:
    return {shown.full_title: shown.line.values for shown in ranking.method_table(across).lines}


def test_methods_stand_in_the_order_of_their_rank() -> None:
    ranking = Ranking.of(compared(("A", 20.0, 0.5), ("B", 10.0, 0.8), ("C", 15.0, 0.4)), BOTH)
    method_table = ranking.method_table()
    assert [method.name for method in method_table.methods] == ["B", "C", "A"]
    found = lines(ranking)
    assert found["mean wait"] == pytest.approx((0, 50, 100))
    assert found["utilisation"] == pytest.approx((0, 50, 37.5))
    assert found["mean"] == pytest.approx((0, 50, 68.75))
    assert found["rank"] == (1, 2, 3)


def test_the_sentence_names_the_first_and_the_last() -> None:
    ranking = Ranking.of(compared(("A", 20.0, 0.5), ("B", 10.0, 0.8)), BOTH)
    assert ranking.sentence == (
        "B is first over 2 metrics, the best at each; A is last, 69 % behind the best on average."
    )
    assert "all methods" in Ranking.of(compared(("A", 1, 1), ("B", 1, 1)), BOTH).sentence.lower()
    assert "at least one metric" in Ranking.of(compared(("A", 1, 1), ("B", 1, 1)), ()).sentence


def test_what_is_missing_or_infinite_is_said_in_words() -> None:
    place = compared(("A", 0.0, 0.5), ("B", 10.0, None), ("C", 5.0, 0.4))
    ranking = Ranking.of(place, (*BOTH, "mean_flow"))
    cells = {m.name: row for m, row in ranking.method_table("methods").rows}
    assert [cell.text for cell in cells["C"]] == ["∞", "20", "∞", "2"]
    assert [cell.why for cell in cells["B"]] == [method_table.ENDLESS, *[method_table.NOTHING] * 3]
    assert ranking.notes == [
        "mean flow is left out: no run has a value of it.",
        "mean wait: the best is 0, and percentages of 0 do not exist, so B and C count as "
        "infinitely worse, in the mean too.",
        "utilisation: no value of B, so no mean and no place over it.",
    ]


def test_runs_without_a_result_are_named() -> None:
    place = compared(("A", 1.0, 0.5), ("B", 2.0, 0.4), ("C", 3.0, 0.4))
    *done, last = place
    failed = replace(last, state="failed", metrics={})
    ranking = Ranking.of(replace(place, rows=(*done, failed)), BOTH)
    assert len(ranking.methods) == 2
    assert ranking.notes == ["Without a result and not ranked: C."]


def test_metrics_without_better_or_worse_are_not_ranked() -> None:
    ranking = Ranking.of(compared(("A", 1.0, 0.5), ("B", 2.0, 0.4)), ("backfilled", "mean_wait"))
    assert [metric.key for metric in ranking.metrics] == ["mean_wait"]


def test_other_comparisons_of_the_same_methods_are_cases() -> None:
    first = compared(("A", 10.0, 0.5), ("B", 20.0, 0.5))
    second = compared(("B", 10.0, 0.5), ("A", 40.0, 0.5), ("C", 1.0, 0.5))
    ranking = Ranking.of(first, BOTH, [second])
    names = [case.name for case in ranking.cases]
    assert len(set(names)) == 2
    found = lines(ranking)
    assert [method.name for method in ranking.method_table().methods] == ["B", "A"]
    assert found[f"mean wait, {names[0]}"] == (100.0, 0.0)
    assert found[f"mean wait, {names[1]}"] == (0.0, 300.0)
    assert found["mean, all cases"] == (25.0, 75.0)
    assert found["place, all cases"] == (1, 2)


def test_cases_have_the_shortest_names_that_tell_them_apart() -> None:
    rows: list[Row] = [("A", 10.0, 0.5), ("B", 20.0, 0.5)]
    for told in ({"machine": "Other"}, {"workload": "Other"}, {"title": "Other"}):
        _, cases = cases_of(compared(*rows), [compared(*rows, **told)])
        assert cases[1].name == "Other"
    _, cases = cases_of(compared(*rows), [compared(*rows)])
    assert [case.name for case in cases] == [
        "Three jobs on Machine #1",
        "Three jobs on Machine #2",
    ]


def test_cases_that_are_not_there_are_lost_and_others_count() -> None:
    rows: list[Row] = [("A", 10.0, 0.5), ("B", 20.0, 0.5)]
    place = compared(*rows, others={"second": compared(*rows)})
    found = Selection.of(place, RankingRequest(metrics=BOTH, cases=("gone", "second")))
    assert (found.lost, found.cases) == (["gone"], ["second"])
    assert len(found.ranking.cases) == 2


def test_methods_differ_by_parameters_and_equal_ones_by_their_number() -> None:
    given = [("easy", {"a": 1, "b": 2}), ("easy", {"b": 2, "a": 1}), ("easy", {"a": 2, "b": 2})]
    found = identities((key, written(params)) for key, params in given)
    assert found[0][:2] == found[1][:2] != found[2][:2]
    assert [number for *_, number in found] == [0, 1, 0]


def test_a_case_that_lost_a_result_has_no_mean_of_it() -> None:
    first = compared(("A", 10.0, 0.5), ("B", 20.0, 0.5))
    second = compared(("A", 10.0, 0.5))
    ranking = Ranking.of(first, ("mean_wait",), [second])
    assert lines(ranking)["mean, all cases"] == (0.0, None)
    assert any("no value of B" in note for note in ranking.notes)


def test_many_methods_have_a_row_each_with_the_rank_first() -> None:
    place = compared(*((f"R{i:02}", float(i + 1), 0.5) for i in range(9)))
    method_table = Ranking.of(place, BOTH).method_table()
    assert method_table.across == "lines"
    assert method_table.head[:3] == ["method", "rank", "mean (%)"]
    assert [name for name, _ in method_table.body] == [f"R{i:02}" for i in range(9)]


def test_files_and_the_api_have_the_numbers_of_the_page() -> None:
    place = compared(("A|=1", 0.0, 0.5), ("B", 10.0, 0.4), ("C", 20.0, None))
    method_table = Ranking.of(place, BOTH).method_table("methods")
    rows = list(csv.DictReader(io.StringIO(writers.csv(method_table.table))))
    assert [row["method"] for row in rows] == ["A|=1", "B", "C"]
    assert [float(row["mean wait [%]"]) for row in rows] == [0.0, math.inf, math.inf]
    assert [row["utilisation [%]"] for row in rows][2] == "nan"
    markdown = writers.markdown(method_table.table).splitlines()
    assert markdown[2] == "|  | A\\|=1 | B | C |"
    assert markdown[4] == "| mean wait (%) | **0** | ∞ | ∞ |"
    assert "no value of C" in markdown[-1]
    latex = writers.latex(method_table.table)
    assert r"mean wait (\%) & \textbf{0} & $\infty$ & $\infty$ \\" in latex
    assert r"\midrule" + "\nmean" in latex
    answer = json.loads(json.dumps(method_table.as_json(), allow_nan=False))
    assert answer["lines"][0]["values"] == [0.0, None, None]
    assert answer["lines"][0]["infinite"] == [1, 2]
    assert answer["lines"][0]["metric"] == "mean_wait"
    assert [method["name"] for method in answer["methods"]] == ["A|=1", "B", "C"]


def test_without_a_choice_methods_are_ranked_over_the_usual_metrics() -> None:
    online = compared(("A", 1.0, 0.5), ("B", 2.0, 0.4))
    assert ranked_over(online) == ("mean_wait", "utilisation")
    assert "mean_wait" not in ranked_over(records([record("ltf")], OFFLINE))


@pytest.mark.parametrize(
    ("value", "text"), [(0.0, "0"), (0.03, "<0.1"), (1.26, "1.3"), (51929.4, "51,929")]
)
def test_a_small_degradation_is_not_written_as_none(value: float, text: str) -> None:
    assert phrases.behind(value) == text


def split(*rows: tuple[str, dict[str, Any], float]) -> Records:
    """Runs of these algorithms, with parameters and mean waits."""
    found = [
        record(f"{key} {i}", key=f"{i}", algorithm=key, params=params, metrics={"mean_wait": wait})
        for i, (key, params, wait) in enumerate(rows)
    ]
    return records(found, ONLINE)


def test_each_value_of_a_parameter_is_a_case() -> None:
    place = split(
        ("grid", {"strategy": "mct", "admissible": 0.5}, 10.0),
        ("grid", {"strategy": "mst", "admissible": 0.5}, 20.0),
        ("grid", {"strategy": "mct", "admissible": 1.0}, 40.0),
        ("grid", {"strategy": "mst", "admissible": 1.0}, 20.0),
        ("fcfs", {}, 20.0),
    )
    assert [(s.name, s.values) for s in splits(place)] == [("strategy", 2), ("admissible", 2)]
    ranking = Ranking.of(place, ("mean_wait",), each="admissible")
    assert [case.name for case in ranking.cases] == ["a = 0.5", "a = 1"]
    found = lines(ranking)
    assert found["mean wait, a = 0.5"] == (0.0, 100.0, 100.0)
    assert found["mean wait, a = 1"] == (100.0, 0.0, 0.0)
    methods = {m.name: m for m in ranking.methods}
    assert methods["fcfs 4"].run is not None
    assert [m.params for m in ranking.methods if m.run is None] == [
        {"strategy": "mct"},
        {"strategy": "mst"},
    ]
    assert len(methods) == 3


def test_labels_lose_what_the_cases_say() -> None:
    rows = [("grid", {"strategy": s, "admissible": a}, 1.0) for s in ("mct", "mst") for a in (1, 2)]
    place = split(*rows)
    told = [f"{r.params['strategy'].upper()}, a = {r.params['admissible']}" for r in place]
    labelled = [replace(run, label=label) for run, label in zip(place, told, strict=True)]
    ranking = Ranking.of(replace(place, rows=tuple(labelled)), ("mean_wait",), each="admissible")
    assert [method.name for method in ranking.methods] == ["MCT", "MST"]


def test_a_parameter_is_no_case_unless_two_methods_have_all_its_values() -> None:
    place = split(
        ("grid", {"strategy": "mct", "admissible": 0.5}, 10.0),
        ("grid", {"strategy": "mst", "admissible": 1.0}, 20.0),
        ("gone", {"strategy": "mst", "old": [1]}, 20.0),
        ("gone", {"strategy": "mst", "old": [2]}, 20.0),
    )
    assert [s.name for s in splits(place)] == ["old"]
    ranking = Ranking.of(place, ("mean_wait",), each="old")
    assert [case.name for case in ranking.cases] == ["old [1]", "old [2]"]


def test_a_number_is_the_same_however_it_was_written() -> None:
    """JSON has 1 and 1.0, and rows of earlier versions hold what came."""
    earlier = split(("grid", {"strategy": "mct", "admissible": 1}, 1.0), ("fcfs", {}, 2.0))
    later = split(("grid", {"strategy": "mct", "admissible": 1.0}, 3.0), ("fcfs", {}, 2.0))
    _, cases = cases_of(earlier, [later])
    assert cases[1].values("mean_wait") == [3.0, 2.0]
    mixed = [("grid", {"strategy": s, "admissible": a}, 1.0) for s in ("x", "y") for a in (1, 0.5)]
    mixed[0][1]["admissible"] = 1.0
    assert [(found.name, found.values) for found in splits(split(*mixed))] == [
        ("strategy", 2),
        ("admissible", 2),
    ]


def test_labels_with_line_breaks_break_no_table() -> None:
    place = compared(("A\n\n| B", 1.0, 0.5), ("C", 2.0, 0.5))
    for across in ("methods", "lines"):
        method_table = Ranking.of(place, BOTH).method_table(across)
        table = [
            row for row in writers.markdown(method_table.table).splitlines() if row.startswith("|")
        ]
        assert len({row.replace("\\|", "").count("|") for row in table}) == 1
        assert sum("A \\| B" in row for row in table) == 1
        assert "\n\n" not in writers.latex(method_table.table).strip()


def test_cases_under_other_rules_are_named() -> None:
    rows: list[Row] = [("A", 20.0, 0.5), ("B", 10.0, 0.8)]
    first, second = compared(*rows), compared(*rows)
    assert not [note for note in Ranking.of(first, BOTH, [second]).notes if "killed" in note]
    killed = compared(*rows, rules=Rules(estimates="kill", events="batch"), title="Killed")
    assert Ranking.of(first, BOTH, [killed]).notes == [
        "Killed: Conditions: jobs killed at their estimates, events of an instant together, "
        "deployments that take no time."
    ]


def test_files_of_rankings_say_the_rules() -> None:
    place = compared(("A", 20.0, 0.5), ("B", 10.0, 0.8), deployment=DeployTime(200.0, 100.0))
    method_table = Ranking.of(place, BOTH).method_table()
    first, *_ = csv.DictReader(io.StringIO(writers.csv(method_table.table)))
    assert (first["estimates"], first["events"]) == ("raise", "batch")
    assert (first["deploy_seconds [s]"], first["deploy_extra [s]"]) == ("200.0", "100.0")
    line = "deployments of 200–300 s."
    assert line in writers.markdown(method_table.table)
    assert line in writers.latex(method_table.table)


def test_parameters_of_an_algorithm_within_another_may_be_cases() -> None:
    values = [(key, lam) for key in ("gls", "gls-plus") for lam in (1.0, 2)]
    nested = [{"algorithm": {"key": key, "params": {"lam": lam}}} for key, lam in values]
    place = split(*(("online-batch", params, float(i)) for i, params in enumerate(nested, start=1)))
    rows = (replace(run, label=str(i)) for i, run in enumerate(place))
    place = replace(place, rows=tuple(rows))
    found = {split.name: (split.label, split.values) for split in splits(place)}
    assert found["algorithm.lam"] == ("λ", 2)
    methods, cases = cases_of(place, each="algorithm.lam")
    assert [method.name for method in methods] == [
        "On-line batching (GLS)",
        "On-line batching (GLS+)",
    ]
    assert [case.name for case in cases] == ["λ = 1 × min", "λ = 2 × min"]
    assert methods[0].params == {"algorithm": "gls"}
