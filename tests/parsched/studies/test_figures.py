"""Figures of studies: trade-offs, levels to compare with, and their numbers."""

from csv import reader
from dataclasses import replace

import numpy as np
import pytest

from parsched.report.axes import AxisLayout
from parsched.report.writers import csv
from parsched.studies import Cells, Generated, Part, Study, StudyPlot
from parsched.studies.figures import figure
from parsched.studies.statistics import t_interval
from parsched.studies.tables import points
from tests.parsched.studies.small import computed

PART = Part(
    key="a",
    title="A",
    instances=Generated(generator="environments", jobs=(20, 30), processors=(16,)),
    methods=("gls:lam=4", "gls:lam=1", "gls-plus:lam=1|4,choose=fewest", "env-blind"),
    measures=("makespan/simple", "deployments/widest", "makespan/best"),
    repetitions=2,
)
PLOT = StudyPlot(
    figure="f",
    key="f-one",
    title="One",
    parts=("a",),
    measure="makespan/simple",
    against="deployments/widest",
    along="lam",
    limits={"proved": 2.0},
)


def study_of(plot: StudyPlot) -> Study:
    return Study(key="k", title="K", parts=(PART,), plots=(plot,))


def cells(plot: StudyPlot) -> Cells:
    return computed(study_of(plot))


def test_without_a_value_to_go_along_each_method_is_a_bar_with_its_interval() -> None:
    one = Part(
        key="one",
        title="One",
        instances=Generated(generator="uniform", jobs=(12,), processors=(8,)),
        methods=("ltf", "lptf"),
        measures=("makespan",),
        repetitions=4,
    )
    plot = StudyPlot(figure="f", key="f", title="F", parts=("one",), measure="makespan", along="")
    cells = computed(Study(key="s", title="S", parts=(one,), plots=(plot,)))
    drawn = figure(cells, plot)
    assert drawn.kind == "bars"
    assert [bar.title for bar in drawn.series] == ["ltf", "lptf"]
    values = cells.parts["one"].of("makespan")[0]
    assert [float(bar.x[0]) for bar in drawn.series] == values.mean(axis=0).tolist()
    low, high = t_interval(values[:, 0])
    assert [float(end[0]) for end in drawn.series[0].spread] == [low, high]
    assert drawn.notes[0].startswith("Mean of 4 instances a bar")
    [first, _] = points(drawn).rows
    assert first[1].text.endswith("]")


def test_trade_offs_are_joined_along_the_parameter() -> None:
    found = cells(PLOT)
    drawn = figure(found, PLOT)
    gls, plus, blind, limit = drawn.series
    assert (gls.title, plus.title, blind.title) == ("GLS", "GLS+, fewest", "env-blind")
    assert gls.facts == {"λ": ["1", "4"]}
    for at, label in enumerate(("gls:lam=1.0", "gls:lam=4.0")):
        groups = found.groups()
        deployments, makespans = (
            sum(group.of(measure, label).sum() for group in groups) / 4
            for measure in ("deployments/widest", "makespan/simple")
        )
        assert (gls.x[at], gls.y[at]) == pytest.approx((deployments, makespans))
    assert (blind.shape, len(blind.x), blind.facts) == ("points", 1, {"λ": ["–"]})
    assert (limit.shape, limit.title, limit.y.tolist()) == ("limit", "proved", [2, 2])
    assert drawn.x.title == "deployments / widest jobs"


def test_their_numbers_are_a_row_for_each_point() -> None:
    rows = csv(points(figure(cells(PLOT), PLOT))).splitlines()
    value = "makespan / area or longest job"
    heads = ["method", "λ", "deployments / widest jobs", value, f"{value}, from", f"{value}, to"]
    assert next(reader([rows[0]])) == heads
    assert [row.split(",")[0] for row in rows[1:3]] == ["GLS", "GLS"]
    assert len(rows) == 6


def test_along_a_parameter_all_values_are_one_point() -> None:
    plot = StudyPlot(
        figure="f", key="f-two", title="Two", parts=("a",), measure="makespan/simple", along="lam"
    )
    drawn = figure(cells(plot), plot)
    assert (drawn.x.title, drawn.x.ticks) == ("λ", (1.0, 4.0))
    assert [series.title for series in drawn.series] == ["GLS", "GLS+, fewest"]
    assert drawn.notes[0].startswith("Mean of 4 instances a point")


def test_degradations_are_per_cent_in_tables_and_fractions_on_axes() -> None:
    plot = replace(PLOT, measure="makespan/best", limits={})
    found = cells(plot)
    drawn = figure(found, plot)
    worst = [group.of("makespan/best", "gls:lam=4.0") for group in found.groups()]
    mean = float(np.concatenate(worst).mean())
    assert mean > 1, "per cent"
    assert drawn.series[0].y[1] == pytest.approx(mean / 100)
    assert "degradation (%)" in AxisLayout.of(drawn.y, drawn.series[0].y.tolist()).title
    row = csv(points(drawn)).splitlines()[2].split(",")
    assert [float(cell) for cell in row[-3:]] == pytest.approx(
        [mean, *t_interval(np.concatenate(worst))]
    )


def test_curves_are_drawn_beside_and_left_out_of_the_numbers() -> None:
    points_of = ((1.0, 3.0), (4.0, 2.0))
    plot = replace(PLOT, against="", limits={}, curves={"proved": points_of})
    drawn = figure(cells(plot), plot)
    limit = drawn.series[-1]
    assert (limit.shape, limit.title) == ("limit", "proved")
    assert (*zip(limit.x.tolist(), limit.y.tolist(), strict=True),) == points_of
    assert drawn.x.ticks == (1.0, 4.0)
    assert "proved" not in csv(points(drawn))
    assert all(series.shape != "limit" for series in figure(Cells(study_of(plot)), plot).series)
