"""Why a job of a schedule started when it did."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from parsched.base.errors import ParameterError
from parsched.model.problem.identifiers import row_of
from parsched.model.problem.instance import Instance
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.policies.catalogue import ALGORITHMS
from parsched.report.explain.chains import Chains
from parsched.report.explain.claims import claims_of
from parsched.report.explain.explanation import Bound, Explanation, Steps, in_seconds
from parsched.report.explain.occupied import OccupiedSite, earliest, holders, stretches
from parsched.report.explain.words import sentences
from parsched.run.result import Result


def explain(result: Result, job: int | str) -> Explanation:
    """Say why a job started when it did: facts of its schedule and, of an on-line policy of a
    queue, on one machine or at a site of a grid, what the policy did, as far as running it again
    bears that out.

    Parameters
    ----------
    result
        What `solve` returned, or a schedule that was made elsewhere.
    job
        The id of a job.

    Returns
    -------
    Explanation
        Data, and three sentences.

    Raises
    ------
    ParameterError
        When there is no such job, or it has no start.

    Notes ----- The policy is run again on the jobs that decide the start (`Window`), at most
    `LARGEST` of them, and nothing is claimed unless that gives the very schedule. The cost of an
    overtaker is the difference to a run without it, all other jobs arriving when they did; it is
    simulated for the overtakers with most processors and time, and None for the others. On a grid
    of two levels all is about the site that the job was sent to: its queue is run again, with the
    jobs that it was given.

    Complexity: O(n log n) for n jobs, and up to 36 runs of the policy on the window.

    Examples
    --------
    >>> import parsched as sched
    >>> jobs = sched.generate("uniform", jobs=20, processors=8)
    >>> why = sched.explain(sched.solve(sched.Instance(jobs, sched.Platform.of(8)), "fcfs"), 9)
    >>> len(why.sentences), why.wait > 0
    (3, True)
    """
    row = row_of(result.instance.jobs, job)
    return explain_row(result.instance, result.schedule, result.algorithm, result.params, row)


def explain_row(
    instance: Instance,
    schedule: Schedule,
    algorithm: str,
    params: Mapping[str, Any],
    row: int,
) -> Explanation:
    """Explain the start of a row of `instance.jobs` in a schedule made by an algorithm; see
    `explain`."""
    if not schedule.is_scheduled[row]:
        raise ParameterError({"job": f"job {instance.jobs.ids[row]} has no start in this schedule"})
    # As the policy did, count time in ticks: equal instants are equal numbers.
    ticks = instance.ticks_of(schedule.start, schedule.duration)
    instance, schedule = instance.counted_in(ticks), schedule.counted(ticks)
    jobs, platform = instance.jobs, instance.platform
    schedule = schedule.with_processors(platform, jobs)
    facts = OccupiedSite.of(jobs, platform, schedule, row)
    place = facts.place(row)
    steps = facts.free(float(facts.released[place]), float(facts.start[place]))
    claims = claims_of(instance, algorithm, params, facts, place, steps)
    declared = ALGORITHMS.get(algorithm)
    bare = Explanation(
        id=str(jobs.ids[row]),
        algorithm=declared.title if declared else algorithm,
        processors=facts.processors,
        site=platform.sites[int(schedule.site[row])].name if platform.is_grid else "",
        steps=steps,
        ahead=_ahead(facts, place),
        holders=holders(jobs, schedule, facts, row),
        makespan=float(facts.end.max()),
        is_online=bool(declared and declared.supports.online and not declared.is_search),
        **_bounds(jobs, schedule, facts, place, steps),
        **claims._asdict(),
    )
    told = replace(
        in_seconds(bare, ticks.second),
        submitted=_submitted(jobs, row),
        asked=_asked(jobs, row, bare.width),
    )
    return replace(told, sentences=sentences(told, jobs))


def _submitted(jobs: Workload, row: int) -> float | None:
    """Return when a job was submitted, seconds, where the log says that it could not start yet."""
    told = np.nan if jobs.submitted is None else float(jobs.submitted[row])
    return None if np.isnan(told) else told


def _asked(jobs: Workload, row: int, width: int) -> int | None:
    """Return the processors that a rigid job asked for, where it ran on `width` others."""
    asked = int(jobs.width[row]) if jobs.is_rigid else width
    return None if asked == width else asked


def _bounds(
    jobs: Workload, schedule: Schedule, facts: OccupiedSite, place: int, steps: Steps
) -> dict[str, Any]:
    """Return when and where a job ran, and what bounds its start: fields of `Explanation`."""
    released, start, width = facts.released[place], facts.start[place], int(facts.width[place])
    parts = stretches(steps, width)
    possible = earliest(parts, float(start), float(schedule.duration[facts.jobs[place]]))
    chains = Chains(jobs, schedule, facts)
    return {
        "width": width,
        "released": float(released),
        "start": float(start),
        "end": float(facts.end[place]),
        "stretches": parts,
        "lacking": max(0, width - steps.free[0]) if steps.free else 0,
        "bound": _bound(float(released), possible, float(start)),
        "possible": possible,
        "chain": chains.to(place),
        "critical": chains.to(int(facts.end.argmax())),
    }


def _bound(released: float, possible: float, start: float) -> Bound:
    if start <= released:
        return "release"
    return "full" if possible >= start else "order"


def _ahead(facts: OccupiedSite, place: int) -> int:
    """Count the jobs that waited when a job arrived: those released before, or with it in front."""
    return int((facts.before(place) & (facts.start > facts.released[place])).sum())
