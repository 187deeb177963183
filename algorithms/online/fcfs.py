"""First come, first served."""

from algorithms.instance import Instance
from algorithms.kernels.fcfs import advance_fcfs, new_fcfs
from algorithms.kernels.machine import STARTED
from algorithms.online.simulation import ONLINE, columns, simulate
from algorithms.params import Params
from algorithms.registry import register
from algorithms.schedule import Schedule
from algorithms.stop import Stop


@register(
    "fcfs",
    title="First come, first served",
    version=1,
    params=Params,
    supports=ONLINE,
    cites=("schwiegelshohn1998",),
)
def fcfs(instance: Instance, params: Params, stop: Stop) -> Schedule:
    """Start jobs strictly in order of arrival: nobody overtakes.

    A job starts as soon as its predecessor in the queue has started and enough processors are free.
    Estimates matter only under `estimates=kill`, and both rules of `events` give the same starts.

    Complexity: O(n log r) for n jobs, r of them running at a time.
    """
    workload, platform = instance.jobs, instance.platform
    jobs, sim = columns(workload), new_fcfs(len(workload), platform.processors)
    simulate(
        lambda chunk: advance_fcfs(sim, jobs, chunk),
        lambda: int(sim.machine.numbers[STARTED]),
        len(workload),
        stop,
    )
    return Schedule.of(workload, sim.start)
