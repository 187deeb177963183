"""All rules that an imported schedule breaks, and which jobs break them.

The checker proves our own schedules, and stops at the first rule that fails. Here a schedule is
what it is, such as what a machine did, and everything that is wrong with it is said.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parsched.base.digits import counted
from parsched.base.errors import ParameterError
from parsched.model.problem.platform import MAX_PROCESSORS, Platform
from parsched.model.problem.ticks import Ticks
from parsched.model.problem.workload import LATEST, Ints, Workload
from parsched.model.schedules.checker import Broken, JobRules, early_sentence, wrong_length
from parsched.model.schedules.installed import too_early
from parsched.model.schedules.overfull import place
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.schedule import Schedule

NAMED = 3
"""Jobs that are named for each rule that several break; the others are only counted."""
TOO_EARLY = "start before their environment can be deployed"


@dataclass(frozen=True)
class BrokenRule:
    """One rule that jobs break: how many they are, a sentence that names the first of them, and
    what they do in words, such as "start before their release"."""

    count: int
    sentence: str
    phrase: str


@dataclass(frozen=True, eq=False)
class Examination:
    """What came of looking at a schedule.

    Parameters
    ----------
    findings
        What is wrong, a finding for each rule; empty for a feasible schedule.
    schedule
        The schedule with processors, and with the jobs that break a rule in `broken`. A job that
        can be neither measured nor drawn, as its start or its duration is no time, has no start
        (NaN). Jobs that found too few processors free hold some that the machine does not have,
        numbered from the size of their site on.
    is_placed
        Whether all jobs hold processors that the machine has, and that no other job holds
        meanwhile.
    """

    findings: tuple[BrokenRule, ...]
    schedule: Schedule
    is_placed: bool

    @property
    def count(self) -> int:
        """Violations of all rules together; a job that breaks two rules counts twice."""
        return sum(finding.count for finding in self.findings)

    def in_seconds(self, ticks: Ticks) -> "Examination":
        """Return what came of looking at times in ticks, with the schedule in seconds."""
        return replace(self, schedule=self.schedule.in_seconds(ticks))

    @property
    def broken_rules(self) -> dict[str, int]:
        """How many jobs break each rule, by what they do in words."""
        return {finding.phrase: finding.count for finding in self.findings}

    @property
    def sentences(self) -> tuple[str, ...]:
        """One for each rule that is broken, in the order of the rules."""
        return tuple(finding.sentence for finding in self.findings)


def examine(
    workload: Workload, platform: Platform, schedule: Schedule, *, tolerance: float = 0.0
) -> Examination:
    """Hold a schedule against all rules, and make of it what can be measured and drawn.

    A job is held against a rule only where it keeps those that the rule relies on: one without a
    start starts before nothing.

    Parameters
    ----------
    tolerance
        Seconds by which times may be off, as for `Schedule.check`.

    Raises
    ------
    ParameterError
        When the schedule has not one row for each job.

    Examples
    --------
    >>> import numpy as np
    >>> import parsched as sched
    >>> from parsched.model.schedules.examination import examine
    >>> from parsched.model.schedules.schedule import Schedule
    >>> jobs = sched.generate("uniform", jobs=3, processors=4)
    >>> schedule = Schedule.of(jobs, np.array([0.0, np.nan, 0.0]))
    >>> examine(jobs, sched.Platform.of(4), schedule).sentences
    ('job 2 is not scheduled',)
    """
    if wrong := wrong_length(workload, schedule):
        raise ParameterError({"schedule": wrong})
    notes = _Notes(JobRules(workload, platform, schedule, tolerance))
    usable = notes.times_and_places()
    clean = _clean(workload, schedule, usable)
    lacking = np.full(len(workload), -1, np.int64)
    if clean.processors is None:
        clean, lacking = place(workload, platform, clean, tolerance)
    is_placed = notes.processors(clean, usable, lacking) and bool(usable.all())
    early = None
    if not notes.findings and workload.environment is not None:
        early = too_early(workload, platform, clean, tolerance)
    if early is not None:
        notes.broken[early.job] = True
        sentence = early_sentence(workload, clean, early)
        notes.findings.append(BrokenRule(1, sentence, TOO_EARLY))
    broken = notes.broken if notes.broken.any() else None
    return Examination(tuple(notes.findings), replace(clean, broken=broken), is_placed)


class _Notes:
    """Findings so far, and `broken`: which jobs they are about."""

    def __init__(self, rules: JobRules) -> None:
        self.rules = rules
        self.findings: list[BrokenRule] = []
        self.broken = np.zeros(len(rules.workload), np.bool_)

    def add(self, found: Broken, jobs: NDArray[np.intp] | None = None) -> None:
        """Note a rule that jobs break: all, or the jobs with the indices `jobs`, in whose order the
        columns of the findings stand."""
        where = np.flatnonzero(found.jobs)
        if not len(where):
            return
        self.broken[where if jobs is None else jobs[where]] = True
        few = "; ".join(found.sentence(int(i)) for i in where[:NAMED])
        several = len(where) > 1
        text = f"{len(where):,} jobs {found.phrase}: {few}" if several else few
        text += "; …" if len(where) > NAMED else ""
        self.findings.append(BrokenRule(len(where), text, found.phrase))

    def times_and_places(self) -> NDArray[np.bool_]:
        """Note what is wrong with times, widths and sites; return which jobs can be measured."""
        rules, width = self.rules, self.rules.schedule.width
        once, times, widths, sites = rules.once(), self._times(), rules.widths(), rules.sites()
        timed = ~(once.jobs | times.jobs)
        self.add(once)
        self.add(times.among(~once.jobs))
        self.add(widths.among(timed))
        self.add(rules.durations().among(timed & ~widths.jobs))
        self.add(rules.releases().among(timed))
        self.add(rules.dependencies().among(timed))
        self.add(sites.among(timed))
        usable = timed & ~sites.jobs & (width >= 1) & (width <= MAX_PROCESSORS)
        self.add(rules.rooms().among(usable))
        return usable

    def _times(self) -> Broken:
        """Return the jobs that cannot be drawn, as their start or their duration is no time."""
        start, took = self.rules.schedule.start, self.rules.schedule.duration
        return Broken(
            ~((np.abs(start) <= LATEST) & (took >= 0) & (took <= LATEST)),
            lambda i: (
                f"{self.rules.job(i)} starts at {self.rules.time(start[i])} and runs "
                f"{self.rules.time(took[i])}"
            ),
            "have a start or a duration that is no time",
        )

    def processors(self, schedule: Schedule, usable: NDArray[np.bool_], lacking: Ints) -> bool:
        """Note the jobs that found too few processors free, or hold wrong ones; return whether
        there are none."""
        jobs, rules = np.flatnonzero(usable), self.rules
        part = JobRules(
            rules.workload.take(jobs), rules.platform, schedule.take(jobs), rules.tolerance
        )
        fits, before = ~part.rooms().jobs, len(self.findings)
        self.add(_lacking(part, np.where(fits, lacking[jobs], -1)), jobs)
        sets = part.schedule.processors
        if rules.schedule.processors is None or sets is None:
            return bool(fits.all()) and len(self.findings) == before
        sizes, outside = part.sizes(sets), part.outside(sets)
        self.add(sizes, jobs)
        self.add(outside, jobs)
        inside = np.flatnonzero(~outside.jobs)
        left = JobRules(
            part.workload.take(inside), part.platform, schedule.take(jobs[inside]), part.tolerance
        )
        self.add(left.overlaps(sets.take(inside)), jobs[inside])
        return bool(fits.all()) and len(self.findings) == before


def _lacking(rules: JobRules, lacking: Ints) -> Broken:
    """Return the jobs that start when too few processors are free, so that some are `lacking`."""
    schedule, sites = rules.schedule, rules.platform.sites

    def sentence(i: int) -> str:
        site = sites[schedule.site[i]]
        of = f"{site.processors:,}" + (f" of {site.name}" if len(sites) > 1 else "")
        return (
            f"{rules.job(i)} starts at {rules.time(schedule.start[i])} on "
            f"{counted(schedule.width[i], 'processor')} when {lacking[i]:,} of {of} are free"
        )

    return Broken(lacking >= 0, sentence, "start when too few processors are free")


def _clean(workload: Workload, schedule: Schedule, usable: NDArray[np.bool_]) -> Schedule:
    """Return the schedule without the jobs that cannot be measured: they have no start."""
    if usable.all():
        return schedule
    jobs, sets = np.flatnonzero(usable), schedule.processors
    if sets is not None:
        sets = ProcessorSets.gather(len(workload), [(jobs, sets.take(jobs))])
    return replace(
        schedule,
        start=np.where(usable, schedule.start, np.nan),
        duration=np.where(usable, schedule.duration, workload.least_time),
        width=np.where(usable, schedule.width, workload.least_width),
        site=np.where(usable, schedule.site, 0),
        processors=sets,
    )
