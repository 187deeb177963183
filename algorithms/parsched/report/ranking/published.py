"""Measurements of Quezada-Pina et al. (2012) on their three grids, from their Tables 1 and 2.

The degradations are rounded as printed, and columns are in the order of `PAPER_STRATEGIES`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from parsched.report.ranking.degradation import rank_correlation, ranks
from parsched.report.ranking.paper import MAIN_METRICS, PAPER_STRATEGIES

CTC, CTC_OF_THE_TRACE = 430, 338
"""Processors of CTC in the paper, and of the machine that its trace is of."""
DISPUTED = "mst"
"""Strategy whose standing depends on how old the predictions are."""


@dataclass(frozen=True)
class Published:
    """A grid of the paper: sizes of its sites, degradations by symbol of the metric (Table 1, per
    cent), and ranks by their mean (Table 2)."""

    key: str
    name: str
    sizes: tuple[int, ...]
    degradation: Mapping[str, tuple[float, ...]]
    ranks: tuple[int, ...]

    @property
    def mean(self) -> tuple[float, ...]:
        """Mean degradation of each strategy over the three main metrics, per cent (Table 2)."""
        rows = [self.degradation[symbol] for symbol in MAIN_METRICS]
        return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))

    def has_sites(self, sizes: Sequence[int]) -> bool:
        """Tell whether a grid has these sites, with CTC as in the paper or as in its trace."""
        ascending = sorted(sizes)
        as_traced = [CTC_OF_THE_TRACE if size == CTC else size for size in self.sizes]
        return ascending in (sorted(self.sizes), sorted(as_traced))


PUBLISHED: Mapping[str, Published] = {
    grid.key: grid
    for grid in (
        Published(
            "grid1",
            "Grid1",
            (100, 128, 240, CTC, 1024, 1152, 1368),
            {
                "ρ": (0, 0, 0, 2, 0, 21, 0, 7, 0),
                "SD_b": (1284, 408, 18, 71, 0, 41924, 91, 12576, 204),
                "t_w": (1256, 463, 11, 119, 0, 51929, 80, 17303, 252),
            },
            (7, 6, 2, 4, 1, 9, 3, 8, 5),
        ),
        Published(
            "grid2",
            "Grid2",
            (64, 64, 64, 64, 100, 144, 240, CTC, 1024),
            {
                "ρ": (0, 0, 0, 0, 0, 2, 0, 0, 0),
                "SD_b": (4001, 754, 17, 53, 0, 12196, 111, 7550, 628),
                "t_w": (4833, 1799, 70, 153, 0, 18027, 252, 9132, 933),
            },
            (7, 6, 2, 3, 1, 9, 4, 8, 5),
        ),
        Published(
            "grid3",
            "Grid3",
            (4, 4, 4, 4, 8, 8, 8, 16, 16, 32, 32),
            {
                "ρ": (2, 22, 19, 87, 17, 83, 0, 45, 26),
                "SD_b": (1, 33, 10, 65, 18, 46, 0, 50, 42),
                "t_w": (1, 32, 9, 65, 16, 49, 0, 47, 40),
            },
            (2, 5, 3, 9, 4, 8, 1, 7, 6),
        ),
    )
}


def published_for(sizes: Sequence[int]) -> Published | None:
    """Return the grid of the paper that has sites of these sizes, in any order."""
    return next((grid for grid in PUBLISHED.values() if grid.has_sites(sizes)), None)


@dataclass(frozen=True)
class BesidePaper:
    """Mean degradations and ranks beside the paper's, in the order of `PAPER_STRATEGIES`.

    `correlation` is Spearman's of both rankings, `without` the same without `DISPUTED`.
    """

    published: Published
    mean: tuple[float, ...]
    ranks: tuple[int | None, ...]
    correlation: float
    without: float

    @classmethod
    def of(cls, published: Published, mean: Sequence[float]) -> Self:
        """Compare mean degradations, per cent, one for each strategy of the paper.

        Raises
        ------
        ValueError
            When there is not one for each.
        """
        if len(mean) != len(PAPER_STRATEGIES):
            raise ValueError(f"there must be {len(PAPER_STRATEGIES)} means, got {len(mean)}")
        others = [i for i, key in enumerate(PAPER_STRATEGIES) if key != DISPUTED]
        theirs = published.ranks
        return cls(
            published=published,
            mean=tuple(mean),
            ranks=tuple(ranks(mean)),
            correlation=rank_correlation(mean, theirs),
            without=rank_correlation([mean[i] for i in others], [theirs[i] for i in others]),
        )
