"""Points of the figures of studies: of what they are, in which order, and their whiskers."""

from csv import DictReader, reader
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from parsched.base.errors import FormatError
from parsched.report.figure import Figure
from parsched.report.writers import csv
from parsched.studies import StudyPlot, Traced
from parsched.studies.figures import figure
from parsched.studies.statistics import ratio_interval, t_interval
from parsched.studies.tables import pairs, points, tidy
from tests.parsched.studies.small import INSTANCES, LISTS, STUDY, computed


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
    plot = StudyPlot(
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
    drawn = figure(
        computed(replace(STUDY, parts=(part,), plots=STUDY.plots[:1], claims=())), STUDY.plots[0]
    )
    assert drawn.series[0].x.tolist() == [5.0, 10.0]
    assert drawn.series[0].origins == ("lists:1", "lists:0")


def test_whiskers_of_a_ratio_of_sums_are_the_ratios() -> None:
    plot = replace(STUDY.plots[0], aggregate="ratio_of_sums")
    cells = computed()
    drawn = figure(cells, plot)
    above, below = cells.groups(("lists",))[1].sums("makespan/simple", "LTF")
    line = drawn.series[1]
    assert line.y[1] == pytest.approx(above.sum() / below.sum())
    assert [end[1] for end in line.spread] == pytest.approx(ratio_interval(above, below))
    assert drawn.y.title.endswith(", ratio of sums")
    assert "interval of the ratio of sums" in drawn.notes[0]


def test_an_aggregate_without_an_interval_has_no_whiskers() -> None:
    drawn = figure(computed(), replace(STUDY.plots[0], aggregate="median"))
    assert np.isnan(drawn.series[1].spread).all()
    assert drawn.notes == ("Median of 3 instances a point.",)


def test_pairs_are_of_one_value_each() -> None:
    cells = computed()
    found = pairs(cells)
    rows = [[cell.text for cell in row] for row in found.rows]
    lists = [row for row in rows if row[0] == "lists" and row[2] == "mean flow"]
    assert [row[1] for row in lists] == ["lists, 5 jobs", "lists, 10 jobs"]
    assert [row[5] for row in lists] == ["3", "3"]
    assert found.notes == ("Instances of each value, such as a size, are paired by themselves.",)


def test_numbers_for_programs_are_numbers() -> None:
    cells = computed()
    head, *rows = reader(csv(pairs(cells)).splitlines())
    for row in rows:
        at = head.index("low")
        low, high = map(float, row[at : at + 2])
        assert low <= float(row[at - 1]) <= high
    [first, *_] = csv(points(figure(cells, STUDY.plots[0]))).splitlines()[1:]
    assert first.startswith("5,")


def test_pairs_join_cells() -> None:
    """Each row of pairs has the keys of rows of cells, and is the mean of their differences."""
    cells = computed()
    runs, rows = ([*DictReader(csv(table).splitlines())] for table in (tidy(cells), pairs(cells)))
    keys = ("study", "part", "processors", "jobs")
    assert rows
    for row in rows:
        place = [row[key] for key in keys]
        values = {
            label: [
                float(run[row["measure"]])
                for run in runs
                if [run[key] for key in keys] == place and run["method"] == row[label]
            ]
            for label in ("method", "baseline")
        }
        assert len(values["method"]) == int(row["instances"])
        mean = np.mean(np.subtract(values["method"], values["baseline"]))
        assert float(row["difference"]) == pytest.approx(mean)


def test_missing_traces_say_where_they_were_looked_for(tmp_path: Path) -> None:
    traced = Traced(merges={"Grid1": "grid1"}, folder=str(tmp_path))
    with pytest.raises(FormatError, match=f"looked for in {tmp_path}; --traces names"):
        traced.make(traced.values[0], 1, 0)
