"""Successive linear programs, completed by LTF."""

from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.registry import Display, Supports, register
from parsched.policies.successive_lp import reading
from parsched.policies.successive_lp.descent import reweighted
from parsched.policies.successive_lp.parameters import AS_PRINTED, SlpParams
from parsched.policies.successive_lp.search import search


@register(
    "slp-hybrid",
    title="Successive LP with LTF",
    version=3,
    changes={3: EXACT},
    params=SlpParams,
    supports=Supports(moldable=True, whole_times=True),
    sweeps=(AS_PRINTED,),
    is_search=True,
    cites=("chretien2012", "toch2012"),
    judged_by="makespan",
    display=Display(order=17, color=2, marker=2),
)
def hybrid(instance: Instance, params: SlpParams, stop: Stop) -> Schedule:
    """Let linear programs place most jobs, and LTF the few that they split.

    Principle
    ---------
    As in `slp-pure`, linear programs are solved for a makespan T, with costs that drive the shares
    of the slots to 0 and 1. After each of them the jobs with a share of 1 are kept where they are,
    and the others are placed around them by LTF: by decreasing work, each with the processors and
    the start with which it ends first (ties: least work, then fewest processors). If all jobs end
    by T, the next T is one unit less than the makespan found.

    Guarantee
    ---------
    Never worse than LTF, by default the better of its two placements, unless `fallback=none`. None
    besides; but the bound that comes with the result is proved, and often met.

    Against the printed text
    ------------------------
    - All that `slp-pure` says, first of all that `gradient=smoothed` is the default. Here the
      literal gradient does no harm: it shuffles the jobs, and LTF repairs what it leaves. On 36
      workloads of the paper with 15 to 25 jobs it even came nearer to the optimum, 1.013 against
      1.021 times on average, in about twice the time.
    - "Shorter than T" is read as at most T.
    - `slp-hybrid:printed` asks for all that is printed, in one word.

    Complexity: up to `max_iterations` linear programs for each T, each with n equations and T
    inequalities for n jobs, over all (job, configuration, start); LTF adds O(n·c·T) to each, for c
    configurations of a job.
    """
    return search(instance, params, stop, reweighted(params), reading.hybrid)
