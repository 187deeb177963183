"""One declaration per algorithm: everything that the product knows about it."""

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import partial
from typing import Any, Literal, TypeVar

import numpy as np

from parsched.base.errors import UnknownKeyError
from parsched.base.origins import plugin_of
from parsched.data.doubts import not_recorded
from parsched.declare.parameters import Params
from parsched.declare.references import REFERENCES, Reference
from parsched.declare.sweeps import Sweep, Variants
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.model.versions import NO_CHANGES, Changes, refuse_versions
from parsched.policies.theory import Theory

P = TypeVar("P", bound=Params)
Criterion = Literal["", "makespan", "minsum"]
Solver = Callable[[Instance, P, Stop], Schedule]


@dataclass(frozen=True, kw_only=True)
class Supports:
    """What an algorithm can take beyond rigid jobs that are all there at time 0, on one cluster.

    Examples
    --------
    >>> Supports(online=True, release_times=True).moldable
    False
    """

    release_times: bool = False
    moldable: bool = False
    grid: bool = False
    one_processor: bool = False
    """Takes only jobs that can run on one processor."""
    whole_times: bool = False
    """Counts time in whole units (see `parsched.model.problem.time_unit`), so that it takes few of
    them; times that share no unit are rounded, as its parameters say."""
    online: bool = False
    """Decides at each instant from the jobs released so far; says nothing about the workload."""
    recorded: bool = False
    """Takes only jobs whose starts were recorded, also those that are too wide for the machine."""
    dependencies: bool = False
    """Takes jobs that wait for others to end."""
    deployments: bool = False
    """Plans deployments itself. Others plan as if these took no time, and are delayed by them."""

    def refusal(self, instance: Instance) -> str | None:
        """Return the sentence that says why an instance is not supported, or None."""
        workload, platform = instance.jobs, instance.platform
        if workload.after is not None and not self.dependencies:
            return _waiting(workload.after.waiting)
        if workload.has_releases and not self.release_times:
            late = int((workload.release > 0).sum())
            are = "1 is" if late == 1 else f"{late:,} are"
            return (
                f"schedules off-line: all jobs must be there at time 0, but {are} released later; "
                "on-line batching lets it take them"
            )
        if not workload.is_rigid and not self.moldable:
            moldable = int((workload.profiles.counts > 1).sum())
            are = "1 job is" if moldable == 1 else f"{moldable:,} jobs are"
            return f"schedules rigid jobs only, and {are} moldable"
        if self.one_processor and workload.widest > 1:
            wide = workload.least_width > 1
            first, count = int(wide.argmax()), int(wide.sum())
            need = "1 job needs" if count == 1 else f"{count:,} jobs need"
            return (
                f"runs every job on one processor, but {need} more: job "
                f"{workload.ids[first]} needs at least {workload.least_width[first]:,}"
            )
        if platform.is_grid and not self.grid:
            return f"schedules one site only, and the machine has {len(platform.sites)} sites"
        if self.recorded:
            return _without_starts(workload, platform)
        if len(too_wide := workload.too_wide(platform)):
            return (
                f"needs every job to fit the machine, but job {workload.ids[too_wide[0]]} asks for "
                f"{workload.least_width[too_wide[0]]:,} processors{_of(platform)}"
                + _and_more(len(too_wide) - 1)
            )
        return None


def _and_more(others: int) -> str:
    if not others:
        return ""
    return " (1 more is too wide)" if others == 1 else f" ({others:,} more are too wide)"


def _without_starts(workload: Workload, platform: Platform) -> str | None:
    """Say that no job has a recorded start, that the machine could not give those that there are,
    or which job has it at no site of a grid; None where it is known where all jobs ran."""
    starts = workload.recorded
    if starts is None or (len(starts) and not np.isfinite(starts).any()):
        return (
            "needs the starts that a log recorded, such as field 3 of SWF or Start of sacct, and "
            "no job here has one"
        )
    if not platform.is_grid:
        why = not_recorded(workload, platform.processors)
        return why and f"needs the starts that a log recorded, but the waits of these jobs {why}"
    if workload.origin is None:
        return "needs to know at which site each job ran, and these jobs have no origin"
    sites = {site.name for site in platform.sites}
    known = np.array([*(name in sites for name in workload.origin.names), False], np.bool_)
    if (strange := ~known[workload.origin.codes]).any():
        job = int(strange.argmax())
        return (
            f"runs jobs at the site where they were submitted, and job {workload.ids[job]} was "
            f"submitted at {workload.origin.name(job) or 'an unknown one'}, which the machine does "
            "not have"
        )
    return None


