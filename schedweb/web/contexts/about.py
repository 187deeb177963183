"""What a column of the table of results means, and the choice of columns, asked on demand."""

from collections.abc import Sequence
from dataclasses import dataclass

from parsched.measure.metrics import METRICS, Metric
from schedweb.runs.models import Comparison
from schedweb.web.access import Access
from schedweb.web.contexts.results import OPTIMALITY, RANK, TIME
from schedweb.web.table_view import TableView

COLUMNS = "columns"
TITLES = {
    RANK: "Rank",
    OPTIMALITY: "Optimality",
    TIME: "Computing time",
    COLUMNS: "Columns",
}
"""Keys that are no metrics."""


@dataclass(frozen=True)
class AboutPage:
    """A dialog about the table of a comparison, or a page of its own if it `is_whole`."""

    comparison: Comparison
    access: Access
    key: str
    view: TableView
    is_whole: bool

    @property
    def metric(self) -> Metric | None:
        """The metric that it is about, if it is about one."""
        return METRICS.get(self.key)

    @property
    def title(self) -> str:
        """Its heading."""
        return self.metric.title if self.metric else TITLES[self.key]

    @property
    def id(self) -> str:
        """Name of the dialog."""
        return COLUMNS if self.key == COLUMNS else f"about-{self.key}"

    @property
    def home(self) -> str:
        """Address of the table."""
        return self.access.home(self.comparison)

    @property
    def kept(self) -> list[tuple[str, str]]:
        """Fields of the page that a choice of columns keeps."""
        return [(name, value) for name, value in self.view.fields if name != "c"]

    @property
    def metrics(self) -> Sequence[Metric]:
        """All metrics, for the choice of columns."""
        return list(METRICS.values())

    @property
    def columns(self) -> Sequence[str]:
        """Keys of the columns that are shown."""
        return self.view.columns
