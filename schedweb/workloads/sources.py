"""Stored workloads as sources of a merge: found by id, by digest, or by the name of their file."""

from collections.abc import Iterator
from typing import Any

from parsched.data.files.source import unpacked_name
from parsched.data.formats import AS_GIVEN
from parsched.data.merging import SiteTrace
from parsched.data.merging.specification import TraceSource
from parsched.report.phrases import counted
from schedweb.accounts.models import User
from schedweb.base.errors import InvalidError
from schedweb.workloads.models import JobKind, Workload
from schedweb.workloads.selectors import workloads_of


def file_of(workload: Workload) -> str:
    """Return the name of the file that gives the jobs; of jobs that none gives, their own name."""
    return (_is_file(workload) and uploaded(workload)) or workload.name


def digest_of(workload: Workload) -> str:
    """Return the SHA-256 of that file; of the jobs where there is no file."""
    return str((_is_file(workload) and workload.source.get("sha256")) or workload.digest)


def _is_file(workload: Workload) -> bool:
    """Tell whether reading the file again would give the same jobs with the same environments."""
    return workload.environment_from == AS_GIVEN and "without_users" not in workload.source


def uploaded(workload: Workload) -> str:
    """Return the name of the file that was uploaded, or what people call the jobs."""
    return str(workload.source.get("file") or workload.name)


def trace_of(workload: Workload) -> SiteTrace:
    """Load the jobs, with what was kept of their file."""
    source = workload.source
    return SiteTrace(
        workload=workload.load(),
        sha256=digest_of(workload),
        unusable=source.get("unusable", 0),
    )


class SourceShelf:
    """A person's workloads; of those from the same file, the newest with all its jobs is taken."""

    def __init__(self, owner: User) -> None:
        self.workloads = list(workloads_of(owner).defer("report"))
        self._by_id = {workload.pk: workload for workload in self.workloads}
        self._by_digest: dict[str, Workload] = {}
        self._by_file: dict[str, Workload] = {}
        for workload in sorted(self.workloads, key=_is_cut):
            self._by_digest.setdefault(digest_of(workload), workload)
            self._by_file.setdefault(unpacked_name(file_of(workload)), workload)

    def by_id(self, pk: Any) -> Workload:
        """Return one of the workloads; raises `InvalidError`."""
        if not isinstance(pk, str) or pk not in self._by_id:
            text = f"workload must be the id of a workload of yours, got {pk!r:.60}"
            raise InvalidError({"workload": text})
        return self._by_id[pk]

    def find(self, file: str, sha256: str) -> Workload:
        """Return the workload from a file, packed or not; raises `InvalidError`.

        The digest goes first: the same content is the right one under any name.
        """
        if workload := self._by_digest.get(sha256):
            return workload
        if not file and not sha256:
            raise InvalidError({"workload": "a workload must be chosen"})
        named = self._by_file.get(unpacked_name(file))
        if named is None:
            what = file or f"a file with the SHA-256 {sha256}"
            raise InvalidError({"file": f"{what} is not among your workloads; upload it first"})
        if sha256:
            rule = f"must have the SHA-256 {sha256}, {named.name} has {digest_of(named)}"
            raise InvalidError({"sha256": f"{file} {rule}; upload the file that is meant"})
        return named


def _is_cut(workload: Workload) -> bool:
    return workload.source.get("dropped_wider_than") is not None


def unfit(source: TraceSource, workload: Workload, largest: int) -> Iterator[tuple[str, str]]:
    """Yield field and sentence of what keeps a workload from being that source of a merge.

    Parameters
    ----------
    largest
        Processors of the largest site.
    """
    if workload.kind == JobKind.MOLDABLE:
        yield "workload", f"the jobs must be rigid, {workload.name} has moldable ones"
    wide = workload.source.get("dropped_wider_than")
    if wide is not None and wide < min(largest, source.filters.most_processors):
        text = (
            f"{workload.name} was stored without the jobs wider than {counted(wide, 'processor')}"
        )
        yield "workload", f"{text}; upload {uploaded(workload)} again and keep them"
    is_old = workload.source.get("kind") == "upload" and "unusable" not in workload.source
    if is_old and source.window.align != "start":
        why = f"when its trace begins was not kept with {workload.name}"
        again = f"upload {uploaded(workload)} again for other windows"
        rule = f"must be start, got {source.window.align!r}"
        yield "window.align", f"align {rule}: {why}; {again}"
