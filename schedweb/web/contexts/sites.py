"""Metrics by site of a grid: a table for one run, a matrix for several."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.http import QueryDict

from parsched import Workload
from parsched.report.palette import Style
from parsched.report.parts import ColumnHead, heads
from parsched.report.sites import USUAL, whole, with_sites
from parsched.report.table import Cell
from parsched.run.per_site import COLUMNS, UNKNOWN, SiteColumn
from parsched.run.record import Record
from schedweb.base.errors import DamagedError
from schedweb.runs.models import Comparison, Run
from schedweb.runs.records import records_of
from schedweb.web.access import Access
from schedweb.web.contexts.quantity import Quantity

KEY = "sites"
"""Name of the chosen quantity in addresses."""


@dataclass(frozen=True)
class SiteRow:
    """One site, or the total (number 0)."""

    number: int
    name: str
    processors: int
    cells: Sequence[Cell]


@dataclass(frozen=True)
class Submitted:
    """Jobs by the site where they were submitted (rows) and the one where they ran (columns).

    A row is an origin, the jobs of it that ran at each site (0: none), and their sum.
    """

    sites: Sequence[str]
    rows: Sequence[tuple[str, Sequence[int], int]]
    at_home: int | None
    """Jobs that ran at the site where they were submitted; None where no label of the jobs names
    sites."""

    @classmethod
    def of(cls, sites: Sequence[Mapping[str, Any]]) -> Self | None:
        """Build it from stored sites; None if the workload has no origins."""
        origins = {origin: None for site in sites for origin in site["submitted"]}
        if not set(origins) - {UNKNOWN}:
            return None
        names = [site["name"] for site in sites]
        rows = []
        for origin in _ordered(origins, names):
            counts = [site["submitted"].get(origin, 0) for site in sites]
            rows.append((origin, counts, sum(counts)))
        shared = set(origins) & set(names)
        home = sum(site["submitted"].get(site["name"], 0) for site in sites)
        return cls(names, rows, home if shared else None)


def _ordered(origins: Mapping[str, None], names: Sequence[str]) -> list[str]:
    """Sort origins: those that are sites in site order, then the others in order of appearance."""
    place = {name: i for i, name in enumerate(names)}
    return sorted(origins, key=lambda o: (place.get(o, len(place)), o == UNKNOWN))


@dataclass(frozen=True)
class SiteTable:
    """The section of a run."""

    heads: Sequence[ColumnHead[SiteColumn]]
    rows: Sequence[SiteRow]
    whole: SiteRow
    submitted: Submitted | None
    csv: str

    @classmethod
    def of(cls, run: Run, access: Access) -> Self | None:
        """Build it; None for a single machine, and for runs stored without metrics by site."""
        record = run.result
        if not record.sites:
            return None
        columns = heads(list(COLUMNS.values()), record.sites)
        rows = [
            SiteRow(
                number=i,
                name=site["name"],
                processors=site["processors"],
                cells=[head.cell(site[head.column.key]) for head in columns],
            )
            for i, site in enumerate(record.sites, start=1)
        ]
        totals = [head.cell(whole(head.column, record)) for head in columns]
        together = SiteRow(0, "all sites", run.comparison.processors, totals)
        csv = access.run("run_report_file", run.pk, KEY, "csv")
        return cls(columns, rows, together, Submitted.of(record.sites), csv)


@dataclass(frozen=True)
class MatrixRow:
    """One run: a number for each site, and for all together."""

    run: Record
    style: Style
    url: str
    cells: Sequence[Cell]
    whole: Cell


@dataclass(frozen=True)
class SiteMatrix:
    """One quantity of all sites under several runs.

    `hidden` runs are not shown.
    """

    quantity: Quantity[SiteColumn]
    head: ColumnHead[SiteColumn]
    sites: Sequence[Mapping[str, Any]]
    rows: Sequence[MatrixRow]
    hidden: int

    @classmethod
    def of(
        cls,
        comparison: Comparison,
        runs: Sequence[Record],
        query: QueryDict,
        access: Access,
        looks: Mapping[str, Style],
    ) -> Self | None:
        """Build it from the selected runs; None if no run has metrics by site."""
        drawn = [run for run in runs if run.sites]
        if not drawn:
            return None
        quantity = Quantity.of(KEY, COLUMNS, USUAL, query, comparison, access)
        column = quantity.column
        [head] = heads([column], (site for run in drawn for site in run.sites))
        rows = [
            MatrixRow(
                run=run,
                style=looks[run.key],
                url=access.run("run", run.key),
                cells=[head.cell(site[column.key]) for site in run.sites],
                whole=head.cell(whole(column, run)),
            )
            for run in drawn
        ]
        everything = with_sites(records_of(comparison))
        return cls(quantity, head, comparison.sites, rows, len(everything) - len(drawn))


def jobs_of(comparison: Comparison) -> Workload | None:
    """Return the jobs, or None if their file is damaged: the page is shown without them."""
    try:
        return comparison.workload.load()
    except DamagedError:
        return None
