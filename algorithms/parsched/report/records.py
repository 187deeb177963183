"""Records of one comparison, and their common instance: jobs, a machine and rules."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self, TypeVar

from parsched.base.errors import ParameterError, UnknownKeyError
from parsched.data.files.machine import guessed
from parsched.measure.bounds.registry import Bounds
from parsched.measure.metrics import told
from parsched.model.problem.calendar import Calendar
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.unmodelled import sentence
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.comparable import why_apart
from parsched.report.conditions import Traits, every_condition
from parsched.report.curves import CURVES, CurvePoints
from parsched.report.older import mark_of
from parsched.report.phrases import capital, counted
from parsched.run.displayed import Plotted
from parsched.run.record import Record
from parsched.run.result import Result

Found = TypeVar("Found")
Computed = TypeVar("Computed")
Find = Callable[[Workload, Schedule], Found]


@dataclass(frozen=True, kw_only=True)
class Subject:
    """The instance that records are about, as far as it is known without loading its jobs.

    `workload` and `machine` are names, `jobs` is a number, and `source` says where the jobs come
    from, such as their digest; `load` returns the instance itself. `bounds` are the bounds of the
    instance, `proved` the largest makespan, seconds, that any run on it has proved all schedules to
    reach; there are no bounds for jobs that ask for what is not kept. `old_bounds` says of the
    lower bounds that an older version computed, by criterion and key, what changed since: they are
    left out. `calendar` says which dates the times of the jobs are, if that is known. `guess` says
    how the size of the machine was guessed, a key of `GUESSED`; it is blank where a file or a
    person states it. `left_out` is the number of other jobs that the source has, which could not be
    used or were not chosen.
    """

    title: str
    workload: str
    machine: str
    jobs: int
    traits: Traits
    platform: Platform
    rules: Rules
    load: Callable[[], Instance]
    bounds: Bounds = field(default_factory=dict)
    proved: float | None = None
    old_bounds: Mapping[str, str] = field(default_factory=dict)
    source: tuple[str, ...] = ()
    date: str = ""
    calendar: Calendar | None = None
    guess: str = ""
    left_out: int = 0

    def __post_init__(self) -> None:
        if self.traits.unmodelled:  # what is known is of another problem
            for name, nothing in (("bounds", {}), ("proved", None), ("old_bounds", {})):
                object.__setattr__(self, name, nothing)

    def __repr__(self) -> str:
        return f"<Subject {self.title}: {counted(self.jobs, 'job')} on {self.platform!r}>"

    @property
    def deployment(self) -> DeployTime:
        """How long deployments take."""
        return self.platform.deployment

    @property
    def conditions(self) -> str:
        """All rules and how long deployments take, in a line of a file."""
        return f"Conditions: {', '.join(every_condition(self.rules, self.platform))}."

    @property
    def beware(self) -> str:
        """Warning about data of the source that the jobs lack, and of a machine that is guessed;
        blank if there is none."""
        guess = f"{capital(guessed(self.guess))}." if self.guess else ""
        return " ".join(filter(None, (sentence(self.traits.unmodelled), guess)))

    @property
    def provenance(self) -> list[str]:
        """Say in lines where numbers come from."""
        first = (
            f"{self.title}: {self.workload} ({counted(self.jobs, 'job')}) on {self.machine} "
            f"({counted(self.platform.processors, 'processor')})"
        )
        heading = f"{first}, {self.date}" if self.date else first
        lines = [heading, self.conditions, *self.source, *filter(None, [self.beware])]
        return [" ".join(line.split()) for line in lines]


def _no_schedule(record: Record) -> Schedule:
    raise UnknownKeyError(f"the schedule of {record.label} is not there")


def numbered(labels: Iterable[str]) -> list[str]:
    """Return unique keys: repeated labels get a number."""
    keys: dict[str, None] = {}
    for label in labels:
        number, key = 1, label
        while key in keys:
            number += 1
            key = f"{label} #{number}"
        keys[key] = None
    return [*keys]


@dataclass(frozen=True, eq=False)
class Records(Plotted, Sequence[Record]):
    """Records on one subject, in the order of the runs.

    `read_details` returns a long field of some of them, by key; missing ones are read from the
    records themselves. `read_schedule` returns the schedule of one that is done, and `read_found`
    what a function finds in it where that is kept. `read_others` returns other records, of other
    instances.

    Examples
    --------
    >>> import parsched as sched
    >>> instance = sched.Instance(
    ...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
    ... )
    >>> records = sched.compare(instance, "lptf", "ltf")
    >>> [record.label for record in records]
    ['lptf', 'ltf']
    """

    about: Subject
    rows: tuple[Record, ...]
    read_details: Callable[[Sequence[str], str], Mapping[str, Any]] = lambda keys, name: {}
    read_schedule: Callable[[Record], Schedule] = _no_schedule
    read_found: Callable[[Find[Any], Record], Any] | None = None
    read_others: Callable[[Sequence[str]], Mapping[str, "Records"]] = lambda keys: {}

    @classmethod
    def of(
        cls,
        results: Iterable[tuple[str, Result]],
        *,
        title: str = "",
        machine: str = "",
        guess: str = "",
        left_out: int = 0,
    ) -> Self:
        """Make records of results on one instance, at least one, each with its label; the keys of
        equal labels are numbered. `guess` and `left_out` say how the machine was guessed and how
        many jobs of the source are missing, see `Subject`."""
        pairs = list(results)
        if not pairs:
            raise ParameterError({"results": "records need at least one result"})
        first = pairs[0][1]
        instance = first.instance
        others = (r.instance for _, r in pairs)
        if not all(o is instance or o.digest == instance.digest for o in others):
            # Bounds and proofs of one instance would count for another one.
            raise ParameterError({"results": "results must all be of one instance"})
        name = instance.workload.name or "jobs"
        about = Subject(
            title=title or name,
            workload=name,
            machine=machine or "machine",
            jobs=len(instance.workload),
            traits=Traits.of(instance.workload),
            platform=instance.platform,
            rules=instance.rules,
            load=lambda: instance,
            calendar=Calendar.of(instance.workload),
            guess=guess,
            left_out=left_out,
            bounds=first.bounds,
            proved=max(filter(None, (r.best_proof for _, r in pairs)), default=None),
        )
        keys = numbered([label or result.algorithm for label, result in pairs])
        rows = tuple(r.record(label, key=key) for key, (label, r) in zip(keys, pairs, strict=True))
        schedules = {row.key: r.schedule for row, (_, r) in zip(rows, pairs, strict=True)}
        return cls(about, rows, read_schedule=lambda record: schedules[record.key])

    def __post_init__(self) -> None:
        traits, guess = self.about.traits, self.about.guess
        rows = (
            replace(row, apart=apart)
            if row.is_done and (apart := why_apart(traits, guess, row)) != row.apart
            else row
            for row in self.rows
        )
        if traits.unmodelled:  # rows may have been stored before that was heeded
            rows = (replace(row, metrics=told(row.metrics, traits.unmodelled)) for row in rows)
        object.__setattr__(self, "rows", tuple(rows))

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, at: Any) -> Any:
        return self.rows[at]

    def __iter__(self) -> Iterator[Record]:
        return iter(self.rows)

    def __repr__(self) -> str:
        done = f"{len(self.done)} of {len(self)} done"
        return f"<Records {self.about.title}: {done}, {counted(self.about.jobs, 'job')}>"

    @cached_property
    def _kept(self) -> dict[Hashable, Any]:
        return {}

    def once(self, asked: Hashable, compute: Callable[[], Computed]) -> Computed:
        """Compute something of them all when it is asked for first: records never change."""
        if asked not in self._kept:
            self._kept[asked] = compute()
        kept: Computed = self._kept[asked]
        return kept

    @cached_property
    def done(self) -> tuple[Record, ...]:
        """Those with a result."""
        return tuple(record for record in self.rows if record.is_done)

    @property
    def waiting(self) -> tuple[Record, ...]:
        """Those without a result, whether they still may have one or not."""
        return tuple(record for record in self.rows if not record.is_done)

    @cached_property
    def ranked(self) -> tuple[Record, ...]:
        """Those with a feasible schedule that was computed as it is now: only they are compared for
        who is best."""
        return tuple(record for record in self.rows if record.is_ranked)

    @cached_property
    def outdated(self) -> tuple[Record, ...]:
        """Those with a result that an older version computed."""
        return tuple(record for record in self.done if record.outdated)

    @property
    def mark(self) -> str:
        """What is said of them because an older version computed some, or lower bounds; blank
        where everything is as it is computed now."""
        return mark_of(self.done, self.about.old_bounds)

    @cached_property
    def provers(self) -> tuple[Record, ...]:
        """Those that have proved more about the makespan than bounds: of many, few have."""
        return tuple(record for record in self.ranked if record.proved is not None)

    def only(self, keys: Iterable[str]) -> Self:
        """Return those with some keys."""
        allowed = set(keys)
        return replace(self, rows=tuple(record for record in self.rows if record.key in allowed))

    def details(self, records: Iterable[Record], name: str) -> dict[str, Any]:
        """Return a long field of some records by key, in their order, read at once."""
        rows = list(records)
        stored = self.read_details([record.key for record in rows], name) if rows else {}
        return {r.key: stored.get(r.key, getattr(r, name)) for r in rows}

    def curve(self, key: str, record: Record) -> CurvePoints:
        """Return a curve of the schedule of a record, see `curves`."""
        return self.found(CURVES[key], record)

    def found(self, find: Find[Found], record: Record) -> Found:
        """Return what a function finds in the jobs and the schedule of a record; where results are
        stored, what equal functions found before is kept."""
        if self.read_found is not None:
            found: Found = self.read_found(find, record)
            return found
        jobs, schedule = self.read_schedule(record).with_jobs(self.about.load().workload)
        return find(jobs, schedule)
