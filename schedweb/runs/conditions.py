"""What the rules and deployment times of an instance mean for its jobs, in words for people."""

from collections.abc import Mapping
from typing import Any

from algorithms.problem.instance import Rules
from algorithms.problem.platform import DeployTime

ESTIMATES = {
    "raise": "estimates raised to run times",
    "kill": "jobs killed at their estimates",
    "overrun": "jobs may outlive their estimates",
}
EVENTS = {"batch": "events of an instant together", "sequential": "events one by one"}


def conditions(rules: Rules, deployment: DeployTime, features: Mapping[str, Any]) -> list[str]:
    """Return what is unusual, and what is as usual where it matters: rules where jobs arrive over
    time, deployments where jobs need environments (see `workloads.facts.features`)."""
    arrive = bool(features.get("releases"))
    usual = Rules()
    told = []
    if rules.estimates != usual.estimates or (arrive and features.get("estimates")):
        told.append(ESTIMATES[rules.estimates])
    if rules.events != usual.events or arrive:
        told.append(EVENTS[rules.events])
    if not deployment.is_instant or features.get("environments"):
        told.append(deployments_text(deployment))
    return told


def every_condition(rules: Rules, deployment: DeployTime) -> list[str]:
    """Return the same of all rules and of deployments, whether they matter or not: for files."""
    return [ESTIMATES[rules.estimates], EVENTS[rules.events], deployments_text(deployment)]


def deployments_text(time: DeployTime) -> str:
    """Say how long deployments take, such as "deployments of 200–300 s"."""
    return f"deployments {'that take' if time.is_instant else 'of'} {time.text}"
