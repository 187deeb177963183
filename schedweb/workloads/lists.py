"""The list of workloads."""

from functools import partial
from typing import Any

from django.db.models import QuerySet

from schedweb.store.listing import Filter, ListColumn, Listing
from schedweb.workloads.models import JobKind

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
        ListColumn("Name", "name"),
        ListColumn("Jobs", "jobs", is_number=True),
        ListColumn("Widest", "widest", is_number=True),
        ListColumn("Span", "span", is_number=True),
        ListColumn("Kind", "kind"),
        ListColumn("Source"),
        ListColumn("Comparisons", "comparison_count", is_number=True),
        ListColumn("Added", "created"),
    ),
    searched=("folded",),
    usual="-created",
    filters=(
        Filter(
            "kind",
            "Kind",
            {
                str(k.value): (str(k.label).lower(), partial(_of_kind, kind=k.value))
                for k in JobKind
            },
        ),
        Filter(
            "source",
            "Source",
            {key: (title, partial(_from, source=key)) for key, title in SOURCES.items()},
        ),
    ),
)
