"""Charts of trade-offs: runs in a plane, the front, bounds, and guarantees for λ."""

from collections.abc import Sequence
from typing import Any

from bokeh.embed import json_item
from bokeh.models import (
    BooleanFilter,
    CDSView,
    ColumnDataSource,
    HoverTool,
    Range1d,
)
from bokeh.models.annotations import LabelSet, LegendItem
from bokeh.models.labeling import NoOverlap
from bokeh.models.layouts import Column, Row
from bokeh.plotting import figure

from parsched.report.palette import NEUTRAL
from parsched.report.trade_offs.trades import Trades
from schedweb.web.plots.axes import draw_axis, range_of
from schedweb.web.plots.frame import (
    BEHIND,
    CLEAR,
    TEXT_SIZE,
    add_legend,
    frame,
    json_of,
)
from schedweb.web.plots.trade_marks import PLANES, Corner, Sight, corners
from schedweb.web.plots.trade_points import (
    GUARANTEED,
    TradePlane,
    columns,
    corner_columns,
    guaranteed,
    times_of,
)

HEIGHT, BESIDE = 460, 360
"""CSS pixels of one plane, and of three beside each other."""
LEFT = 66
LEAST_WIDTH = 300
"""Least width of a plane beside others, CSS pixels; in less room they are stacked."""
SIZE, SMALL, RING = 12, 9, 20
ALONG = "along"
"""Name of texts along lines, which other texts avoid (labels.js)."""
UPRIGHT = 1.5708
"""Angle of a text that is read from below, radians."""
KEY = 30
"""CSS pixels of a legend in one line."""
PIN = "#c2266b"
SHADE = 0.16
"""Opacity of the area without schedules."""
NAMES = ("x", "y", "text")
WIDE: dict[str, Any] = {"sizing_mode": "stretch_width"}
ON_TOP = "overlay"
"""Level of runs, above all texts."""
LOOK: dict[str, Any] = {
    "level": ON_TOP,
    "marker": "marker",
    "fill_color": "color",
    "line_color": "color",
    "line_width": 1.5,
}
TOOLTIPS = [
    ("", "@name"),
    ("makespan", "@makespan"),
    ("deployments", "@deployments"),
    ("Σ C", "@sum_completion"),
    ("λ", "@target"),
    ("guaranteed", "@guaranteed"),
    ("", "@state"),
]


def trade_offs(trades: Trades, plane: str, target: float | None) -> dict[str, Any]:
    """Draw one plane by its key, or all three beside each other."""
    if plane in PLANES:
        canvas = TradePlane(Sight(trades, PLANES[plane]), target)
        plot = _plane(canvas, HEIGHT)
        _front_marks(plot, canvas)
        _legend(plot, canvas.sight)
        return json_of(plot)
    canvases = [TradePlane(Sight(trades, each_plane), target) for each_plane in PLANES.values()]
    plots = [_plane(canvas, BESIDE) for canvas in canvases]
    _linked_marks(plots, canvases)
    row = Row(children=[*plots], **WIDE, styles={"flex-wrap": "wrap"})
    return dict(json_item(Column(children=[_key(canvases[0].sight), row], **WIDE)))


def _plane(canvas: TradePlane, height: int) -> figure:
    """Draw everything except the runs."""
    plot = _frame(canvas, height)
    _impossible(plot, canvas)
    _guarantees(plot, canvas)
    for look, trades in canvas.sight.sweeps():
        plane = canvas.sight.plane
        pairs = [(plane.x.value(trade), plane.y.value(trade)) for trade in trades]
        plot.line(**canvas.at(pairs), line_color=look.color, line_alpha=0.55, line_width=1.2)
    _front(plot, canvas)
    return plot


def _frame(canvas: TradePlane, height: int) -> figure:
    plot = frame(
        height,
        min_width=LEAST_WIDTH,
        x_range=range_of(canvas.x),
        y_range=range_of(canvas.y),
        min_border_left=LEFT,
    )
    draw_axis(canvas.x, plot.xaxis, plot.xgrid)
    draw_axis(canvas.y, plot.yaxis, plot.ygrid)
    plot.yaxis.major_label_policy = NoOverlap(min_distance=6)
    return plot


