"""Admissible sets as pages print them: which jobs may run on which sites, and how much that is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from algorithms.declare.catalogue import Algorithm
from algorithms.declare.sweeps import Variants
from algorithms.errors import ParameterError
from algorithms.grid.admissible import SizeClass, jobs_of, processors_of, size_classes
from algorithms.grid.grid import GridParams
from algorithms.grid.wording import as_given, names, numbers, widths
from algorithms.problem.platform import Platform
from algorithms.problem.workload import Workload
from schedweb.runs.entries import MAX_RUNS


@dataclass(frozen=True)
class AdmissibleRow:
    """Jobs of one class of widths; `jobs` is how many there are, None where nobody knows.

    `sites` are numbers in the order of the machine, `names` what they are called. They have
    `reached` of the `hold` processors of all sites that hold such jobs.
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
    """The sets of one share and one rule on one grid, and what to beware of."""

    share: str
    rule: str
    rows: Sequence[AdmissibleRow]
    warnings: Sequence[str]

    @classmethod
    def of(cls, params: GridParams, platform: Platform, jobs: Workload | None) -> Self:
        """Compute them, exactly; of the whole share there are no rows to tell."""
        share, rule = params.admissible, params.admissible_rule
        classes = size_classes(platform, share, rule) if share < 1 and platform.is_grid else []
        counts = [None] * len(classes) if jobs is None else jobs_of(classes, jobs)
        rows = [_row(platform, *pair) for pair in zip(classes, counts, strict=True)]
        return cls(as_given(share), rule, rows, params.warnings(platform))

    @property
    def title(self) -> str:
        """Share and rule, as `a = 0.5, at-least`; of the whole share the rule does not matter."""
        return f"a = {self.share}, {self.rule}" if self.rows else f"a = {self.share}"

    @property
    def needed(self) -> str:
        """What the sites must have, in words."""
        return f"{self.rule.replace('-', ' ')} {self.share}"


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
    """Return the sets that an algorithm uses, once for each share and rule; none where it uses
    none, or where a parameter is not allowed or there are too many runs, which its form says.

    Parameters
    ----------
    values, vary
        Parameters with one value each, and with several.
    jobs
        None where nobody knows them.
    """
    if not has_sets(algorithm):
        return []
    try:
        variants = Variants.of(algorithm.params, values, vary)
        if variants.count > MAX_RUNS:
            return []
        alike = {_told_apart(p, platform): p for p in _grids(variants)}
    except ParameterError:
        return []
    return [AdmissibleSets.of(params, platform, jobs) for params in alike.values()]


def _told_apart(params: GridParams, platform: Platform) -> tuple[float, str] | None:
    """Return what sets depend on: on one site nothing, for there is nothing to choose from."""
    return (params.admissible, params.admissible_rule) if platform.is_grid else None


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
