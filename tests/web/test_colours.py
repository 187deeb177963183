"""Text can be read: 4.5:1 in light and in dark."""

import re
from itertools import product

import pytest

from tests.everywhere import ROOT

CSS = (ROOT / "static/css/variables.css").read_text()
TEXTS = ("text", "muted", "accent", "good", "warning", "bad")
GROUNDS = ("page", "panel")


def tokens(selector: str) -> dict[str, str]:
    """Return the colours that a rule names."""
    start = CSS.index(selector)
    block = CSS[start : CSS.index("}", start)]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


LIGHT = tokens(":root {")
DARK = {**LIGHT, **tokens(':root[data-theme="dark"] {')}
SYSTEM = {**LIGHT, **tokens(':root:not([data-theme="light"]) {')}


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_stands_out_from_its_ground(theme: dict[str, str]) -> None:
    pairs = [*product(TEXTS, GROUNDS), ("text", "sunken"), ("muted", "sunken")]
    pairs += [("accent-text", "accent"), ("accent-text", "accent-strong"), ("text", "accent-soft")]
    pairs += [("tooltip-text", "tooltip"), ("tooltip-muted", "tooltip")]
    faint = {pair: contrast(theme[pair[0]], theme[pair[1]]) for pair in pairs}
    assert {pair: ratio for pair, ratio in faint.items() if ratio < 4.5} == {}


def test_the_chosen_dark_equals_the_systems() -> None:
    assert DARK == SYSTEM
