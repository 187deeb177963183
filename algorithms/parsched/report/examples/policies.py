"""What orders of the queue and predictions of run times make of a few jobs."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Labels, Workload
from parsched.policies.online.orders import ORDERS
from parsched.policies.online.predictors import PREDICTORS
from parsched.report.examples.pictures import Picture, WorkedExample
from parsched.run.solve import solve

MACHINE = Platform.of(4)


def queued() -> Workload:
    """One job holds the machine until six others have come, which differ in width and length."""
    release = [0, 1, 2, 3, 4, 5, 6]
    width, run = [4, 4, 4, 2, 3, 1, 1], [10, 5, 1, 5, 8, 7, 7]
    return _jobs(release, width, run, run)


def overestimated() -> Workload:
    """Jobs of two users, one of whom asks for much more than her jobs need."""
    release = [0, 0, 0, 12, 13, 14, 15]
    width, run = [1, 1, 1, 3, 4, 1, 1], [2, 3, 9, 10, 4, 3, 4]
    estimate, user = [9, 9, 9, 10, 4, 9, 12], ["ann", "ann", "ann", "bob", "bob", "ann", "ann"]
    return _jobs(release, width, run, estimate, user)


def _jobs(
    release: list[int],
    width: list[int],
    run: list[int],
    estimate: list[int],
    user: list[str] | None = None,
) -> Workload:
    return Workload(
        name="example",
        ids=np.arange(1, len(run) + 1),
        release=np.array(release, np.float64),
        profiles=Profiles.rigid(np.array(width), np.array(run, np.float64)),
        estimate=np.array(estimate, np.float64),
        weight=np.ones(len(run)),
        user=Labels.of(user) if user else None,
    )


@cache
def order_example(key: str) -> WorkedExample:
    """Let EASY take a few jobs in a declared order, once per process."""
    declared = ORDERS[key]
    return _example(queued(), {"order": key}, declared.title, declared.help)


@cache
def predictor_example(key: str) -> WorkedExample:
    """Let EASY believe a prediction about a few jobs, once per process."""
    declared = PREDICTORS[key]
    return _example(overestimated(), {"predict": key}, declared.title, declared.help)


def _example(
    workload: Workload, settings: Mapping[str, Any], title: str, text: str
) -> WorkedExample:
    result = solve(Instance(workload, MACHINE), "queue", settings)
    return WorkedExample(workload, MACHINE, (Picture(settings, result),), title, text)
