"""As recorded: the schedule that the machine made, as its log has it."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from parsched.base.digits import counted
from parsched.data.doubts import not_recorded
from parsched.declare.parameters import Params
from parsched.model.concerns import LINKED
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Floats, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.model.versions import Change, Concern
from parsched.policies.registry import Display, Supports, register


def _are_filled_in(instance: Instance) -> bool:
    """Tell whether a log has equal waits that its machine cannot have given."""
    platform = instance.platform
    return not platform.is_grid and bool(not_recorded(instance.workload, platform.processors))


FILLED_IN = Concern(
    key="filled-in-waits",
    words="equal waits that the machine cannot have given",
    holds=_are_filled_in,
)


def _has_other_sizes(instance: Instance) -> bool:
    """Tell whether a log says of some job that it ran on other processors than it asked for."""
    return instance.workload.allocated is not None


OTHER_SIZES = Concern(
    key="other-sizes",
    words="jobs that ran on other processors than they asked for",
    holds=_has_other_sizes,
)


@register(
    "recorded",
    title="As recorded",
    version=4,
    changes={
        2: Change("equal waits that the machine cannot have given are refused", FILLED_IN),
        3: Change("jobs overtake from when others let them go", LINKED),
        4: Change("jobs run on the processors that they were given", OTHER_SIZES),
    },
    params=Params,
    supports=Supports(release_times=True, grid=True, online=True, recorded=True, dependencies=True),
    cites=("feitelson2014",),
    made_by="the machine, as its log says",
    display=Display(order=33, color=5, marker=8, proposed=-1),
)
def recorded(instance: Instance, params: Params, stop: Stop) -> Schedule:
    """Start every job when it started on the machine that the log is of.

    Logs keep starts: field 3 of SWF is the wait, and Slurm's `sacct` has a column Start. So what
    really happened stands beside what algorithms would have done with the same jobs. Jobs run for
    the time that the log says, also where the rules of a comparison would stop them earlier, and on
    as many processors as they were given, which may be others than they asked for.

    What happened may break rules, and that is a finding about the log: more processors are busy
    than the machine is said to have where nodes were added or jobs shared them; a job runs on other
    processors than it asked for; one starts before its submission where clocks differ; one that was
    stopped and started again has one start only.
    Then it is measured and drawn, the jobs that break a rule in red, and ranked with no other. Jobs
    that found too few processors free are drawn above the machine's processors.

    A job without a recorded start is left out and counted; metrics are computed from the others. On
    a grid, jobs run at the site where they were submitted, as in merged logs. Which processors a
    job held is not in most logs: they are chosen as for all other schedules.

    Complexity: O(n log n).
    """
    stop.report(0.0, "reading recorded starts")
    jobs = instance.workload
    assert jobs.recorded is not None  # supports refuses all others
    if unknown := int(np.count_nonzero(np.isnan(jobs.recorded))):
        are = "1 of" if unknown == 1 else f"{unknown:,} of"
        verb = "has" if unknown == 1 else "have"
        stop.remark(
            f"{are} {counted(len(jobs), 'job')} {verb} no recorded start: metrics are computed "
            "from the others"
        )
    if jobs.allocated is not None:
        others = int(np.count_nonzero((jobs.allocated > 0) & ~np.isnan(jobs.recorded)))
        stop.remark(
            f"{others:,} of {counted(len(jobs), 'job')} ran on another number of processors than "
            "asked for"
        )
    site = _sites(jobs, instance.platform)
    asked = Schedule.of(jobs, jobs.recorded, site=site)
    # Jobs that were given other processors than they asked for ran on them for the time of the log.
    schedule = replace(asked, width=jobs.held)
    return replace(schedule, backfilled=overtaking(jobs, schedule))


def _sites(jobs: Workload, platform: Platform) -> NDArray[np.int32]:
    """Return the site of each job: its origin's site."""
    if not platform.is_grid or jobs.origin is None:
        return np.zeros(len(jobs), np.int32)
    index = {site.name: i for i, site in enumerate(platform.sites)}
    of_name = np.array([index.get(name, -1) for name in jobs.origin.names], np.int32)
    return of_name[jobs.origin.codes]


def overtaking(jobs: Workload, schedule: Schedule) -> NDArray[np.bool_]:
    """Return which jobs started before one that arrived earlier at the same site, bool, (n_jobs,).

    A job arrives when it is released: with its submission, or when the jobs that it waits for let
    it go. Jobs that arrive at the same instant do so in order of the workload; those that others
    let go have no place among them. Jobs without a start overtake no job and hold none back.
    """
    end = np.where(schedule.is_scheduled, schedule.end, -np.inf)
    released, let_go = jobs.released(end), jobs.are_let_go(end)
    overtakes = np.zeros(len(jobs), np.bool_)
    for index in np.unique(schedule.site):
        here = np.flatnonzero(schedule.site == index)
        here = here[np.argsort(released[here], kind="stable")]
        earlier = np.searchsorted(released[here], released[here], "left")
        overtakes[here] = schedule.start[here] < _latest(schedule.start[here])[earlier]
        # Of those that arrive by themselves, the order is known at ties, too.
        alone = here[~let_go[here]]
        overtakes[alone] |= schedule.start[alone] < _latest(schedule.start[alone])[:-1]
    return overtakes


def _latest(start: Floats) -> Floats:
    """Return the latest of the first 0, 1, …, n starts."""
    return np.fmax.accumulate(np.concatenate([[-np.inf], start]))
