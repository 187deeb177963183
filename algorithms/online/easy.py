"""EASY backfilling: a reservation for the head of the queue, the others may overtake."""

from algorithms.instance import Instance
from algorithms.kernels.easy import advance_easy, new_easy
from algorithms.kernels.machine import STARTED
from algorithms.online.simulation import ONLINE, columns, simulate
from algorithms.params import Params
from algorithms.registry import register
from algorithms.schedule import Schedule
from algorithms.stop import Stop


@register(
    "easy",
    title="EASY backfilling",
    version=1,
    params=Params,
    supports=ONLINE,
    cites=("lifka1995", "feitelson1998", "mualem2001"),
)
def easy(instance: Instance, params: Params, stop: Stop) -> Schedule:
    """Start jobs in order of arrival; a later job may overtake if it does not delay the head.

    While the head of the queue fits, it starts. Then it gets a reservation at the shadow time, the
    earliest planned end of running jobs at which it fits; extra processors are those that remain
    free then. Each later job, in order, that fits now starts if it is planned to end by the shadow
    time, or else if it needs no more than the extra processors, which it uses up.

    Unless jobs overrun their estimates, no job that is head of the queue is ever delayed beyond its
    reservation; other jobs can be. See `algorithms.instance.Rules` for the rules of the event loop.
    A job counts as backfilled if it started while an earlier one was still waiting.

    Complexity: O(r) per completion for r running jobs, and O(log n) per job that overtakes as long
    as width and estimate of the waiting jobs single it out; O(n) at worst.
    """
    workload, platform = instance.jobs, instance.platform
    jobs = columns(workload)
    sim = new_easy(len(workload), platform.processors, instance.rules.is_sequential)
    simulate(
        lambda chunk: advance_easy(sim, jobs, chunk),
        lambda: int(sim.machine.numbers[STARTED]),
        len(workload),
        stop,
    )
    return Schedule.of(workload, sim.start, backfilled=sim.backfilled)