def _waiting(jobs: int) -> str:
    """Return why an off-line algorithm refuses `jobs` jobs with predecessors, and what to use."""
    wait = "1 job waits for another" if jobs == 1 else f"{jobs:,} jobs wait for others"
    return (
        f"takes no jobs that wait for others to end, and {wait}; on-line algorithms such as EASY "
        "do, and on-line batching lets it take them"
    )


def _of(platform: Platform) -> str:
    """Say of how many, where a job asks for too many processors."""
    if platform.is_grid:
        return f", and the largest of the {len(platform.sites)} sites has {platform.largest:,}"
    return f" of {platform.largest:,}"


@dataclass(frozen=True, kw_only=True)
class Display:
    """The place of an algorithm in its family, and its places in the palettes of charts: different
    for algorithms that are usually compared.

    Of those that can run, the ones of the least `proposed` are chosen for a newcomer.
    """

    order: int
    color: int
    marker: int
    proposed: int | None = None


@dataclass(frozen=True, kw_only=True)
class Algorithm:
    """A registered algorithm. `version` rises when its results change, and `changes` say what
    versions changed, and for which instances; runs store it. `sweeps` are values of its parameters
    that are worth comparing, `symbol` what papers call it in tables. One that `is_search` ends when
    its makespan meets a lower bound.

    `made_by` says who makes the schedules that it returns, such as the machine itself; blank where
    it computes them. What breaks a rule in one that is given is a finding about it, and no defect
    of ours.

    `judged_by` is the criterion of `bounds` that it is made for, blank where it is not made for a
    single one. Of several results the one of the least `baseline` is what others are compared with;
    `baseline` 0 counts also where another algorithm runs it. `theory` returns proved curves."""

    key: str
    title: str
    version: int
    params: type[Params]
    supports: Supports
    cites: tuple[str, ...]
    solver: Solver[Any]
    sweeps: tuple[Sweep, ...] = ()
    symbol: str = ""
    is_search: bool = False
    made_by: str = ""
    judged_by: str = ""
    baseline: int | None = None
    theory: Callable[[], Theory] | None = None
    display: Display | None = None
    changes: Changes = field(default_factory=lambda: NO_CHANGES, hash=False)

    @property
    def short(self) -> str:
        """Short title for the labels of runs."""
        return self.symbol or self.title

    @property
    def is_given(self) -> bool:
        """True when it returns schedules that were made elsewhere."""
        return bool(self.made_by)

    @property
    def runs_commands(self) -> bool:
        """True when it starts a program that its parameters name: not everybody may run it."""
        return self.params.runs_commands

    @property
    def plugin(self) -> str:
        """Name and version of the plugin that declares it; blank for what the program has."""
        plugin = plugin_of("algorithms", self.key)
        return plugin.title if plugin else ""

    @property
    def summary(self) -> str:
        """First line of the docstring: what the algorithm does."""
        return self.description.split("\n", 1)[0]

    @property
    def description(self) -> str:
        """The whole docstring: principle, complexity, guarantees."""
        return inspect.getdoc(self.solver) or ""

    @property
    def family(self) -> str:
        """What kind of algorithm it is: first line of its package's docstring."""
        package = self.solver.__module__.rsplit(".", 1)[0]
        return (inspect.getdoc(sys.modules[package]) or package).split("\n", 1)[0].rstrip(".")

    def refusal(self, instance: Instance, params: Params) -> str | None:
        """Return the sentence that says why it cannot take an instance with some parameters, or
        None."""
        reason = self.supports.refusal(instance) or params.refusal(instance)
        return f"{self.title} {reason}" if reason else None

    def schedule(self, instance: Instance, params: Params, stop: Stop) -> Schedule:
        """Run the algorithm on an instance with its times in ticks, and return what comes out in
        seconds; see `decide`."""
        ticks = instance.ticks
        plan = self.decide(instance.counted, params, stop.counting(ticks))
        return self._on_ticks(instance.counted, plan).in_seconds(ticks)

    def decide(self, instance: Instance, params: Params, stop: Stop) -> Schedule:
        """Run the algorithm on an instance as it is, which is to be a counted one, or on one
        without deployments if it plans none: then `with_deployments` makes of the plan what is
        done."""
        problem = instance if self.supports.deployments else instance.without_deployments
        return self.solver(problem, params, stop)

    def with_deployments(self, instance: Instance, plan: Schedule) -> Schedule:
        """Return what comes of a plan of this algorithm: its starts are on ticks, and it has its
        deployments."""
        plan = self._on_ticks(instance, plan)
        if self.supports.deployments or not instance.has_slow_deployments:
            return plan
        foreseen = not self.supports.online
        return plan.delayed(instance.jobs, instance.platform, foreseen=foreseen)

    def _on_ticks(self, instance: Instance, plan: Schedule) -> Schedule:
        """Return a plan whose starts are ticks: shelves, for one, may begin between two of them.

        Where all times are whole, no rule is broken by rounding all starts down: of two jobs on a
        processor s₂ ≥ s₁ + p₁, and so ⌊s₂⌋ ≥ ⌊s₁⌋ + p₁. Who decides on-line keeps the instants at
        which that was done, and deployments need not take whole ticks.
        """
        if self.supports.online or (self.supports.deployments and instance.has_slow_deployments):
            return plan
        return plan.on_ticks(instance.jobs.ticks)

    @property
    def references(self) -> tuple[Reference, ...]:
        """Publications that describe it."""
        return tuple(REFERENCES[key] for key in self.cites)

    @property
    def is_stochastic(self) -> bool:
        """True when it has a seed, or may run an algorithm that has one."""
        nested = [spec for spec in self.params.specs() if spec.kind == "nested"]
        chosen = [{spec.name: key} for spec in nested for key in spec.choices]
        return any(self.params.seed_name(values) for values in (*chosen, {}))


