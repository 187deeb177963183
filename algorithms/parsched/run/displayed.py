"""What notebooks show of results: HTML by itself, and figures of matplotlib by `plot()`."""

from importlib import import_module
from typing import Any

NOTEBOOK = "parsched.report.notebook"
"""Module that makes both, by its name: it knows every kind of result, and these know only this."""


class Displayed:
    """A result that a notebook displays."""

    def _repr_html_(self) -> str:
        html: str = import_module(NOTEBOOK).html(self)
        return html


class Plotted(Displayed):
    """A result that a notebook displays, and that can be plotted."""

    def plot(self, key: str = "", *, width: str = "text", theme: str = "light") -> Any:
        """Draw a figure of this as a figure of matplotlib.

        Parameters
        ----------
        key
            Of several figures, which: of reports and studies the key of a figure, of a comparison
            the key of a report, or of a report and a figure, such as "distributions/wait". By
            default the first; the Gantt charts of a result or a comparison.
        width
            "column", "text" or "slide": 3.5, 7 or 10 inches.
        theme
            "light" or "dark".

        Returns
        -------
        matplotlib.figure.Figure
            To be changed, and saved with `savefig`.

        Raises
        ------
        UnknownKeyError
            When there is no such figure, or none at all; the sentence lists those that exist.
        ParameterError
            For another width or theme.
        MissingPackageError
            When matplotlib is not installed.

        Examples
        --------
        >>> import parsched as sched
        >>> instance = sched.Instance(
        ...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
        ... )
        >>> sched.solve(instance, "ltf").plot().get_size_inches()[0]
        np.float64(7.0)
        """
        return import_module(NOTEBOOK).plotted(self, key, width, theme)
