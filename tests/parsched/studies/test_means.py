"""Means of methods over the instances that all have solved, and what a study answers by them."""

import numpy as np
import pytest

from parsched.studies import Cells, ClaimStanding
from parsched.studies.answer import answer_of
from parsched.studies.means import Means, means_of, missing
from parsched.studies.measured import UnitRow
from parsched.studies.part import Unit
from tests.parsched.studies.declared import declared, part


def cells(rows: dict[tuple[int, int], list[float]], problems: dict[int, str]) -> Cells:
    """Makespans of two methods by value and repetition."""
    found = Cells(declared(part(measures=("makespan",), repetitions=2)))
    for (value, repetition), numbers in rows.items():
        of = problems if any(np.isnan(numbers)) else {}
        found.put(Unit("small", value, repetition), UnitRow(np.asarray(numbers)[:, None], of))
    return found


def test_means_are_over_instances_that_every_method_has_solved() -> None:
    rows = {(0, 0): [2.0, 4.0], (0, 1): [4.0, 4.0], (1, 0): [np.nan, 90.0]}
    found = cells(rows, {0: "no time"})
    [means] = means_of(found)
    assert means.values == {"ltf": 3.0, "lptf": 4.0}
    assert (means.instances, means.left_out) == (2, 1)
    assert missing(found) == {"ltf": 1}
    assert means.behind("lptf", "ltf") == pytest.approx(1 / 3)
    assert Means.from_json(means.as_json()) == means


def test_a_method_that_never_has_a_value_takes_nothing_from_the_others() -> None:
    [means] = means_of(cells({(0, 0): [np.nan, 4.0]}, {0: "no time"}))
    assert means.values == {"lptf": 4.0}
    assert list(means_of(cells({}, {}))) == []


def test_degradations_stay_in_per_cent_and_shares_become_such() -> None:
    behind = Means(part="p", measure="makespan/best", values={"a": 0.0, "b": 12.0}, instances=1)
    used = Means(part="p", measure="utilisation", values={"a": 0.5, "b": 0.75}, instances=1)
    assert (behind.unit.text(12.0), behind.unit.name) == ("12", "%")
    assert (used.unit.text(0.5), used.unit.name) == ("50", "%")
    assert (behind.best, used.best) == ("a", "b")
    assert behind.behind("b", "a") is None


def test_the_answer_compares_with_the_baseline() -> None:
    makespan = Means(part="p", measure="makespan", values={"a": 2.0, "b": 1.5}, instances=9)
    standings = [ClaimStanding.CONFIRMED, ClaimStanding.CONFIRMED, ClaimStanding.NOT_JUDGED]
    found = answer_of("S", standings, [makespan], missing={"b": 2})
    assert found.sentence == ("b: mean makespan 1.500 s, a 2 over 9 instances.")
    assert found.more == (
        "Of 3 claims, 2 are confirmed and 1 is not judged. "
        "Over 9 instances b has the best mean makespan, 25 % below a. Lower is better."
    )
    assert [chip.text for chip in found.chips] == [
        "2 confirmed",
        "1 not judged",
        "2 runs without a schedule",
    ]
    assert [(bar.key, bar.is_baseline, bar.is_best) for bar in found.measures[0].bars] == [
        ("a", True, False),
        ("b", False, True),
    ]
    other = answer_of("S", [], [makespan], baseline="b")
    assert other.more.startswith("Over 9 instances b has the best mean makespan of 2 methods.")
    assert answer_of("S", [], []).measures == ()


def test_equal_means_are_said_to_be_equal() -> None:
    same = Means(part="p", measure="makespan", values={"a": 2.0, "b": 2.0}, instances=1)
    found = answer_of("S", [ClaimStanding.PARTLY], [same])
    assert found.sentence == "a: mean makespan 2 s, b 2 over 1 instance."
    assert found.more.startswith(
        "Its claim is partly confirmed. Over 1 instance all 2 methods have the same mean makespan."
    )
    assert all(bar.is_best for bar in found.measures[0].bars)
