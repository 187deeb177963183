"""Every stored file against the rows that name it: what is whole, lost, and left over."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta

from django.utils import timezone

from schedweb.accounts.models import User
from schedweb.base.errors import DamagedError, RefusedError
from schedweb.runs.damage import elsewhere, explain
from schedweb.runs.models import Run
from schedweb.runs.pictures import PICTURES, pack_of, picture_of
from schedweb.store import blobs, trash
from schedweb.store.files import DRAFT
from schedweb.store.references import BlobRole, digests
from schedweb.workers.models import State
from schedweb.workloads.models import Upload, Workload
from schedweb.workloads.remaking import can_remake, remake

OLD = timedelta(days=1)
"""Age at which an unfinished file counts as abandoned by its writer."""


@dataclass
class StoreFindings:
    """What was found: sentences about originals, digests of derived files, names of others."""

    checked: int = 0
    originals: list[str] = field(default_factory=list)
    derived: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    drafts: list[str] = field(default_factory=list)
    repaired: int = 0


def check_store(*, repair: bool = False) -> StoreFindings:
    """Read and verify all that rows name; take from the trash what is there.

    With `repair`, make again what can be made: derived files, generated and sample jobs; move files
    that do not verify to the trash, and delete what writers left unfinished a day ago.
    """
    findings = StoreFindings()
    lost = {d: error for d in set(digests()) if (error := _problem(d, findings)) is not None}
    if repair:
        _repair(lost, findings)
    originals = set(digests(BlobRole.ORIGINAL))
    findings.originals = sorted(s for d in lost if d in originals for s in _sentences(lost[d]))
    derived = set(digests(BlobRole.DERIVED)) - originals
    findings.derived = sorted(digest for digest in lost if digest in derived)
    _look_around(findings, repair=repair)
    return findings


def _problem(digest: str, findings: StoreFindings) -> DamagedError | None:
    findings.checked += 1
    try:
        blobs.get(digest)
    except DamagedError as error:
        return error
    return None


def _repair(lost: dict[str, DamagedError], findings: StoreFindings) -> None:
    """Take out of what is lost what comes back."""
    for digest, error in lost.items():
        if not error.is_missing:
            trash.discard(blobs.path_of(digest))
    for workload in Workload.everything.filter(digest__in=lost):
        if can_remake(workload):
            _try(remake, workload)
    for workload in Workload.everything.filter(pack__in=lost):
        _try(pack_of, workload)
    for run in Run.objects.select_related("comparison__workload").filter(state=State.DONE):
        for name in PICTURES:
            if getattr(run, name) in lost:
                _try(picture_of, run, name)
    named = set(digests())
    whole = [digest for digest in lost if digest not in named or blobs.verifies(digest)]
    findings.repaired = len(whole)
    for digest in whole:
        del lost[digest]


def _try(make: Callable[..., object], *arguments: object) -> None:
    """Make a file again, unless what it is made from is lost, too."""
    try:
        make(*arguments)
    except (DamagedError, RefusedError):
        return


def _sentences(error: DamagedError) -> Iterator[str]:
    """Say who needs an original, and what brings it back."""
    digest = error.digest
    owners = {
        *Workload.everything.filter(digest=digest).values_list("owner", flat=True),
        *Upload.objects.filter(digest=digest).values_list("owner", flat=True),
        *Upload.objects.filter(lines=digest).values_list("owner", flat=True),
        *Run.objects.filter(schedule=digest).values_list("comparison__owner", flat=True),
        *(lost.owner for lost in elsewhere(digest)),
    }
    for owner in User.objects.filter(pk__in=owners).order_by("username"):
        yield f"{digest} {owner.username}: {explain(error, owner).sentence}"


def _look_around(findings: StoreFindings, *, repair: bool) -> None:
    """Find files that no row names."""
    named = set(digests())
    for name in list(blobs.names()):
        last = name.rpartition("/")[2]
        if last.startswith(DRAFT):
            findings.drafts.append(name)
        elif last not in named:
            findings.unused.append(name)
    if repair:
        for name in findings.drafts:
            if blobs.storage().get_modified_time(name) < timezone.now() - OLD:
                blobs.storage().delete(name)
