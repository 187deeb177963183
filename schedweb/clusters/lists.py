"""The list of machines."""

from schedweb.store.listing import ListColumn, Listing

CLUSTERS = Listing(
    columns=(
        ListColumn("Name", "name"),
        ListColumn("Processors"),
        ListColumn("Sites"),
        ListColumn("Comparisons", "comparison_count", is_number=True),
        ListColumn("Added", "created"),
        ListColumn(""),
    ),
    searched=("folded",),
    usual="name",
)
