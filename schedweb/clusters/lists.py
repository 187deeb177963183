"""The list of machines."""

from schedweb.store.listing import Column, Listing

CLUSTERS = Listing(
    columns=(
        Column("Name", "name"),
        Column("Processors"),
        Column("Sites"),
        Column("Comparisons", "comparison_count", is_number=True),
        Column("Added", "created"),
        Column(""),
    ),
    searched=("folded",),
    usual="name",
)
