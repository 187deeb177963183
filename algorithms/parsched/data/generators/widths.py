"""The workloads of Chrétien et al. and Toch et al.: one law of widths each."""

from collections.abc import Callable
from dataclasses import dataclass
from math import atan, erf, pi, sqrt
from typing import Any

import numpy as np

from parsched.base.digits import counted
from parsched.base.errors import ParameterError
from parsched.data.generators.ceil import CeilParams, assemble, draw_times, granularity
from parsched.data.generators.registry import Setting, generator
from parsched.declare.parameters import choice, integer, real
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.model.problem.workload import Ints, Workload

PAPER_JOBS = 40
"""Jobs of the larger published workloads on 32 processors."""
PAPER_WIDTH = 40
"""Widest job of Toch et al."""
PUBLISHED = (Setting(title="128 processors", jobs=PAPER_JOBS, processors=128),)
"""What Toch et al. publish for each of their laws."""
RAREST = 1e-6
"""Laws that give an allowed width less often than this are refused."""

Law = Callable[[float], float]
"""Distribution function of a law."""


def gauss(mean: float, deviation: float) -> Law:
    """Return the distribution function of a Gaussian law."""
    return lambda x: (1 + erf((x - mean) / (deviation * sqrt(2)))) / 2


def cauchy_law(median: float, scale: float) -> Law:
    """Return the distribution function of a Cauchy law."""
    return lambda x: 0.5 + atan((x - median) / scale) / pi


def draw_widths(
    law: Law, jobs: int, widest: int, truncation: str, rng: np.random.Generator
) -> Ints:
    """Draw from a law, rounded to integers and brought into {1, …, widest}; int64, (jobs,).

    To draw again until a width is allowed gives each allowed one its probability over the sum of
    all of theirs, so the widths are drawn from these.

    Raises
    ------
    ParameterError
        When the law gives an allowed width too rarely.
    """
    steps = np.array([law(edge) for edge in np.arange(widest + 1) + 0.5])
    chance = np.diff(steps)
    if truncation == "clip":
        chance[0], chance[-1] = steps[1], 1 - steps[-2]
        if widest == 1:
            chance[0] = 1.0
    elif (allowed := float(steps[-1] - steps[0])) < RAREST:
        rule = (
            f"redraw only where at least {RAREST:g} of the law lies from 1 to {widest} processors"
        )
        raise ParameterError({"truncation": f"truncation must {rule}, got {allowed:g}"})
    return 1 + rng.choice(widest, jobs, p=chance / chance.sum())


def max_width(help: str) -> Any:
    """Declare the widest job."""
    return integer(0, help, low=0, high=MAX_PROCESSORS, unit="processors")


def checked(max_width: int, default: int, processors: int) -> int:
    """Return the widest job; 0 is the default.

    Raises
    ------
    ParameterError
        When it is wider than the machine.
    """
    if max_width > processors:
        rule = f"at most the {counted(processors, 'processor')} of the machine"
        raise ParameterError({"max_width": f"max_width must be {rule}, got {max_width}"})
    return max_width or default


@dataclass(frozen=True, kw_only=True)
class PaperUniformParams(CeilParams):
    """Widths and times."""

    max_width: int = max_width("Widest job; 0 is a quarter of the machine.")
    granularity: int = granularity(25)


