"""A figure of matplotlib that shows itself in notebooks."""

from io import BytesIO

from matplotlib.figure import Figure


class Page(Figure):
    """A page with a drawing, which notebooks display without `pyplot`."""

    def _repr_png_(self) -> bytes:
        file = BytesIO()
        self.savefig(file, format="png")
        return file.getvalue()
