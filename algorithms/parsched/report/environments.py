"""Demand and deployments of each environment under each run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parsched.declare.parameters import Params, choice
from parsched.model.problem.natural_order import natural
from parsched.report.parts import heads
from parsched.report.records import Records
from parsched.report.registry import Report, report
from parsched.report.results import ABOUT_RUN, about_run
from parsched.report.table import Cell, Column, Table, raw_head, raw_table
from parsched.report.units import unit_for
from parsched.run.per_environment import (
    COLUMNS,
    DEPLOYMENTS,
    Row,
    by_work,
    is_least,
    is_within,
    together,
)
from parsched.run.record import Record

NAME = "name"
Rows = list[dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class EnvironmentOptions(Params):
    """What is told of each environment."""

    quantity: str = choice(
        DEPLOYMENTS,
        tuple(COLUMNS),
        "What is told of each environment.",
        names={key: column.title for key, column in COLUMNS.items()},
    )


def with_environments(records: Records) -> list[Record]:
    """Return the runs that have metrics by environment."""
    return [record for record in records if record.grouping]


@report(
    "environments",
    title="Environments",
    suits=lambda records: bool(with_environments(records)),
    options=EnvironmentOptions,
)
def environments(records: Records, options: EnvironmentOptions) -> Report:
    """One quantity of every environment under every run, those with most work first."""
    runs, column = with_environments(records), COLUMNS[options.quantity]
    stored: dict[str, Rows] = records.details(runs, "environments")
    [head] = heads([column], (row for rows in stored.values() for row in rows))
    names = names_by_work(list(stored.values()))
    values = {key: {row[NAME]: row.get(column.key) for row in rows} for key, rows in stored.items()}
    last = {key: together(rows)[column.key] for key, rows in stored.items()}
    table = Table(
        key="environments",
        title=f"{column.title.capitalize()} of each environment: {column.formula}",
        columns=(
            Column(key=NAME, title="environment", is_number=False),
            *(Column(key=r.key, title=r.label, unit=head.name) for r in runs),
        ),
        rows=(
            *(
                (Cell(name, name), *(head.cell(values[r.key].get(name)) for r in runs))
                for name in names
            ),
            (
                Cell("all environments", "all environments"),
                *(head.cell(last[r.key]) for r in runs),
            ),
        ),
        about=records.about,
        split=len(names),
        data=environments_data(records, runs, stored),
    )
    lost = records.about.traits.unmodelled
    sentences = tuple(
        f"{record.label}: {text}"
        for record in runs
        if (text := met(stored[record.key], record.grouping.get("target"), lost))
    )
    return Report(tables=(table,), sentences=sentences, notes=(column.help,))


def names_by_work(stored: Sequence[Sequence[Row]]) -> list[str]:
    """Return the names of the environments of several runs, those with most work first."""
    return list(dict.fromkeys(rows[i][NAME] for rows in stored for i in by_work(rows)))


def ordered(rows: Sequence[Row], by: str) -> list[int]:
    """Return the indices of environments sorted by a column, given by its key, descending after
    "-". Unknown values are last; among equal values those with most work are first.
    """
    key, first = by.removeprefix("-"), by_work(rows)
    with_value = [i for i in first if rows[i].get(key) is not None]
    with_value.sort(
        key=lambda i: natural(rows[i][NAME]) if key == NAME else rows[i][key],
        reverse=by.startswith("-"),
    )
    return with_value + [i for i in first if rows[i].get(key) is None]


def met(rows: Sequence[Row], target: float | None, unmodelled: Sequence[str]) -> str:
    """Write how many environments meet their lower bounds; blank of jobs that ask for what is not
    kept."""
    if unmodelled:
        return ""
    text = (
        f"{_have(sum(map(is_least, rows)), len(rows))} the fewest deployments of any schedule, "
        "one for each processor of the widest job that lasts."
    )
    if target is None:
        return text
    unit, within = unit_for("s", [target]), sum(map(is_within, rows))
    length = f"λ = {unit.text(target)} {unit.name}"
    return f"{text} {_have(within)} no more than any schedule needs that ends by {length}."


def _have(number: int, count: int = 0) -> str:
    """Write `3 of 8 environments have`, or only `3 have`."""
    of = f" of {count:,} environment{'s' if count != 1 else ''}" if count else ""
    return f"{f'{number:,}' if number else 'None'}{of} {'have' if number > 1 else 'has'}"


def environments_data(
    records: Records, runs: Sequence[Record], stored: Mapping[str, Rows]
) -> Table:
    """Return the table for programs: one row an environment and run; values in the columns' own
    units, with all digits."""
    units = [raw_head(column.key, column.unit) for column in COLUMNS.values()]
    rows: list[list[Any]] = []
    for record in runs:
        about = about_run(record, records.about)
        for row in stored.get(record.key, ()):
            rows.append([*about, row[NAME], *(row.get(key) for key in COLUMNS)])
    return raw_table("environments", [*ABOUT_RUN, "environment", *units], rows)
