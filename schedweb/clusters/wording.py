"""The sites of a grid in a line."""

from collections.abc import Iterable
from itertools import groupby


def sites_in_short(sites: Iterable[tuple[str, int]]) -> str:
    """Return names and processors in order, neighbours of one size together: "4 × 64 (a to d) ·
    KTH 100 · 2 × 128"; names that are mere numbers are left out where sizes say enough."""
    numbered = [(i, name, size) for i, (name, size) in enumerate(sites, start=1)]
    return " · ".join(_alike(list(group)) for _, group in groupby(numbered, key=lambda s: s[2]))


def _alike(sites: list[tuple[int, str, int]]) -> str:
    (_, first, size), (_, last, _) = sites[0], sites[-1]
    if len(sites) == 1:
        return f"{first} {size:,}"
    if all(name == f"site {i}" for i, name, _ in sites):
        return f"{len(sites)} × {size:,}"
    joint = " and " if len(sites) == 2 else " to "
    return f"{len(sites)} × {size:,} ({first}{joint}{last})"
