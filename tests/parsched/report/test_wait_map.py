"""Waits by width and run time, as maps of each run and of the difference of two."""

import numpy as np
import pytest

from parsched.base.errors import ParameterError
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.schedules.schedule import Schedule
from parsched.report import declared_report
from parsched.report.axes import AxisLayout
from parsched.report.figure import Axis, Figure
from parsched.report.heat import LESS_TO_MORE, LITTLE_TO_MUCH, colours
from parsched.report.records import Records
from parsched.report.registry import Report
from parsched.report.wait_map import wait_map_of
from parsched.run.solve import solve
from tests.parsched.factories import rigid, waiting

JOBS = rigid((0, 2, 600), (1, 4, 60), (2, 1, 60), (3, 1, 60), (4, 2, 7_200))
ON = Instance(JOBS, Platform.of(4))


def shown(*keys: str, **options: object) -> Report:
    """The report on some runs."""
    records = Records.of([(key, solve(ON, key)) for key in keys])
    return declared_report("wait-map").of(records, options)


def cells(figure: Figure) -> dict[tuple[str, str], str]:
    """The text of each cell by the names of its classes."""
    return {
        (figure.y.names[int(y)], figure.x.names[int(x)]): text
        for series in figure.series
        for x, y, text in zip(series.x, series.y, series.texts, strict=True)
    }


def test_a_cell_has_the_mean_wait_of_its_jobs() -> None:
    starts = np.array([0.0, 600, 12, 23, 700])
    found = wait_map_of(JOBS, Schedule.of(JOBS, starts))
    assert int(found.jobs.sum()) == len(JOBS)
    narrow, short = 0, 0
    assert found.jobs[narrow, short] == 2
    assert found.waits[narrow, short] == (10 + 20) / 2
    assert np.nansum(found.jobs * found.waits) == pytest.approx((starts - JOBS.release).sum())
    assert np.isnan(found.waits[found.jobs == 0]).all()


def test_waits_count_from_the_end_of_the_jobs_before() -> None:
    jobs = waiting(rigid((0, 1, 10), (0, 1, 10)), (1, 0, 2))
    found = wait_map_of(jobs, Schedule.of(jobs, np.array([0.0, 13])))
    assert found.waits.tolist() == [[0.5]]


def test_every_run_has_a_map_and_two_have_a_difference() -> None:
    found = shown("fcfs", "easy", first="fcfs", second="easy")
    assert [figure.key for figure in found.figures] == ["difference", "waits-1", "waits-2"]
    difference, first, second = map(cells, found.figures)
    assert set(first) == set(second) == set(difference)
    assert len(first) == len(found.tables[0].rows)
    assert all(text[0] in "+−0" for text in difference.values())
    rows = found.tables[0].raw.rows
    later = {tuple(cell.value for cell in row[:2]): row[4].value - row[3].value for row in rows}
    signs = {"+": 1.0, "−": -1.0, "0": 0.0}
    assert all(np.sign(later[cell]) == signs[text[0]] for cell, text in difference.items())


def test_classes_go_from_the_least_to_the_largest() -> None:
    for figure in shown("fcfs", "easy").figures:
        assert len(colours(figure)) == len(figure.series)
        ramp = LESS_TO_MORE if figure.key == "difference" else LITTLE_TO_MUCH
        assert colours(figure)[0] == ramp[0]
        assert colours(figure)[-1] == ramp[-1]


def test_one_run_alone_has_its_map() -> None:
    found = shown("fcfs")
    assert [figure.key for figure in found.figures] == ["waits-1"]
    assert found.sentences == (
        "Under fcfs, 2 jobs of ≤ 2 processors and ≤ 1 min wait longest: 11 min on average.",
    )


def test_runs_are_chosen_by_name() -> None:
    found = shown("fcfs", "easy", "conservative", first="easy", second="fcfs", runs="easy")
    assert found.figures[0].title == "Mean wait under fcfs minus under easy"
    assert [figure.title for figure in found.figures[1:]] == ["Mean wait under easy"]
    with pytest.raises(ParameterError, match="second must be another run than first"):
        shown("fcfs", "easy", first="easy", second="easy")


def test_classes_lie_side_by_side_on_their_axis() -> None:
    axis = AxisLayout.of(Axis(title="run time", names=("short", "long")), [0.0, 1.0])
    assert (axis.start, axis.end) == (0.0, 2.0)
    assert axis.ticks() == ([0.5, 1.5], ["short", "long"])
