"""Heat maps: cells in the colour of their class, with their values in them."""

from math import nan
from typing import Any

from bokeh.models import ColumnDataSource, HoverTool
from bokeh.models.annotations import LegendItem

from parsched.report.figure import Figure
from parsched.report.heat import colours, ink
from parsched.report.looks import Looks
from parsched.report.shapes import headings_of, values_of
from schedweb.web.plots.axes import draw_axis, laid_out, range_of
from schedweb.web.plots.frame import LEFT, add_legend, frame, json_of

ROW, AROUND, LETTER = 26, 96, 6.6
"""CSS pixels of a row of cells, of axis and legend, and of a letter."""
VALUE_SIZE = "10px"


def height(figure: Figure) -> int:
    """Return the CSS pixels of all rows."""
    return max(len(figure.y.names), 4) * ROW + AROUND


def draw(declared: Figure, _: Looks | None) -> dict[str, Any]:
    """Draw the cells of each class."""
    across = laid_out(declared.x, values_of(declared.series, "x"))
    up = laid_out(declared.y, values_of(declared.series, "y"))
    longest = max((len(name) for name in declared.y.names), default=0)
    plot = frame(
        height(declared),
        x_range=range_of(across),
        y_range=range_of(up),
        min_border_left=max(LEFT, round(34 + LETTER * longest)),
    )
    draw_axis(across, plot.xaxis, plot.xgrid)
    draw_axis(up, plot.yaxis, plot.ygrid)
    plot.xgrid.visible = plot.ygrid.visible = False
    items, headings = [], headings_of(declared.series)
    for series, colour in zip(declared.series, colours(declared), strict=True):
        x, y = across.places(series.x), up.places(series.y)
        columns: dict[str, Any] = {"x": x, "y": y, "text": series.texts or [""] * len(x)}
        facts = {f"fact{n}": series.facts.get(head, []) for n, head in enumerate(headings)}
        if not len(x):  # a class without cells would have no colour in the legend
            columns, facts = {"x": [nan], "y": [nan], "text": [""]}, {key: [""] for key in facts}
        source = ColumnDataSource(columns | facts)
        cells: Any = plot.rect("x", "y", 1, 1, source=source, fill_color=colour, line_color=None)
        cells.name = series.title if len(x) else None
        look: dict[str, Any] = {"text_color": ink(colour), "text_font_size": VALUE_SIZE}
        look |= {"text_align": "center", "text_baseline": "middle"}
        plot.text("x", "y", "text", source=source, **look)
        rows = [(head, f"@fact{number}") for number, head in enumerate(headings)]
        plot.add_tools(HoverTool(renderers=[cells], tooltips=rows or [("", "@text")]))
        items.append(LegendItem(label=series.title, renderers=[cells]))
    add_legend(plot, items)
    return json_of(plot)
