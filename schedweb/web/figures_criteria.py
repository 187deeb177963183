"""Figures for two criteria: the Pareto plot, and ratios to the bounds as bars."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, cast

from bokeh.models import ColumnDataSource, FixedTicker, HoverTool, Range1d
from bokeh.models.annotations import LabelSet, Span
from bokeh.models.labeling import NoOverlap
from bokeh.plotting import figure

from algorithms.report.pareto import Pareto, Point
from algorithms.report.ratios import RatioCell
from algorithms.report.units import significant, unit_for
from schedweb.web.gantt_frame import BEHIND, CLEAR, RIGHT, STRETCHED, TEXT_SIZE, json_of
from schedweb.web.palette import Style
from schedweb.web.times import Scale, bound_scale

HEIGHT = 420
LEFT, BELOW = 66, 52
UNDER, OVER = 0.05, 0.09
"""Room around the points, as a share of what they span."""
ROOM = 0.14
"""Room for numbers behind the bars."""
LEAST = 0.01
"""Least span of ratios that an axis shows."""
SIZE, SMALL = 12, 7
GREY = "#7a8796"
LIGHTER = 0.35
"""Opacity of what is not on the front."""
ROW, BAR, GAP = 54, 10, 2
"""Pixels of a run among the bars: all of it, each bar, and between the two."""

Looks = Callable[[Point], Style | None]
"""How a point looks; None for one that is there, but not drawn like the others."""


def pareto(found: Pareto, looks: Looks) -> dict[str, Any]:
    """One marker per run at its two ratios, and the front as a step line; 1 is the bound."""
    x, y = [point.x for point in found.points], [point.y for point in found.points]
    across, up = _scale(x), _scale(y)
    x_range, y_range = _range(across, x), _range(up, y)
    plot = _frame(HEIGHT, x_range, y_range)
    _axis(plot.xaxis, plot.xgrid, across, _title(found, "makespan", across))
    _axis(plot.yaxis, plot.ygrid, up, _title(found, "minsum", up))
    plot.add_layout(_bound_line(across, "height"))
    plot.add_layout(_bound_line(up, "width"))
    _front(plot, found.front, (across, up), (x_range, y_range))
    drawn = Pareto(tuple(point for point in found.points if looks(point)))
    others = Pareto(tuple(point for point in found.points if not looks(point)))
    if others.points:
        _others(plot, others, across, up)
    _points(plot, drawn, looks, across, up)
    return json_of(plot)


def ratio_bars(found: Pareto, looks: Looks) -> dict[str, Any]:
    """Two bars per run that is drawn, from the bound (1) to its ratios."""
    found = Pareto(tuple(point for point in found.points if looks(point)))
    ratios = [ratio for p in found.points for ratio in (p.x, p.y)]
    scale = _scale(ratios)
    rows = max(len(found.points), 1)
    plot = _frame(
        rows * ROW + BELOW + 8, _range(scale, ratios, ROOM), Range1d(start=rows * ROW, end=0)
    )
    _axis(plot.xaxis, plot.xgrid, scale, f"value / bound{_log(scale)}")
    plot.yaxis.visible = plot.ygrid.visible = False
    plot.min_border_left = 14
    plot.add_layout(_bound_line(scale, "height"))
    _bars(plot, found, looks, scale)
    return json_of(plot)


def far_off(found: Pareto) -> Point | None:
    """Return the run that makes an axis logarithmic, if there is one."""
    worst = max(found.points, key=lambda point: max(point.x, point.y), default=None)
    if worst is None or bound_scale(max(worst.x, worst.y)).is_linear:
        return None
    return worst


def _scale(ratios: Sequence[float]) -> Scale:
    return bound_scale(max(ratios, default=1.0))


def _range(scale: Scale, ratios: Sequence[float], over: float = OVER) -> Range1d:
    low, high = scale.at(1.0), scale.at(max(*ratios, 1.0) if ratios else 1.0)
    span = max(high - low, scale.at(1.0 + LEAST) - low)
    return Range1d(start=low - UNDER * span, end=low + span * (1 + over))


def _frame(height: int, x_range: Range1d, y_range: Range1d) -> figure:
    plot = figure(
        height=height,
        **STRETCHED,
        x_range=x_range,
        y_range=y_range,
        tools=[],
        **CLEAR,
        toolbar_location=None,
        min_border_left=LEFT,
        min_border_right=RIGHT,
        min_border_bottom=BELOW,
    )
    plot.axis.major_label_text_font_size = TEXT_SIZE
    plot.axis.axis_label_text_font_size = "12px"
    plot.axis.axis_label_text_font_style = "normal"
    return plot


def _axis(axis: Any, grid: Any, scale: Scale, title: str) -> None:
    places = scale.places()
    axis.ticker = grid.ticker = FixedTicker(ticks=places)
    axis.major_label_overrides = dict(zip(places, scale.texts(), strict=True))
    axis.axis_label = title
    axis.major_label_policy = NoOverlap(min_distance=6)


def _bound_line(scale: Scale, dimension: Literal["height", "width"]) -> Span:
    look: dict[str, Any] = {"line_color": GREY, "line_dash": "dashed", "line_width": 1.2}
    return Span(location=scale.at(1.0), dimension=dimension, **look)


def _title(found: Pareto, criterion: str, scale: Scale) -> str:
    """Name metric and bound; several bounds are named by the hover only."""
    cells = [getattr(point, criterion) for point in found.points]
    bounds = {cell.bound for cell in cells}
    bound = f"bound ({bounds.pop()})" if len(bounds) == 1 else "bound"
    return f"{cells[0].metric.title} / {bound}{_log(scale)}" if cells else bound


def _log(scale: Scale) -> str:
    return "" if scale.is_linear else ", log"


def _front(
    plot: figure,
    front: Sequence[Point],
    scales: tuple[Scale, Scale],
    ranges: tuple[Range1d, Range1d],
) -> None:
    """Draw the steps, from the upper edge to the right one."""
    if not front:
        return
    x = [scales[0].at(point.x) for point in front]
    y = [scales[1].at(point.y) for point in front]
    right, top = (cast("float", of.end) for of in ranges)
    plot.step(
        [x[0], *x, right],
        [top, *y, y[-1]],
        mode="after",
        line_color=GREY,
        line_width=1.6,
        name="front",
    )


def _points(plot: figure, found: Pareto, looks: Looks, across: Scale, up: Scale) -> None:
    styles = [style for point in found.points if (style := looks(point))]
    source = ColumnDataSource(
        {
            **_placed(found, across, up),
            "color": [style.color for style in styles],
            "marker": [style.marker for style in styles],
        }
    )
    leaders = ColumnDataSource({name: [] for name in ("x0", "y0", "x1", "y1")})
    plot.segment("x0", "y0", "x1", "y1", source=leaders, line_color=GREY, name="leaders")
    drawn = plot.scatter(
        source=source,
        marker="marker",
        size=SIZE,
        fill_color="color",
        line_color="color",
        fill_alpha="fill",
        line_width=1.5,
        name="points",
    )
    plot.add_layout(_labels())
    _hover(plot, drawn)


def _others(plot: figure, found: Pareto, across: Scale, up: Scale) -> None:
    """Draw runs small and grey, without their labels."""
    source = ColumnDataSource(_placed(found, across, up))
    look: dict[str, Any] = {"fill_color": GREY, "line_color": GREY, "fill_alpha": "fill"}
    _hover(plot, plot.scatter(source=source, size=SMALL, **look, name="others"))


def _placed(found: Pareto, across: Scale, up: Scale) -> dict[str, Any]:
    return {
        "x": [across.at(point.x) for point in found.points],
        "y": [up.at(point.y) for point in found.points],
        "fill": [1.0 if point.on_front else LIGHTER for point in found.points],
        "label": [point.record.label for point in found.points],
        **_told(found),
    }


def _labels() -> LabelSet:
    """Texts that the browser places beside the markers, where it knows how much room there is."""
    source = ColumnDataSource({name: [] for name in ("x", "y", "text")})
    labels = _texts(source, "x", "y", 0, "12px", **BEHIND)
    labels.name = "labels"
    return labels


def _told(found: Pareto) -> dict[str, list[str]]:
    """What the hover says of each point."""
    return {
        "makespan": _sentences([point.makespan for point in found.points], found),
        "minsum": _sentences([point.minsum for point in found.points], found),
        "state": [
            "on the Pareto front" if point.on_front else "beaten by another run"
            for point in found.points
        ],
    }


def _sentences(cells: Sequence[RatioCell], found: Pareto) -> list[str]:
    values = [
        point.record.metrics[cell.metric.key]
        for point, cell in zip(found.points, cells, strict=True)
    ]
    texts = []
    for cell, value in zip(cells, values, strict=True):
        unit = unit_for(cell.metric.unit, values)
        bound = f"{cell.bound}, {unit.text(cell.bound_value)} {unit.name}"
        texts.append(f"{unit.text(value)} {unit.name} = {cell.text} × {bound}")
    return texts


def _hover(plot: figure, renderer: Any) -> None:
    tooltips = [("", "@label"), ("makespan", "@makespan"), ("Σ w·C", "@minsum"), ("", "@state")]
    plot.add_tools(HoverTool(renderers=[renderer], tooltips=tooltips))


def _bars(plot: figure, found: Pareto, looks: Looks, scale: Scale) -> None:
    names = {"label": [point.record.label for point in found.points], **_told(found)}
    names["color"] = [style.color for point in found.points if (style := looks(point))]
    first = ROW - 2 * (BAR + GAP) - 4
    for place, (axis, alpha) in enumerate((("x", 1.0), ("y", LIGHTER))):
        ratios = [getattr(point, axis) for point in found.points]
        top = [i * ROW + first + place * (BAR + GAP) for i in range(len(ratios))]
        source = ColumnDataSource(
            {
                **names,
                "left": [scale.at(1.0)] * len(ratios),
                "right": [scale.at(ratio) for ratio in ratios],
                "top": top,
                "bottom": [y + BAR for y in top],
                "middle": [y + BAR / 2 for y in top],
                "text": [significant(ratio) for ratio in ratios],
            }
        )
        sides: dict[str, Any] = {side: side for side in ("left", "right", "top", "bottom")}
        look: dict[str, Any] = {"fill_color": "color", "line_color": "color", "fill_alpha": alpha}
        _hover(plot, plot.quad(source=source, **sides, **look))
        plot.add_layout(_texts(source, "right", "middle", 5, TEXT_SIZE))
    _names(plot, names["label"], scale)


def _names(plot: figure, labels: Sequence[str], scale: Scale) -> None:
    """Write each run's label above its bars."""
    x, y = [scale.at(1.0)] * len(labels), [i * ROW + 16 for i in range(len(labels))]
    source = ColumnDataSource({"x": x, "y": y, "text": list(labels)})
    plot.add_layout(_texts(source, "x", "y", 3, "12px"))


def _texts(source: ColumnDataSource, x: str, y: str, away: int, size: str, **more: Any) -> LabelSet:
    look: dict[str, Any] = {"text_font_size": size, "text_baseline": "middle", **more}
    return LabelSet(x=x, y=y, text="text", x_offset=away, source=source, **look)