ALGORITHMS: dict[str, Algorithm] = {}


def register(
    key: str,
    *,
    title: str,
    version: int,
    params: type[P],
    supports: Supports,
    cites: tuple[str, ...],
    sweeps: tuple[Sweep, ...] = (),
    symbol: str = "",
    is_search: bool = False,
    made_by: str = "",
    judged_by: Criterion = "",
    baseline: int | None = None,
    theory: Callable[[], Theory] | None = None,
    display: Display | None = None,
    changes: Changes = NO_CHANGES,
) -> Callable[[Solver[P]], Solver[P]]:
    """Declare an algorithm under a stable key: URLs, stored runs, CLI and colours use it.

    Examples
    --------
    >>> ALGORITHMS.get("nothing") is None  # until `@register` declares it
    True
    """

    make = partial(
        Algorithm,
        key=key,
        title=title,
        version=version,
        params=params,
        supports=supports,
        cites=cites,
        sweeps=sweeps,
        symbol=symbol,
        is_search=is_search,
        made_by=made_by,
        judged_by=judged_by,
        baseline=baseline,
        theory=theory,
        display=display,
        changes=changes,
    )
    return lambda solver: _added(make(solver=solver), solver)


def _added(declared: Algorithm, solver: Solver[P]) -> Solver[P]:
    _check(declared.key, declared.cites, declared.params, declared.sweeps)
    refuse_versions(f"algorithm {declared.key!r}", declared.version, declared.changes)
    ALGORITHMS[declared.key] = declared
    return solver


def _check(
    key: str, cites: tuple[str, ...], params: type[Params], sweeps: tuple[Sweep, ...]
) -> None:
    if key in ALGORITHMS:
        raise ValueError(f"two algorithms are registered as {key!r}")
    if missing := [cite for cite in cites if cite not in REFERENCES]:
        raise ValueError(f"algorithm {key!r} cites unknown references: {missing}")
    for sweep in sweeps:
        Variants.of(params, {}, sweep.vary)


def algorithm(key: str) -> Algorithm:
    """Return a registered algorithm.

    Raises
    ------
    UnknownKeyError
        When there is none; the sentence lists those that exist.
    """
    if key not in ALGORITHMS:
        near = get_close_matches(key.lower(), ALGORITHMS, n=1, cutoff=0.6)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise UnknownKeyError(
            f"no algorithm is called {key!r}{hint}; there are: {', '.join(sorted(ALGORITHMS))}"
        )
    return ALGORITHMS[key]
