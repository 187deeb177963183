"""Platforms: one cluster, or a grid of several sites."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from algorithms.errors import WorkloadError

MAX_PROCESSORS = 2**31 - 1


@dataclass(frozen=True)
class Cluster:
    """A machine of `processors` identical processors, numbered from 0."""

    name: str
    processors: int

    def __post_init__(self) -> None:
        if not 1 <= self.processors <= MAX_PROCESSORS:
            raise WorkloadError(
                f"cluster {self.name!r} must have 1 to {MAX_PROCESSORS:,} processors, "
                f"got {self.processors}"
            )


@dataclass(frozen=True)
class Platform:
    """One or several clusters; a job runs within one of them.

    `installed` is what the processors have at first, numbered through all sites: environments, None
    for none, each with the processor before which it ends. It is empty where nothing is installed.
    """

    sites: tuple[Cluster, ...]
    installed: tuple[tuple[str | None, int], ...] = ()

    def __post_init__(self) -> None:
        if not self.sites:
            raise WorkloadError("a platform needs at least one cluster")
        ends = [0, *(end for _, end in self.installed)]
        rises = all(a < b for a, b in pairwise(ends))
        if self.installed and not (rises and ends[-1] == self.processors):
            raise WorkloadError(
                f"what is installed must end before processors that rise to {self.processors:,}, "
                f"got {ends[1:]}"
            )

    @classmethod
    def of(cls, *processors: int) -> Self:
        """Build a platform from sizes alone: `Platform.of(128)`, or a grid `Platform.of(4, 8,
        8)`."""
        if len(processors) == 1:
            return cls((Cluster("cluster", processors[0]),))
        return cls(tuple(Cluster(f"site {i + 1}", m) for i, m in enumerate(processors)))

    @property
    def is_grid(self) -> bool:
        """True with more than one site."""
        return len(self.sites) > 1

    @property
    def processors(self) -> int:
        """Processors of all sites together."""
        return sum(site.processors for site in self.sites)

    @property
    def largest(self) -> int:
        """Processors of the largest site: no job may be wider."""
        return max(site.processors for site in self.sites)
