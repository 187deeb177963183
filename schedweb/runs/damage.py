"""Which stored file an answer lacks: what it is, whose it is, and what brings it back."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db.models import Model, Q

from parsched.data.formats import AS_GIVEN, LEAVE_DEPENDENCIES_OUT
from parsched.report.phrases import counted
from schedweb.accounts.models import User
from schedweb.base.errors import DamagedError
from schedweb.runs.models import Comparison, Run
from schedweb.store.filing import IN_USE_FIRST
from schedweb.workloads.models import Upload, Workload
from schedweb.workloads.remaking import can_remake
from schedweb.workloads.sources import uploaded


@dataclass(frozen=True)
class Lost:
    """A file of another application: `what` it is, with a place for whose; the `remedy`; and the
    name of the address that computes it again, which takes the `key`."""

    owner: int
    key: str
    what: str
    remedy: str
    again: str


Damaged = Workload | Upload | Run | Lost
FINDERS: list[Callable[[str], Iterable[Lost]]] = []
"""What other applications find under the digest of a file."""


@dataclass(frozen=True)
class Damage:
    """A stored file that is missing or damaged; `thing` is the reader's thing that needs it, if
    any.

    `is_mine` is False for a reader with a share link, who can only ask for help.
    """

    error: DamagedError
    thing: Damaged | None
    is_mine: bool

    @property
    def what(self) -> str:
        """The file, by the names that people gave."""
        whose = "your" if self.is_mine else "the"
        match self.thing:
            case Workload():
                return f"jobs of {whose} workload {self.thing.name}"
            case Upload():
                return f"jobs of {whose} upload {self.thing.file}"
            case Run() as run:
                return f"schedule of {whose} run {run.label} in {run.comparison.title}"
            case Lost() as lost:
                return lost.what.format(whose=whose)
        return f"file with the SHA-256 {self.error.digest}"

    @property
    def remedy(self) -> str:
        """What brings the file back."""
        match self.thing:
            case Workload() as workload:
                first = "" if workload.trashed is None else "take it back from the trash and "
                return f"{first}{_again(workload)}"
            case Upload():
                return f"upload {self.thing.file} (SHA-256 {self.thing.sha256}) again"
            case Run() as run if run.is_given:
                name, digest = run.params["file"], run.params["sha256"]
                return f"upload {name} (SHA-256 {digest}) to its comparison again"
            case Run():
                return f"run {self.thing.label} again"
            case Lost():
                return self.thing.remedy
        return "restore it from a backup"

    @property
    def can_remake(self) -> bool:
        """True for jobs that the server can make again by itself."""
        thing = self.thing
        if not self.is_mine or not isinstance(thing, Workload):
            return False
        return thing.trashed is None and can_remake(thing)

    @property
    def can_rerun(self) -> bool:
        """True for a schedule that a worker can compute again."""
        return self.is_mine and isinstance(self.thing, Run) and not self.thing.is_given

    @property
    def can_recompute(self) -> bool:
        """True for what an address of another application computes again."""
        return self.is_mine and isinstance(self.thing, Lost)

    @property
    def can_upload(self) -> bool:
        """True for jobs that came with a file."""
        if not self.is_mine or not isinstance(self.thing, Workload | Upload):
            return False
        return isinstance(self.thing, Upload) or not can_remake(self.thing)

    @property
    def sentence(self) -> str:
        """All of it: which file, whose, and what to do."""
        verb = "is" if isinstance(self.thing, Run | None) else "are"
        if self.is_mine or self.thing is None:
            return f"The stored {self.what} {verb} {self.error.state}: {self.remedy}."
        ask = f"ask the owner, who shared it with you, to {self.remedy}"
        return f"The stored {self.what} {verb} {self.error.state}: {ask}."


def explain(error: DamagedError, reader: User | None) -> Damage:
    """Find what of a reader's own a damaged file is."""
    return Damage(error, None if reader is None else _own(error.digest, reader), is_mine=True)


def explain_shared(error: DamagedError, shown: Model) -> Damage:
    """Find what a damaged file is of what a link shows."""
    if not isinstance(shown, Comparison | Run):
        others = (lost for lost in elsewhere(error.digest) if lost.key == shown.pk)
        return Damage(error, next(others, None), is_mine=False)
    comparison = shown if isinstance(shown, Comparison) else shown.comparison
    if comparison.workload.digest == error.digest:
        return Damage(error, comparison.workload, is_mine=False)
    run = Run.objects.filter(comparison=comparison, schedule=error.digest).first()
    return Damage(error, run, is_mine=False)


def _own(digest: str, reader: User) -> Damaged | None:
    return (
        Workload.everything.filter(owner=reader, digest=digest).order_by(IN_USE_FIRST).first()
        or Upload.objects.filter(Q(digest=digest) | Q(lines=digest), owner=reader).first()
        or Run.objects.filter(comparison__owner=reader, schedule=digest)
        .select_related("comparison__workload")
        .first()
        or next((lost for lost in elsewhere(digest) if lost.owner == reader.pk), None)
    )


def elsewhere(digest: str) -> list[Lost]:
    """Return what other applications name by a digest."""
    return [lost for find in FINDERS for lost in find(digest)]


def _again(workload: Workload) -> str:
    """Say how to store the same jobs once more."""
    if can_remake(workload):
        return "make them again"
    source = workload.source
    text = f"upload {uploaded(workload)} (SHA-256 {source.get('sha256', 'unknown')}) again"
    if source.get(LEAVE_DEPENDENCIES_OUT.name):
        text += ", leave its dependencies out"
    if (wide := source.get("dropped_wider_than")) is not None:
        text += f", leave out the jobs wider than {counted(wide, 'processor')}"
    if workload.environment_from != AS_GIVEN:
        text += f", take the environments from {workload.environment_from}"
    return f"{text} and use it" if ", " in text else text
