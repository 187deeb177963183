"""Successive linear programs."""

from dataclasses import dataclass

from algorithms.params import integer
from algorithms.platform import Platform
from algorithms.registry import Supports, register
from algorithms.schedule import Schedule
from algorithms.stop import Stop
from algorithms.successive_lp import reading
from algorithms.successive_lp.search import SlpParams, search
from algorithms.workload import Workload


@dataclass(frozen=True, kw_only=True)
class PureParams(SlpParams):
    """As in the paper."""

    max_iterations: int = integer(
        15_000, "Most linear programs for one makespan.", low=1, high=1_000_000
    )
    restarts: int = integer(
        500, "Descents from random costs, for one makespan, after the first.", low=0, high=100_000
    )


@register(
    "slp-pure",
    title="Successive LP",
    version=1,
    params=PureParams,
    supports=Supports(moldable=True, whole_times=True),
    cites=("chretien2012", "toch2012"),
)
def pure(workload: Workload, platform: Platform, params: PureParams, stop: Stop) -> Schedule:
    """Place the jobs that a linear program does not split, and LTF places the others around them.

    Complexity: ?
    """
    return search(workload, platform, params, stop, reading.pure)
