"""Platforms: one cluster, or a grid of several sites."""

from copy import copy
from dataclasses import dataclass, replace
from itertools import pairwise
from numbers import Integral
from typing import ClassVar, Self

import numpy as np

from parsched.base.compiled import kernel
from parsched.base.errors import WorkloadError, expect
from parsched.declare.parameters import Params, integer, real
from parsched.declare.spec import plain
from parsched.model.problem.arrays import Floats, Ints
from parsched.model.problem.ticks import Ticks

MAX_PROCESSORS = 2**31 - 1
MAX_SYSTEMS = 64
"""Environments that a processor may hold at once."""

PER = 99
"""Processors beyond the first that make a deployment longer by `extra`."""
STEP = 2.0**-20
"""Part of a second to which that is rounded."""


@kernel
def deploy_time(time: tuple[float, float, float], processors: int) -> float:
    """Return the seconds of a deployment on `processors` processors at once; 0 on none.

    `time` are the seconds on one processor, how much longer 100 take, and a power of two to which
    what comes on top is rounded, so that sums of such times are exact.
    """
    if processors == 0:
        return 0.0
    return float(time[0] + np.rint(time[1] * (processors - 1) / PER / time[2]) * time[2])


@dataclass(frozen=True)
class DeployTime(Params):
    """How long it takes to deploy an environment on some processors at once.

    200 s, and 100 s more on 100 processors, are what Moulaï and Mounié measured.

    Parameters
    ----------
    seconds
        On one processor.
    extra
        How much longer it takes on 100 processors, seconds; it grows in proportion.
    """

    seconds: float = real(
        0.0,
        "Time to deploy an environment on one processor.",
        low=0.0,
        high=1e6,
        unit="s",
        title="time of a deployment",
    )
    extra: float = real(
        0.0,
        "How much longer it takes on 100 processors at once; it grows in proportion, and 0 makes "
        "all deployments equally long.",
        low=0.0,
        high=1e6,
        unit="s",
        title="more on 100 processors",
    )

    step: ClassVar[float] = STEP

    def __post_init__(self) -> None:
        super().__post_init__()
        # Kernels are compiled for float64: whole numbers would ask for another variant of each.
        for name in ("seconds", "extra"):
            object.__setattr__(self, name, float(getattr(self, name)))

    @property
    def is_instant(self) -> bool:
        """True when deployments take no time, on however many processors."""
        return self.seconds == 0 and self.extra == 0

    @property
    def values(self) -> tuple[float, float]:
        """Both numbers."""
        return self.seconds, self.extra

    @property
    def steps(self) -> tuple[float, float, float]:
        """Both, and what times are rounded to, as kernels take them."""
        return self.seconds, self.extra, self.step

    @property
    def text(self) -> str:
        """The seconds of a deployment on one processor and on 100, such as "200–300 s"; once where
        they are equal."""
        if self.is_instant:
            return "no time"
        most = plain(self.seconds + self.extra)
        return f"{plain(self.seconds)}–{most} s" if self.extra else f"{most} s"

    def on(self, processors: int) -> float:
        """Return the time of one deployment on a number of processors, seconds; 0 on none."""
        return float(deploy_time(self.steps, processors))

    def counted(self, ticks: Ticks) -> "DeployTime":
        """Return the same time in ticks."""
        counted = copy(self)  # which is not held to the limits of parameters, in seconds
        object.__setattr__(counted, "seconds", float(ticks.counted(np.array(self.seconds))))
        object.__setattr__(counted, "extra", self.extra * ticks.second)
        object.__setattr__(counted, "step", ticks.grain)
        return counted

    def on_each(self, processors: Ints) -> Floats:
        """Return that time for each number of processors: float64 of their shape, seconds."""
        numbers, at = np.unique(processors, return_inverse=True)
        return np.array([self.on(number) for number in numbers.tolist()], np.float64)[at]


INSTANT = DeployTime()