@generator(
    "paper-uniform",
    title="Uniform, as published",
    params=PaperUniformParams,
    cites=("chretien2012",),
    settings=(
        Setting(title="32 processors", jobs=PAPER_JOBS, processors=32),
        Setting(title="64 processors", jobs=PAPER_JOBS, processors=64),
        Setting(
            title="128 processors", jobs=PAPER_JOBS, processors=128, params={"granularity": 10}
        ),
    ),
)
def paper_uniform(name: str, jobs: int, processors: int, params: PaperUniformParams) -> Workload:
    """Widths uniform from 1 to a quarter of the machine: the workloads of Chrétien et al. (2012).

    Their settings are 32 processors with widths up to 8 and granularity 25, 64 with 16 and 25, and
    128 with 32 and 10. Times are uniform in {1, …, granularity} seconds, and one job is made to
    take 1 s and another the granularity, which the paper defines as the ratio of the two; that is
    the difference to `uniform`. With a load the jobs arrive at exponential gaps, rounded down to
    whole seconds.
    """
    rng = np.random.default_rng(params.seed)
    widest = checked(params.max_width, max(1, processors // 4), processors)
    width = rng.integers(1, widest, jobs, endpoint=True)
    time = draw_times(jobs, params.granularity, rng)
    return assemble(name, processors, params, width, time, rng)


@dataclass(frozen=True, kw_only=True)
class LawParams(CeilParams):
    """Limits of the widths, and times."""

    max_width: int = max_width(
        f"Widest job; 0 is {PAPER_WIDTH}, or the machine where it has fewer processors."
    )
    truncation: str = choice(
        "redraw",
        ("redraw", "clip"),
        "What happens to widths below 1 or above the widest. redraw: they are drawn again; clip: "
        "they become 1 or the widest.",
    )
    granularity: int = granularity(10)

    def workload(self, name: str, jobs: int, processors: int, law: Law) -> Workload:
        """Draw jobs whose widths follow a law."""
        rng = np.random.default_rng(self.seed)
        widest = checked(self.max_width, min(PAPER_WIDTH, processors), processors)
        width = draw_widths(law, jobs, widest, self.truncation, rng)
        time = draw_times(jobs, self.granularity, rng)
        return assemble(name, processors, self, width, time, rng)


def centre(default: float, help: str) -> Any:
    """Declare where a law is centred."""
    return real(default, help, low=-1e6, high=1e6, unit="processors")


def spread(default: float, help: str) -> Any:
    """Declare how wide a law is."""
    return real(default, help, low=1e-3, high=1e6, unit="processors")


@dataclass(frozen=True, kw_only=True)
class GaussianParams(LawParams):
    """Constants of the law."""

    mean: float = centre(4.0, "Mean of the widths before they are rounded and truncated.")
    deviation: float = spread(8.0, "Standard deviation of the widths.")


@generator(
    "gaussian",
    title="Gaussian widths",
    params=GaussianParams,
    cites=("toch2012",),
    settings=PUBLISHED,
)
def gaussian(name: str, jobs: int, processors: int, params: GaussianParams) -> Workload:
    """Widths from a Gaussian law: many narrow jobs, few wide ones (Toch et al.).

    Widths are rounded, and drawn again unless they are from 1 to 40; the paper leaves open what it
    does with them. Published with 128 processors, granularity 10, mean 4 and deviation 8. Times as
    in `paper-uniform`.
    """
    return params.workload(name, jobs, processors, gauss(params.mean, params.deviation))


@dataclass(frozen=True, kw_only=True)
class TwoGaussianParams(LawParams):
    """Constants of the law."""

    mean: float = centre(4.0, "Mean of the narrow jobs.")
    deviation: float = spread(8.0, "Standard deviation of the narrow jobs.")
    second_mean: float = centre(20.0, "Mean of the wide jobs.")
    second_deviation: float = spread(8.0, "Standard deviation of the wide jobs.")
    share: float = real(
        0.5, "Share of the narrow jobs, before widths are truncated.", low=0, high=1
    )


@generator(
    "two-gaussian",
    title="Widths of two Gaussians",
    params=TwoGaussianParams,
    cites=("toch2012",),
    settings=PUBLISHED,
)
def two_gaussian(name: str, jobs: int, processors: int, params: TwoGaussianParams) -> Workload:
    """Widths from a mixture of two Gaussian laws: narrow jobs and wide ones (Toch et al.).

    Published with 128 processors, granularity 10, and half of the jobs each from means 4 and 20
    with deviation 8. The mixture is rounded and truncated as one law: see `gaussian`.
    """
    first = gauss(params.mean, params.deviation)
    second = gauss(params.second_mean, params.second_deviation)
    share = params.share
    return params.workload(
        name, jobs, processors, lambda x: share * first(x) + (1 - share) * second(x)
    )


@dataclass(frozen=True, kw_only=True)
class CauchyParams(LawParams):
    """Constants of the law."""

    median: float = centre(4.0, "Median of the widths before they are rounded and truncated.")
    scale: float = spread(8.0, "Scale: half of the widths are within it of the median.")


@generator(
    "cauchy", title="Cauchy widths", params=CauchyParams, cites=("toch2012",), settings=PUBLISHED
)
def cauchy(name: str, jobs: int, processors: int, params: CauchyParams) -> Workload:
    """Widths from a Cauchy law: more of them far from the median (Toch et al.).

    Published with 128 processors, granularity 10, median 4 and scale 8. Rounded and truncated as in
    `gaussian`, without which the law would have no mean.
    """
    return params.workload(name, jobs, processors, cauchy_law(params.median, params.scale))
