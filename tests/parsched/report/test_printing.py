"""Figures as files: every shape and scale, readable text, and equal bytes for equal figures."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any, get_args
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure as Page
from PIL import Image

from parsched.base.errors import FormatError, ParameterError, UnknownKeyError
from parsched.report.figure import Axis, Figure, Series, floats
from parsched.report.palette import DASHES, MARKERS, style
from parsched.report.plot import KINDS, Kind, Scale, Shape
from parsched.report.printing import ENDINGS, Sheet, Theme, Width, page, printed
from parsched.report.printing import marks as printed_marks
from tests.everywhere import ROOT
from tests.parsched.report.figures import METHODS, SIZES, bars, study
from tests.pdf import fonts

SVG = "{http://www.w3.org/2000/svg}"
X = np.linspace(1.0, 9.0, 40)


def of_shape(shape: Shape) -> Figure:
    """A figure with a series of a shape, with a spread and a text where it may have them."""
    ends: dict[str, Any] = {"low": floats([1, 2]), "high": floats([4, 5])}
    spread = {} if shape == "front" else ends
    texts = ("A", "B") if shape in ("points", "bars") else ()
    x, y = floats([1.0, 2.0]), floats([3.0, 2.5])
    one = Series(title="one", shape=shape, x=x, y=y, texts=texts, algorithm="easy", **spread)
    light = replace(one, title="light", algorithm="fcfs", is_light=True)
    kinds: dict[Shape, Kind] = {"points": "points", "front": "points", "bars": "bars"}
    kinds |= {"cells": "cells", "changes": "cells"}
    kind, axis = kinds.get(shape, "lines"), Axis(title="x")
    return Figure(key="f", title="", x=axis, y=axis, series=(one, light), kind=kind)


def svg_texts(content: bytes) -> list[str]:
    """Return the texts of an SVG, in its order."""
    return ["".join(one.itertext()) for one in ElementTree.fromstring(content).iter(f"{SVG}text")]


def drawn(figure: Figure, **sheet: Any) -> Page:
    with page.settings():
        return page.drawn(figure, Sheet(**sheet))


def stems(made: Page) -> list[Any]:
    """Return the segments of all whiskers."""
    found = [c for c in made.axes[0].collections if isinstance(c, LineCollection)]
    return [segment for collection in found for segment in collection.get_segments()]


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("shape", get_args(Shape))
def test_every_shape_is_printed(shape: Shape, ending: str) -> None:
    assert len(printed(of_shape(shape), ending)) > 2_000


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "cells"])
@pytest.mark.parametrize("scale", get_args(Scale))
def test_every_scale_is_printed_with_ticks(scale: Scale, kind: Any) -> None:
    shape: Any = {"lines": "line", "points": "points", "bars": "bars"}[kind]
    values = floats([1.0, 7.0, 30.0])
    rows = floats([0, 1, 2])
    several = (
        Series(title=f"S{i}", shape=shape, x=values[i : i + 1], y=rows[i : i + 1]) for i in range(3)
    )
    one = Series(title="one", shape="line", x=values, y=values)
    series = (one,) if kind == "lines" else tuple(several)
    unit = "s" if scale in ("clock", "duration") else ""
    axis = Axis(title="x", scale=scale, unit=unit)
    y = Axis(title="y") if kind == "bars" else axis
    made = drawn(Figure(key="f", title="", x=axis, y=y, series=series, kind=kind))
    texts = [label.get_text() for label in made.axes[0].get_xticklabels()]
    assert len([text for text in texts if text]) > 1
    start, end = made.axes[0].get_xlim()
    assert all(start <= place <= end for place in made.axes[0].get_xticks())


@pytest.mark.parametrize("kind", KINDS)
def test_figures_without_anything_are_printed(kind: Any) -> None:
    axis = Axis(title="x")
    empty = Series(title="none", x=floats([]), y=floats([]))
    for series in ((), (empty,)):
        assert printed(Figure(key="f", title="", x=axis, y=axis, series=series, kind=kind), "svg")


def test_time_axes_speak_as_pages_do() -> None:
    waits = Axis(title="wait", unit="s", scale="duration")
    clock = Axis(title="time", unit="s", scale="clock")
    line = Series(title="A", x=floats([0, 86_400]), y=floats([0, 86_400]))
    texts = svg_texts(printed(Figure(key="f", title="", x=clock, y=waits, series=(line,)), "svg"))
    assert {"6 h", "12 h", "24 h"} <= set(texts)
    assert {"1 min", "10 min", "1 h", "1 d"} <= set(texts)


def test_a_pdf_embeds_true_type_fonts() -> None:
    content = printed(study(), "pdf")
    assert [name.rpartition("+")[2] for name in fonts(content)] == ["DejaVuSans"]
    assert all(fonts(content).values())


def test_fonts_that_a_pdf_lacks_are_noticed() -> None:
    file = BytesIO()
    with mpl.rc_context({"pdf.fonttype": 3}):
        made = Page(figsize=(1, 1))
        made.text(0.5, 0.5, "x")
        made.savefig(file, format="pdf")
    assert not all(fonts(file.getvalue()).values())


def test_an_svg_has_its_text_as_text_with_ticks_at_the_sizes() -> None:
    content = printed(study(), "svg", title="Ratios by size")
    texts = svg_texts(content)
    assert [text for text in texts if text.isdigit()][:6] == [f"{size:.0f}" for size in SIZES]
    assert {"jobs", "makespan / bound", *METHODS} <= set(texts)
    assert ElementTree.fromstring(content).findtext(f"{SVG}title") == "Ratios by size"


def test_ticks_that_were_asked_for_are_written_also_where_there_is_little_room() -> None:
    x = Axis(title="jobs", ticks=(25, 50, 100, 1_000))
    made = drawn(replace(study(), x=x))
    texts = [label.get_text() for label in made.axes[0].get_xticklabels()]
    assert [text.strip() for text in texts] == ["25", "50", "100", "1,000"]
    made.draw_without_rendering()
    boxes = [label.get_window_extent() for label in made.axes[0].get_xticklabels()]
    lower = [text.startswith("\n") for text in texts]
    assert any(lower)
    title = made.axes[0].xaxis.label.get_window_extent()
    assert all(box.y0 >= title.y1 for box in boxes)


@pytest.mark.parametrize(("width", "pixels"), [("column", 1050), ("text", 2100), ("slide", 1920)])
@pytest.mark.parametrize("theme", get_args(Theme))
def test_a_png_is_as_wide_as_its_paper_and_has_its_ground(
    width: Width, pixels: int, theme: Theme
) -> None:
    image = Image.open(BytesIO(printed(study(), "png", Sheet(width=width, theme=theme))))
    assert image.width == pixels
    assert 0.3 < image.height / image.width < 1
    assert image.convert("RGB").getpixel((1, 1)) == (
        (255, 255, 255) if theme == "light" else (0x16, 0x1B, 0x22)
    )


@pytest.mark.parametrize("ending", ENDINGS)
def test_equal_figures_have_equal_bytes_in_any_process_and_thread(ending: str) -> None:
    first = printed(study(), ending)
    with ThreadPoolExecutor(4) as pool:
        assert {*pool.map(lambda _: printed(study(), ending), range(4))} == {first}
    program = (
        "import sys; from parsched.report.printing import printed; "
        "from tests.parsched.report.figures import study; "
        f"sys.stdout.buffer.write(printed(study(), {ending!r}))"
    )
    ran = subprocess.run((sys.executable, "-c", program), cwd=ROOT, capture_output=True, check=True)
    assert ran.stdout == first


def test_settings_of_a_notebook_neither_matter_nor_change() -> None:
    first = printed(study(), "svg")
    with mpl.rc_context({"lines.linewidth": 9.0, "font.size": 40.0, "svg.fonttype": "path"}):
        assert printed(study(), "svg") == first
        assert mpl.rcParams["font.size"] == 40.0


def test_whiskers_are_where_the_spread_is() -> None:
    found = study()
    segments = stems(drawn(found))
    ends = [
        ((x, low), (x, high))
        for series in found.series
        for x, low, high in zip(series.x, *series.spread, strict=True)
    ]
    assert np.allclose(segments, ends)


def test_bars_have_whiskers_that_lie_and_texts_behind_them() -> None:
    found = bars()
    made = drawn(found)
    for segment, series in zip(stems(made), found.series, strict=True):
        assert segment[:, 0].tolist() == [float(end[0]) for end in series.spread]
        assert segment[0, 1] == segment[1, 1]
    texts = {text.get_text(): text.get_position()[0] for text in made.axes[0].texts}
    assert all(texts[s.texts[0]] > s.spread[1][0] for s in found.series)
    assert [label.get_text() for label in made.axes[0].get_yticklabels()] == list(METHODS)
    high = made.axes[0].get_xlim()[1]
    assert high > max(texts.values())


def test_many_points_have_a_band() -> None:
    long = Series(title="A", x=X, y=X, low=X - 1, high=X + 1)
    made = drawn(replace(study(), series=(long,)))
    assert stems(made) == []
    [band] = made.axes[0].collections
    heights = np.asarray(band.get_paths()[0].vertices)[:, 1]
    assert (heights.min(), heights.max()) == (0.0, 10.0)


def test_lines_have_the_look_of_their_algorithms() -> None:
    made = drawn(study())
    lines = [one for one in made.axes[0].lines if one.get_linestyle() != "None"]
    looks = [style(key) for key in METHODS.values()]
    assert [one.get_color() for one in lines] == [look.color for look in looks]
    assert [text.get_text() for text in made.legends[0].get_texts()] == [*METHODS]


def test_all_markers_and_dashes_are_known() -> None:
    assert set(printed_marks.MARKERS) == set(MARKERS)
    assert set(printed_marks.DASHES) == set(DASHES)


@pytest.mark.parametrize("width", get_args(Width))
def test_the_legend_covers_no_data_and_is_on_the_page(width: Width) -> None:
    long = [replace(s, title=f"a long name, number {i} " * 3) for i, s in enumerate(study().series)]
    for figure in (study(), replace(study(), series=tuple(long)), of_shape("front")):
        made = drawn(figure, width=width, caption="Words " * 60)
        made.draw_without_rendering()
        area, whole = made.axes[0].get_window_extent(), made.bbox
        for part in (*made.legends, *made.texts, *made.axes[0].texts):
            box = part.get_window_extent()
            assert whole.x0 <= box.x0
            assert box.x1 <= whole.x1 + 1
            assert whole.y0 <= box.y0
            assert box.y1 <= whole.y1 + 1
        for part in (*made.legends, *made.texts):
            assert not part.get_window_extent().overlaps(area)
        for label in (made.axes[0].xaxis.label, made.axes[0].yaxis.label):
            assert not label.get_window_extent().overlaps(area)


def test_points_without_room_for_a_name_are_in_the_legend() -> None:
    same = [
        Series(title=f"name of run {i}", shape="points", x=floats([1.0]), y=floats([1.0]))
        for i in range(40)
    ]
    axis = Axis(title="x")
    figure = Figure(key="f", title="", x=axis, y=axis, series=tuple(same), kind="points")
    made = drawn(figure)
    beside = {text.get_text() for text in made.axes[0].texts}
    below = {text.get_text() for text in made.legends[0].get_texts()}
    assert beside | below == {series.title for series in same}
    assert not beside & below
    assert len(beside) > 1


def test_names_are_written_as_they_are() -> None:
    """Dollars are no formula, an underscore hides nothing, and what the font lacks is a sign."""
    line = Series(title="_a $x^2$ 漢", x=floats([0, 1]), y=floats([0, 1]))
    axis = Axis(title="cost $5\n and $6")
    texts = svg_texts(printed(Figure(key="f", title="", x=axis, y=axis, series=(line,)), "svg"))
    assert texts.count("cost $5 and $6") == 2
    assert "_a $x^2$ \N{REPLACEMENT CHARACTER}" in texts


def test_a_caption_is_small_and_below() -> None:
    small, large = (drawn(study(), caption=text) for text in ("", "Means of 30 runs. " * 9))
    [caption] = large.texts
    assert large.get_figheight() > small.get_figheight()
    assert float(caption.get_fontsize()) < 8
    assert caption.get_text().count("\n") >= 1


def test_a_font_size_holds_for_all_texts() -> None:
    made = drawn(study(), font_size=11)
    assert {label.get_fontsize() for label in made.axes[0].get_xticklabels()} == {11.0}
    assert {text.get_fontsize() for text in made.legends[0].get_texts()} == {11.0}


@pytest.mark.parametrize(
    ("sheet", "sentence"),
    [
        ({"width": "page"}, "width must be one of column, text, slide, got page"),
        ({"theme": "blue"}, "theme must be one of light, dark, got blue"),
        ({"font_size": 2}, "font_size must be from 4 to 40 points, got 2"),
    ],
)
def test_a_sheet_that_is_not_there_is_a_sentence(
    sheet: dict[str, Any], sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(ParameterError, match=sentence):
        study().save(tmp_path / "x.svg", **sheet)


def test_files_are_of_the_kind_that_they_end_in(tmp_path: Path) -> None:
    figure = study()
    starts = {"x.svg": b"<?xml", "x.PDF": b"%PDF", "x.png": b"\x89PNG"}
    for name, start in starts.items():
        assert figure.save(tmp_path / name).read_bytes().startswith(start)
    with pytest.raises(UnknownKeyError, match="printed as 'exe'; there are: svg, pdf, png"):
        figure.save(tmp_path / "x.exe")
    with pytest.raises(UnknownKeyError, match="printed as ''; there are: svg, pdf, png"):
        figure.save(tmp_path / "x")
    with pytest.raises(FormatError, match=r"gone/x\.svg cannot be written: there is no folder"):
        figure.save(tmp_path / "gone" / "x.svg")


def test_matplotlib_is_loaded_with_the_first_figure() -> None:
    program = (
        "import sys, algorithms; from parsched.apps import cli; cli.main(['list']); "
        "assert 'matplotlib' not in sys.modules; "
        "from tests.parsched.report.figures import study; "
        "from parsched.report.printing import printed; printed(study(), 'svg'); "
        "assert 'matplotlib' in sys.modules; assert 'matplotlib.pyplot' not in sys.modules"
    )
    ran = subprocess.run((sys.executable, "-c", program), cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
