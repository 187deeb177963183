"""Printing of plots as SVG, PDF and PNG; matplotlib is loaded with the first one."""

from parsched.report.printing.files import ENDINGS, ending_of, print_figure, printed
from parsched.report.printing.sheet import Sheet, Theme, Time, Width

__all__ = ["ENDINGS", "Sheet", "Theme", "Time", "Width", "ending_of", "print_figure", "printed"]
