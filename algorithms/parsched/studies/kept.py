"""Instances of a study that are kept: whole workloads, or windows of their jobs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import numpy as np

from parsched.base.errors import FormatError, ParameterError
from parsched.data.formats import read
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Workload
from parsched.studies.machines import ONE, check_systems, holding, systems_axis
from parsched.studies.once import repeated
from parsched.studies.seeds import derived_seed
from parsched.studies.strict import STRICT

Value: TypeAlias = Mapping[str, Any]
MOST_WINDOWS = 10_000
LOADERS: dict[str, Callable[[str], Workload]] = {}
"""What finds workloads, by the word before the colon of their addresses: a program that keeps some
adds a function of its own. An address without such a word is the path of a file."""


@dataclass(frozen=True, kw_only=True)
class Kept:
    """Workloads that are kept: a value for each, a repetition for each window of its jobs.

    Parameters
    ----------
    workloads
        Where each workload is, by name: the path of a file, or an address that one of `LOADERS`
        knows.
    processors
        The machine; a grid by the processors of each site.
    windows
        How many windows a workload is cut into. A part has no more repetitions than these, unless
        methods draw: then they come again, with other seeds.
    jobs
        Jobs of each window, in the order of their release; 0 takes all of them.
    folder
        Where files are.
    rules, deployment
        The same for all instances.
    systems
        How many environments a processor holds at once: the same jobs for each of these numbers.

    Raises
    ------
    ParameterError
        For sizes, rules and times that are not allowed.

    Examples
    --------
    >>> Kept(workloads={"mine": "0" * 64}, processors=(100,)).windows
    1
    """

    __pydantic_config__: ClassVar[Any] = STRICT
    workloads: Mapping[str, str]
    processors: tuple[int, ...]
    windows: int = 1
    jobs: int = 0
    folder: str = "."
    rules: Mapping[str, str] = field(default_factory=dict)
    deployment: Mapping[str, float] = field(default_factory=dict)
    systems: tuple[int, ...] = ONE

    def __post_init__(self) -> None:
        errors = {}
        if not self.workloads:
            errors["workloads"] = "workloads must name at least one"
        if not 1 <= self.windows <= MOST_WINDOWS:
            rule = f"windows must be an integer from 1 to {MOST_WINDOWS:,}"
            errors["windows"] = f"{rule}, got {self.windows:,}"
        if self.jobs < 0 or (self.windows > 1 and not self.jobs):
            rule = "jobs must be the number of jobs of a window, or 0 for one window of all"
            errors["jobs"] = f"{rule}, got {self.jobs:,}"
        addresses = [*self.workloads.values()]
        if twice := repeated(addresses):
            names = " and ".join(n for n, address in self.workloads.items() if address == twice[0])
            rule = "each workload must be given once"
            errors["workloads"] = f"{rule}, {names} are both {twice[0]!r:.80}"
        errors |= check_systems(self.systems)
        if errors:
            raise ParameterError(errors)
        self._platform, self._rules  # noqa: B018 (both are checked)

    def loaded(self) -> list[Workload]:
        """Return the workloads, whole; raises FormatError for one that is not there."""
        return [load(address, self.folder) for address in self.workloads.values()]

    def platform(self, value: Value) -> Platform:
        """Return the machine of a value."""
        return holding(self._platform, value)

    @cached_property
    def _platform(self) -> Platform:
        deployment = DeployTime.from_mapping(self.deployment)
        return Platform.of(*self.processors, deployment=deployment)

    @cached_property
    def _rules(self) -> Rules:
        return Rules.from_mapping(self.rules)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """A value for each workload, and each number of systems."""
        axes = {"workload": tuple(self.workloads), **systems_axis(self.systems)}
        return tuple(dict(zip(axes, values, strict=True)) for values in product(*axes.values()))

    @property
    def origin(self) -> list[Any]:
        """What determines the instances, but for their values: plain JSON values."""
        machine = [[*self.processors], dict(self.deployment)]
        return [dict(self.workloads), self.windows, self.jobs, machine]

    def seed(self, study: int, value: Value, repetition: int) -> int:
        """Return the seed of algorithms that draw; the instance itself has none."""
        return derived_seed(study, value["workload"], repetition)

    def make(self, value: Value, seed: int, repetition: int) -> Instance:
        """Take one window of a workload.

        Raises
        ------
        FormatError
            For a workload that is not there, and for a window beyond its last job.
        """
        name, window = value["workload"], repetition % self.windows
        jobs = load(self.workloads[name], self.folder)
        if self.jobs:
            jobs = _window(jobs, window, self.jobs)
        if not len(jobs):
            raise FormatError(f"{name} has no window {window + 1} of {self.jobs:,} jobs")
        return Instance(jobs, self.platform(value), self._rules)


@lru_cache(maxsize=4)
def load(address: str, folder: str) -> Workload:
    """Return the workload of an address; raises FormatError."""
    word, colon, name = address.partition(":")
    if colon and word in LOADERS:
        return LOADERS[word](name)
    path = Path(folder) / address
    if not path.is_file():
        raise FormatError(f"workload is missing: {address}")
    return read(path).workload


def _window(jobs: Workload, window: int, size: int) -> Workload:
    """Return some jobs in the order of their release, the first of them released at 0."""
    order = np.argsort(jobs.release, kind="stable")[window * size : (window + 1) * size]
    taken = jobs.take(np.sort(order))
    begin = float(taken.release.min(initial=np.inf))
    return taken.since(begin) if len(taken) else taken
