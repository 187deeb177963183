"""What the algorithms for environments let one choose."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from typing import Any

import numpy as np

from parsched.declare.parameters import Params, choice, real
from parsched.declare.spec import plain
from parsched.declare.sweeps import Sweep
from parsched.model.problem.instance import Instance
from parsched.model.problem.rounding import rounded_down
from parsched.model.problem.workload import Floats, Ints, Workload


@dataclass(frozen=True, kw_only=True)
class OrderParams(Params):
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


DIGITS = 6
"""Of numbers that people are asked to type."""
_UP = Context(prec=330, rounding=ROUND_CEILING)
FACTORS = (1.0, 1.1, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0)
"""λ as multiples of its minimum, for sweeps."""


def target_sweep(help: str, **vary: tuple[Any, ...]) -> Sweep:
    """Declare a sweep over λ, and what else varies with it, as every algorithm with λ has."""
    return Sweep(
        key="lambda",
        title=f"{len(FACTORS)} λ, from 1 to {FACTORS[-1]:g} × the minimum",
        help=help,
        vary={"lam": FACTORS, **vary},
    )


@dataclass(frozen=True, kw_only=True)
class TargetParams(Params):
    """λ, the makespan that groups are made for."""

    lam: float = real(
        1.0,
        "Makespan that the groups are made for: a longer one needs fewer deployments. The minimum "
        "is the larger of total work / processors and the longest job.",
        low=0.0,
        least="1 × the minimum",
        high=1e15,
        title="λ",
    )
    lam_unit: str = choice(
        "minimum",
        ("minimum", "seconds"),
        "What λ counts in: multiples of that minimum, or seconds. In batches of jobs that arrive, "
        "one with a longer minimum takes that.",
        title="unit of λ",
    )

    def target(self, workload: Workload, processors: int) -> float:
        """Return λ on the clock of the jobs, never less than the minimum: of a batch of jobs, one
        in seconds may be below."""
        least = least_target(workload, processors)
        given = self.lam * workload.second
        return self.lam * least if self.lam_unit == "minimum" else max(given, least)

    def words(self) -> Mapping[str, str]:
        """Return λ with its unit."""
        unit = "× min" if self.lam_unit == "minimum" else "s"
        target = f"λ = {plain(self.lam)} {unit}"
        return {"lam": target, "lam_unit": target}

    @classmethod
    def notes(cls, instance: Instance) -> Mapping[str, str]:
        """Tell the minimum of λ."""
        least = least_target(instance.jobs, instance.platform.processors)
        return {"lam": f"The minimum is {typed_least(least)} s for these jobs on this machine."}

    def refusal(self, instance: Instance) -> str | None:
        """Refuse a λ below the minimum: no schedule is as short as that. Jobs that arrive are
        scheduled in batches, and a batch may consist of the longest job alone."""
        least = least_target(instance.jobs, instance.platform.processors)
        if self.lam_unit == "minimum":
            is_good, got = self.lam >= 1, f"{plain(self.lam)} × the minimum"
        elif instance.jobs.has_releases:
            longest = float(instance.jobs.least_time.max())
            needed = f"the longest job, {typed_least(longest)} s of these"
            is_good = self.lam >= longest
            return None if is_good else _needs(needed, f"{plain(self.lam)} s")
        else:
            is_good = self.lam >= rounded_down(least, instance.jobs.runtime)
            got = f"{plain(self.lam)} s"
        needed = f"the minimum, {typed_least(least)} s for these jobs here"
        return None if is_good else _needs(needed, got)


def _needs(least: str, got: str) -> str:
    return f"needs λ (lam) of at least {least}, got {got}"


def least_target(workload: Workload, processors: int) -> float:
    """Return the least λ of some jobs, seconds: max(Σ W / m, p_max), of moldable ones with the
    least work and time of each."""
    area = float(workload.least_work.sum()) / processors
    return max(area, float(workload.least_time.max(initial=0.0)))


def typed_least(least: float) -> str:
    """Write a least value such that who types it is not below: a fraction is rounded up to six
    digits, and there are no separators and no power of ten."""
    exact = Decimal(repr(least))
    digit = Decimal(1).scaleb(min(exact.adjusted() - DIGITS + 1, 0))
    text = f"{exact.quantize(digit, context=_UP):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def by_work(codes: Ints, work: Floats) -> Ints:
    """Return the place of each job's environment when those with most work come first.

    int64, shape (n_jobs,); jobs without an environment, code -1, count as one more.
    """
    total = np.bincount(codes + 1, work, int(codes.max(initial=-1)) + 2)
    place = np.empty(len(total), np.int64)
    place[np.argsort(-total, kind="stable")] = np.arange(len(total))
    return place[codes + 1]
