"""What the algorithms for environments let one choose."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from typing import Any

import numpy as np

from algorithms.deployment import DeployTime
from algorithms.params import Params, choice, real
from algorithms.platform import Platform
from algorithms.rounding import rounded_down
from algorithms.spec import plain
from algorithms.sweeps import Sweep
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
        title="time of a deployment",
    )
    deploy_extra: float = real(
        0.0,
        "How much longer it takes on 100 processors at once; it grows in proportion, and 0 makes "
        "all deployments equally long.",
        low=0.0,
        high=1e6,
        unit="s",
        title="more on 100 processors",
    )

    def words(self) -> Mapping[str, str]:
        """Tell both times as one: of a deployment on one processor, and on 100."""
        told = f"deployments of {from_to(self.deployment)} s"
        return dict.fromkeys(("deploy_seconds", "deploy_extra"), told)

    @property
    def deployment(self) -> DeployTime:
        """The two together."""
        return DeployTime(self.deploy_seconds, self.deploy_extra)


def from_to(time: DeployTime) -> str:
    """Write the seconds of a deployment on one processor and on 100; once where they are equal."""
    most = plain(time.seconds + time.extra)
    return f"{plain(time.seconds)}–{most}" if time.extra else most


@dataclass(frozen=True, kw_only=True)
class DeployPreset:
    """Times of deployments that people choose by a word."""

    key: str
    title: str
    time: DeployTime

    @property
    def values(self) -> dict[str, float]:
        """Parameters by name."""
        return {"deploy_seconds": self.time.seconds, "deploy_extra": self.time.extra}


DEPLOY_PRESETS = (
    DeployPreset(key="none", title="no time", time=DeployTime()),
    DeployPreset(key="constant", title="200 s each", time=DeployTime(200.0)),
    DeployPreset(
        key="measured",
        title="200 s, and 300 s on 100 processors, as measured",
        time=DeployTime(200.0, 100.0),
    ),
)


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
class TargetParams(DeployParams):
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
        """Return λ in seconds, never less than the minimum: of a batch of jobs, one in seconds may
        be below."""
        least = least_target(workload, processors)
        return self.lam * least if self.lam_unit == "minimum" else max(self.lam, least)

    def words(self) -> Mapping[str, str]:
        """Tell λ with its unit, as one."""
        unit = "× min" if self.lam_unit == "minimum" else "s"
        target = f"λ = {plain(self.lam)} {unit}"
        return {**super().words(), "lam": target, "lam_unit": target}

    @classmethod
    def notes(cls, workload: Workload, platform: Platform) -> Mapping[str, str]:
        """Tell the minimum of λ."""
        least = least_target(workload, platform.processors)
        return {"lam": f"The minimum is {typed_least(least)} s for these jobs on this machine."}

    def refusal(self, workload: Workload, platform: Platform) -> str | None:
        """Refuse a λ below the minimum: no schedule is as short as that."""
        least = least_target(workload, platform.processors)
        if self.lam_unit == "minimum":
            is_good, got = self.lam >= 1, f"{plain(self.lam)} × the minimum"
        else:
            is_good = self.lam >= rounded_down(least, workload.runtime)
            got = f"{plain(self.lam)} s"
        if is_good:
            return None
        least_text = typed_least(least)
        return (
            f"needs λ (lam) of at least the minimum, {least_text} s for these jobs here, got {got}"
        )

    def refusal_in_batches(self, workload: Workload, platform: Platform) -> str | None:
        """Refuse a λ below the minimum of any batch that has the longest job."""
        if self.lam_unit == "minimum":
            return self.refusal(workload, platform)
        longest = float(workload.least_time.max(initial=0.0))
        if self.lam >= longest:
            return None
        least, got = typed_least(longest), plain(self.lam)
        return f"needs λ (lam) of at least the longest job, {least} s of these, got {got} s"


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
