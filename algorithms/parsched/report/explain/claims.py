"""What is claimed of the policy of a run: it is run again on the jobs that decide a start."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from parsched.base.errors import AlgorithmsError
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.grid.grid import GridParams
from parsched.policies.grid.local import policy_of_sites
from parsched.policies.online.policy import QueueParams
from parsched.policies.online.presets import PRESETS
from parsched.report.explain.explanation import Held, Overtaker, Steps
from parsched.report.explain.occupied import OccupiedSite
from parsched.report.explain.reasons import MOST, reasons
from parsched.report.explain.window import LARGEST, Window

LISTED = 50
"""Overtakers that are listed, those that held most of the machine during the wait."""
TWO_LEVELS = "grid"
"""The algorithm whose sites each do what their queue does alone with the jobs they were given."""
SIMULATED, BUDGET = 24, 20_000
"""Most overtakers whose cost is simulated, and most jobs in all of these simulations together."""


class Claims(NamedTuple):
    """What is claimed of the policy, or why nothing is: fields of `Explanation`."""

    overtakers: tuple[Overtaker, ...]
    overtaken_by: int = 0
    held: tuple[Held, ...] = ()
    without_overtakers: float | None = None
    with_lacked: float | None = None
    simulated: int = 0
    unknown: str = ""


def policy_of_run(algorithm: str, params: Mapping[str, Any]) -> QueueParams | None:
    """Return the policy of the queue that an algorithm follows, on a grid the policy of each site;
    None if it is another kind."""
    try:
        if algorithm == TWO_LEVELS:
            return policy_of_sites(GridParams.from_mapping(params).local)
        if algorithm == "queue":
            return QueueParams.from_mapping(params)
        if algorithm in PRESETS:
            values = ALGORITHMS[algorithm].params.from_mapping(params)
            return PRESETS[algorithm].policy(values)
    except AlgorithmsError:  # of an earlier version, or with an order of a plugin that is gone
        return None
    return None


def claims_of(
    instance: Instance,
    algorithm: str,
    params: Mapping[str, Any],
    facts: OccupiedSite,
    place: int,
    steps: Steps,
) -> Claims:
    """Run the policy of an algorithm again on what decides the start of a job, as far as that can
    be done, and return what it shows."""
    listed = _overtakers(facts, place)
    known = tuple(_overtaker(instance, facts, one, None) for one in listed[:LISTED])
    plain = Claims(known, len(listed))
    if not steps.free:
        return plain
    policy = policy_of_run(algorithm, params)
    if policy is None or (instance.platform.is_grid and algorithm != TWO_LEVELS):
        return plain._replace(unknown="Only policies of queues are run again")
    if instance.has_slow_deployments:
        return plain._replace(unknown="Deployments have moved the starts that the policy chose")
    if instance.platform.is_grid:
        instance = replace(instance, platform=Platform.of(facts.processors))
    window = Window.of(instance, policy, facts, place)
    if len(window) > LARGEST:
        jobs = f"The start depends on {len(window):,} jobs, and up to {LARGEST:,} are simulated"
        return plain._replace(unknown=jobs)
    if not window.repeats(facts):
        return plain._replace(unknown="The policy, run again, gave other starts than the schedule")
    return _simulated(instance, window, facts, place, steps, listed)


def _simulated(
    instance: Instance,
    window: Window,
    facts: OccupiedSite,
    place: int,
    steps: Steps,
    listed: list[int],
) -> Claims:
    """Return what running the policy again shows."""
    most = max(1, min(SIMULATED, BUDGET // len(window)))
    start, width = float(facts.start[place]), int(facts.width[place])
    overtakers = []
    for number, one in enumerate(listed[:LISTED]):
        cost = None
        if number < most:
            sooner = window.without([one])
            cost = 0.0 if sooner is None else start - sooner
        overtakers.append(_overtaker(instance, facts, one, cost))
    lacks = 1 <= steps.free[0] < width
    ids = [str(one) for one in window.instance.jobs.ids.tolist()]
    return Claims(
        tuple(overtakers),
        len(listed),
        reasons(window, _instants(steps, width), ids),
        window.without(listed) if listed else None,
        window.narrowed(steps.free[0]) if lacks else None,
        len(window),
    )


def _instants(steps: Steps, width: int) -> list[float]:
    """Return when steps begin at which the job fits, the longest ones."""
    fits = [k for k, free in enumerate(steps.free) if free >= width]
    fits.sort(key=lambda k: (steps.time[k] - steps.time[k + 1], k))
    return [steps.time[k] for k in fits[:MOST]]


def _overtakers(facts: OccupiedSite, place: int) -> list[int]:
    """Return the places of the jobs that arrived later and started before, those first that had
    most processors and time during the wait."""
    start = facts.start[place]
    found = np.flatnonzero(facts.behind(place) & (facts.start < start))
    held = (np.minimum(facts.end[found], start) - facts.start[found]) * facts.width[found]
    return [int(one) for one in found[np.argsort(-held, kind="stable")]]


def _overtaker(
    instance: Instance, facts: OccupiedSite, place: int, cost: float | None
) -> Overtaker:
    return Overtaker(
        str(instance.jobs.ids[facts.jobs[place]]),
        int(facts.width[place]),
        float(facts.released[place]),
        float(facts.start[place]),
        float(facts.end[place]),
        cost,
    )
