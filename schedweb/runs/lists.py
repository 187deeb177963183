"""The list of comparisons."""

from django.db.models import Exists, OuterRef

from schedweb.runs.models import Run
from schedweb.store.listing import Filter, ListColumn, Listing
from schedweb.workers.models import ACTIVE, State

_RUNS = Run.objects.filter(comparison=OuterRef("pk"))
_ACTIVE, _FAILED = (Exists(_RUNS.filter(state__in=of)) for of in (ACTIVE, (State.FAILED,)))

COMPARISONS = Listing(
    columns=(
        ListColumn("Title", "title"),
        ListColumn("Workload", "workload__name"),
        ListColumn("Jobs", "workload__jobs", is_number=True),
        ListColumn("Machine", "cluster_name"),
        ListColumn("Runs", "run_count"),
        ListColumn("Created", "created"),
    ),
    searched=("folded", "workload__folded"),
    usual="-created",
    filters=(
        Filter(
            "state",
            "State",
            {
                "running": ("running", lambda rows: rows.filter(_ACTIVE)),
                "ended": ("ended", lambda rows: rows.exclude(_ACTIVE)),
                "failed": ("with failed runs", lambda rows: rows.filter(_FAILED)),
            },
        ),
        Filter(
            "origin",
            "Made by",
            {
                "me": ("me", lambda rows: rows.filter(is_sample=False)),
                "sample": ("SchedWeb (samples)", lambda rows: rows.filter(is_sample=True)),
            },
        ),
    ),
)
