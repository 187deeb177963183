"""Points of the figures of studies: of what they are, in which order, and their whiskers."""

from dataclasses import replace
from typing import Literal

import numpy as np
import pytest

from algorithms.report.figure import Figure
from algorithms.studies import Plot
from algorithms.studies.figures import figure
from algorithms.studies.statistics import t_interval
from tests.algorithms.studies.small import INSTANCES, LISTS, STUDY, computed


def test_points_are_of_a_value_of_their_part() -> None:
    cells = computed()
    drawn = figure(cells, STUDY.plots[0])
    said = "Mean of 3 instances a point; whiskers: 95 % interval of the mean by Student's t."
    assert drawn.notes == (said,)
    assert [line.origins for line in drawn.series] == [("lists:0", "lists:1")] * 2
    assert [line.origins for line in Figure.from_json(drawn.as_json()).series] == [
        ["lists:0", "lists:1"]
    ] * 2


def test_points_over_a_parameter_are_of_a_value_only_where_there_is_one() -> None:
    methods = ("local-search:effort=1", "local-search:effort=2")
    plot = Plot(
        figure="a", key="a", title="A", parts=("lists",), measure="makespan", along="effort"
    )
    one = replace(INSTANCES, jobs=(5,))
    for instances, origins in ((one, ("lists:0", "lists:0")), (INSTANCES, ())):
        part = replace(LISTS, instances=instances, methods=methods, measures=("makespan",))
        cells = computed(replace(STUDY, parts=(part,), plots=(plot,), claims=()))
        [line] = figure(cells, plot).series
        assert line.origins == origins


@pytest.mark.parametrize("spread", ["interval", "deviation", "range", "none"])
def test_whiskers_are_what_the_note_says(
    spread: Literal["interval", "deviation", "range", "none"],
) -> None:
    cells = computed()
    drawn = figure(cells, replace(STUDY.plots[0], spread=spread, measure="mean_flow"))
    values = cells.groups(("lists",))[1].of("mean_flow", "LTF")
    mean, deviation = values.mean(), values.std(ddof=1)
    expected = {
        "interval": t_interval(values),
        "deviation": (mean - deviation, mean + deviation),
        "range": (values.min(), values.max()),
        "none": (np.nan, np.nan),
    }[spread]
    line = drawn.series[1]
    ends = [end[1] for end in line.spread]
    assert ends == pytest.approx(expected, nan_ok=True)
    assert ("whiskers" in drawn.notes[0]) == (spread != "none")


def test_points_stand_in_the_order_of_their_axis() -> None:
    part = replace(LISTS, instances=replace(INSTANCES, jobs=(10, 5)))
    drawn = figure(computed(replace(STUDY, parts=(part,), claims=())), STUDY.plots[0])
    assert drawn.series[0].x.tolist() == [5.0, 10.0]
    assert drawn.series[0].origins == ("lists:1", "lists:0")
