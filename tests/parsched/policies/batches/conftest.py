"""An algorithm for tests of on-line batches."""

from dataclasses import dataclass

import numpy as np
import pytest

from parsched.declare.parameters import Params, integer, seed
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.lists.placement import GRAHAM, place
from parsched.policies.registry import Algorithm, Supports


@dataclass(frozen=True, kw_only=True)
class DiceParams(Params):
    """A number and a seed."""

    sides: int = integer(6, "Sides.", low=1)
    seed: int = seed()


CALLS: list[tuple[int, int, int]] = []


def dice(instance: Instance, params: DiceParams, stop: Stop) -> Schedule:
    """Note parameters and jobs, and place the jobs as they come; tell of each schedule."""
    workload, platform = instance.jobs, instance.platform
    CALLS.append((params.sides, params.seed, len(workload)))
    schedule = place(np.arange(len(workload)), workload, platform, GRAHAM, stop)
    stop.report(0.5, "half", best=schedule)
    stop.report(1.0, "all", best=schedule)
    return schedule


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int, int]]:
    """The calls of an algorithm that is registered for one test."""
    declared = Algorithm(
        key="dice",
        title="Dice",
        version=1,
        params=DiceParams,
        supports=Supports(),
        cites=("graham1969",),
        solver=dice,
    )
    monkeypatch.setitem(ALGORITHMS, "dice", declared)
    CALLS.clear()
    return CALLS
