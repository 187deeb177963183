"""Plots of moldable jobs: speed-up curves and what the histograms count."""

import io

import numpy as np
import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.data.formats import FORMATS
from parsched.data.generators import generate
from parsched.model.problem import profiles
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload
from parsched.report.speedups import DRAWN
from schedweb.accounts.models import User
from schedweb.web.histograms import histograms
from schedweb.web.speedups import SpeedupAxis, speedup_chart
from tests import factories
from tests.twins import uncompiled


def moldable(*jobs: dict[int, float]) -> Workload:
    """Jobs with a time for each of some numbers of processors."""
    return Workload(
        name="",
        ids=np.arange(1, len(jobs) + 1),
        release=np.zeros(len(jobs)),
        profiles=Profiles.of([(list(job), list(job.values())) for job in jobs]),
    )


def corners(points: str) -> list[tuple[float, float]]:
    """Places of a line, in percent."""
    return [(float(x), float(y)) for x, y in (corner.split(",") for corner in points.split())]


def test_rigid_jobs_have_no_curves() -> None:
    assert speedup_chart(moldable({4: 3.0}, {1: 2.0})) is None
    assert speedup_chart(moldable()) is None
    assert speedup_chart(moldable({1: 3.0, 2: 0.0})) is None, "no speed-up is infinite"


def test_a_curve_runs_through_time_on_one_over_time_on_k() -> None:
    """Linear axes up to 16 processors: from 1 to 5, and from 1 to a little above 4."""
    chart = speedup_chart(moldable({1: 8.0, 3: 4.0, 5: 2.0}))
    assert chart is not None
    top = 4 * 1.02
    expected = [(0, 100), (50, 100 - 100 / (top - 1)), (100, 100 - 300 / (top - 1))]
    assert np.array(corners(chart.curves[0].points)) == pytest.approx(np.array(expected), abs=0.01)
    assert chart.curves[0].text == "job 1: 8 s on 1, 2 s on 5 processors, 4 times as fast"
    assert chart.band == chart.median == ""
    assert [tick.text for tick in chart.x_ticks] == ["1", "2", "3", "4", "5"]
    assert corners(chart.ideal) == [(0, 100), (100, pytest.approx(100 - 400 / (top - 1), abs=0.01))]


def test_the_figure_has_the_numbers_of_the_page() -> None:
    made = generate("high", jobs=40, processors=32)
    chart = speedup_chart(made)
    assert chart is not None
    curves, median, ideal = chart.figure.series
    jobs = [curve.text.split()[1].rstrip(":") for curve in chart.curves]
    assert list(dict.fromkeys(curves.facts["job"])) == jobs
    ends = np.flatnonzero(np.isnan(curves.y))
    assert len(ends) == len(jobs)
    for end, curve in zip(ends.tolist(), chart.curves, strict=True):
        best = float(np.nanmax(curves.y[: end + 1][-32:]))
        assert f"{best:.1f} times as fast" in curve.text or f"{best:.2f} times" in curve.text
    assert chart.summary.startswith(f"median {median.y[-1]:.1f} on")
    assert median.has_spread
    assert (ideal.x == ideal.y).all()
    rows = chart.figure.csv().splitlines()
    drawn = [row for row in rows if row.startswith("a job,")]
    assert len(drawn) == len(curves.x) - len(jobs)


def test_the_chart_of_a_stored_workload_is_saved(hers: Client, alice: User) -> None:
    made = generate("mixed", jobs=20, processors=8)
    file = io.BytesIO()
    FORMATS["json"].write(made, file)
    stored = factories.workload(alice, file.getvalue())
    at = f"/workloads/{stored.pk}/plots/speed-up/"
    assert f'action="{at}"' in hers.get(f"/workloads/{stored.pk}/").content.decode()
    for ending, begins in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
        saved = hers.get(f"{at}?file={ending}&width=text&parameters=1")
        assert saved.content.startswith(begins)
    csv = hers.get(f"{at}?file=csv").content.decode()
    assert csv.splitlines()[0] == "series,processors,times as fast,low,high,job"
    assert hers.get(f"/workloads/{factories.workload(alice).pk}/plots/speed-up/").status_code == 404


def test_many_processors_have_logarithmic_axes_and_the_ideal_is_the_diagonal() -> None:
    chart = speedup_chart(moldable({k: 100.0 / k for k in (1, 2, 4, 8, 16, 32, 64)}))
    assert chart is not None
    assert chart.curves[0].points.split()[0] == "0.00,100.00"
    assert [round(x, 1) for x, _ in corners(chart.curves[0].points)] == [
        round(100 * i / 6, 1) for i in range(7)
    ]
    assert [tick.text for tick in chart.x_ticks] == ["1", "2", "5", "10", "20", "50"]