def _impossible(plot: figure, canvas: TradePlane) -> None:
    """Shade the area without schedules: below the lower bounds of both axes and below the steps."""
    across, up = canvas.least
    left, bottom = canvas.x.start, canvas.y.start
    edge = [(across, canvas.y.end), *_steps(canvas), (canvas.x.end, up)]
    outline = [(left, bottom), (left, canvas.y.end), *edge, (canvas.x.end, bottom)]
    plot.patch(
        [x for x, _ in outline],
        [y for _, y in outline],
        fill_color=NEUTRAL,
        fill_alpha=SHADE,
        line_color=None,
        name="impossible",
    )
    plot.line(
        [x for x, _ in edge],
        [y for _, y in edge],
        line_color=NEUTRAL,
        line_width=1.2,
        name="bounds",
    )
    bands: dict[str, list[float]] = {
        "left": [left, left],
        "right": [across, canvas.x.end],
        "bottom": [bottom, bottom],
        "top": [canvas.y.end, up],
    }
    sides: dict[str, Any] = {name: name for name in bands}
    plot.quad(source=ColumnDataSource(bands), **sides, fill_alpha=0.0, line_alpha=0.0, name="bands")
    _bound_names(plot, canvas)


def _steps(canvas: TradePlane) -> list[tuple[float, float]]:
    """Return the corners from the least makespan on: between two makespans, the later one's lower
    bound on deployments holds."""
    across, up = canvas.least
    if not canvas.sight.plane.has_floor:
        return [(across, up)]
    steps: list[tuple[float, float]] = []
    before = across
    for makespan, count in canvas.trades.floor:
        x, y = canvas.x.at(makespan), max(canvas.y.at(count), up)
        steps += [(before, y), (x, y)]
        before = x
    return [*steps, (before, up)]


def _bound_names(plot: figure, canvas: TradePlane) -> None:
    """Write the lower bounds along their lines, on the side without runs: upright at the upper
    edge, and horizontally at the left edge."""
    trades, plane = canvas.trades, canvas.sight.plane
    across, up = canvas.least
    for criterion, end, upright in (
        (plane.x, (across, canvas.y.end), True),
        (plane.y, (canvas.x.start, up), False),
    ):
        if (least := criterion.least(trades)) > 0:
            text = f" {criterion.below}: {criterion.text(trades, least)} "
            _along(plot, end, text, upright=upright, below=not upright)


def _guarantees(plot: figure, canvas: TradePlane) -> None:
    """Draw lines that bound the schedules of the chosen λ from the right and from above, and
    faintly the corners of these lines for every λ."""
    plane = canvas.sight.plane
    every = [(guaranteed(c, plane.x), guaranteed(c, plane.y)) for c in corners(canvas.trades)]
    places = [(x, y) for x, y in every if x is not None and y is not None]
    look: dict[str, Any] = {"line_color": GUARANTEED, "line_alpha": 0.8, "line_dash": "dotted"}
    if len(places) > 1:
        plot.line(**canvas.at(places), **look, line_width=1.5, name="guarantees")
    for corner in canvas.target_corners:
        _box(plot, canvas, corner)


def _box(plot: figure, canvas: TradePlane, corner: Corner) -> None:
    """Draw the guarantee of each axis, outside the area without schedules; the first text also
    names λ."""
    trades, plane = canvas.trades, canvas.sight.plane
    left, bottom = canvas.least
    x, y = guaranteed(corner, plane.x), guaranteed(corner, plane.y)
    right = canvas.x.end if x is None else canvas.x.at(x)
    top = canvas.y.end if y is None else canvas.y.at(y)
    look: dict[str, Any] = {"line_color": GUARANTEED, "line_dash": "dashed", "line_width": 1.5}
    formula, prefix = "4λ: " if trades.is_instant else "", f"λ {times_of(trades, corner)}, "
    if y is not None:
        plot.line([left, right], [top, top], **look, name="guarantee")
        _along(plot, (right, top), f"{prefix}≤ 2·D_λ: {plane.y.text(trades, y)} ")
        prefix = ""
    if x is not None:
        plot.line([right, right], [bottom, top], **look, name="guarantee")
        _along(plot, (right, top), f"{prefix}≤ {formula}{plane.x.text(trades, x)} ", upright=True)


def _along(
    plot: figure, end: tuple[float, float], text: str, *, upright: bool = False, below: bool = False
) -> None:
    """Write along a line with this end: above or left of it, or below it from its left end."""
    source = ColumnDataSource({"x": [end[0]], "y": [end[1]], "text": [text]})
    look: dict[str, Any] = {"text_font_size": TEXT_SIZE, "text_align": "left" if below else "right"}
    look["text_baseline"] = "top" if below else "bottom"
    look |= {"angle": UPRIGHT, "x_offset": -3} if upright else {"y_offset": -3 if below else 3}
    plot.add_layout(
        LabelSet(x="x", y="y", text="text", source=source, **look, **BEHIND, name=ALONG)
    )


