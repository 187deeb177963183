"""The sentence where a makespan is proved optimal."""

from typing import Any

from parsched.report.conditions import Traits
from parsched.report.standings import standings_of
from parsched.report.summary import sentence
from tests.parsched.report.factories import record, records

Fields = dict[str, Any]
PROOF: Fields = {"proved": 50.0}


def said(
    *rows: tuple[str, float, Fields], area: float = 40.0, weights: bool = False, key: str = "exact"
) -> str:
    """Return the sentence for runs with these makespans; the last one has the algorithm `key`."""
    found = []
    for position, (label, makespan, fields) in enumerate(rows):
        metrics = {"makespan": makespan, "sum_weighted_completion": 100.0, "mean_flow": 10.0}
        algorithm = key if position == len(rows) - 1 else label.lower()
        given = {"metrics": metrics} | fields
        found.append(record(label, key=label, algorithm=algorithm, **given))
    bounds = {"makespan": {"area": area}, "minsum": {"squashed_area": 100.0}}
    return sentence(
        standings_of(records(found, Traits(has_weights=weights), bounds=bounds, jobs=100))
    )


def test_who_proves_an_optimum_is_named_and_how_far_the_others_are() -> None:
    text = said(("LTF", 56.0, {}), ("Hybrid", 51.0, {}), ("Exact search", 50.0, PROOF))
    assert text == ("Exact search proves 50 s optimal.\nHybrid is 2.0 % above that and LTF 12 %.")


def test_several_may_have_the_optimum_that_one_proves() -> None:
    text = said(("LTF", 56.0, {}), ("Local search", 50.0, {}), ("Exact", 50.0, PROOF))
    assert text == (
        "Exact proves 50 s optimal, which Local search also reaches.\nLTF is 12 % above that."
    )
    text = said(("A", 50.0, {}), ("B", 50.0, {}), ("Hybrid", 51.0, PROOF))
    assert text == "Hybrid proves 50 s optimal, which A and B reach.\nHybrid is 2.0 % above that."
    text = said(("Local search", 50.0, {}), ("Exact", 50.0, PROOF))
    assert text == "Every makespan is proved optimal: 50 s."


def test_of_many_that_have_the_optimum_the_first_is_named() -> None:
    many: list[tuple[str, float, Fields]] = [(f"List {i}", 50.0, {}) for i in range(9)]
    text = said(("LTF", 56.0, {}), *many, ("Exact", 50.0, PROOF))
    assert text == (
        "Exact proves 50 s optimal, which List 0 and 8 others also reach.\nLTF is 12 % above that."
    )


def test_a_bound_may_prove_the_optimum_of_a_search() -> None:
    text = said(("LTF", 56.0, {}), ("Local search", 50.0, {}), area=50.0, key="local-search")
    assert text == "The makespan of Local search, 50 s, is proved optimal.\nLTF is 12 % above that."


def test_of_many_others_the_range_is_said() -> None:
    others: list[tuple[str, float, Fields]] = [(f"List {i}", 51.0 + i, {}) for i in range(5)]
    text = said(*others, ("Exact", 50.0, PROOF))
    assert text == "Exact proves 50 s optimal.\nThe other 5 are 2.0 % to 10 % above that."


def test_without_an_optimum_the_best_makespan_is_set_against_the_baseline() -> None:
    text = said(("LTF", 56.0, {}), ("Exact", 52.0, {"proved": 50.5}))
    assert text == (
        "Exact lowers the makespan by 7.1 % against LTF.\nThe makespan of Exact is within 3 % of "
        "the lower bound (proved by Exact)."
    )


def test_with_weights_the_optimum_is_said_before_both_criteria() -> None:
    text = said(("LTF", 56.0, {}), ("Exact", 50.0, PROOF), weights=True)
    assert text.startswith("Exact proves 50 s optimal.\nLTF is 12 % above that. All runs have")
    assert "every Σ w·C is optimal and the makespan of Exact is optimal" in text


def test_what_lists_reach_is_said_as_ever_while_nothing_is_proved_beyond() -> None:
    text = said(("LTF", 56.0, {}), ("LPT", 50.0, {}), area=50.0, key="lpt")
    assert text.startswith("All runs have the same Σ w·C.\nCertified against lower bounds")


def test_what_is_missing_follows() -> None:
    text = said(("Hybrid", 50.0, {"state": "cancelled"}), ("Exact", 50.0, PROOF))
    assert text == "Exact proves 50 s optimal.\nHybrid was cancelled."


def test_far_from_the_bound_a_makespan_is_as_many_times_as_tables_say() -> None:
    """Rounded up, so that it stays true."""
    text = said(("LTF", 200.0, {}), ("Exact", 150.203, {"proved": 50.0}))
    assert "The makespan of Exact is 3.005 times the lower bound" in text
