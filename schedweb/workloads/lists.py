"""The list of workloads."""

from functools import partial
from typing import Any

from django.db.models import QuerySet

from schedweb.store.listing import Column, Filter, Listing
from schedweb.workloads.models import Kind

SOURCES = {
    "upload": "uploaded",
    "generator": "generated",
    "merge": "merged",
    "sample": "samples",
}
"""Kinds of `Workload.source`, and how people call what is of them."""


def _of_kind(rows: QuerySet[Any], kind: str) -> QuerySet[Any]:
    return rows.filter(kind=kind)


def _from(rows: QuerySet[Any], source: str) -> QuerySet[Any]:
    return rows.filter(source__kind=source)


WORKLOADS = Listing(
    columns=(
        Column("Name", "name"),
        Column("Jobs", "jobs", is_number=True),
        Column("Widest", "widest", is_number=True),
        Column("Span", "span", is_number=True),
        Column("Kind", "kind"),
        Column("Source"),
        Column("Comparisons", "comparison_count", is_number=True),
        Column("Added", "created"),
    ),
    searched=("folded",),
    usual="-created",
    filters=(
        Filter(
            "kind",
            "Kind",
            {str(k.value): (str(k.label).lower(), partial(_of_kind, kind=k.value)) for k in Kind},
        ),
        Filter(
            "source",
            "Source",
            {key: (title, partial(_from, source=key)) for key, title in SOURCES.items()},
        ),
    ),
)
