"""Loads every package that registers algorithms, so that `ALGORITHMS` is complete."""

import parsched.policies.batches
import parsched.policies.external
import parsched.policies.grid
import parsched.policies.groups
import parsched.policies.lists
import parsched.policies.online
import parsched.policies.price
import parsched.policies.recorded
import parsched.policies.search
import parsched.policies.successive_lp  # noqa: F401
from parsched.policies.registry import ALGORITHMS, Algorithm, algorithm

__all__ = ["ALGORITHMS", "Algorithm", "algorithm"]

FAMILIES = (
    "lists",
    "batches",
    "external",
    "online",
    "grid",
    "groups",
    "price",
    "recorded",
    "search",
    "successive_lp",
)
"""Packages in the order in which people read their algorithms, whichever is imported first."""


def _put_in_order() -> None:
    places = {family: place for place, family in enumerate(FAMILIES)}

    def place(declared: Algorithm) -> int:
        return places.get(".".join(declared.solver.__module__.split(".")[2:3]), len(places))

    ordered = sorted(ALGORITHMS.values(), key=place)
    ALGORITHMS.clear()
    ALGORITHMS.update((declared.key, declared) for declared in ordered)


_put_in_order()
