"""Reference policies: the heuristics that papers on learned scheduling compare with."""

from collections.abc import Callable
from typing import Any

import gymnasium

from parsched.gym.environment import QueueEnv
from parsched.policies.online.orders import ARRIVAL, ORDERS
from parsched.policies.online.program import Job

BASELINES = (ARRIVAL, "sjf", "narrow", "wfp3", "unicef", "f1", "f4")
"""First come first served, shortest and smallest first, WFP3, UNICEF, and two learned functions."""
Policy = Callable[[gymnasium.Env[Any, Any]], int]


def policy(order: str) -> Policy:
    """Return what always chooses the visible job with the least value of a declared order of
    `queue`; of equal ones the first to arrive.

    Raises
    ------
    KeyError
        When no order is declared under that key.

    Examples
    --------
    >>> env = QueueEnv(jobs=10)
    >>> _ = env.reset(seed=1)
    >>> policy("sjf")(env)
    0
    """
    if order == ARRIVAL:
        return lambda env: 0
    declared = ORDERS[order]

    def choose(env: gymnasium.Env[Any, Any]) -> int:
        queue = env.unwrapped
        assert isinstance(queue, QueueEnv)
        jobs, now = queue.clock.instance.jobs, queue.clock.now
        second = 1.0 if declared.program.is_homogeneous else jobs.second
        values = []
        for job in queue.visible():
            release, p = queue.clock.release[job], max(float(jobs.estimate[job]), 1.0)
            wait, q = now - release, float(jobs.width[job])
            s = max(release, 1.0)
            times = wait / second, p / second, q, s / second
            values.append(declared.value(Job(*times, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)))
        return values.index(min(values))

    return choose
