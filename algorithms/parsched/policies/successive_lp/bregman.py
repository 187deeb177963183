"""Split Bregman iterations on the polytope of the linear program."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from parsched.declare.parameters import integer, real
from parsched.measure.time_indexed.relaxation import TimeIndexedRelaxation
from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.problem.workload import Floats
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.registry import Display, Supports, register
from parsched.policies.successive_lp import reading
from parsched.policies.successive_lp.descent import Descent
from parsched.policies.successive_lp.parameters import SearchParams
from parsched.policies.successive_lp.search import search


@dataclass(frozen=True, kw_only=True)
class BregmanParams(SearchParams):
    """What one may choose about the iterations."""

    threshold: float = real(
        0.6,
        "μ = 1/λ, by which a share is shrunk: the larger, the more of it counts as noise.",
        low=0.0,
        high=1.0,
    )
    steps: int = integer(
        3, "Iterations of a descent, before the next begins from random costs.", low=1, high=10**4
    )

    @property
    def most_programs(self) -> int:
        """Linear programs that are solved for one makespan at most."""
        return min(self.max_iterations, (self.restarts + 1) * (self.steps + 1))


def shrunk(values: Floats, threshold: float) -> Floats:
    """Return max(v − μ, 0): the minimiser d ≥ 0 of μ·Σ d + ½·‖d − v‖²."""
    return np.maximum(values - threshold, 0.0)


def iterated(params: BregmanParams) -> Descent:
    """Return the descent by Split Bregman iterations."""

    def descent(relaxation: TimeIndexedRelaxation, costs: Floats) -> Iterator[Floats]:
        """Yield solutions until shares and Bregman variable repeat, as all after them would."""
        shares = relaxation.minimise(costs)
        yield shares
        residual = np.zeros(len(shares))
        for _ in range(params.steps):
            before = shares, residual
            pulled = shares + residual
            sparse = shrunk(pulled, params.threshold)
            residual = pulled - sparse
            shares = relaxation.minimise(residual - sparse)
            yield shares
            if np.array_equal(before[0], shares) and np.array_equal(before[1], residual):
                return

    return descent


@register(
    "slp-bregman",
    title="Split Bregman LP with LTF",
    version=3,
    changes={3: EXACT},
    params=BregmanParams,
    supports=Supports(moldable=True, whole_times=True),
    is_search=True,
    cites=("goldstein2009", "chretien2012"),
    judged_by="makespan",
    display=Display(order=26, color=1, marker=4),
)
def bregman(instance: Instance, params: BregmanParams, stop: Stop) -> Schedule:
    """Let Split Bregman iterations look for few positive shares, and LTF place the jobs they split.

    Experimental.

    Principle
    ---------
    As in `slp-hybrid`, but for the costs of the linear programs. Sought are shares x in the
    polytope P of the program, few of them positive: min μ·Σ d over x in P and d ≥ 0 with d = x. The
    Split Bregman method takes turns, with a variable b that adds up what was shrunk away:

        x ← argmin over P of ‖x − (d − b)‖²
        d ← max(x + b − μ, 0)
        b ← x + b − d

    Among schedules, whose shares are 0 and 1, ‖x‖² is the number of jobs. So the first step is the
    linear program with costs b − d, which the solver has at hand. After `steps` of them, or when
    nothing changes any more, a new descent begins from random costs.

    Guarantee --------- As for `slp-hybrid`: never worse than LTF unless `fallback=none`, and the
    bound is proved. The method's own guarantee is lost: on P the sum of all shares is constant, so
    that its problem has nothing to choose, and our linear step is its own only among schedules. No
    limit is claimed.

    Against the printed text
    ------------------------
    - Chrétien et al. (2012) name the Split Bregman method in their outlook, to save time, and say
      no more of it. Goldstein and Osher (2009) apply it to images and signals, whose quadratic step
      has no constraints. That d and x are split as above, the linear step, random costs, and that
      LTF completes each solution, are ours.
    - Measured on ten uniform workloads each of the paper (rigid, 64 processors, granularity 25) it
      finds as good schedules as `slp-hybrid` with 16 jobs, and slightly better ones with 32 and
      48, but it takes 1.3 to 2.1 times its processor time: as a means to save time, which it was
      meant to be, it is worse. `slp-two-level` beats both. It splits more jobs than the gradient
      does: if anything helps, it is that LTF gets more different solutions to complete.

    Complexity: up to `max_iterations` linear programs for each T, each with n equations and T
    inequalities for n jobs, over all (job, configuration, start); LTF adds O(n·c·T) to each, for c
    configurations of a job.
    """
    return search(instance, params, stop, iterated(params), reading.hybrid)
