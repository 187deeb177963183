"""EASY backfilling, the shortest job first."""

from parsched.policies.online.presets import preset
from parsched.policies.registry import Display


@preset(
    "easy-sjbf",
    title="EASY, shortest job backfilled first",
    cites=("tsafrir2007",),
    display=Display(order=28, color=3, marker=3),
    backfill_order="sjf",
)
def easy_sjbf() -> None:
    """EASY, but of the jobs that may overtake the head the shortest is tried first.

    The queue and the reservation of its head are as in EASY backfilling. Behind the head, jobs
    are tried in order of their estimates (ties: arrival), so that more of them fit.

    Complexity: O(log n) per job that overtakes, as for EASY.
    """
