"""A run without a schedule has lost: in pairs, means, verdicts and charts."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from parsched.base.errors import NoScheduleError
from parsched.studies import Generated, Part, Study, StudyPlot
from parsched.studies.cells import Cells
from parsched.studies.figures import figure
from parsched.studies.judges import (
    Always,
    AnyJudge,
    Better,
    Found,
    Gain,
    LargestGain,
    Level,
    Share,
    Trend,
)
from parsched.studies.measured import UnitRow
from parsched.studies.measures import without_schedule
from parsched.studies.part import Unit
from parsched.studies.samples import Average, MethodSample
from parsched.studies.statistics import Pairs
from parsched.studies.tables import pairs, points, summary

RUNS = 6
NO = "nothing was found"
RATIO = "makespan/simple"
NOISE = (0.0, 0.01, 0.02, 0.03, 0.04, 0.05)


def study(measure: str = RATIO, average: Average = "mean") -> Study:
    """Two methods on two sizes."""
    part = Part(
        key="one",
        title="One",
        instances=Generated(generator="uniform", jobs=(10, 20), processors=(8,)),
        methods=("ltf", "lpt"),
        measures=(measure,),
        repetitions=RUNS,
    )
    plot = StudyPlot(figure="f", key="f", title="F", parts=("one",), measure=measure)
    return Study(key="s", title="S", parts=(part,), plots=(plot,), average=average)


def filled(of: Study, lost: float = np.nan, *, runs: int = 2) -> Cells:
    """The first method is far better, but in some runs of the first size it has no schedule; as
    much as `lost` was tried there."""
    cells = Cells(of)
    for value in range(2):
        for repetition, noise in enumerate(NOISE):
            first, problems = 11.0 + noise, {}
            if value == 0 and repetition < runs:
                first, problems = lost, {0: NO}
            numbers = [[first, 10.0], [20.0 + 2 * noise, 10.0]]
            if of.parts[0].measures != (RATIO,):
                numbers = [row[:1] for row in numbers]
            cells.put(Unit("one", value, repetition), UnitRow(np.array(numbers), problems))
    return cells


FIRST: Any = {"between": {"jobs": (10, 10)}}


@pytest.mark.parametrize(
    "judge",
    [
        Better(measure=RATIO, method="ltf", than=("lpt",), **FIRST),
        Better(measure=RATIO, method="ltf", than=("lpt",), by=0.2, **FIRST),
        Level(measure=RATIO, method="ltf", high=1.3, **FIRST),
        Level(measure=RATIO, method="ltf", high=1.3, pooled=True, **FIRST),
        Share(measure=RATIO, method="ltf", high=1.3, at_least=0.5, **FIRST),
        Share(measure=RATIO, method="ltf", high=1.3, **FIRST),
        Always(measure=RATIO, name="LTF", methods=("ltf",), high=1.3, **FIRST),
        Found(measure=RATIO, method="ltf", at_least=0.6, **FIRST),
        Gain(measure=RATIO, method="ltf", than="lpt", low=0.4, high=0.5, **FIRST),
        LargestGain(measure=RATIO, method="ltf", than="lpt", low=0.4, **FIRST),
    ],
)
@pytest.mark.parametrize("lost", [np.nan, 40.0])
def test_a_dropped_schedule_turns_what_held(judge: AnyJudge, lost: float) -> None:
    whole = filled(study(), runs=0)
    assert [finding.holds for finding in judge.findings(whole)] == [True]
    holds = [finding.holds for finding in judge.findings(filled(study(), lost))]
    assert True not in holds
    if np.isnan(lost) and not isinstance(judge, Share | Found):
        assert holds == [False], "an interval of six runs leaves shares open"


def test_what_is_at_least_a_number_is_never_confirmed_to_be_small() -> None:
    """The longest makespan that was tried is below the limit; how long a schedule is, is open."""
    cells = filled(study(), 12.0)
    [finding] = Level(measure=RATIO, method="ltf", high=1.3, **FIRST).findings(cells)
    assert finding.holds is None
    assert "at least 1.1" in finding.text
    assert "2 runs without a schedule" in finding.text
    [finding] = Level(measure=RATIO, method="ltf", low=1.05, **FIRST).findings(cells)
    assert finding.holds is True
    [finding] = Better(measure=RATIO, method="ltf", than=("lpt",), **FIRST).findings(cells)
    assert finding.holds is None
    [finding] = Better(measure=RATIO, method="lpt", than=("ltf",), **FIRST).findings(cells)
    assert finding.holds is False or finding.holds is None


def test_trends_know_on_which_side_a_number_is_at_least() -> None:
    falls = Trend(measure=RATIO, method="ltf", along="jobs", form="falls", factor=1.1)
    [finding] = falls.findings(filled(study(), 40.0, runs=RUNS))
    assert finding.holds is True, "the first average is at least 4, the second 1.1"
    [finding] = replace(falls, form="stable").findings(filled(study(), 11.0))
    assert finding.holds is None
    [finding] = replace(falls, form="declines").findings(filled(study(), np.nan))
    assert finding.holds is None, "of what has no number no change is known"


def test_in_pairs_it_loses_whatever_was_tried() -> None:
    first, second = np.array([1.0, np.nan, 1.0, np.nan, 1.5]), np.array([2.0, 2, np.nan, np.nan, 2])
    lost = np.isnan(first), np.isnan(second)
    found = Pairs.of(first, second, lost=lost)
    assert (found.count, found.wins, found.ties, found.losses, found.lost) == (5, 3, 1, 1, 3)
    assert found.difference == -0.75, "of the pairs in which both have a number"
    tried = Pairs.of(np.where(lost[0], 1.0, first), second, lost=lost)
    assert (tried.wins, tried.losses) == (3, 1)
    higher = Pairs.of(first, second, is_lower_better=False, lost=lost)
    assert (higher.wins, higher.losses) == (1, 3)
    assert found.sign == pytest.approx(stats.binomtest(3, 4).pvalue)
    ranks = [-1.0, np.inf, -np.inf, -0.5]
    assert found.wilcoxon == pytest.approx(stats.wilcoxon(ranks).pvalue)


def test_tables_say_how_many_lost() -> None:
    cells = filled(study())
    [row, _] = pairs(cells, "lpt").rows
    by_title = dict(zip([c.key for c in pairs(cells).columns], row, strict=True))
    assert (by_title["losses"].value, by_title["lost"].value, by_title["instances"].value) == (
        *(2, 2),
        RUNS,
    )
    table = summary(cells)
    heads = [column.key for column in table.columns]
    first = dict(zip(heads, table.rows[0], strict=True))
    assert (first["instances"].value, first["missing"].value, first["lost"].value) == (4, 2, 2)


def test_what_was_tried_is_what_the_error_says() -> None:
    error = NoScheduleError("no", tried=12.0)
    error.cpu_seconds, error.search = 2.0, {"lps": 7.0}
    names = ("makespan", "simple", "cpu_seconds", "lps", "mean_flow", "exact_share")
    values = without_schedule(error, {"makespan": {"simple": 10.0}}, names)
    assert values == [12.0, 10.0, 2.0, 7.0, None, None]
    assert without_schedule(NoScheduleError("no"), {}, names) == [None] * 6


def test_a_curve_without_a_number_ends_at_the_edge() -> None:
    drawn = figure(filled(study()), study().plots[0])
    [ltf, lpt] = drawn.series
    assert np.isinf(ltf.y[0])
    assert lpt.high is not None
    edge = drawn.edged.series[0].y
    assert edge[0] == max(lpt.y.max(), np.nanmax(lpt.high)) > edge[1]
    assert "put their points at the upper edge" in drawn.notes[1]
    assert drawn.printed("svg")
    assert points(drawn).rows[0][1].text == "no average"
    found = drawn.as_json()["series"][0]["y"]
    assert found == edge.tolist()


@pytest.mark.parametrize("average", ["mean", "ratio_of_sums"])
def test_one_average_counts_in_verdicts_and_figures(average: Average) -> None:
    """One large instance has a poor ratio: ratios of sums are nearer to it."""
    cells = Cells(study(average=average))
    for value in range(2):
        for repetition in range(RUNS):
            top, bottom = (2000.0, 1000.0) if repetition == 0 else (10.0, 10.0)
            row = UnitRow(np.array([[top, bottom], [top * 1.5, bottom]]))
            cells.put(Unit("one", value, repetition), row)
    expected = {"mean": 7 / 6, "ratio_of_sums": 2050 / 1050}[average]
    sample = cells.groups()[0].sample(RATIO, "ltf")
    assert sample.value == pytest.approx(expected)
    low, high = sample.measured
    assert low < expected < high
    drawn = figure(cells, cells.study.plots[0])
    assert drawn.series[0].y[0] == pytest.approx(expected)
    [one, _] = Level(measure=RATIO, method="ltf", low=expected / 2).findings(cells)
    assert f"{expected:.2f}" in one.text
    gain, _ = sample.gain(cells.groups()[0].sample(RATIO, "lpt"))
    assert gain == pytest.approx(1 / 3)


def test_the_variance_of_a_ratio_of_sums_equals_its_linear_parts() -> None:
    rng = np.random.default_rng(3)
    below = rng.uniform(5, 15, (4_000, 40))
    above = below * rng.normal(1.5, 0.2, below.shape)
    samples = [
        MethodSample(a, b, np.zeros(40, bool), "ratio_of_sums")
        for a, b in zip(above, below, strict=True)
    ]
    values = np.array([of.value for of in samples])
    estimated = np.mean([of.variance for of in samples])
    assert estimated == pytest.approx(values.var(), rel=0.1)


def test_degradations_are_behind_the_best_of_those_with_a_schedule() -> None:
    cells = filled(study("makespan/best"), 5.0)
    found = cells.parts["one"].of("makespan/best")
    assert found[0, 0].tolist() == [-75.0, 0.0], "what was tried is no schedule"
    assert found[0, 5].tolist() == pytest.approx([0.0, 100 * (20.1 / 11.05 - 1)])
