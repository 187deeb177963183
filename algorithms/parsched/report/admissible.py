"""Admissible sets: which jobs of a grid may run on which sites, and their share of processors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from parsched.base.errors import ParameterError
from parsched.declare.sweeps import Variants
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.policies.catalogue import ALGORITHMS, Algorithm
from parsched.policies.grid.admissible import SizeClass, jobs_of, processors_of, size_classes
from parsched.policies.grid.grid import GridParams
from parsched.policies.grid.wording import as_given, names, numbers, widths
from parsched.report.records import Records
from parsched.report.registry import NoOptions, Report, report
from parsched.report.table import Cell, Column, Table
from parsched.run.record import Record
from parsched.run.request import MAX_RUNS


@dataclass(frozen=True)
class AdmissibleRow:
    """Jobs of one class of widths; `jobs` is their number, None if it is unknown.

    `sites` are site numbers in the order of the machine, `names` their names. They have `reached`
    of the `hold` processors of all sites that are large enough for such jobs.
    """

    narrowest: int
    widest: int
    jobs: int | None
    sites: str
    names: str
    reached: int
    hold: int

    @property
    def widths(self) -> str:
        """The class in words."""
        return widths(self.narrowest, self.widest)

    @property
    def share(self) -> float:
        """The share that is reached."""
        return self.reached / self.hold


@dataclass(frozen=True)
class AdmissibleSets:
    """The sets of one share and one rule on one grid, with warnings; where the share `adapts`, they
    are the largest ones."""

    share: str
    rule: str
    adapts: bool
    rows: Sequence[AdmissibleRow]
    warnings: Sequence[str]

    @classmethod
    def of(cls, params: GridParams, platform: Platform, jobs: Workload | None) -> Self:
        """Compute the exact sets; there are no rows if all sites are admissible."""
        share, rule = params.admissible, params.admissible_rule
        classes = size_classes(platform, share, rule) if share < 1 and platform.is_grid else []
        counts = [None] * len(classes) if jobs is None else jobs_of(classes, jobs)
        rows = [_row(platform, *pair) for pair in zip(classes, counts, strict=True)]
        adapts = params.adapt_window > 0
        return cls(as_given(share), rule, adapts, rows, params.warnings(platform))

    @property
    def title(self) -> str:
        """Share and rule, as `a = 0.5, at-least`; only the share if all sites are admissible."""
        share = f"a {'≤' if self.adapts else '='} {self.share}"
        return f"{share}, {self.rule}" if self.rows else share

    @property
    def needed(self) -> str:
        """Condition on the processors of the sites, in words."""
        return f"{self.rule.replace('-', ' ')} {self.share}"


@dataclass(frozen=True)
class SharedSets:
    """Admissible sets, and the labels of the runs that use them."""

    sets: AdmissibleSets
    labels: Sequence[str]


@report(
    "admissible",
    title="Admissible sets",
    suits=lambda records: any(_needs(record) for record in records),
)
def admissible(records: Records, _: NoOptions) -> Report:
    """Which jobs may run on which sites, for each share and rule that runs use."""
    shared = sets_of(records, records.about.load().jobs)
    tables = tuple(_table(i, group, records) for i, group in enumerate(shared) if group.sets.rows)
    notes = tuple(warning for group in shared for warning in group.sets.warnings)
    return Report(tables=tables, notes=notes)


def _table(number: int, shared: SharedSets, records: Records) -> Table:
    return Table(
        key=f"sets-{number + 1}",
        title=f"Admissible sets with {shared.sets.title}: {', '.join(shared.labels)}",
        columns=(
            Column(key="widths", title="processors", is_number=False),
            Column(key="jobs", title="jobs"),
            Column(key="sites", title="admissible", is_number=False),
            Column(key="share", title="share of the processors that hold them"),
        ),
        rows=tuple(
            (
                Cell(row.widths, row.widths),
                Cell("–" if row.jobs is None else f"{row.jobs:,}", row.jobs),
                Cell(f"{row.sites} ({row.names})" if row.names else row.sites, row.sites),
                Cell(f"{row.share:.4g}", row.share),
            )
            for row in shared.sets.rows
        ),
        about=records.about,
    )


def _needs(record: Record) -> bool:
    return "admissible" in record.params and record.algorithm in ALGORITHMS


def sets_of(records: Records, jobs: Workload | None) -> list[SharedSets]:
    """Return the admissible sets of runs, once for each share and rule; None stands for jobs that
    cannot be read."""
    platform = records.about.platform
    by_choice: dict[tuple[Any, ...], list[Record]] = {}
    for record in filter(_needs, records):
        adapts = record.params.get("adapt_window", 0) > 0
        choice = record.params["admissible"], record.params.get("admissible_rule"), adapts
        key = (record.algorithm, *(choice if platform.is_grid else ()))
        by_choice.setdefault(key, []).append(record)
    shared: list[SharedSets] = []
    for group in by_choice.values():
        declared, labels = ALGORITHMS[group[0].algorithm], [record.label for record in group]
        sets = sets_for(declared, group[0].params, {}, platform, jobs)
        shared += [SharedSets(admissible_sets, labels) for admissible_sets in sets]
    return shared


def has_sets(algorithm: Algorithm) -> bool:
    """True for algorithms that allocate jobs to admissible sites."""
    return issubclass(algorithm.params, GridParams)


def sets_for(
    algorithm: Algorithm,
    values: Mapping[str, Any],
    vary: Mapping[str, Any],
    platform: Platform,
    jobs: Workload | None,
) -> list[AdmissibleSets]:
    """Return the sets that an algorithm uses, once for each share and rule; empty if it uses none,
    or if a parameter is invalid or there are too many runs (its form shows the error).

    Parameters
    ----------
    values, vary
        Parameters with one value each, and with several.
    jobs
        None if they are unknown.
    """
    if not has_sets(algorithm):
        return []
    try:
        variants = Variants.of(algorithm.params, values, vary)
        if variants.count > MAX_RUNS:
            return []
        distinct = {_choice_of(p, platform): p for p in _grids(variants)}
    except ParameterError:
        return []
    return [AdmissibleSets.of(params, platform, jobs) for params in distinct.values()]


def _choice_of(params: GridParams, platform: Platform) -> tuple[float, str, bool] | None:
    """Return share and rule that determine the sets, and whether the share adapts; None on a single
    site."""
    if not platform.is_grid:
        return None
    return params.admissible, params.admissible_rule, params.adapt_window > 0


def _grids(variants: Variants) -> list[GridParams]:
    return [params for params in variants.params() if isinstance(params, GridParams)]


def _row(platform: Platform, jobs: SizeClass, count: int | None) -> AdmissibleRow:
    reached, hold = processors_of(platform, jobs)
    return AdmissibleRow(
        narrowest=jobs.narrowest,
        widest=jobs.widest,
        jobs=count,
        sites=numbers(jobs.sites),
        names=names(platform, jobs.sites),
        reached=reached,
        hold=hold,
    )
