"""Colours of Gantt charts on light and on dark grounds, by whether it is dark: the same in posters,
in the charts of pages (variables.css) and in print."""

from parsched.report.heat import LESS_TO_MORE, LITTLE_TO_MUCH

CLASSES = 7
"""Sequential colours."""
_DARK = ("#23405f", "#2a5a8a", "#3a7cb8", "#609fd2", "#92c2e4", "#c6e0ee", "#f5f9f4")
SEQUENTIAL = {False: LITTLE_TO_MUCH, True: _DARK}
_DARK_MOVED = ("#8cc8f5", "#4c97d0", "#2b5f8b", "#3a424d", "#7d4d22", "#d4762a", "#ffc38c")
MOVED = {False: LESS_TO_MORE, True: _DARK_MOVED}
"""Colours of jobs that start earlier than, as and later than in the baseline."""
BACKGROUND = {False: "#ffffff", True: "#161b22"}
STRIP = {False: "#c3cedc", True: "#3d4d68"}
GREY = {False: "#bfc6cf", True: "#4d5764"}
FADED = {False: "#eceef1", True: "#262c35"}
"""Colour of jobs that do not match a question."""
DEPLOYMENT = {False: "#6c7581", True: "#98a1ae"}
MARK = {False: "#10161f", True: "#ffffff"}
BROKEN = {False: "#d32f2f", True: "#ff6b63"}
BEYOND = {False: "#fdf1f0", True: "#291c21"}
"""Colours of jobs that break a rule, and of processors that the machine does not have."""
SHARED = {False: "#10161f", True: "#ffffff"}
"""Colour of lines over what two jobs hold at once."""
PIN = {False: "#c2266b", True: "#ff5fa2"}
"""Colour of the outline of the selected job."""
_NAMES = ("#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#d9c92e")
CATEGORIES = {False: ("#0072b2", *_NAMES, "#30363f"), True: ("#2f8fd0", *_NAMES, "#d5dae0")}
"""Colours of names."""

Colour = tuple[int, int, int]


def rgb(colour: str) -> Colour:
    """Split a hexadecimal colour."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def ramp(classes: int, *, dark: bool = False) -> list[str]:
    """Spread the seven sequential colours over fewer classes."""
    colours = SEQUENTIAL[dark]
    if classes == 1:
        return [colours[CLASSES // 2]]
    return [colours[round(i * (CLASSES - 1) / (classes - 1))] for i in range(classes)]
