"""Backwards: the last job first."""

from dataclasses import dataclass

import numpy as np

from parsched.declare.parameters import integer
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.lists.placement import ListParams, place
from parsched.policies.registry import Supports, register


@dataclass(frozen=True, kw_only=True)
class BackwardsParams(ListParams):
    """How the order goes on after the last job."""

    hop: int = integer(1, "Every so many jobs are taken at first.", low=1, high=9)


@register(
    "backwards",
    title="Backwards",
    version=1,
    params=BackwardsParams,
    supports=Supports(),
    cites=("graham1969",),
)
def backwards(instance: Instance, params: BackwardsParams, stop: Stop) -> Schedule:
    """Place the last job first, whatever it is.

    Guarantee: with `graham` the guarantee of any list (Graham 1969).

    Complexity: O(n log n).
    """
    jobs = np.arange(len(instance.jobs))[::-1]
    order = np.concatenate([jobs[first :: params.hop] for first in range(params.hop)])
    return place(order, instance.jobs, instance.platform, params, stop)
