"""Local search on lists."""

from dataclasses import dataclass, replace
from typing import Self

from parsched.declare.parameters import Params, integer, seed
from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.registry import Display, Supports, register
from parsched.policies.search.list_walk import ListWalk
from parsched.policies.search.problem import Problem


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

    def brief(self) -> Self:
        """Search for a moment."""
        return replace(self, effort=1)


@register(
    "local-search",
    title="Local search",
    version=2,
    changes={2: EXACT},
    params=LocalSearchParams,
    supports=Supports(moldable=True),
    is_search=True,
    cites=("kirkpatrick1983", "kolisch1996", "garey1975"),
    judged_by="makespan",
    display=Display(order=18, color=4, marker=4),
)
def local_search(instance: Instance, params: LocalSearchParams, stop: Stop) -> Schedule:
    """Change lists of jobs at random, keep what is not much worse, and stop at a lower bound.

    The search begins with many lists. Each job's processors are chosen in up to four ways (fewest,
    least work, as the dual approximation does, fastest; a rigid job has one), and each of these is
    placed in order of decreasing work, time and width, with both placements of
    `parsched.policies.lists.placement`. Of rigid jobs that makes the six lists LTF, LPT and widest
    first.

    A move swaps two jobs of the list, puts one somewhere else, or gives one another number of
    processors; then all jobs are placed again. The new list is judged by its overhang: the work
    that it does after a target, which is a little below the best makespan and never below the
    bound. So lists of equal makespan differ. It is kept if the overhang rises by no more than a
    random amount, mostly small: simulated annealing (Kirkpatrick et al. 1983). Rounds begin with
    one of the first lists and with the best one so far in turn, use Graham's and (up to 300 jobs)
    serial placement in turn, and one of three temperatures, which falls to a tenth. A round ends
    after 5,000 moves, or when it has found a shorter schedule. Serial placement of some list gives
    a shortest schedule, while Graham's may miss it (Kolisch 1996); it is often better none the
    less.

    What an earlier attempt left behind (`Stop.initial`) is one more of the first lists.

    The search ends when the makespan meets the best lower bound, rounded up to a multiple of the
    unit that all times share, and so is proved optimal; or when its effort is used up. The effort
    counts placements, not time: equal parameters give equal schedules.

    Guarantee: no list above is better. So with m processors and rigid jobs it takes at most 2 − 1/m
    times the optimum (Garey and Graham 1975), with jobs that get no slower and do no less work on
    more processors at most 1.001·(2 − 1/m) times.

    Complexity: a placement of n jobs takes O(n log n), a serial one O(n²); there are up to
    effort · 10^6 / n.
    """
    workload, platform = instance.jobs, instance.platform
    problem = Problem.of(workload, platform, stop.known)
    return problem.schedule(ListWalk(problem, params.seed, stop).run(params.effort))
