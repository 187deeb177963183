"""First sentences of studies: the mean of what is asked, with its interval, in 25 words."""

from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np
import pytest

from parsched.base.digits import plus_minus
from parsched.report.notebook import html
from parsched.studies import STUDIES, Cells, Generated, Listed
from parsched.studies.answer import answer_of
from parsched.studies.claims import Claim
from parsched.studies.headline import MOST_WORDS, asked, explained, headline, interval_of
from parsched.studies.judges import AnyJudge, Better, Found, Level, Trend
from parsched.studies.means import Means, means_of
from parsched.studies.measured import UnitRow
from parsched.studies.part import Unit
from parsched.studies.statistics import KINDS
from tests.parsched.studies.declared import declared, part

SIZES = (5, 10)


def claim(*judges: AnyJudge) -> Claim:
    return Claim(key="c", text="C.", where="§1", published="yes", judges=judges)


def cells_of(*claims: Claim, methods: tuple[str, ...] = ("ltf", "lptf"), **values: Any) -> Cells:
    """Two sizes, three repetitions; the makespan of method k is (k + 1) × (1 … 6), its bound 1."""
    instances = Generated(generator="uniform", jobs=SIZES, processors=(8,))
    kinds: dict[str, Any] = {
        "measures": ("mean_flow", "makespan/area"),
        "repetitions": 3,
        "methods": methods,
    }
    one = part(instances=instances, **(kinds | values))
    found = Cells(declared(one, claims=claims))
    for value in range(len(SIZES)):
        for repetition in range(one.repetitions):
            base = 1.0 + 3 * value + repetition
            rows = [[10 * base * (k + 1), base * (k + 1), 1.0] for k in range(len(one.requests))]
            found.put(Unit("small", value, repetition), UnitRow(np.array(rows)))
    return found


def half(values: list[float]) -> float:
    """Half of the interval by the book: t × s / √n."""
    stats = pytest.importorskip("scipy.stats")
    quantile = stats.t.ppf(0.975, len(values) - 1)
    return float(quantile * np.std(values, ddof=1) / sqrt(len(values)))


@pytest.mark.parametrize(
    ("judges", "text"),
    [
        (
            [Level(measure="makespan/area", method="lptf", high=2.0)],
            "lptf: mean makespan 7 ± 4 times its lower bound; 95 % interval over 6 instances.",
        ),
        (
            [Better(measure="makespan/area", method="lptf", than=("ltf",))],
            "lptf: mean makespan 7 ± 4 times its lower bound, ltf 4 ± 2; "
            "95 % intervals over 6 instances.",
        ),
        (
            [Level(measure="makespan/area", method="ltf", between={"jobs": (10, 10)})],
            "ltf: mean makespan 5 ± 2 times its lower bound; 95 % interval over 3 instances.",
        ),
        (
            [
                Level(measure="makespan/area", method="ltf", between={"jobs": (99, 99)}),
                Trend(measure="mean_flow", method="ltf", along="jobs", form="grows", factor=2),
            ],
            "ltf: mean flow 35 ± 20 s; 95 % interval over 6 instances.",
        ),
        (
            [Found(measure="mean_flow", method="lptf")],
            "lptf: mean flow 70 ± 39 s; 95 % interval over 6 instances.",
        ),
    ],
)
def test_it_is_about_what_the_first_claim_asks(judges: list[AnyJudge], text: str) -> None:
    found = asked(cells_of(claim(*judges)))
    assert found
    assert headline(found) == text
    assert answer_of("S", [], [*means_of(cells_of())], asked=found).sentence == text


def test_the_method_that_claims_name_most_often_comes_first() -> None:
    first = Better(measure="makespan/area", method="lptf", than=("ltf",))
    often = Level(measure="makespan/area", method="ltf")
    found = asked(cells_of(claim(first), replace(claim(often), key="d")))
    assert found
    assert headline(found).startswith("ltf: mean makespan 4 ± 2 times its lower bound, lptf 7 ± 4;")


def test_without_a_claim_it_is_about_the_first_measure_best_method_first() -> None:
    found = asked(cells_of())
    assert found
    assert headline(found) == (
        "ltf: mean flow 35 ± 20 s, lptf 70 ± 39; 95 % intervals over 6 instances."
    )
    assert headline(found, "lptf") == headline(found)
    used = replace(found, measure="utilisation", values={"a": 0.5, "b": 0.75, "c": 0.1}, halves={})
    assert headline(used, "c") == "b: mean utilisation 75 %, c 10 over 6 instances."


def test_bars_begin_with_what_is_asked() -> None:
    cells = cells_of(claim(Level(measure="makespan/area", method="ltf")))
    found = answer_of("S", [], [*means_of(cells)], asked=asked(cells))
    assert [one.key for one in found.measures] == ["makespan/area", "mean_flow"]
    assert [bar.text for bar in found.measures[0].bars] == ["4 ± 2", "7 ± 4"]


