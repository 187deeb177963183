"""The quantity that a matrix of sites or environments shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Self
from urllib.parse import urlencode

from django.http import QueryDict

from parsched.report.parts import Declared
from schedweb.runs.models import Comparison
from schedweb.web.access import Access
from schedweb.web.http import others_in


@dataclass(frozen=True)
class Quantity(Generic[Declared]):
    """The chosen column of a matrix. `name` is its value in addresses, `others` the rest of the
    query; `page` is the address of its tab, `csv` the address of all columns as a file."""

    name: str
    columns: Sequence[Declared]
    column: Declared
    others: Sequence[tuple[str, str]]
    page: str
    csv: str

    @classmethod
    def of(
        cls,
        name: str,
        declared: Mapping[str, Declared],
        usual: str,
        query: QueryDict,
        comparison: Comparison,
        access: Access,
    ) -> Self:
        """Read it from the query of the comparison page; unknown values become `usual`."""
        return cls(
            name=name,
            columns=list(declared.values()),
            column=declared.get(query.get(name, ""), declared[usual]),
            others=others_in(query, [name]),
            page=access.tab(comparison, name),
            csv=access.comparison("comparison_report_file", comparison, name, "csv"),
        )

    @property
    def address(self) -> str:
        """Address of the page with this quantity and all other choices."""
        return f"{self.page}?{urlencode([*self.others, (self.name, self.column.key)])}"
