"""The effects of an instance's rules and deployment times on its jobs, in words."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from parsched.data.formats import different
from parsched.model.problem.instance import Rules
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Workload

ESTIMATES = {
    "raise": "estimates raised to run times",
    "kill": "jobs killed at their estimates",
    "overrun": "jobs may outlive their estimates",
}
EVENTS = {"batch": "events of an instant together", "sequential": "events one by one"}


@dataclass(frozen=True, kw_only=True)
class Traits:
    """Properties of jobs, beyond widths and run times, that reports need.

    `environments` is the number of different ones they need, `unmodelled` names data of their
    source that a workload cannot hold.
    """

    has_releases: bool = False
    has_weights: bool = False
    has_estimates: bool = False
    is_moldable: bool = False
    environments: int = 0
    unmodelled: tuple[str, ...] = ()

    @classmethod
    def of(cls, jobs: Workload) -> Self:
        """Return the traits of jobs."""
        return cls(
            has_releases=jobs.has_releases,
            has_weights=bool(np.any(jobs.weight != 1.0)),
            has_estimates=bool(np.any(jobs.estimate > 0)),
            is_moldable=not jobs.is_rigid,
            environments=different(jobs.environment),
            unmodelled=jobs.unmodelled,
        )


def ends_with_arrivals(traits: Traits) -> bool:
    """Tell whether a shortest makespan says nothing of who schedules: rigid jobs arrive over time,
    and the last of them settle when all end."""
    return traits.has_releases and not traits.is_moldable


def conditions(rules: Rules, platform: Platform, traits: Traits) -> list[str]:
    """Describe conditions that differ from the default, or that matter: rules if jobs arrive over
    time, deployments if jobs need environments."""
    usual, arrive = Rules(), traits.has_releases
    sentences = []
    if rules.estimates != usual.estimates or (arrive and traits.has_estimates):
        sentences.append(ESTIMATES[rules.estimates])
    if rules.events != usual.events or arrive:
        sentences.append(EVENTS[rules.events])
    if not platform.deployment.is_instant or traits.environments:
        sentences.append(deployments_text(platform.deployment))
    return sentences + systems_text(platform.systems)


def every_condition(rules: Rules, platform: Platform) -> list[str]:
    """Describe all rules and deployments, whether they matter or not: for files."""
    found = [ESTIMATES[rules.estimates], EVENTS[rules.events]]
    return [*found, deployments_text(platform.deployment), *systems_text(platform.systems)]


def systems_text(systems: int) -> list[str]:
    """Say how many environments a processor holds, where these are several."""
    return [] if systems == 1 else [f"{systems} systems installed at once on a processor"]


def deployments_text(time: DeployTime) -> str:
    """Say how long deployments take, such as "deployments of 200–300 s"."""
    return f"deployments {'that take' if time.is_instant else 'of'} {time.text}"
