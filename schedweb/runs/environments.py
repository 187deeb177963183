"""What runs stored of the environments that their jobs need."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from algorithms.per_environment import COLUMNS, DEPLOYMENTS
from schedweb.runs.exports import ABOUT_RUN, about_run, headings, safe_cell
from schedweb.runs.models import Run

Rows = list[dict[str, Any]]


def environments_of(runs: Iterable[Run]) -> dict[str, Rows]:
    """Return the environments of those runs that know them, by key of the run, with one query."""
    keys = [run.pk for run in runs if run.grouping]
    found = Run.objects.filter(pk__in=keys).values_list("pk", "environments")
    return dict(found) if keys else {}


def is_older(run: Run) -> bool:
    """Tell whether a run was computed before anything was stored of its environments."""
    return run.is_done and not run.grouping and bool(run.metrics.get(DEPLOYMENTS))


def environments_as_csv(runs: Sequence[Run]) -> str:
    """One row an environment and run; values in the columns' own units, with all digits."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    heads = headings((column.key, column.unit) for column in COLUMNS.values())
    writer.writerow([*ABOUT_RUN, "environment", *heads])
    known = environments_of(runs)
    for run in runs:
        about = about_run(run)
        for row in known.get(run.pk, ()):
            values = ["" if row.get(key) is None else repr(row[key]) for key in COLUMNS]
            writer.writerow([*about, safe_cell(row["name"]), *values])
    return file.getvalue()