def _front(plot: figure, canvas: TradePlane) -> None:
    """Draw the steps, from the upper edge to the right one."""
    placed = canvas.at(canvas.sight.front)
    x, y = placed["x"], placed["y"]
    plot.step(
        [x[0], *x, canvas.x.end],
        [canvas.y.end, *y, y[-1]],
        mode="after",
        line_color=NEUTRAL,
        line_width=1.8,
        name="front",
    )


def _front_marks(plot: figure, canvas: TradePlane) -> None:
    """Draw the runs; those on the front are filled and have texts that the browser places."""
    marks = canvas.sight.marks
    ringed = [mark for mark in marks if mark.is_unbeaten]
    _rings(plot, ColumnDataSource(columns(canvas, ringed)), "x", "y")
    others = columns(canvas, [mark for mark in marks if not mark.on_front])
    front = columns(canvas, [mark for mark in marks if mark.on_front])
    leaders = ColumnDataSource({name: [] for name in ("x0", "y0", "x1", "y1")})
    plot.segment("x0", "y0", "x1", "y1", source=leaders, line_color=NEUTRAL, name="leaders")
    renderers = [
        plot.scatter(source=ColumnDataSource(data), size=size, fill_alpha="fill", **LOOK, name=name)
        for data, size, name in ((others, SMALL, "others"), (front, SIZE, "points"))
    ]
    if canvas.target_corners:
        cross: dict[str, Any] = {"marker": "cross", "size": SIZE, "line_color": GUARANTEED}
        cross |= {"source": ColumnDataSource(corner_columns(canvas)), "level": ON_TOP}
        renderers.append(plot.scatter(**cross))
    texts = ColumnDataSource({name: [] for name in NAMES})
    look: dict[str, Any] = {"text_font_size": "12px", "text_baseline": "middle"}
    labels = LabelSet(x="x", y="y", text="text", source=texts, **look, **BEHIND)
    labels.name = "labels"
    plot.add_layout(labels)
    plot.add_tools(HoverTool(renderers=[*renderers], tooltips=TOOLTIPS))


def _linked_marks(plots: Sequence[figure], canvases: Sequence[TradePlane]) -> None:
    """Draw the runs into all planes from one source, so that pointing at a run marks it in each."""
    first = canvases[0].sight.stable_marks
    data = columns(canvases[0], first)
    ringed = [mark.is_unbeaten for mark in first]
    for i, canvas in enumerate(canvases):
        own = columns(canvas, canvas.sight.stable_marks)
        data |= {f"{name}{i}": own[name] for name in ("x", "y", "fill", "state")}
        data[f"size{i}"] = [SIZE if mark.on_front else SMALL for mark in canvas.sight.stable_marks]
    source = ColumnDataSource(data)
    view = CDSView(filter=BooleanFilter(booleans=ringed))
    for i, plot in enumerate(plots):
        _rings(plot, source, f"x{i}", f"y{i}", view=view)
        renderer = plot.scatter(
            f"x{i}",
            f"y{i}",
            source=source,
            size=f"size{i}",
            fill_alpha=f"fill{i}",
            **LOOK,
            hover_line_color=PIN,
            hover_fill_color=PIN,
        )
        rows = [(name, f"@state{i}" if value == "@state" else value) for name, value in TOOLTIPS]
        plot.add_tools(HoverTool(renderers=[renderer], tooltips=rows))


def _rings(plot: figure, source: ColumnDataSource, x: str, y: str, **options: Any) -> None:
    look: dict[str, Any] = {"fill_alpha": 0.0, "line_color": "color", "line_width": 1.2}
    look["level"] = ON_TOP
    plot.scatter(x, y, source=source, marker="circle", size=RING, **look, **options, name="rings")


def _key(sight: Sight) -> figure:
    """Return a legend that stands alone."""
    bare: dict[str, Any] = {"tools": [], "toolbar_location": None, "min_border": 0, **CLEAR}
    ranges: dict[str, Any] = {side: Range1d(start=0, end=1) for side in ("x_range", "y_range")}
    plot = figure(height=KEY, **WIDE, **bare, **ranges)
    plot.axis.visible = plot.grid.visible = False
    _legend(plot, sight)
    return plot


def _legend(plot: figure, sight: Sight) -> None:
    """Name the methods by colour and marker."""
    nowhere, items = [float("nan")], []
    for title, look in sight.methods:
        renderer: Any = plot.scatter(
            nowhere, nowhere, marker=look.marker, size=SMALL, color=look.color
        )
        items.append(LegendItem(label=title, renderers=[renderer]))
    add_legend(plot, items)
