"""What the five papers say, section by section, and where each of it stands here: figures, tables,
theorems, algorithms, claims, remarks and outlooks, none open without a reason."""

from collections.abc import Mapping

from parsched.studies.covered import (
    demt,
    grids,
    group_lists,
    successive_lp,
    successive_lp_laws,
)
from parsched.studies.covered.seed import KeysPlace, Seed, SeedKind, SeedReference, places

SEEDS: Mapping[str, tuple[Seed, ...]] = {
    "000": demt.SEEDS,
    "001": successive_lp.SEEDS,
    "002": grids.SEEDS,
    "003": group_lists.SEEDS,
    "004": successive_lp_laws.SEEDS,
}
"""By the number of the paper, in the order of its text."""

__all__ = ["SEEDS", "KeysPlace", "Seed", "SeedKind", "SeedReference", "places"]
