"""Charts of trade-offs: no run is in the shade, guarantees are corners, odd numbers do no harm."""

from typing import Any

import pytest

from parsched.report.axes import AxisLayout
from parsched.report.scales import span_scale
from parsched.report.trade_offs.trades import Trades
from parsched.report.trade_offs.words import time_text
from parsched.report.units import DisplayUnit
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.web.plots.trade_legend import legend
from schedweb.web.plots.trade_marks import PLANES, Sight, corners
from schedweb.web.plots.trade_offs import trade_offs
from schedweb.web.plots.trade_points import GUARANTEED, TradePlane
from tests import factories
from tests.web.plots.items import models

pytestmark = pytest.mark.django_db
Row = tuple[str, str, float, int, float, float | None]
"""Algorithm, or "online-batch:" and the algorithm of each batch, label, makespan, deployments, Σ C,
λ."""
ROWS: tuple[Row, ...] = (
    ("env-blind", "Blind", 9.0, 7, 20.0, None),
    ("gls", "λ 1", 10.0, 5, 22.0, 8.0),
    ("gls", "λ 2", 14.0, 4, 21.0, 16.0),
    ("gls", "λ 4", 14.0, 4, 21.0, 32.0),
    ("gls-plus", "plus", 15.0, 5, 30.0, 8.0),
)


def compared(*rows: Row) -> Trades:
    place = factories.comparison(factories.person("alice"), ["env-blind"], factories.ENVIRONED)
    place.runs.all().delete()
    for i, (algorithm, label, makespan, deployments, total, target) in enumerate(rows):
        values = {"makespan": makespan, "deployments": deployments, "sum_completion": total}
        values |= {} if target is None else {"d_lambda": 3.0}
        run = factories.done_run(place, i, label, **values)
        run.algorithm, _, inner = algorithm.partition(":")
        run.params = {"lam": target, "lam_unit": "seconds"}
        if inner:
            run.params = {"algorithm": {"key": inner, "params": {}}}
        run.record["grouping"] = {"target": target, "deploy_seconds": 0.0, "deploy_extra": 0.0}
        run.save()
    factories.know(place, makespan={"area": 8.0}, deployments={"widest": 3.0})
    found = Trades.of(records_of(Comparison.objects.get(pk=place.pk)))
    assert found is not None
    return found


