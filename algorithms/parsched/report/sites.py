"""Metrics of each site of a grid under each run."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from parsched.declare.parameters import Params, choice
from parsched.report.parts import heads
from parsched.report.records import Records
from parsched.report.registry import Report, report
from parsched.report.results import ABOUT_RUN, about_run
from parsched.report.table import Cell, Column, Table, raw_head, raw_table
from parsched.run.per_site import COLUMNS, SiteColumn
from parsched.run.record import Record

USUAL = "utilisation"


@dataclass(frozen=True, kw_only=True)
class SiteOptions(Params):
    """Which quantity of each site."""

    quantity: str = choice(
        USUAL,
        tuple(COLUMNS),
        "Which quantity of each site.",
        names={key: column.title for key, column in COLUMNS.items()},
    )


def with_sites(records: Records) -> list[Record]:
    """Return the runs that know what each site of a grid did."""
    return [record for record in records if record.sites]


@report(
    "sites",
    title="Sites",
    suits=lambda records: bool(with_sites(records)),
    options=SiteOptions,
)
def sites(records: Records, options: SiteOptions) -> Report:
    """One quantity of every site under every run."""
    runs, column = with_sites(records), COLUMNS[options.quantity]
    [head] = heads([column], (site for record in runs for site in record.sites))
    places = records.about.platform.sites
    table = Table(
        key="sites",
        title=f"{column.title.capitalize()} of each site: {column.formula}",
        columns=(
            Column(key="run", title="algorithm", is_number=False),
            *(
                Column(key=f"{i}", title=f"{site.name} ({site.processors:,})", unit=head.name)
                for i, site in enumerate(places)
            ),
            Column(key="whole", title="all sites", unit=head.name),
        ),
        rows=tuple(
            (
                Cell(record.label, record.key),
                *(head.cell(site[column.key]) for site in record.sites),
                head.cell(whole(column, record)),
            )
            for record in runs
        ),
        about=records.about,
        data=sites_data(records, runs),
    )
    return Report(tables=(table,), notes=(column.help,))


def whole(column: SiteColumn, record: Record) -> float | None:
    """Return what a column is for all sites together: the metric, or the sum."""
    if column.metric:
        return record.metrics.get(column.metric)
    return sum(site[column.key] or 0 for site in record.sites)


def sites_data(records: Records, runs: Sequence[Record]) -> Table:
    """Return the table for programs: one row a site and run; values in the columns' own units, with
    all digits. Behind them stand the jobs that ran there by where they were submitted."""
    values = [raw_head(column.key, column.unit) for column in COLUMNS.values()]
    origins = list(
        dict.fromkeys(o for record in runs for s in record.sites for o in s["submitted"])
    )
    submitted = [f"submitted at {origin} [jobs]" for origin in origins]
    rows: list[list[Any]] = []
    for record in runs:
        about = about_run(record, records.about)
        for site in record.sites:
            quantities = [site[key] for key in COLUMNS]
            jobs = [site["submitted"].get(origin, 0) for origin in origins]
            rows.append([*about, site["name"], site["processors"], *quantities, *jobs])
    return raw_table("sites", [*ABOUT_RUN, "site", "processors", *values, *submitted], rows)
