"""What the algorithms for environments let one choose."""

from dataclasses import dataclass

import numpy as np

from algorithms.deployment import DeployTime
from algorithms.params import Params, choice, real
from algorithms.platform import Platform
from algorithms.rounding import rounded_down
from algorithms.workload import Floats, Ints, Workload


@dataclass(frozen=True, kw_only=True)
class DeployParams(Params):
    """How long deployments take; 200 s and 100 s more are what Moulaï and Mounié measured."""

    deploy_seconds: float = real(
        0.0,
        "Time to deploy an environment on one processor.",
        low=0.0,
        high=1e6,
        unit="s",
    )
    deploy_extra: float = real(
        0.0,
        "How much longer it takes on 100 processors at once; it grows in proportion, and 0 makes "
        "all deployments equally long.",
        low=0.0,
        high=1e6,
        unit="s",
    )

    @property
    def deployment(self) -> DeployTime:
        """The two together."""
        return DeployTime(self.deploy_seconds, self.deploy_extra)


@dataclass(frozen=True, kw_only=True)
class OrderParams(DeployParams):
    """How a list of jobs is ordered."""

    order: str = choice(
        "largest",
        ("largest", "longest", "widest"),
        "Which jobs come first; largest: by processors × time; longest: by time; widest: by "
        "processors.",
    )

    def sizes(self, workload: Workload) -> Floats:
        """Return what jobs are ordered by, float64 of shape (n_jobs,)."""
        width, time = workload.width.astype(np.float64), workload.runtime
        return {"longest": time, "largest": width * time, "widest": width}[self.order]


FACTORS = (1.0, 1.1, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0)
"""λ as multiples of its minimum, for sweeps."""


@dataclass(frozen=True, kw_only=True)
class TargetParams(DeployParams):
    """λ, the makespan that groups are made for."""

    lam: float = real(
        1.0,
        "Makespan that the groups are made for: a longer one needs fewer deployments. At least the "
        "minimum, the larger of total work / processors and the longest job.",
        low=0.0,
        high=1e15,
        title="λ",
    )
    lam_unit: str = choice(
        "minimum",
        ("minimum", "seconds"),
        "What λ counts in: multiples of that minimum, or seconds.",
        title="unit of λ",
    )

    def target(self, workload: Workload, processors: int) -> float:
        """Return λ in seconds."""
        least = least_target(workload, processors)
        return self.lam * least if self.lam_unit == "minimum" else max(self.lam, least)

    def refusal(self, workload: Workload, platform: Platform) -> str | None:
        """Refuse a λ below the minimum: no schedule is as short as that."""
        if self.lam_unit == "minimum":
            rule = f"needs λ of at least 1 × the minimum, got {self.lam:g}"
            return None if self.lam >= 1 else rule
        least = least_target(workload, platform.processors)
        down = rounded_down(least, workload.runtime)
        return None if self.lam >= down else f"needs λ of at least {least:g} s, got {self.lam:g} s"


def least_target(workload: Workload, processors: int) -> float:
    """Return the least λ of some jobs, seconds: max(Σ W / m, p_max), of moldable ones with the
    least work and time of each."""
    area = float(workload.least_work.sum()) / processors
    return max(area, float(workload.least_time.max(initial=0.0)))


def by_work(codes: Ints, work: Floats) -> Ints:
    """Return the place of each job's environment when those with most work come first.

    int64, shape (n_jobs,); jobs without an environment, code -1, count as one more.
    """
    total = np.bincount(codes + 1, work, int(codes.max(initial=-1)) + 2)
    place = np.empty(len(total), np.int64)
    place[np.argsort(-total, kind="stable")] = np.arange(len(total))
    return place[codes + 1]
