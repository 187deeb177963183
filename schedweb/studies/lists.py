"""The list of studies."""

from schedweb.store.listing import Filter, ListColumn, Listing

STUDIES = Listing(
    columns=(
        ListColumn("Title", "title"),
        ListColumn("Runs", "runs", is_number=True),
        ListColumn("Verdicts"),
        ListColumn("State"),
        ListColumn("Created", "created"),
    ),
    searched=("folded",),
    usual="-created",
    filters=(
        Filter(
            "state",
            "State",
            {
                "running": (
                    "going on",
                    lambda rows: rows.filter(is_paused=False, stopped=None, finished=None),
                ),
                "paused": (
                    "paused",
                    lambda rows: rows.filter(is_paused=True, stopped=None, finished=None),
                ),
                "ended": ("ended", lambda rows: rows.exclude(stopped=None, finished=None)),
            },
        ),
    ),
)
