"""The queue engine: order × reservations × prediction, on one machine."""

import numpy as np

from parsched.base.compiled import kernel
from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.online.coming import in_jobs_order, new_coming
from parsched.policies.online.driver import ONLINE, columns, simulate
from parsched.policies.online.events import advance
from parsched.policies.online.formula_text import Formula
from parsched.policies.online.machine import Floats, Ints, RigidJobs
from parsched.policies.online.policy import (
    QueueParams,
    backfill_order_of,
    factors_of,
    knows_ranks,
    order_of,
    policy_of,
)
from parsched.policies.online.predictors import PREDICTORS
from parsched.policies.online.program import Job, OrderProgram, new_program, value_of
from parsched.policies.online.site import (
    INDEXED,
    Code,
    OrderPrograms,
    SiteSimulation,
    new_beliefs,
    new_site,
)
from parsched.policies.registry import Display, register

VERSION, CHANGES = 2, {2: EXACT}
"""Of the engine: of `queue`, and of the policies that have names, which are `queue` with some of
its values."""


@register(
    "queue",
    title="Queue",
    version=VERSION,
    changes=CHANGES,
    params=QueueParams,
    supports=ONLINE,
    cites=("mualem2001", "jackson2001", "tsafrir2007", "gaussier2015", "lelong2017", "yoo2003"),
    display=Display(order=32, color=5, marker=7),
)
def queue(instance: Instance, params: QueueParams, stop: Stop) -> Schedule:
    """Any policy of one queue: its order, its reservations, and what it believes of run times.

    The waiting jobs stand in an `order`. A job that waits for others to end arrives when the last
    of their delays is over, and is unknown until then. In a pass, the head starts as long as it
    fits. Then the first `reservations` jobs hold a reservation each, and later jobs may start
    (`backfill`) if they delay no reservation; they are tried in `backfill_order`.

    One reservation alone is planned afresh in each pass: at the shadow time, the earliest planned
    end of running jobs at which the head fits. With two or more, reservations are kept. A job that
    comes to be among the first gets the earliest one that moves no other, one that is no longer
    among them loses its own. When jobs have ended before their planned ends, each reservation in
    turn moves to its earliest possible instant (`compress` says in which turn). Where a reservation
    has passed, because jobs overrun their estimates, or a belief has grown, all of them are made
    again, in the order of the old ones, and may be delayed. A reservation that comes is an instant
    as arrivals and completions are.

    Times count in a unit that all of them share: whole seconds, or less where there are decimals.
    Run times are believed as `predict` says, at the arrival of a job; at least 1 s, or a unit that
    is less, if as much is asked for. A job that outlives a belief is believed to run longer, as
    `correct` says: the first, second, … increment (60, 300, 900, 1800, 3600, 7200, 18,000, 36,000,
    72,000, 180,000 and 360,000 s) is added to the prediction, up to the estimate. Doubling knows no
    limit, and applies to jobs that overrun their estimates, too. With `events=sequential`, beliefs
    are corrected before the arrivals of an instant, and no pass follows; with `batch`, after its
    completions.

    As in Slurm, a pass looks at the first `depth` jobs only, reservations begin within a `window`,
    and there is a full pass every `interval`. With `pass_on_arrival=if-fits`, a job that arrives
    and does not fit into the free processors makes no pass.

    Guarantee: while no belief is outlived, no reservation that is kept is ever delayed, and no head
    of the queue beyond its reservation. With `reservations=all` and exact estimates every job
    starts no later than the reservation that it got when it arrived. A job counts as backfilled if
    it started while another one waited that comes before it in the order.

    Complexity: with up to one reservation, O(log n) per job that overtakes where the order is known
    beforehand. O(c) per pass and per started job, for c different pairs of believed run time and
    width among the waiting jobs, where values of the order fall while a job waits and depend on
    nothing but w, p, q and m, without a `depth` or an own order of backfilling, and not on a site
    of a grid. Else O(q log q) per pass for q waiting jobs. Kept reservations: O(p / 128 + 128) per
    search in a profile of p steps, which begins at the latest reservation of a job that is as
    narrow and as short. After an early end, with `compress=reservation`, only the reservations that
    move by themselves are searched for again, and what moves as a whole is shifted; with `arrival`
    and `order` all are, which is quadratic in the jobs that have arrived where the line grows with
    them. Plans that are made again cost most: a search for each job that waits, whenever a belief
    is outlived. `depth` bounds all of these.
    """
    return scheduled(instance, params, stop)