@dataclass(frozen=True, kw_only=True)
class DeployPreset:
    """A time of deployments that people choose by a word."""

    key: str
    title: str
    time: DeployTime


DEPLOY_PRESETS = (
    DeployPreset(key="none", title="no time", time=INSTANT),
    DeployPreset(key="constant", title="200 s each", time=DeployTime(200.0)),
    DeployPreset(
        key="measured",
        title="200 s, and 300 s on 100 processors, as measured",
        time=DeployTime(200.0, 100.0),
    ),
)


@dataclass(frozen=True)
class Systems(Params):
    """How many environments a processor holds at once (Moulaï and Mounié 2007, section 6)."""

    systems: int = integer(
        1,
        "Environments that a processor holds at once: it changes between them without a "
        "deployment, which replaces the one that it has run least recently.",
        low=1,
        high=MAX_SYSTEMS,
        title="systems on a processor",
    )


@dataclass(frozen=True)
class Cluster:
    """A site of `processors` identical processors, numbered from 0."""

    name: str
    processors: int

    def __post_init__(self) -> None:
        expect("processors", self.processors, Integral)
        if not 1 <= self.processors <= MAX_PROCESSORS:
            raise WorkloadError(
                f"site {self.name!r} must have 1 to {MAX_PROCESSORS:,} processors, "
                f"got {self.processors}"
            )


@dataclass(frozen=True)
class Platform:
    """The sites of a machine; a job runs within one of them.

    `installed` is what the processors have at first, numbered through all sites: environments, None
    for none, each with the processor before which it ends. It is empty where nothing is installed.
    `deployment` is how long it takes to install another one. A processor holds up to `systems`
    environments and runs one of them: it changes at no cost to another one that it holds, and a
    deployment replaces the one that it has run least recently.

    Examples
    --------
    >>> import parsched as sched
    >>> sched.Platform.of(4, 8)
    <Platform 4 + 8 processors>
    """

    sites: tuple[Cluster, ...]
    installed: tuple[tuple[str | None, int], ...] = ()
    deployment: DeployTime = INSTANT
    systems: int = 1

    def __repr__(self) -> str:
        sizes = " + ".join(f"{site.processors:,}" for site in self.sites)
        deploys = "" if self.deployment.is_instant else f", deployments of {self.deployment.text}"
        beside = "" if self.systems == 1 else f", {self.systems} systems each"
        noun = "processor" if sizes == "1" else "processors"
        return f"<Platform {sizes} {noun}{deploys}{beside}>"

    def __post_init__(self) -> None:
        if not self.sites:
            raise WorkloadError("a machine needs at least one site")
        expect("systems", self.systems, Integral)
        if not 1 <= self.systems <= MAX_SYSTEMS:
            rule = f"must hold 1 to {MAX_SYSTEMS} systems"
            raise WorkloadError(f"a processor {rule}, got {self.systems}")
        ends = [0, *(end for _, end in self.installed)]
        rises = all(a < b for a, b in pairwise(ends))
        if self.installed and not (rises and ends[-1] == self.processors):
            raise WorkloadError(
                f"what is installed must end before processors that rise to {self.processors:,}, "
                f"got {ends[1:]}"
            )

    @classmethod
    def of(cls, *processors: int, deployment: DeployTime = INSTANT, systems: int = 1) -> Self:
        """Build a platform from sizes alone: `Platform.of(128)`, or a grid `Platform.of(4, 8,
        8)`."""
        sites = tuple(Cluster(f"site {i + 1}", m) for i, m in enumerate(processors))
        if len(processors) == 1:
            sites = (Cluster("cluster", processors[0]),)
        return cls(sites, deployment=deployment, systems=systems)

    def counted(self, ticks: Ticks) -> "Platform":
        """Return the same machine with its times in ticks."""
        if ticks.are_seconds or self.deployment.is_instant:
            return self
        return replace(self, deployment=self.deployment.counted(ticks))

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
