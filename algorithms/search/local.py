"""Local search on lists."""

from dataclasses import dataclass

from algorithms.params import Params, integer, seed
from algorithms.platform import Platform
from algorithms.registry import Supports, register
from algorithms.schedule import Schedule
from algorithms.search.improve import Search
from algorithms.search.problem import Problem
from algorithms.stop import Stop
from algorithms.workload import Workload


@dataclass(frozen=True, kw_only=True)
class LocalSearchParams(Params):
    """How long to search."""

    effort: int = integer(
        100,
        "How many jobs are placed in all, in millions; one million takes 0.02 to 0.2 s.",
        low=1,
        high=1_000_000,
        unit="million placements",
    )
    seed: int = seed()


@register(
    "local-search",
    title="Local search",
    version=1,
    params=LocalSearchParams,
    supports=Supports(moldable=True),
    cites=("kirkpatrick1983", "kolisch1996"),
)
def local_search(
    workload: Workload, platform: Platform, params: LocalSearchParams, stop: Stop
) -> Schedule:
    """Improve.

    Complexity:
    """
    problem = Problem.of(workload, platform)
    return problem.schedule(Search(problem, params.seed, stop).run(params.effort))
