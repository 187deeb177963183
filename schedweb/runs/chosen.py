"""What somebody asks of a ranking, and the tables that there are then: page, files, charts, API."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from algorithms.grid.tables import ALL, Shape
from schedweb.runs.cases import Split, cases_of, splits
from schedweb.runs.grid_sweeps import BESIDE, GridSweep, sweeps_of
from schedweb.runs.models import Comparison
from schedweb.runs.ranking import Ranking
from schedweb.runs.sheets import Sheet

RANKING = "ranking"
"""Key of the table of the general tool; others are those of `SHAPES`, and `BESIDE`."""
BEST = "best"
"""The share of tables of improvements that is the best of each strategy and metric."""


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """Metrics by key, other comparisons by id, the parameter `each` value of which is a case, what
    stands `across`, the place of the sweep, and the table of the grid paper with its share; blank
    is as usual."""

    metrics: tuple[str, ...]
    cases: tuple[str, ...] = ()
    each: str = ""
    across: str = ""
    sweep: int = 0
    table: str = ""
    share: str = ""


@dataclass(frozen=True)
class Selection:
    """What is wanted, as far as it is there."""

    wanted: Wanted
    ranking: Ranking
    sweeps: Sequence[GridSweep]
    splits: Sequence[Split]
    lost: Sequence[str] = field(default=())
    """Cases that are not possible."""

    @classmethod
    def of(cls, comparison: Comparison, wanted: Wanted, possible: Collection[str]) -> Self:
        """Rank; `possible` are the ids of comparisons that may be cases."""
        cases = [pk for pk in wanted.cases if pk in possible]
        found = splits(comparison)
        each = wanted.each if wanted.each in {split.name for split in found} else ""
        ranking = Ranking.of(comparison, wanted.metrics, cases, each)
        whole = cases_of(comparison, cases)[1] if each else ranking.cases
        lost = [pk for pk in wanted.cases if pk not in possible]
        return cls(replace(wanted, each=each), ranking, sweeps_of(whole), found, lost)

    @property
    def sweep(self) -> GridSweep | None:
        """The chosen sweep, or the first one."""
        if not self.sweeps:
            return None
        return self.sweeps[self.wanted.sweep if self.wanted.sweep < len(self.sweeps) else 0]

    @property
    def shape(self) -> Shape | None:
        """The chosen table of the paper; else Table 5, or what is possible."""
        shapes = {shape.key: shape for shape in self.sweep.shapes} if self.sweep else {}
        for key in (self.wanted.table, "table-5", "table-2"):
            if key in shapes:
                return shapes[key]
        return next(iter(shapes.values()), None)

    @property
    def share(self) -> float | None:
        """The chosen share; None is the best of each, where the table has improvements."""
        if (sweep := self.sweep) is None or (shape := self.shape) is None:
            return None
        if shape.improves and (self.wanted.share == BEST or (shape.best and not self.wanted.share)):
            return None
        named = {f"{a:g}": a for a in sweep.shares}
        return named.get(self.wanted.share, sweep.usual_share)

    @property
    def pair(self) -> float | None:
        """The share that is compared with every site; None where there is none."""
        if (sweep := self.sweep) is None or sweep.data.shares[-1] < ALL:
            return None
        return self.share if self.share is not None else sweep.usual_share

    @property
    def keys(self) -> list[str]:
        """Keys of the tables that there are."""
        own = [shape.key for shape in self.sweep.shapes] if self.sweep else []
        beside = [BESIDE] if self.sweep and self.sweep.beside() else []
        return [RANKING, *own, *beside]

    def sheet(self, key: str) -> Sheet | None:
        """Return a table by its key; None where there is none."""
        if key == RANKING:
            return self.ranking.sheet(self.wanted.across)
        if (sweep := self.sweep) is None:
            return None
        if key == BESIDE:
            return sweep.beside_sheet(found) if (found := sweep.beside()) else None
        shapes = {shape.key for shape in sweep.shapes}
        chosen = replace(self, wanted=replace(self.wanted, table=key))
        return sweep.sheet(key, chosen.share) if key in shapes else None