def scheduled(instance: Instance, params: QueueParams, stop: Stop) -> Schedule:
    """Run a policy; raises as `simulate` does."""
    workload = instance.jobs
    site = site_of(workload, params, instance.platform.processors, instance.rules.is_sequential)
    simulate(
        lambda chunk: advance(site, chunk),
        lambda: int(site.machine.counts[0].started),
        len(workload),
        stop,
    )
    start, backfilled = in_jobs_order(site.coming, site.start, site.backfilled)
    return Schedule.of(workload, start, backfilled=backfilled)


def site_of(
    workload: Workload, params: QueueParams, processors: int, sequential: bool
) -> SiteSimulation:
    """Return a machine with a queue before its first instant.

    Parameters
    ----------
    workload
        Rigid jobs as the rules make them.
    params
        The policy.
    processors, sequential
        Size of the machine, and whether events are taken one at a time.
    """
    columns_of, predicted = columns(workload), predictions(workload, params)
    jobs = columns_of._replace(estimate=predicted.copy())
    foreknown = workload.after is None
    second = workload.second
    policy = policy_of(params, processors, sequential, foreknown=foreknown, second=second)
    beliefs = new_beliefs(predicted, columns_of.estimate, *users_of(workload))
    place = rank = np.zeros(0, np.int64)
    if policy[0].kind == INDEXED:
        place = _places(jobs, order_of(params), params, second)
        own = backfill_order_of(params)
        rank = place if params.backfill_order == "same" else _places(jobs, own, params, second)
    codes = code_of(order_of(params), second), code_of(backfill_order_of(params), second)
    orders = OrderPrograms(*codes, place, rank)
    factors = factors_of(workload, params)
    coming = new_coming(workload, jobs.release, predicted, beliefs.user, factors)
    return new_site(policy, jobs, beliefs, factors, orders, coming)


def predictions(workload: Workload, params: QueueParams) -> Floats:
    """Return what is believed of each job before anything is learned, float64, seconds."""
    predictor, estimate = PREDICTORS[params.predict].fixed, workload.estimate
    fixed = estimate if predictor is None else predictor(workload.runtime, estimate)
    return np.array(fixed, np.float64)


def code_of(formula: Formula | None, second: float) -> Code:
    """Return the operations and constants of an order, and the units of time in which it counts:
    1, or `second`, the units of a second. The order of arrival has no operations.

    A formula that orders jobs alike in any unit of time counts in the unit of the jobs, where equal
    quotients and products are equal numbers; others have constants in seconds.
    """
    if formula is None:
        return (), (), 1.0
    return formula.ops, formula.constants, 1.0 if formula.is_homogeneous else second


def users_of(workload: Workload) -> tuple[Ints, int]:
    """Return the number of each job's user, -1 if unknown, and of how many."""
    if workload.user is None:
        return np.full(len(workload), -1, np.int64), 0
    return workload.user.codes.astype(np.int64), len(workload.user.names)


def _places(jobs: RigidJobs, formula: Formula | None, params: QueueParams, second: float) -> Ints:
    """Return the place of each job in an order that is known beforehand."""
    count = len(jobs.release)
    if formula is None:
        return np.arange(count)
    assert knows_ranks(formula, params)
    values = np.empty(count)
    fill_values(new_program(*code_of(formula, second)), jobs, values)
    places = np.empty(count, np.int64)
    places[np.argsort(values, kind="stable")] = np.arange(count)
    return places


@kernel
def fill_values(program: OrderProgram, jobs: RigidJobs, values: Floats) -> None:
    """Compute the value of each job in an order in which it never changes."""
    second = program.second
    for job in range(len(values)):
        p, s = max(jobs.estimate[job], 1.0) / second, max(jobs.release[job], 1.0) / second
        values[job] = value_of(
            program, Job(0.0, p, float(jobs.width[job]), s, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        )
