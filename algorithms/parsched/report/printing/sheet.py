"""How a figure is printed: its width, type size, colours and caption."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from parsched.base.errors import ParameterError
from parsched.base.naming import one_line

Width: TypeAlias = Literal["column", "text", "slide"]
Theme: TypeAlias = Literal["light", "dark"]
Time: TypeAlias = Literal["dates", "relative"]
SMALLEST, LARGEST = 4.0, 40.0
"""Range of font sizes, points."""
POINTS = 72.0
"""Points of an inch."""


@dataclass(frozen=True)
class PaperSize:
    """Room for a figure: its width and the height of the area of lines and points in inches, the
    usual font size in points, and the dots of an inch of a PNG."""

    width: float
    height: float
    font_size: float
    dots: int


@dataclass(frozen=True)
class Inks:
    """Colours of all but the series."""

    ground: str
    text: str
    muted: str
    grid: str


PAPERS: Mapping[Width, PaperSize] = {
    "column": PaperSize(3.5, 1.9, 8.0, 300),
    "text": PaperSize(7.0, 2.8, 9.0, 300),
    "slide": PaperSize(10.0, 4.2, 16.0, 192),
}
INKS: Mapping[Theme, Inks] = {
    "light": Inks("#ffffff", "#1b1f24", "#57606a", "#e1e5ea"),
    "dark": Inks("#161b22", "#e8ecf1", "#a5afba", "#2d343d"),
}


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """How a figure is printed; `font_size` in points, by default what is readable at the width.
    Axes of time have dates where there is a calendar, unless `time` is "relative".

    Raises
    ------
    ParameterError
        For a width, theme or time that there is not, or a font size out of range.
    """

    width: Width = "column"
    theme: Theme = "light"
    font_size: float | None = None
    caption: str = ""
    time: Time = "dates"

    def __post_init__(self) -> None:
        errors = {}
        choices_of = {"width": get_args(Width), "theme": get_args(Theme), "time": get_args(Time)}
        for name, choices in choices_of.items():
            if (value := getattr(self, name)) not in choices:
                errors[name] = f"{name} must be one of {', '.join(choices)}, got {value}"
        if self.font_size is not None and not SMALLEST <= self.font_size <= LARGEST:
            rule = f"font_size must be from {SMALLEST:g} to {LARGEST:g} points"
            errors["font_size"] = f"{rule}, got {self.font_size:g}"
        if errors:
            raise ParameterError(errors)
        object.__setattr__(self, "caption", one_line(self.caption))

    @property
    def paper(self) -> PaperSize:
        """Room for the figure."""
        return PAPERS[self.width]

    @property
    def inks(self) -> Inks:
        """Colours of all but the series."""
        return INKS[self.theme]

    @property
    def size(self) -> float:
        """Font size, points."""
        return self.font_size or self.paper.font_size
