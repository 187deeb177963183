"""Conservative backfilling: a reservation for every job in the queue."""

from algorithms.declare.parameters import Params
from algorithms.declare.registry import Display, register
from algorithms.problem.instance import Instance
from algorithms.schedules.schedule import Schedule
from algorithms.simulation.driver import ONLINE, columns, simulate
from algorithms.simulation.reservations import advance_conservative, new_conservative
from algorithms.stop import Stop


@register(
    "conservative",
    title="Conservative backfilling",
    version=1,
    params=Params,
    supports=ONLINE,
    cites=("feitelson1998", "mualem2001"),
    display=Display(order=2, color=2, marker=2, proposed=2),
)
def conservative(instance: Instance, params: Params, stop: Stop) -> Schedule:
    """Give each job a reservation when it arrives; overtaking may not delay any reservation.

    The profile holds the free processors over time, as running jobs and reservations are planned.
    An arriving job reserves the earliest interval that fits into the profile. When jobs end before
    their planned ends, each waiting job, in order of reservation (ties: of arrival), moves to its
    earliest possible start, once per instant (`events=batch`) or per completion (`sequential`);
    that is before the arrivals of the instant. Unless jobs overrun their estimates, no reservation
    is ever delayed.

    With `estimates=overrun`, an overdue job is planned to end "now", so the profile no longer shows
    it although it holds its processors. A job whose reservation has come then waits until they are
    free. As soon as a reservation has passed in that way, the next event makes all reservations
    anew, in the order of the old ones: they may be delayed.

    A job of zero length and zero estimate starts at its reservation and occupies nothing, but needs
    its processors free at that instant, so it may have to wait as others do. So that it can start,
    the next reservation to come is an instant as arrivals and completions are. A job counts as
    backfilled if it started while an earlier one was still waiting.

    Complexity: O(q + p) per early completion for q waiting jobs and p steps of the profile, plus
    O(q + p) for each reservation that moves.
    """
    workload, platform = instance.jobs, instance.platform
    jobs = columns(workload)
    sim = new_conservative(len(workload), platform.processors, instance.rules.is_sequential)
    simulate(
        lambda chunk: advance_conservative(sim, jobs, chunk),
        lambda: int(sim.machine.counts[0].started),
        len(workload),
        stop,
    )
    return Schedule.of(workload, sim.start, backfilled=sim.backfilled)