def test_a_job_that_needs_several_processors_begins_on_the_ideal_line() -> None:
    chart = speedup_chart(moldable({4: 10.0, 8: 5.0}, {1: 10.0, 8: 5.0}))
    assert chart is not None
    assert "begin on the ideal line" in chart.note
    (_, _), (_, top) = corners(chart.ideal)
    for x, y in corners(chart.curves[0].points):
        assert y == pytest.approx(100 - x * (100 - top) / 100, abs=0.02)


def test_of_many_jobs_some_are_drawn_evenly_and_all_count_in_the_band() -> None:
    made = generate("high", jobs=300, processors=200)
    chart = speedup_chart(made)
    assert chart is not None
    assert len(chart.curves) == DRAWN
    drawn = [int(curve.text.split()[1].rstrip(":")) for curve in chart.curves]
    assert (drawn[0], drawn[-1]) == (1, 300)
    assert set(np.diff(drawn)) <= {10, 11}
    assert "30 of 300 moldable jobs" in chart.note
    times = made.profiles.times.reshape(300, 200)
    middle = float(np.median(times[:, 0] / times[:, -1]))
    assert chart.summary.startswith(f"median {middle:.1f} on up to 200 processors")
    band, median = corners(chart.band), corners(chart.median)
    ends = sorted(y for x, y in band if x == 100)
    assert ends[0] < median[-1][1] < ends[1]


@settings(deadline=None)
@given(
    st.lists(
        st.dictionaries(st.integers(1, 3_000), st.floats(0, 1e6), min_size=1, max_size=6),
        max_size=12,
    )
)
def test_any_jobs_can_be_drawn(jobs: list[dict[int, float]]) -> None:
    made = moldable(*(dict(sorted(job.items())) for job in jobs))
    chart = speedup_chart(made)
    if chart is None:
        assert all(len(job) == 1 or min(job.values()) <= 1e-9 * max(job.values()) for job in jobs)
        return
    lines = [*(c.points for c in chart.curves), chart.band, chart.median, chart.ideal]
    for x, y in (corner for line in lines for corner in corners(line)):
        assert -0.01 <= x <= 100.01
        assert np.isfinite(y)
    for curve in chart.curves:
        assert all(-0.01 <= y <= 100.01 for _, y in corners(curve.points))
    for tick in (*chart.x_ticks, *chart.y_ticks):
        assert -0.1 <= tick.at <= 100.1
    histograms(made)


@pytest.mark.parametrize(
    ("axis", "ticks"),
    [
        (SpeedupAxis(1, 16, log=False), [1, 4, 8, 12, 16]),
        (SpeedupAxis(1, 9, log=False), [1, 2, 4, 6, 8]),
        (SpeedupAxis(1, 4, log=False), [1, 2, 3, 4]),
        (SpeedupAxis(1, 3.5, log=True), [1, 1.5, 2, 3]),
        (SpeedupAxis(1, 200, log=True), [1, 2, 5, 10, 20, 50, 100, 200]),
        (SpeedupAxis(1, 10_000, log=True), [1, 10, 100, 1_000, 10_000]),
    ],
)
def test_ticks_are_round(axis: SpeedupAxis, ticks: list[float]) -> None:
    assert axis.ticks() == pytest.approx(ticks)


def test_histograms_of_moldable_jobs_are_about_their_choice() -> None:
    made = generate("mixed", jobs=400, processors=64)
    found = {chart.title: chart for chart in histograms(made)}
    assert list(found) == ["Times on one processor", "Least times", "Useful widths", "Weights"]
    for chart in found.values():
        counts = [int(bar.text.split(": ")[1].split()[0].replace(",", "")) for bar in chart.bars]
        assert sum(counts) == 400
        assert all(0 <= tick.at <= 100 for tick in chart.ticks)
    assert "half as efficient" in found["Useful widths"].note
    wide = histograms(moldable({2: 9.0, 4: 5.0}, {1: 3.0}))
    assert next(chart.title for chart in wide) == "Times on fewest processors"


def test_short_times_have_bins_of_their_own() -> None:
    [times] = [
        c
        for c in histograms(moldable(*({1: t} for t in (0.002, 0.5, 90.0))))
        if c.title == "Run times"
    ]
    assert len(times.bars) == 3
    assert [tick.text for tick in times.ticks] == ["10 ms", "100 ms", "1 s", "1 min"]


@pytest.mark.usefixtures("may_compile")
@settings(deadline=None)
@given(
    st.lists(
        st.dictionaries(st.integers(1, 30), st.integers(0, 50), min_size=1, max_size=5), min_size=1
    )
)
def test_a_useful_width_wastes_at_most_half(jobs: list[dict[int, int]]) -> None:
    of = moldable(*({k: float(job[k]) for k in sorted(job)} for job in jobs)).profiles
    compiled = of.useful_widths(waste=2.0)
    with uncompiled(profiles):
        plain = of.useful_widths(waste=2.0)
    for useful in (compiled, plain):
        for job, width in zip(jobs, useful.tolist(), strict=True):
            least = min(k * t for k, t in job.items())
            assert width == max(k for k, t in job.items() if k * t <= 2 * least)