def named(item: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Columns of the renderers of this name."""
    return [
        dict(renderer["data_source"]["attributes"]["data"]["entries"])
        for renderer in models(item, "GlyphRenderer")
        if renderer.get("name") == name
    ]


def test_alike_runs_of_one_algorithm_are_one_mark() -> None:
    sight = Sight(compared(*ROWS), PLANES["deployments"])
    assert [mark.short for mark in sight.stable_marks] == [
        "Blind",
        "λ = 1.6×",
        "λ = 3.2× to 6.4×",
        "λ = 1.6×",
    ]
    assert [mark.on_front for mark in sight.stable_marks] == [True, True, True, False]
    assert sight.front == [(9.0, 7.0), (10.0, 5.0), (14.0, 4.0)]
    assert [mark.label for mark in sight.stable_marks][2].endswith(
        "λ = 3.2× to 6.4×, 2 runs that are alike"
    )


def test_the_front_is_the_planes() -> None:
    found = compared(*ROWS)
    front = {key: Sight(found, plane).front for key, plane in PLANES.items()}
    assert front["completion"] == [(9.0, 20.0)]
    assert front["sum"] == [(20.0, 7.0), (21.0, 4.0)]


def test_runs_that_differ_in_their_target_only_are_joined_in_its_order() -> None:
    ((look, trades),) = Sight(compared(*ROWS), PLANES["sum"]).sweeps()
    assert [trade.record.label for trade in trades] == ["λ 1", "λ 2", "λ 4"]
    assert look == Sight(compared(*ROWS), PLANES["sum"]).looks[("gls",)]


def test_algorithms_of_one_colour_have_different_markers() -> None:
    rows = [
        (key, key, 10.0 + i, 5, 9.0, None) for i, key in enumerate(("gls", "ltf", "demt", "fcfs"))
    ]
    looks = Sight(compared(*rows), PLANES["sum"]).looks.values()
    assert len({(look.color, look.marker) for look in looks}) == len(rows)


def test_in_batches_methods_are_what_schedules_each_batch() -> None:
    found = compared(
        ("gls", "plain", 9.0, 7, 20.0, 8.0),
        ("online-batch:gls", "", 9.0, 7, 20.0, None),
        ("online-batch:env-order", "", 9.0, 7, 20.0, None),
    )
    methods = dict(Sight(found, PLANES["deployments"]).methods)
    assert list(methods) == [
        "GLS",
        "On-line batching (GLS)",
        "On-line batching (List by environment)",
    ]
    plain, batches, other = methods.values()
    assert plain.color == batches.color != other.color
    assert plain.marker != batches.marker


def test_no_run_is_in_the_shade() -> None:
    found = compared(*ROWS)
    canvas = TradePlane(Sight(found, PLANES["deployments"]), None)
    (shade,) = named(trade_offs(found, "deployments", None), "bounds")
    steps = list(zip(shade["x"], shade["y"], strict=True))
    assert len(found.trades) == len(ROWS)
    for trade in found.trades:
        x = canvas.x.at(trade.point.makespan)
        y = canvas.y.at(trade.point.deployments)
        assert x >= steps[0][0]
        assert y >= min(level for at, level in steps if at <= x + 1e-9)


def test_what_is_said_of_the_shade_is_where_no_line_and_no_run_is() -> None:
    """Lines of guarantees end at the shade, and the least number stands at the left edge."""
    found = compared(*ROWS)
    canvas = TradePlane(Sight(found, PLANES["deployments"]), 8.0)
    drawn = trade_offs(found, "deployments", 8.0)
    assert {(line["x"][0], line["y"][0]) for line in named(drawn, "guarantee")} == {
        (canvas.least[0], canvas.y.at(6.0)),
        (canvas.x.at(32.0), canvas.least[1]),
    }
    along = [text for text in models(drawn, "LabelSet") if text["name"] == "along"]
    told = [dict(text["source"]["attributes"]["data"]["entries"]) for text in along]
    places = {data["text"][0].strip(): data["x"][0] for data in told}
    assert places["no schedule has fewer: 3"] == canvas.x.start


def test_guarantees_belong_to_the_chosen_target() -> None:
    found = compared(*ROWS)
    assert [(c.target, c.makespan, c.deployments) for c in corners(found)] == [
        (8.0, 32.0, 6),
        (16.0, 64.0, 6),
        (32.0, 128.0, 6),
    ]
    canvas = TradePlane(Sight(found, PLANES["deployments"]), 8.0)
    lines = named(trade_offs(found, "deployments", 8.0), "guarantee")
    corner = (canvas.x.at(32.0), canvas.y.at(6.0))
    assert [(line["x"][-1], line["y"][-1]) for line in lines] == [corner, corner]
    assert named(trade_offs(found, "deployments", None), "guarantee") == []
    assert len(named(trade_offs(found, "completion", 8.0), "guarantee")) == 1
    assert len(named(trade_offs(found, "sum", 8.0), "guarantee")) == 1
    assert GUARANTEED in str(trade_offs(found, "deployments", None))


class TestLegend:
    def test_it_tells_of_what_is_drawn(self) -> None:
        found = compared(*ROWS)
        assert legend(found, "deployments", 8.0) == (
            "Filled markers on the line are the front of the two axes; a ring stands around what "
            "no other run beats in all three criteria. Colours stand for algorithms here, not "
            "for runs. In the shade there is no schedule, as is proved: beyond the least "
            "makespan and the least deployments; there are more of these the shorter a schedule "
            "is (D_λ of its makespan). Dashed: the schedule for this λ has a makespan of at most "
            "4λ and at most 2·D_λ deployments. Dotted: what is guaranteed for every λ. Thin "
            "lines join runs that differ in λ only; 1× is its minimum, "
            f"{time_text(found, found.trade_offs.least_target)}."
        )

    @pytest.mark.parametrize(
        ("axes", "target", "there", "absent"),
        [
            ("deployments", None, ["Dotted", "D_λ of"], ["Dashed"]),
            ("completion", 8.0, ["of at most 4λ."], ["2·D_λ", "Dotted", "deployments"]),
            ("sum", 8.0, ["has at most 2·D_λ deployments."], ["makespan of", "Dotted", "4λ"]),
            ("all", 8.0, ["makespan of at most 4λ and at most 2·D_λ", "Dotted"], [" d is "]),
        ],
    )
    def test_each_plane_has_its_own(
        self, axes: str, target: float | None, there: list[str], absent: list[str]
    ) -> None:
        said = legend(compared(*ROWS), axes, target)
        assert all(words in said for words in there)
        assert not any(words in said for words in absent)

    def test_without_lambda_there_are_neither_guarantees_nor_lines(self) -> None:
        said = legend(compared(ROWS[0]), "deployments", None)
        assert not any(words in said for words in ("Dashed", "Dotted", "Thin", "λ only"))


def test_three_planes_share_their_runs() -> None:
    drawn = trade_offs(compared(*ROWS), "all", 8.0)
    assert len(models(drawn, "Figure")) == 4
    sources = [dict(s["data"]["entries"]) for s in models(drawn, "ColumnDataSource")]
    (shared,) = [data for data in sources if "x2" in data]
    assert {"x0", "y1", "fill2", "size0", "state1", "name", "guaranteed"} <= set(shared)
    assert len(shared["name"]) == 4


@pytest.mark.parametrize("plane", [*PLANES, "all"])
@pytest.mark.parametrize(
    "rows",
    [
        [("env-blind", "A", 10.0, 5, 20.0, None)],
        [("gls", str(i), 10.0, 5, 20.0, 8.0 * (i + 1)) for i in range(6)],
        [("env-blind", "A", 0.0, 0, 0.0, None), ("gls", "B", 0.0, 0, 0.0, 1.0)],
        [("gone", "A", 10.0, 5, 20.0, 8.0), ("gls", "B", 1e9, 10**7, 1e15, None)],
    ],
    ids=["one", "alike", "nothing", "far apart"],
)
def test_every_case_has_finite_axes(rows: list[Row], plane: str) -> None:
    found = compared(*rows)
    for target in (None, 8.0, 99.0):
        for axis in models(trade_offs(found, plane, target), "Range1d"):
            assert axis.get("start", 0.0) < axis.get("end", 1.0)


class TestAxes:
    SECONDS = DisplayUnit("s", 1.0)

    def test_they_are_logarithmic_where_values_are_spread_and_say_so(self) -> None:
        near = AxisLayout.spanning("makespan", [10.0, 20.0], self.SECONDS, (0.1, 0.1))
        far = AxisLayout.spanning("makespan", [10.0, 200.0], self.SECONDS, (0.1, 0.1))
        assert (near.title, far.title) == ("makespan (s)", "makespan (s), log")
        assert near.at(10.0) == 10.0
        assert far.at(100.0) == pytest.approx(2.0)

    @pytest.mark.parametrize(
        ("low", "high", "unit", "texts"),
        [
            (10, 20, DisplayUnit("s", 1.0), ["10", "12", "14", "16", "18", "20"]),
            (600, 1_800, DisplayUnit("minutes", 60.0), ["10", "15", "20", "25", "30"]),
            (80, 1_300, DisplayUnit("", 1.0), ["100", "150", "200", "300", "500", "700", "1,000"]),
            (1, 1e12, DisplayUnit("s", 1.0), ["1", "100", "10,000", "1,000,000"]),
        ],
    )
    def test_ticks_are_round_numbers_in_the_unit(
        self, low: float, high: float, unit: DisplayUnit, texts: list[str]
    ) -> None:
        found = span_scale(low, high, unit)
        shown = [t for v, t in zip(found.ticks, found.texts(), strict=True) if low <= v <= high]
        assert shown[: len(texts)] == texts

    def test_nothing_is_at_the_start_of_a_logarithmic_axis(self) -> None:
        axis = AxisLayout.spanning("x", [1.0, 100.0], self.SECONDS, (0.1, 0.1))
        assert axis.at(0.0) == axis.start

    @pytest.mark.parametrize("value", [0.0, 1.0, 1e15])
    def test_one_value_is_in_the_middle_of_some_room(self, value: float) -> None:
        axis = AxisLayout.spanning("x", [value, value], self.SECONDS, (0.1, 0.1))
        assert axis.start < axis.at(value) < axis.end
        places, _ = axis.ticks()
        assert places
