"""What one may choose in a search by successive linear programs.

The defaults repair what the papers print; each repair has an option that keeps to the text.
"""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from parsched.declare.parameters import Params, choice, integer, real, seed, time_limit
from parsched.declare.sweeps import Sweep
from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.scale import UNITS, UnitScale
from parsched.measure.time_indexed.size import Size
from parsched.model.problem.instance import Instance
from parsched.model.problem.time_unit import exact_unit
from parsched.model.problem.workload import Ints

LARGEST = Size(columns=400_000, rows=50_000, entries=10_000_000)
"""Largest linear program that is tried."""
WORDS = "columns (jobs × configurations × starts)", "rows (units of time)", "entries at the start"
"""What its numbers are called."""
MOST_SERIAL = 10_000_000
"""Units of time that LTF's serial placement may keep account of."""
PRACTICE = 20, 30
"""Most linear programs for one makespan, and units of time, to practise."""
REWEIGHTINGS = 3
"""Changes of the costs after which a smoothed descent ends."""

AS_PRINTED = Sweep(
    key="printed",
    title="As printed",
    help="Algorithm 1 of the paper without our repairs: from the serial LTF down, with the printed "
    "gradient and lower bound and no random costs; T grows as long as nothing is found.",
    vary={
        "gradient": ("literal",),
        "restarts": (0,),
        "placement": ("serial",),
        "lower_bound": ("printed",),
        "fallback": ("none",),
        "growth": ("unbounded",),
    },
)


def iterations(default: int) -> int:
    """Declare how many linear programs are tried."""
    value: int = integer(default, "Most linear programs for one makespan.", low=1, high=10**6)
    return value


def restarts(default: int) -> int:
    """Declare how often a search for one makespan restarts."""
    help = "Descents from random costs, for one makespan, after the first."
    value: int = integer(default, help, low=0, high=10**5)
    return value


@dataclass(frozen=True, kw_only=True)
class SearchParams(Params):
    """What holds however the costs of the programs change."""

    max_iterations: int = iterations(200)
    restarts: int = restarts(100)
    placement: str = choice(
        "best",
        ("best", "graham", "serial"),
        "Of LTF, whose makespan is the first that is tried: graham, serial (as `ltf` has them), or "
        "the better of both.",
    )
    lower_bound: str = choice(
        "proved",
        ("proved", "printed"),
        "proved: what linear programs prove is computed first, and is the last makespan tried; "
        "printed: only makespans above the longest job and work/m are tried.",
    )
    fallback: str = choice(
        "ltf",
        ("ltf", "none"),
        "ltf: the schedule of LTF where nothing shorter is found; none: what the linear programs "
        "found, even if it is longer, and an error where they found nothing.",
    )
    growth: str = choice(
        "bounded",
        ("bounded", "doubled", "unbounded"),
        "How far T grows where nothing was found for LTF's: to 1.1 times as much, to twice "
        "as much, or until something is found.",
    )
    grid: int = integer(
        0,
        "Units of time, at most, that the larger of longest job and work/m is cut into: times that "
        "share no unit, or have more of them, are rounded, up for schedules and down for bounds. "
        f"0: never rounded where they share a unit, else {UNITS}.",
        low=0,
        high=LARGEST.rows,
    )
    time_limit: float = time_limit()
    seed: int = seed()

    @property
    def most_programs(self) -> int:
        """Linear programs that are solved for one makespan at most."""
        return self.max_iterations

    def brief(self) -> Self:
        """Return the parameters of a search that soon gives up, in few units of time."""
        programs, units = PRACTICE
        few = min(self.max_iterations, programs)
        return replace(self, max_iterations=few, grid=min(self.grid or units, units))

    def selected(self, instance: DiscreteInstance) -> Ints:
        """Return the jobs that the programs are about, int64, rising: all."""
        return np.arange(len(instance.jobs))

    def refusal(self, instance: Instance) -> str | None:
        """Refuse programs that are too large."""
        counted = instance.counted.jobs
        choices = len(counted.profiles.times)
        if choices > LARGEST.columns and exact_unit(counted.profiles.times) is None:
            # Pages ask for this often: what need not be rounded to be refused is not.
            return (
                f"would have to round the times of {choices:,} configurations, which share no "
                f"unit; it takes up to {LARGEST.columns:,}"
            )
        discrete = UnitScale.of(counted, instance.platform.processors, self.grid).upper
        unit = f"units of {discrete.unit / counted.second:g} s"
        makespan = discrete.trivial_bound
        size = Size.of(discrete.take(self.selected(discrete))[0], makespan)
        for needed, most, what in zip(size, LARGEST, WORDS, strict=True):
            if needed > most:
                return (
                    f"would need {needed:,} {what} to look for a makespan of {makespan:,} {unit}; "
                    f"it takes up to {most:,}, and grid=… rounds times to longer units"
                )
        if (length := discrete.serial_length) > MOST_SERIAL:
            return (
                f"would have to place jobs that take {length:,} {unit} one after the other; it "
                f"takes up to {MOST_SERIAL:,}"
            )
        return None


@dataclass(frozen=True, kw_only=True)
class SlpParams(SearchParams):
    """What one may choose about the costs; the defaults make the hybrid form."""

    p: float = real(
        0.1, "Exponent of the norm: the smaller, the nearer to counting slots.", low=0.01, high=0.99
    )
    gradient: str = choice(
        "smoothed",
        ("smoothed", "literal"),
        "smoothed: cost (x + ε)^(p − 1) of every slot; literal: the printed gradient, 0 for slots "
        "that are not used.",
    )
    epsilon: float = real(
        0.1,
        "ε of the smoothed gradient; halved at each change of the costs.",
        low=1e-4,
        high=10.0,
    )

    @property
    def most_programs(self) -> int:
        """Linear programs that are solved for one makespan at most."""
        if self.gradient == "literal":
            return self.max_iterations
        return min(self.max_iterations, (self.restarts + 1) * (REWEIGHTINGS + 1))
