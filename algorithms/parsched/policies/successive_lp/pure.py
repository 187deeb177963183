"""Successive linear programs alone."""

from dataclasses import dataclass

from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.registry import Display, Supports, register
from parsched.policies.successive_lp import reading
from parsched.policies.successive_lp.descent import reweighted
from parsched.policies.successive_lp.parameters import AS_PRINTED, SlpParams, iterations, restarts
from parsched.policies.successive_lp.search import search


@dataclass(frozen=True, kw_only=True)
class PureParams(SlpParams):
    """More patience."""

    max_iterations: int = iterations(15_000)
    restarts: int = restarts(500)


@register(
    "slp-pure",
    title="Successive LP",
    version=3,
    changes={3: EXACT},
    params=PureParams,
    supports=Supports(moldable=True, whole_times=True),
    sweeps=(AS_PRINTED,),
    is_search=True,
    cites=("chretien2012", "toch2012"),
    judged_by="makespan",
    display=Display(order=16, color=5, marker=5),
)
def pure(instance: Instance, params: PureParams, stop: Stop) -> Schedule:
    """Solve linear programs, with costs from the solution before, until no job is split.

    Principle
    ---------
    Let x_is be the share of job i that is in slot s: one of its configurations, at one start, in
    whole units of time. For a makespan T the linear program asks that the shares of each job add up
    to 1, and that at no time more than m processors are busy. Shares of 0 and 1 are a schedule.
    There would be few other solutions with as few positive shares, and Σ_s x_is^p with a small p
    all but counts them. To make that small, the program is solved with the gradient at the last
    solution as costs, again and again:

    1. T is the makespan of LTF, and LTF's schedule the best so far.
    2. Solve programs for T until one has only shares of 0 and 1, or the patience is at its end.
    3. If one has, T is one unit less than its makespan; again from 2.
    4. If not, the search ends; but if LTF's own T was not reached either, T grows, unit by unit,
       until a schedule is found.

    Guarantee
    ---------
    Never worse than LTF, by default the better of its two placements, unless `fallback=none`. A T
    whose program has no solution proves that no schedule is so short: see the bound "LP
    infeasibility", with which the search begins.

    Against the printed text
    ------------------------
    - The printed gradient is 0 where a share is 0. Minimised, a slot that is not used then costs
      nothing, and one that is used at least 1: the program flees its own solution, and wanders. We
      take (x + ε)^(p − 1) for all slots, ε halved each time, for 3 changes of the costs, and
      restart from random costs. `gradient=literal` is as printed, but for a factor above a million
      between the costs of used slots, which is cut.
    - The factor ‖x_i‖_p^(1 − p) of each job, 3·10^10 for 20 equal shares, is left out where the
      gradient is smoothed.
    - Printed, T = lb, the lower bound, is never tried: the loop asks for T > lb. We ask for T ≥ lb,
      and lb is what the linear programs prove, not only work/m and the longest job.
      `lower_bound=printed` is as printed, and proves nothing first.
    - A schedule found when T grows may be longer than LTF's. We return the best that was seen.
      `fallback=none` returns what the programs found, as printed, and is an error where they found
      nothing. (Where LTF meets the printed bound at once, the printed loop is never entered: then
      the schedule is LTF's even so, and no program was solved.)
    - T grows to 1.1 times LTF's makespan, rounded up, at most; with `growth=doubled` to twice as
      much, and with `growth=unbounded` until something is found or the programs are too large.
    - Which LTF is not printed. We take the better of two placements; with `placement=serial` the
      one that fits the published curves of LTF.
    - All of these options together are `slp-pure:printed`, in one word. What remains besides: the
      cut of the gradient, and one program more for each T (the printed loop ends at `iter =
      maxIter`, and counts from 1).
    - Of the makespans whose programs would be too large (400,000 columns, 50,000 units of time,
      10,000,000 entries to start with) none is tried: T begins with the longest below them if LTF's
      is not.
    - "Exactly one 1" is a share of at least 1 − 10^−6. When a solution repeats, all after it would,
      so a descent ends.
    - Work is the least of a job's configurations. Those that cannot be in a schedule of T, or are
      no faster than a narrower one, are left out: that changes no result.

    - Printed, times are whole. Here they may be anything. Times that share a unit, down to 10^-6 s,
      are counted in it. Others, and times beyond `grid` units, are rounded: up
      where schedules are looked for, in which each job then takes its own time, placed by these
      starts at its earliest fit; and down for what is proved. So the bound holds, and so does the
      schedule; but a T whose program has no solution ends the search for shorter ones only on the
      grid. LTF is tried on the times as they are, too.

    All slots are in the program, but most never matter, and the solver is given those that price
    out. Jobs that take no time are placed at 0.

    Complexity: up to `max_iterations` linear programs for each T, each with n equations and T
    inequalities for n jobs, over all (job, configuration, start).
    """
    return search(instance, params, stop, reweighted(params), reading.pure)
