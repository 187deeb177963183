"""Verdicts: each form of statement by hand, and what a moved threshold does to it."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from parsched.studies import Claim, Generated, Listed, Part, Traced, Verdict
from parsched.studies.claims import Judgement
from parsched.studies.findings import StudyFinding, decided
from parsched.studies.judges import (
    Alike,
    Always,
    AnyJudge,
    Better,
    Found,
    Gain,
    LargestGain,
    Level,
    Lower,
    Peak,
    Share,
    Steadier,
    Trend,
)
from parsched.studies.measured import Measured, UnitRow
from parsched.studies.part import Unit

SIZES = (10, 20, 30)
REPETITIONS = 20
NOISE = np.random.default_rng(5).normal(0.0, 0.05, REPETITIONS)


def part(key: str) -> Part:
    return Part(
        key=key,
        title=key,
        instances=Generated(generator="uniform", jobs=SIZES, processors=(8,)),
        methods=("ltf", "lpt"),
        measures=("makespan",),
        repetitions=REPETITIONS,
    )


def measured(**means: Any) -> Measured:
    """Parts whose two methods have these means at each size, all with the same noise."""
    found = Measured([part(key) for key in means])
    for key, rows in means.items():
        for value, pair in enumerate(rows):
            for repetition, noise in enumerate(NOISE.tolist()):
                numbers = np.array([[pair[0] + noise], [pair[1] + noise / 2]])
                found.put(Unit(key, value, repetition), UnitRow(numbers))
    return found


ONE = measured(one=[(1.0, 2.0), (1.5, 2.0), (1.2, 2.0)])
TWO = measured(one=[(1.0, 2.0), (1.5, 2.0), (1.2, 2.0)], two=[(1.3, 2.0), (1.8, 2.0), (1.5, 2.0)])
FALLING = measured(one=[(2.0, 2.0), (1.7, 2.0), (1.4, 2.0)])
M: Any = {"measure": "makespan"}
EXACT = (1.0, 2.0, 3.0)
"""Values that are limits, too."""
ALONE = Measured([replace(part("one"), repetitions=1)])
for place, limit in enumerate(EXACT):
    ALONE.put(Unit("one", place, 0), UnitRow(np.array([[limit], [1.0]])))
BUSY = Measured([replace(part("one"), measures=("utilisation",))])
for value in range(len(SIZES)):
    for repetition, noise in enumerate(NOISE.tolist()):
        BUSY.put(Unit("one", value, repetition), UnitRow(np.array([[0.5 + noise], [0.9 + noise]])))
"""More is better."""


def verdict(judge: AnyJudge, found: Measured) -> Verdict:
    claim = Claim(key="k", text="t", where="w", published="p", judges=(judge,))
    return claim.judged(found).verdict


@pytest.mark.parametrize(
    ("judge", "found", "moved"),
    [
        (Level(**M, method="ltf", low=0.9, high=1.6), ONE, {"high": 0.8, "low": 0.7}),
        (Level(**M, method="ltf", low=1.1, high=1.4, pooled=True), ONE, {"low": 1.35}),
        (Share(**M, method="ltf", high=1.7), ONE, {"high": 1.3}),
        (Share(**M, method="ltf", high=1.3, at_least=0.3), ONE, {"at_least": 0.95}),
        (Always(**M, name="LTF", methods=("ltf",), high=1.7), ONE, {"high": 1.5}),
        (Always(**M, name="both", low=0.8, high=2.2), ONE, {"high": 1.7, "low": 0.7}),
        (Better(**M, method="ltf", than=("lpt",), by=0.15), ONE, {"by": 0.55}),
        (Alike(**M, method="ltf", parts=("one", "two"), within=0.4), TWO, {"within": 0.1}),
        (Lower(**M, method="ltf", parts=("one", "two")), TWO, {"parts": ("two", "one")}),
        (
            Trend(**M, method="ltf", along="jobs", form="grows", factor=1.1),
            ONE,
            {"factor": 1.5},
        ),
        (
            Trend(**M, method="ltf", along="jobs", form="stable", factor=1.7),
            ONE,
            {"factor": 1.2},
        ),
        (
            Trend(**M, method="ltf", along="jobs", form="changes", factor=1.1),
            ONE,
            {"factor": 1.5},
        ),
        (
            Trend(**M, method="ltf", along="jobs", form="stable", factor=1.7),
            ONE,
            {"form": "falls", "factor": 1.1},
        ),
        (
            Trend(**M, method="ltf", along="jobs", form="falls", factor=1.2),
            FALLING,
            {"factor": 2.0},
        ),
        (
            Trend(**M, method="ltf", along="jobs", form="changes", factor=1.2),
            FALLING,
            {"form": "grows"},
        ),
        (Alike(**M, method="ltf", parts=("two", "one"), within=0.4), TWO, {"within": 0.1}),
        (Share(**M, method="ltf", high=EXACT[-1]), ALONE, {"high": EXACT[1]}),
        (
            Better(measure="utilisation", method="lpt", than=("ltf",), by=0.1),
            BUSY,
            {"method": "ltf", "than": ("lpt",)},
        ),
        (Found(**M, method="ltf", at_least=0.9), ONE, {"at_least": 0.0, "at_most": 0.9}),
        (Steadier(**M, method="lpt", than="ltf"), ONE, {"method": "ltf", "than": "lpt"}),
        (Trend(**M, method="ltf", along="jobs", form="declines"), FALLING, {"form": "rises"}),
        (Peak(**M, method="ltf", along="jobs", low=15, high=25), ONE, {"low": 25, "high": 35}),
        (Gain(**M, method="ltf", than="lpt", low=0.2, high=0.55), ONE, {"high": 0.1, "low": 0.0}),
        (
            LargestGain(
                **M, method="ltf", than="lpt", low=0.4, high=0.6, along="jobs", first=5, last=15
            ),
            ONE,
            {"low": 0.6, "high": 0.7, "first": 15, "last": 25},
        ),
    ],
)
def test_a_moved_threshold_turns_the_verdict(
    judge: AnyJudge, found: Measured, moved: dict[str, Any]
) -> None:
    holds, fails = (
        (Verdict.NOT_REFUTED, Verdict.REFUTED)
        if isinstance(judge, Always)
        else (Verdict.CONFIRMED, Verdict.NOT_CONFIRMED)
    )
    assert verdict(judge, found) is holds
    assert verdict(replace(judge, **moved), found) is fails


@pytest.mark.parametrize(
    "judge",
    [
        Level(**M, method="ltf", low=1.2, between={"jobs": (30, 30)}),
        Better(**M, method="ltf", than=("lpt",), by=0.25, between={"jobs": (20, 20)}),
        Share(**M, method="ltf", high=1.2, at_least=0.45, between={"jobs": (30, 30)}),
    ],
)
def test_an_interval_across_the_threshold_is_partly(judge: AnyJudge) -> None:
    assert verdict(judge, ONE) is Verdict.PARTLY


def test_a_peak_that_may_as_well_be_elsewhere_is_partly() -> None:
    level = measured(one=[(1.0, 2.0), (1.01, 2.0), (0.5, 2.0)])
    found = verdict(Peak(**M, method="ltf", along="jobs", low=5, high=15), level)
    assert found is Verdict.PARTLY


def test_statements_that_hold_and_that_do_not_are_partly() -> None:
    assert verdict(Level(**M, method="ltf", high=1.3), ONE) is Verdict.PARTLY
    assert (
        verdict(Level(**M, method="ltf", high=1.3, between={"jobs": (10, 10)}), ONE)
        is Verdict.CONFIRMED
    )


def test_equal_methods_are_not_better() -> None:
    equal = measured(one=[(1.0, 1.0)] * 3)
    values = equal.parts["one"].numbers
    values[:, :, 1] = values[:, :, 0]
    assert verdict(Better(**M, method="ltf", than=("lpt",)), equal) is Verdict.NOT_CONFIRMED


def test_what_is_not_measured_is_not_judged() -> None:
    empty = Measured([part("one")])
    for judge in (
        Level(**M, method="ltf", high=1.0),
        Better(**M, method="ltf", than=("lpt",)),
        Peak(**M, method="ltf", along="jobs", low=1, high=2),
        Share(**M, method="other", high=1.0),
        Always(**M, name="other", methods=("other",), high=1.0),
        Always(**M, name="LTF", methods=("ltf",), high=1.0),
        Alike(**M, method="ltf", parts=("one", "elsewhere"), within=1.0),
    ):
        assert verdict(judge, empty) is Verdict.NOT_JUDGED


def alone(part: Part, repetitions: int = 1) -> Measured:
    """Equal values, each method with its own, and as many as there are repetitions."""
    found = Measured([replace(part, repetitions=repetitions)])
    for value in range(len(part.instances.values)):
        for repetition in range(repetitions):
            found.put(Unit("one", value, repetition), UnitRow(np.array([[1.0], [2.0]])))
    return found


OF_MEANS = (
    Level(**M, method="ltf", high=1.1),
    Better(**M, method="lpt", than=("ltf",)),
    Trend(**M, method="ltf", along="jobs", form="stable", factor=1.1),
    Gain(**M, method="ltf", than="lpt", low=0.4, high=0.6),
    LargestGain(**M, method="ltf", than="lpt", low=0.4, along="jobs", first=0, last=99),
    Peak(**M, method="ltf", along="jobs", low=0, high=99),
)


@pytest.mark.parametrize("judge", OF_MEANS)
@pytest.mark.parametrize("repetitions", [1, 2])
def test_means_of_too_few_runs_decide_nothing(judge: AnyJudge, repetitions: int) -> None:
    few = alone(part("one"), repetitions)
    assert verdict(judge, few) is Verdict.PARTLY
    assert "(too few runs)" in next(judge.findings(few)).text
    assert verdict(judge, alone(part("one"), 3)) is not Verdict.PARTLY


@pytest.mark.parametrize("kind", [Alike, Lower])
def test_parts_of_two_runs_each_are_not_compared(kind: Any) -> None:
    within = {"within": 1.0} if kind is Alike else {}
    judge = kind(**M, method="ltf", parts=("one", "two"), **within)
    for repetitions, expected in ((2, Verdict.PARTLY), (3, Verdict.CONFIRMED)):
        found = Measured([replace(part(k), repetitions=repetitions) for k in judge.parts])
        for key, level in (("one", 1.0), ("two", 1.5)):
            for at in range(len(SIZES) * repetitions):
                row = UnitRow(np.array([[level], [2.0]]))
                found.put(Unit(key, at // repetitions, at % repetitions), row)
        assert verdict(judge, found) is expected


def test_what_cannot_be_repeated_is_judged_by_its_value() -> None:
    jobs = ({"id": "1", "procs": 2, "time": 5},)
    whole = replace(part("one"), instances=Listed(listed={"a": jobs}, processors=(4,)))
    level, better, *_ = OF_MEANS
    assert verdict(level, alone(whole)) is Verdict.CONFIRMED
    assert verdict(better, alone(whole)) is Verdict.NOT_CONFIRMED
    window = Traced(merges={"Grid1": "grid1"})
    assert (
        verdict(level, alone(replace(part("one"), instances=window, repetitions=1)))
        is Verdict.CONFIRMED
    )
    windows = replace(window, windows=2)
    assert (
        verdict(level, alone(replace(part("one"), instances=windows, repetitions=1)))
        is Verdict.PARTLY
    )


def without_the_last(size: int, repetition: int) -> Measured:
    """Measured, but for the runs of a size from a repetition on."""
    found = measured(one=[(1.0, 2.0), (1.5, 2.0), (1.2, 2.0)])
    cells = found.parts["one"]
    cells.numbers[size, repetition:], cells.is_done[size, repetition:] = np.nan, False
    return found


@pytest.mark.parametrize("repetition", [0, REPETITIONS - 1])
@pytest.mark.parametrize(
    "judge",
    [
        Level(**M, method="ltf", high=1.6),
        Level(**M, method="ltf", high=1.6, pooled=True),
        Always(**M, name="LTF", methods=("ltf",), high=1.7),
        Found(**M, method="ltf", at_least=0.8),
        Better(**M, method="lpt", than=("ltf",)),
    ],
)
def test_nothing_is_decided_before_all_runs_are_there(judge: AnyJudge, repetition: int) -> None:
    assert verdict(judge, ONE) is not Verdict.PARTLY
    running = without_the_last(2, repetition)
    assert verdict(judge, running) is Verdict.PARTLY
    elsewhere = replace(judge, between={"jobs": (10, 20)})
    assert verdict(elsewhere, running) is verdict(elsewhere, ONE)


def test_one_run_refutes_before_all_are_there() -> None:
    running = without_the_last(2, 0)
    always = Always(**M, name="LTF", methods=("ltf",), high=1.3)
    assert verdict(always, running) is Verdict.REFUTED
    assert verdict(Share(**M, method="ltf", high=1.3), running) is Verdict.NOT_CONFIRMED


def exact(*values: float) -> Measured:
    """One method whose runs have these values."""
    found = Measured([replace(part("one"), repetitions=len(values), methods=("ltf",))])
    for repetition, value in enumerate(values):
        for size in range(3):
            found.put(Unit("one", size, repetition), UnitRow(np.array([[value]])))
    return found


def test_one_run_refutes_what_holds_always_and_is_named() -> None:
    always = Always(**M, name="LTF", high=4.0)
    [finding] = always.findings(exact(1.0, 4.0, 3.0))
    assert (finding.holds, finding.text) == (True, "LTF: not refuted in 9 runs (worst 4 of 4)")
    refuted = exact(1.0, 3.0, 3.0)
    refuted.put(Unit("one", 1, 2), UnitRow(np.array([[4.15]])))
    [finding] = always.findings(refuted)
    assert finding.holds is False
    assert finding.text == "LTF: refuted in 1 of 9 runs, worst 4.150 (ltf, 20 jobs)"


def test_a_limit_is_inside_unless_it_is_strict() -> None:
    at_limit, beside = exact(2.0, 1.0), exact(2.0 * (1 + 1e-13), 1.0)
    for judge in (
        Always(**M, name="LTF", high=2.0),
        Share(**M, method="ltf", high=2.0),
        Always(**M, name="LTF", low=1.0),
    ):
        holds = [next(judge.findings(found)).holds for found in (at_limit, beside)]
        strict = replace(judge, is_strict=True)
        fails = [next(strict.findings(found)).holds for found in (at_limit, beside)]
        assert (holds, fails) == ([True, True], [False, False])


@pytest.mark.parametrize(
    ("holds", "expected"),
    [
        ([True, True], Verdict.CONFIRMED),
        ([False, False], Verdict.NOT_CONFIRMED),
        ([True, False], Verdict.PARTLY),
        ([None], Verdict.PARTLY),
        ([True, None], Verdict.PARTLY),
        ([False, None], Verdict.PARTLY),
        ([], Verdict.NOT_JUDGED),
    ],
)
def test_verdicts_sum_up_statements(holds: list[bool | None], expected: Verdict) -> None:
    assert Judgement.of([StudyFinding("x", one) for one in holds]).verdict is expected


def test_many_statements_are_counted_and_the_first_against_are_named() -> None:
    findings = [StudyFinding(f"no {i}", False) for i in range(6)] + [StudyFinding("yes", True)]
    found = Judgement.of(findings).ours
    assert found.startswith("of 7 statements 1 holds and 6 do not: no 0; no 1")
    assert found.endswith("and 2 more")


def test_no_limit_is_never_passed() -> None:
    assert decided((1.0, 2.0), None, 3.0) is True
    assert decided((1.0, 2.0), 3.0, None) is False
    assert decided((1.0, 4.0), 3.0, None) is None


def test_statements_on_several_measures_name_them() -> None:
    found = Measured([replace(part("one"), measures=("makespan", "utilisation"))])
    for at in range(len(SIZES) * REPETITIONS):
        row = UnitRow(np.full((2, 2), 1.0))
        found.put(Unit("one", at // REPETITIONS, at % REPETITIONS), row)
    one, two = (
        Share(measure=measure, method="ltf", high=1.5) for measure in ("makespan", "utilisation")
    )
    both = Claim(key="k", text="t", where="w", published="p", judges=(one, two))
    first, second = (finding.text for finding in both.judged(found).findings)
    assert first.startswith(f"{one.title}: ltf: ")
    assert second.startswith(f"{two.title}: ltf: ")
    [alone] = replace(both, judges=(one,)).judged(found).findings
    assert alone.text.startswith("ltf: ")


def test_one_run_is_no_runs_and_as_good_is_not_better() -> None:
    window = Traced(merges={"Grid1": "grid1"})
    whole = alone(replace(part("one"), instances=window, repetitions=1))
    [share] = Share(**M, method="ltf", high=1.5).findings(whole)
    assert share.text == "ltf: 100 % of 1 run, 1 to 1"
    [found] = Found(**M, method="ltf").findings(whole)
    assert found.text.endswith("in 100 % of 1 run")
    whole.parts["one"].numbers[:] = 1.0
    [better] = Better(**M, method="ltf", than=("lpt",)).findings(whole)
    assert better.text.endswith("ltf as good as lpt")


def test_the_usual_repetitions_are_as_many_as_there_are_windows() -> None:
    instances = Traced(merges={"Grid1": "grid1"}, windows=3)
    assert (
        Part(
            key="one", title="One", instances=instances, methods=("easy",), measures=("makespan",)
        ).repetitions
        == 3
    )
