"""Requests for a ranking, and the resulting tables: page, files, charts, API."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from parsched.report.ranking.cases import MAX_CASES, CaseSplit, cases_of, splits
from parsched.report.ranking.grid_sweeps import BESIDE, GridSweep, sweeps_of
from parsched.report.ranking.method_table import MethodTable
from parsched.report.ranking.methods import RANKING, Ranking
from parsched.report.ranking.paper_tables import EVERY_SITE, Shape
from parsched.report.records import Records

BEST = "best"
"""The share of tables of improvements that is the best of each strategy and metric."""
FEWEST_SHARES = 3
"""Least number of shares that make a line."""
NO_SWEEP = "is for runs of grid that differ in strategy and share, and none do here"
"""Message if a table of the paper is requested without a sweep."""


@dataclass(frozen=True, kw_only=True)
class RankingRequest:
    """Metrics by key, other comparisons by id, the parameter `each` whose values are cases, what
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
    """The result of a request, as far as it can be met."""

    request: RankingRequest
    ranking: Ranking
    sweeps: Sequence[GridSweep]
    splits: Sequence[CaseSplit]
    lost: Sequence[str]
    """Keys of requested cases that are not possible."""

    @classmethod
    def of(cls, records: Records, request: RankingRequest) -> Self:
        """Rank the runs. Only the first `MAX_CASES` requested cases count. A ranking without other
        cases is computed once."""
        if request.cases:
            return cls._of(records, request)
        return records.once(("ranking", request), lambda: cls._of(records, request))

    @classmethod
    def _of(cls, records: Records, request: RankingRequest) -> Self:
        keys = request.cases[:MAX_CASES]
        by_key = records.read_others(keys) if keys else {}
        cases = [by_key[key] for key in keys if key in by_key]
        possible = splits(records)
        each = request.each if request.each in {split.name for split in possible} else ""
        ranking = Ranking.of(records, request.metrics, cases, each)
        whole = cases_of(records, cases)[1] if each else ranking.cases
        lost = [key for key in keys if key not in by_key]
        return cls(request, ranking, sweeps_of(whole), possible, lost)

    @property
    def each(self) -> str:
        """The parameter whose values are cases; blank for none."""
        return self.request.each if "each" not in self.problems else ""

    @property
    def cases(self) -> list[str]:
        """Keys of the other comparisons that are ranked over."""
        return [key for key in self.request.cases[:MAX_CASES] if key not in self.lost]

    @property
    def beyond(self) -> int:
        """Number of cases above the limit, which are left out."""
        return max(len(self.request.cases) - MAX_CASES, 0)

    @property
    def sweep(self) -> GridSweep | None:
        """The chosen sweep, or the first one."""
        if not self.sweeps:
            return None
        return self.sweeps[self.request.sweep if self.request.sweep < len(self.sweeps) else 0]

    @property
    def shape(self) -> Shape | None:
        """The chosen table of the paper; else Table 5, or the first possible one."""
        shapes = {shape.key: shape for shape in self.sweep.shapes} if self.sweep else {}
        for key in (self.request.table, "table-5", "table-2"):
            if key in shapes:
                return shapes[key]
        return next(iter(shapes.values()), None)

    @property
    def share(self) -> float | None:
        """The chosen share; None is the best of each, where the table has improvements."""
        if (sweep := self.sweep) is None or (shape := self.shape) is None:
            return None
        if shape.improves and self.request.share == BEST:
            return None
        by_text = {f"{a:g}": a for a in sweep.shares}
        return by_text.get(self.request.share, self.usual_share)

    @property
    def usual_share(self) -> float | None:
        """Default share of the table."""
        if (sweep := self.sweep) is None or (self.shape and self.shape.best):
            return None
        return sweep.usual_share

    @property
    def pair(self) -> float | None:
        """The share that is compared with every site; None where there is none."""
        if (sweep := self.sweep) is None or sweep.data.shares[-1] < EVERY_SITE:
            return None
        return self.share if self.share is not None else sweep.usual_share

    @property
    def has_lines(self) -> bool:
        """True where there are enough shares to make a line."""
        return self.sweep is not None and len(self.sweep.data.shares) >= FEWEST_SHARES

    @property
    def problems(self) -> dict[str, str]:
        """Requested values that do not exist, by field, with the rule they break. The default
        replaces them."""
        problems, request = {}, self.request
        if request.each and request.each not in (names := [split.name for split in self.splits]):
            allowed = ", ".join(names) or "none here"
            rule = "must be a parameter that two methods or more have all values of"
            problems["each"] = f"{rule}: {allowed}; got {request.each}"
        if (sweep := self.sweep) is None:
            values = {"sweep": request.sweep, "table": request.table, "share": request.share}
            return problems | {name: NO_SWEEP for name, value in values.items() if value}
        if request.sweep >= len(self.sweeps):
            number = len(self.sweeps)
            problems["sweep"] = f"must be below {number}, the number of sweeps; got {request.sweep}"
        shapes = [shape.key for shape in sweep.shapes]
        if request.table and request.table not in shapes:
            problems["table"] = f"must be one of {', '.join(shapes)}; got {request.table}"
        return problems | self._problem_of_share(sweep)

    def _problem_of_share(self, sweep: GridSweep) -> dict[str, str]:
        if not self.request.share or (shape := self.shape) is None or not shape.needs_share:
            return {}
        allowed = [*(f"{a:g}" for a in sweep.shares), *([BEST] if shape.improves else [])]
        if self.request.share in allowed:
            return {}
        rule = f"must be one of {', '.join(allowed)} for {shape.number}"
        return {"share": f"{rule}; got {self.request.share}"}

    @property
    def keys(self) -> list[str]:
        """Keys of the available tables."""
        own = [shape.key for shape in self.sweep.shapes] if self.sweep else []
        beside = [BESIDE] if self.sweep and self.sweep.beside else []
        return [RANKING, *own, *beside]

    def method_table(self, key: str) -> MethodTable | None:
        """Return a table by its key; None where there is none."""
        if key == RANKING:
            return self.ranking.method_table(self.request.across)
        if (sweep := self.sweep) is None:
            return None
        if key == BESIDE:
            return sweep.beside_table(sweep.beside) if sweep.beside else None
        shapes = {shape.key for shape in sweep.shapes}
        of_table = replace(self, request=replace(self.request, table=key))
        return sweep.method_table(key, of_table.share) if key in shapes else None
