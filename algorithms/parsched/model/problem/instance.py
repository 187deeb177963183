"""The instance: the one problem that all algorithms of a comparison solve."""

import hashlib
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from parsched.base.digits import counted
from parsched.base.errors import expect
from parsched.declare.parameters import Params, choice
from parsched.model.problem.arrays import Floats
from parsched.model.problem.platform import INSTANT, Platform
from parsched.model.problem.ticks import Ticks
from parsched.model.problem.time_unit import exact_unit
from parsched.model.problem.workload import EstimateMode, Workload

DIGEST_VERSION = b"instance 1"
"""Changes when the same instance gets another digest."""


@dataclass(frozen=True, kw_only=True)
class Rules(Params):
    """What holds for every algorithm alike.

    Estimates that are missing or not positive become the run time. Then `estimates=raise` lifts
    each estimate to the run time, `kill` cuts each run time at the estimate, and `overrun` keeps
    both: a job that is still running at its planned end is from then on planned to end "now".
    Moldable jobs have no single run time, and keep what they have.

    `events=batch`: at each instant first all completions, then all arrivals in order, then one pass
    of the scheduler; jobs of zero length that started complete at the same instant, and the pass
    repeats. `events=sequential`: one event at a time, arrivals before completions at equal times,
    completions in order of start, a pass after each; the processors of a job that ends now, as
    planned, count as free although its completion has not been processed. This is how pyss and
    predictsim simulate.

    Examples
    --------
    >>> import parsched as sched
    >>> sched.Rules(estimates="kill")
    Rules(estimates='kill', events='batch')
    """

    estimates: str = choice(
        "raise",
        ("raise", "kill", "overrun"),
        "Jobs that run longer than estimated: raise the estimate, kill the job, or let it overrun.",
    )
    events: str = choice(
        "batch",
        ("batch", "sequential"),
        "One pass after all events of an instant, or a pass after each single event.",
    )

    @property
    def is_sequential(self) -> bool:
        """True when events are taken one by one."""
        return self.events == "sequential"


@dataclass(frozen=True, eq=False)
class Instance:
    """Jobs, a machine, and the rules that hold for every algorithm alike.

    Parameters
    ----------
    workload
        The jobs as they were read or generated.
    platform
        The machine, with the time that its deployments take.
    rules
        What happens to jobs that outlive their estimate, and the order of events.

    Examples
    --------
    >>> from parsched.data.generators import generate
    >>> from parsched.run.solve import solve
    >>> jobs = generate("uniform", jobs=20, processors=8)
    >>> solve(Instance(jobs, Platform.of(8)), "ltf").metrics["makespan"] > 0
    True
    """

    workload: Workload
    platform: Platform
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        expect("workload", self.workload, Workload)
        expect("platform", self.platform, Platform)
        expect("rules", self.rules, Rules)

    def __repr__(self) -> str:
        rules = "".join(f", {name}={value}" for name, value in self.rules.changed().items())
        return f"<Instance {counted(len(self.workload), 'job')} on {self.platform!r}{rules}>"

    @cached_property
    def jobs(self) -> Workload:
        """The jobs to schedule: with consistent estimates and run times, as the rules say, and
        times as they count (see `ticks`), seconds."""
        rounded = self.workload.rounded(self.ticks)
        if not self.workload.is_rigid:
            return rounded
        return rounded.with_estimates(cast("EstimateMode", self.rules.estimates))

    @cached_property
    def ticks(self) -> Ticks:
        """How times count: see `parsched.model.problem.ticks`."""
        return self.workload.ticks_on(self.platform)

    def ticks_of(self, *columns: Floats) -> Ticks:
        """Return how times count where some more do: see `Workload.ticks_on`."""
        own = self.ticks
        if all(own.has(column) for column in columns):
            return own
        return self.workload.ticks_on(self.platform, *columns)

    @cached_property
    def counted(self) -> "Instance":
        """The same problem with times in ticks: what decides when jobs start is given this one.

        A constant in seconds is multiplied by `jobs.second`, the ticks in a second. Weights that
        are decimals become whole numbers.
        """
        weighed = self.workload.in_whole_weights
        return replace(self, workload=weighed).counted_in(self.ticks)

    def counted_in(self, ticks: Ticks) -> "Instance":
        """Return the same problem with times in ticks."""
        if ticks.are_seconds:
            return self
        workload, platform = self.workload.counted(ticks), self.platform.counted(ticks)
        return replace(self, workload=workload, platform=platform)

    @cached_property
    def digest(self) -> str:
        """SHA-256 in hexadecimal digits of all that the problem consists of: equal problems have
        equal digests, whatever their jobs and sites are called."""
        digest = hashlib.sha256(DIGEST_VERSION)
        for column in self._columns():
            digest.update(f"{column.dtype.str} {len(column)} ".encode())
            digest.update(np.ascontiguousarray(column).data)
        names = () if self.workload.environment is None else self.workload.environment.names
        rules = sorted(self.rules.as_dict().items())
        digest.update(repr((names, self._machine(), rules)).encode())
        return digest.hexdigest()

    def _columns(self) -> list[NDArray[Any]]:
        jobs = self.workload
        configurations = jobs.profiles.offsets, jobs.profiles.widths, jobs.profiles.times
        # Problems that lack a column have the digest that they had before there was one.
        codes = () if jobs.environment is None else (jobs.environment.codes,)
        after = jobs.after and (jobs.after.job, jobs.after.before, jobs.after.delay)
        columns = jobs.release, jobs.estimate, jobs.weight, *configurations
        return [*columns, *codes, *(after or ())]

    def _machine(self) -> tuple[Any, ...]:
        platform = self.platform
        sizes = tuple(site.processors for site in platform.sites)
        # A machine of one system has the digest that it had before there were others.
        beside = (platform.systems,) if platform.systems > 1 else ()
        return sizes, platform.installed, platform.deployment.values, *beside

    @property
    def has_slow_deployments(self) -> bool:
        """True when jobs need environments whose deployment takes time."""
        return self.workload.environment is not None and not self.platform.deployment.is_instant

    @cached_property
    def unit(self) -> float | None:
        """Length of time that all release dates, processing times and delays are multiples of,
        seconds; None if there is none, or if deployments take time."""
        if self.has_slow_deployments or not self.ticks.are_whole:
            return None
        times = self.jobs.profiles.within(self.platform.largest).times
        delay = np.empty(0) if self.jobs.after is None else self.jobs.after.delay
        counted = self.ticks.counted(np.concatenate([times, self.jobs.release, delay]))
        unit = exact_unit(counted)
        return None if unit is None else unit / self.ticks.second

    @cached_property
    def without_deployments(self) -> "Instance":
        """The same problem on a machine whose deployments take no time."""
        if self.platform.deployment.is_instant:
            return self
        return replace(self, platform=replace(self.platform, deployment=INSTANT))

    @property
    def conditions(self) -> list[str]:
        """What is unusual about rules and machine, in words such as "estimates=kill",
        "deployments of 200–300 s" and "2 systems per processor"; empty where all is as by
        default."""
        changed = [f"{name}={value}" for name, value in self.rules.changed().items()]
        deployment, systems = self.platform.deployment, self.platform.systems
        changed += [] if deployment.is_instant else [f"deployments of {deployment.text}"]
        return changed + ([] if systems == 1 else [f"{systems} systems per processor"])

    def describe(self) -> dict[str, Any]:
        """Return digest, rules, deployment time and systems of a processor, ready for JSON."""
        return {
            "digest": self.digest,
            "rules": self.rules.as_dict(),
            "deployment": self.platform.deployment.as_dict(),
            "systems": self.platform.systems,
        }
