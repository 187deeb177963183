"""First come, first served: the queue in which no job overtakes."""

from parsched.policies.online.presets import preset
from parsched.policies.registry import Display


@preset(
    "fcfs",
    title="First come, first served",
    cites=("schwiegelshohn1998",),
    baseline=1,
    display=Display(order=0, color=0, marker=0, proposed=0),
    version=1,  # which compares no sums of times
    changes={},
    backfill="off",
)
def fcfs() -> None:
    """Start jobs strictly in order of arrival: no job overtakes.

    A job starts as soon as its predecessor in the queue has started and enough processors are free.
    Estimates matter only under `estimates=kill`, and both rules of `events` give the same starts.

    Complexity: O(n log r) for n jobs, r of them running at a time.
    """