def test_intervals_equal_the_books() -> None:
    values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    [flow, ratio] = means_of(cells_of())
    assert ratio.values["ltf"] == pytest.approx(3.5)
    assert ratio.halves["ltf"] == pytest.approx(half(values))
    assert ratio.halves["lptf"] == pytest.approx(2 * half(values))
    assert flow.halves["ltf"] == pytest.approx(10 * half(values))
    assert interval_of(flow) == f"± is half of the {KINDS['mean']}, over instances."
    assert Means.from_json(flow.as_json()) == flow


def test_what_is_stored_without_intervals_is_read() -> None:
    old = {"part": "p", "measure": "makespan", "values": {"a": 2.0}, "instances": 3, "left_out": 0}
    assert headline(Means.from_json(old)) == "a: mean makespan 2 s over 3 instances."
    assert interval_of(Means.from_json(old)) == ""


def test_one_instance_and_all_that_there_are_have_no_interval() -> None:
    alone = Cells(declared(part(repetitions=1)))
    alone.put(Unit("small", 0, 0), UnitRow(np.array([[3.0, 1.0], [4.0, 1.0]])))
    found = asked(alone)
    assert found
    assert headline(found) == "ltf: mean makespan 3 s, lptf 4 over 1 of 3 instances."
    jobs = {name: ({"id": "1", "procs": 1, "time": time},) for time, name in enumerate("ab", 1)}
    listed = Listed(listed=jobs, processors=(2,))
    whole = Cells(declared(part(instances=listed, repetitions=1)))
    for value in range(2):
        whole.put(Unit("small", value, 0), UnitRow(np.array([[3.0 + value, 1.0], [4.0, 1.0]])))
    found = asked(whole)
    assert found
    assert not found.halves
    assert "all that there are" in explained(found)


def test_numbers_that_are_missing_are_said() -> None:
    cells = cells_of(claim(Level(measure="makespan/area", method="ltf")))
    cells.put(Unit("small", 0, 0), UnitRow(np.array([[1.0, np.nan, 1.0], [1.0, 2.0, 1.0]])))
    found = asked(cells)
    assert found
    assert headline(found).endswith("over 5 of 6 instances.")


def test_degradations_and_bounds_that_prove_nothing_are_named() -> None:
    behind = Means(part="p", measure="makespan/best", values={"a": 0.0, "b": 12.0}, instances=4)
    assert headline(behind) == "a: mean makespan 0 % above the best, b 12 over 4 instances."
    below = replace(behind, measure="utilisation/best")
    assert "below the best" in headline(below)
    printed = replace(behind, measure="sum_weighted_completion/paper_lp")
    assert "lower bound" not in headline(printed) + explained(printed)
    assert "dual approximation" in explained(replace(behind, measure="makespan/dual"))


def test_long_names_leave_the_second_method_out() -> None:
    long = " ".join(["one"] * 12)
    found = Means(part="p", measure="makespan", values={long: 1.0, f"{long} b": 2.0}, instances=4)
    assert headline(found).count(long) == 1


def test_nothing_computed_or_computed_by_an_older_version_says_nothing() -> None:
    assert asked(Cells(declared(part()))) is None
    older = cells_of()
    older.mark = "older"
    assert asked(older) is None


@pytest.mark.parametrize("key", STUDIES)
def test_the_sentence_of_every_declared_study_is_short(key: str) -> None:
    cells = Cells(STUDIES[key].changed(repetitions=1))
    rng = np.random.default_rng(1)
    for of in cells.parts.values():
        shape = len(of.part.requests), len(of.part.numbers)
        for value in range(len(of.part.instances.values)):
            of.numbers[value, 0], of.is_done[value, 0] = 2.0 + rng.random(shape), True
    found = asked(cells)
    assert found
    assert len(headline(found).split()) <= MOST_WORDS
    first = cells.study.claims[:1]
    assert all(found.measure in {judge.measure for judge in one.judges} for one in first)


@pytest.mark.parametrize(
    ("value", "half", "text"),
    [
        (1.4213, 0.0312, "1.42 ± 0.03"),
        (5.0, 0.15, "5.00 ± 0.15"),
        (12_345.6, 678.0, "12,346 ± 678"),
        (-1.5, 0.2, "−1.5 ± 0.2"),
        (2.0, 1e-17, "2 ± 0"),
        (3.0, 0.96, "3.0 ± 1.0"),
        (0.00002, 0.0000003, "2.000e−5 ± 3e−7"),
    ],
)
def test_a_number_has_the_digits_that_its_interval_leaves(
    value: float, half: float, text: str
) -> None:
    assert plus_minus(value, half) == text


def test_notebooks_begin_with_it() -> None:
    assert html(cells_of()).startswith("<p>ltf: mean flow 35 ± 20 s, lptf 70 ± 39;")


def test_ratios_to_a_bound_that_several_criteria_have_are_summed() -> None:
    cells = cells_of(measures=("mean_flow", "makespan/release_length"))
    [group, *_] = cells.groups()
    assert group.sums("makespan/release_length", "ltf")[0].tolist() == [1.0, 2.0, 3.0]
