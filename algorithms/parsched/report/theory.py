"""The figure of the theory of an algorithm."""

from parsched.policies.theory import Theory
from parsched.report.figure import Axis, Figure, Series


def theory_figure(theory: Theory) -> Figure:
    """Return the curves of a theory up to its highest value of interest, and what was measured
    beside them; the last curve, which is the largest of the others, is set off."""
    last = len(theory.curves) - 1
    series = []
    for i, curve in enumerate(theory.curves):
        in_view = curve.y <= 2 * theory.highest
        series.append(
            Series(title=curve.title, x=curve.x[in_view], y=curve.y[in_view], is_light=i == last)
        )
    for points in theory.measured() if theory.measured else ():
        series.append(Series(title=points.title, x=points.x, y=points.y, shape="points"))
    return Figure(
        key="theory",
        title=theory.title,
        x=Axis(title=theory.x_label, end=1.0),
        y=Axis(title=theory.y_label, end=theory.highest),
        series=tuple(series),
    )
