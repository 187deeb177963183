"""Pages: queries, processor time of the server, size, and what travels when they are opened for the
first time, beside comparisons of many runs."""

from collections.abc import Iterator

from tests.bench.programs import measured
from tests.bench.row import Row

TABS = (
    "Results",
    "Schedules",
    "Distributions",
    "Trade-offs",
    "Ranking",
    "Who gains, who pays",
    "Data and citation",
)
"""Tabs of a comparison of moldable jobs by two criteria."""
TARGETS = {
    "home beside a comparison of 200": (10, 60, 20),
    "list of comparisons": (5, 20, 10),
    **{
        f"{tab} of {count} runs": (10, milliseconds, 40)
        for count, milliseconds in ((3, 60), (20, 60), (200, 150))
        for tab in TABS
    },
    "run of 200": (8, 80, 70),
    "workload": (6, 50, 110),
    "compare form": (8, 60, 100),
}
"""By page: most queries, milliseconds, and kilobytes before compression."""
WIRE = (("requests", "", 100), ("kB on the wire", "kB", 450))
"""At most, for each page."""


def rows() -> Iterator[Row]:
    """Measure."""
    found = measured("pages")
    for page, limits in TARGETS.items():
        for (unit, title), most in zip(
            (("queries", ""), ("ms", "ms"), ("kB", "kB")), limits, strict=True
        ):
            yield Row(f"{page}: {unit}", found[f"{page}: {unit}"], title, most=most)
        for name, title, at_most in WIRE:
            yield Row(f"{page}: {name}", found[f"{page}: {name}"], title, most=at_most)
    yield Row("poster of 40 jobs, first request", found["poster"], "ms", most=350)
