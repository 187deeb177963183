"""Successive linear programs, completed by LTF."""

from dataclasses import dataclass

from algorithms.platform import Platform
from algorithms.registry import Supports, register
from algorithms.schedule import Schedule
from algorithms.stop import Stop
from algorithms.successive_lp import reading
from algorithms.successive_lp.search import SlpParams, search
from algorithms.workload import Workload


@dataclass(frozen=True, kw_only=True)
class HybridParams(SlpParams):
    """As in the paper."""


@register(
    "slp-hybrid",
    title="Successive LP with LTF",
    version=1,
    params=HybridParams,
    supports=Supports(moldable=True, whole_times=True),
    cites=("chretien2012", "toch2012"),
)
def hybrid(workload: Workload, platform: Platform, params: HybridParams, stop: Stop) -> Schedule:
    """Place the jobs that a linear program does not split, and LTF places the others around them.

    Complexity: ?
    """
    return search(workload, platform, params, stop, reading.hybrid)
