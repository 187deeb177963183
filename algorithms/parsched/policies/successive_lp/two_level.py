"""Two levels: linear programs for the long jobs, a list for the short ones."""

from dataclasses import dataclass

import numpy as np

from parsched.declare.parameters import choice, real
from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.problem.workload import Ints
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.registry import Display, Supports, register
from parsched.policies.successive_lp import reading
from parsched.policies.successive_lp.descent import reweighted
from parsched.policies.successive_lp.parameters import SlpParams
from parsched.policies.successive_lp.search import search


@dataclass(frozen=True, kw_only=True)
class TwoLevelParams(SlpParams):
    """Which jobs are long."""

    long: float = real(
        0.5,
        "Jobs of at least this part of the largest are long; 0 makes all of them long.",
        low=0.0,
        high=1.0,
    )
    size: str = choice(
        "time",
        ("time", "work"),
        "What large means: time, on the processors where a job is fastest; or least work.",
    )

    def selected(self, instance: DiscreteInstance) -> Ints:
        """Return the long jobs, int64, rising."""
        fastest = instance.times[instance.offsets[1:] - 1]
        size = fastest if self.size == "time" else instance.least_work
        return np.flatnonzero(size >= self.long * size.max(initial=0))


@register(
    "slp-two-level",
    title="Two-level LP and list",
    version=3,
    changes={3: EXACT},
    params=TwoLevelParams,
    supports=Supports(moldable=True, whole_times=True),
    is_search=True,
    cites=("chretien2012",),
    judged_by="makespan",
    display=Display(order=27, color=6, marker=6),
)
def two_level(instance: Instance, params: TwoLevelParams, stop: Stop) -> Schedule:
    """Let linear programs place the long jobs, and a list the short ones around them.

    Experimental.

    Principle
    ---------
    As in `slp-hybrid`, but the programs are about the long jobs only: jobs of at least the part
    `long` of the longest (or, with `size=work`, of the largest). Where a program has a solution,
    its long jobs with a share of 1 stay where they are, the other long ones are placed around them
    by LTF, and then all short ones: by decreasing work, each with the processors and the start with
    which it ends first. If all end by T, the next T is one unit less than the makespan found.

    The programs are smaller, and are asked about the jobs that lists place badly; short jobs fill
    what is left.

    Guarantee
    ---------
    As for `slp-hybrid`: never worse than LTF unless `fallback=none`, and the bound is proved: a T
    in which the long jobs alone do not fit is impossible for all. With `long=0` it is `slp-hybrid`.
    The share of exact jobs that it reports counts the long ones only.

    Against the printed text
    ------------------------
    - Chrétien et al. (2012) name "a multi-level scheduling approach for which we distinguish small
      jobs and large jobs" in their outlook, and say no more of it. What is long, that there are two
      levels, and how the second one is placed, are ours.
    - Measured on ten uniform workloads each of the paper (rigid, 64 processors, granularity 25) it
      finds as good schedules as `slp-hybrid` with 16 jobs and better ones with 32 and 48, in 0.6,
      0.3 and 0.2 times its processor time; five moldable ones each of 16 and 32 jobs show the
      same. The times of these jobs are uniform: half are long.
    - The bound is still computed with all jobs first, as long as that program is not too large.

    Complexity: up to `max_iterations` linear programs for each T, each with as many equations as
    there are long jobs and T inequalities, over their (job, configuration, start); the lists add
    O(n·c·T) to each, for n jobs of c configurations.
    """
    return search(instance, params, stop, reweighted(params), reading.hybrid)
