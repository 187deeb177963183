"""Heat maps on pages."""

from typing import Any

from parsched.report.figure import Axis, Figure, Series, floats
from parsched.report.heat import LITTLE_TO_MUCH, ink
from schedweb.web import plots


def series(title: str, *cells: tuple[int, int]) -> Series:
    texts = [f"{title} {at}" for at in range(len(cells))]
    x, y = (floats([cell[axis] for cell in cells]) for axis in (0, 1))
    return Series(title=title, shape="cells", x=x, y=y, texts=texts, facts={"jobs": texts})


def models(drawn: Any, name: str) -> list[Any]:
    """All models of a type in the JSON of a plot."""
    if isinstance(drawn, dict):
        own = [drawn] if drawn.get("name") == name and "attributes" in drawn else []
        return own + [found for value in drawn.values() for found in models(value, name)]
    if isinstance(drawn, list):
        return [found for value in drawn for found in models(value, name)]
    return []


def test_cells_have_the_colours_of_their_classes_and_their_values() -> None:
    figure = Figure(
        key="waits",
        title="Waits",
        kind="cells",
        x=Axis(title="run time", names=("short", "long")),
        y=Axis(title="processors", names=("1", "2", "4")),
        series=(series("little", (0, 0), (1, 2)), series("much", (1, 0))),
    )
    drawn = plots.draw(figure)
    fills = [rect["attributes"]["fill_color"]["value"] for rect in models(drawn, "Rect")]
    assert next(fill for fill in fills if fill in LITTLE_TO_MUCH) == LITTLE_TO_MUCH[0]
    assert LITTLE_TO_MUCH[-1] in fills
    inks = {text["attributes"]["text_color"]["value"] for text in models(drawn, "Text")}
    assert inks >= {ink(LITTLE_TO_MUCH[0]), ink(LITTLE_TO_MUCH[-1])}
    assert "little 1" in str(drawn)
    assert plots.height(figure) > 0
