"""What must hold after the faults: nothing is lost, stored twice or deleted."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from schedweb.runs.checking import check_store
from schedweb.runs.models import Run
from schedweb.store import blobs
from schedweb.studies.models import Study
from schedweb.workers import processes
from schedweb.workers.models import ErrorKind, State, Task, Work, works
from schedweb.workloads.models import Workload
from tests.faults import studied
from tests.faults.fault import Fault
from tests.faults.fault_store import STORE
from tests.faults.journal import Repeat, Step, repeats, steps, twice
from tests.faults.report import Report, Row
from tests.faults.stream import Stream


@dataclass
class Injection:
    """One time that a fault happened, the files that were there before, and the computing processes
    that it ended."""

    fault: Fault
    began: datetime
    files: frozenset[str] = frozenset()
    ended: datetime | None = None
    victims: set[int] = field(default_factory=set)

    def meets(self, first: datetime, last: datetime) -> bool:
        """Tell whether it was there at some time between the two."""
        return self.began <= last and (self.ended or datetime.now(UTC)) >= first

    def hit(self, repeat: Repeat) -> bool:
        """Tell whether it ended the process that computed something before."""
        worker = processes.parsed(repeat.worker)
        mine = {str(pid) for pid in self.victims}
        return bool(mine & {worker.pid, worker.parent}) and self.began <= repeat.at


class Ledger:
    """The rows of the report, to which things are charged."""

    def __init__(self, injections: list[Injection], history: list[Step]) -> None:
        self.injections = injections
        self._spans = spans(history)
        self.rows: dict[str, Row] = {}
        for injection in injections:
            row = self._row(injection.fault.name, kills=injection.fault.kills)
            row.injected += 1
            self._follow(row, injection, history)

    def charge_deleted(self, present: set[str]) -> None:
        """Charge each file that is gone to the last fault before which it was there."""
        charged: set[str] = set()
        for injection in reversed(self.injections):
            gone = injection.files - present - charged
            self._row(injection.fault.name, kills=injection.fault.kills).deleted += len(gone)
            charged |= gone

    def _row(self, name: str, *, kills: bool) -> Row:
        return self.rows.setdefault(name, Row(name, kills))

    def _follow(self, row: Row, injection: Injection, history: list[Step]) -> None:
        assert injection.ended is not None
        row.affected += sum(injection.meets(*span) for span in self._spans)
        later = [s.at for s in history if s.state == State.DONE and s.at > injection.ended]
        if later:
            row.recovery = max(row.recovery, (min(later) - injection.ended).total_seconds())

    def culprit(self, first: datetime, last: datetime, repeat: Repeat | None = None) -> Row:
        """Return the row of the fault that something is charged to: the one that ended the process
        that computed, or else one that was there meanwhile, rather one that kills nothing."""
        killers = [i for i in self.injections if repeat and i.hit(repeat)]
        around = [i for i in self.injections if i.meets(first, last)]
        gentle = [i for i in around if not i.fault.kills]
        for injection in reversed(killers or gentle or around):
            return self._row(injection.fault.name, kills=injection.fault.kills)
        return self._row("no fault", kills=False)


def spans(history: list[Step]) -> list[tuple[datetime, datetime]]:
    """Return from when to when each computation went on."""
    begun: dict[str, datetime] = {}
    found = []
    for step in history:
        if step.pk in begun:
            found.append((begun.pop(step.pk), step.at))
        if step.state == State.RUNNING:
            begun[step.pk] = step.at
    return found


def judge(report: Report, stream: Stream, injections: list[Injection]) -> None:
    """Write into the report what became of the work."""
    history = steps()
    ledger = Ledger(injections, history)
    by_pk = defaultdict(list)
    for step in history:
        by_pk[step.pk].append(step.at)
    for pk in lost(report, stream, ledger):
        ledger.culprit(*_ends(by_pk[pk])).lost += 1
    for pk in twice(history):
        ledger.culprit(*_ends(by_pk[pk])).twice += 1
    for repeat in repeats(history):
        ledger.culprit(repeat.before, repeat.at, repeat).extra += 1
    ledger.charge_deleted(set(stored()))
    report.rows = sorted(ledger.rows.values(), key=lambda row: row.fault)
    report.computations = sum(step.state == State.RUNNING for step in history)
    report.orders = len(by_pk)
    report.studies = Study.objects.count()
    report.wrong += [
        *stream.wrong,
        *_differing(stream),
        *studied.differing(),
        *_doubled(),
        *_damaged(),
    ]


def _ends(times: list[datetime]) -> tuple[datetime, datetime]:
    return (times[0], times[-1]) if times else (datetime.now(UTC), datetime.now(UTC))


def stored() -> Iterator[str]:
    """Yield the names of all files that are stored in full."""
    return (name for name in blobs.names() if blobs.is_digest(name.rpartition("/")[2]))


def lost(report: Report, stream: Stream, ledger: Ledger) -> list[str]:
    """Return work that is not over, or that is gone, or that failed for no reason."""
    found = []
    for model in works():
        for work in model.objects.exclude(state=State.DONE):
            if _found_no_room(work, ledger):
                continue
            report.wrong.append(f"{work.noun()} {work.pk} is {work.state}: {work.error}")
            found.append(work.pk)
    runs, studies = (set(model.objects.values_list("pk", flat=True)) for model in (Run, Study))
    return [*found, *(set(stream.accepted) - runs), *(stream.studies - studies)]


def _found_no_room(work: Work, ledger: Ledger) -> bool:
    """Tell whether a task said that the disk was full while it was: a user waits for a task, and it
    ends at once, while a run waits for the disk."""
    if not isinstance(work, Task) or work.error_kind != ErrorKind.STORAGE:
        return False
    assert work.started is not None
    assert work.finished is not None
    around = [i for i in ledger.injections if i.meets(work.started, work.finished)]
    return any(injection.fault.target == STORE for injection in around)


def _differing(stream: Stream) -> list[str]:
    """Say which runs have another result than the first one of their recipe, which was computed
    undisturbed; a search that went on from a checkpoint may find another schedule."""
    first: dict[str, Run] = {}
    found = []
    runs = Run.objects.in_bulk(list(stream.accepted))
    for pk, recipe in stream.accepted.items():
        run = runs.get(pk)
        if run is None or not run.is_done or run.result.resumed:
            continue
        same = first.setdefault(recipe, run)
        if (run.schedule, run.result.metrics) != (same.schedule, same.result.metrics):
            found.append(f"run {pk} ({recipe}) has another result than {same.pk}")
    return found


def _doubled() -> list[str]:
    """Say which tasks made more or less than the one workload that was asked for."""
    made = Counter(Workload.objects.values_list("name", flat=True))
    asked: Counter[str] = Counter()
    for task in Task.objects.filter(state=State.DONE):
        if "workload" in task.result:
            asked[task.arguments.get("name") or task.arguments["use"]["name"]] += 1
    return [
        f"{asked[name]} tasks made {made[name]} workloads called {name}"
        for name in {*made, *asked}
        if asked[name] != made[name]
    ]


def _damaged() -> list[str]:
    found = check_store()
    return [*found.originals, *(f"{digest} is damaged" for digest in found.derived)]
