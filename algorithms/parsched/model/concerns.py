"""Properties of instances that changes of results depend on."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import PER
from parsched.model.versions import Change, Concern, IsConcerned


def asked_of(instance: Instance) -> IsConcerned:
    """Return what tells whether an instance has properties.

    Examples
    --------
    >>> import parsched as sched
    >>> jobs = sched.generate("uniform", jobs=9, processors=8)
    >>> asked_of(Instance(jobs, sched.Platform.of(8)))(BEGINS_LATE)
    False
    """
    return lambda concern: concern.holds(instance)


def has_decimals(instance: Instance) -> bool:
    """Tell whether any time of an instance is not whole seconds: of jobs as they are and as the
    rules make them, of what they wait for, and of deployments where jobs need any."""
    return not all(np.array_equal(times, np.rint(times)) for times in _times(instance))


def _times(instance: Instance) -> Iterator[NDArray[np.float64]]:
    for jobs in (instance.workload, instance.jobs):
        yield from (jobs.release, jobs.profiles.times)
        yield jobs.estimate[np.isfinite(jobs.estimate)]
    if (after := instance.workload.after) is not None:
        yield after.delay
    if instance.has_slow_deployments:
        deployment, parts = instance.platform.deployment, np.arange(1, PER + 2)
        yield np.array([deployment.seconds])
        yield deployment.extra * (parts - 1) / PER
    if (recorded := instance.workload.recorded) is not None:
        yield recorded[np.isfinite(recorded)]


def _has_decimal_weights(instance: Instance) -> bool:
    weight = instance.workload.weight
    return not np.array_equal(weight, np.rint(weight))


def _begins_late(instance: Instance) -> bool:
    release = instance.workload.release
    return bool(len(release)) and float(release.min()) > 0


def _are_linked(instance: Instance) -> bool:
    return instance.workload.after is not None


def _is_marked(instance: Instance) -> bool:
    return bool(instance.workload.unmodelled)


DECIMALS = Concern(key="decimals", words="times that are not whole seconds", holds=has_decimals)
"""Instances with a time that is not a whole number of seconds."""
DECIMAL_WEIGHTS = Concern(
    key="decimal-weights", words="weights that are not whole numbers", holds=_has_decimal_weights
)
"""Instances with a weight that is not a whole number."""
BEGINS_LATE = Concern(key="begins-late", words="a first release after time 0", holds=_begins_late)
"""Instances whose first job is released after time 0."""
LINKED = Concern(key="linked", words="jobs that wait for others", holds=_are_linked)

EXACT = Change("times count in whole units", DECIMALS)
"""The change of whatever compared sums of decimals in binary."""
EXACT_RATIOS = Change("times and weights count in whole units", (DECIMALS, DECIMAL_WEIGHTS))
"""Concern of algorithms that sort by weights as well."""
ON_TICKS = Change("jobs start at whole units of time")
"""Concern of schedules whose shelves began between two of them."""
FROM_BEGIN = Change("completions count from the first release", BEGINS_LATE)
"""Concern of what counted them from time 0."""
IN_UNITS = Change(
    "it is computed in any unit of time, from the first release on", (BEGINS_LATE, DECIMALS)
)
"""Concern of the bound that times in decimals lacked."""
SHORT_JOBS = Change("jobs of less than 1 s count as long as they are", DECIMALS)
"""Concern of slowdowns."""
MARKED = Concern(key="marked", words="what is not kept of the jobs", holds=_is_marked)
