"""What logs say of the jobs that one waits for, in the words of several batch systems."""

import re
from typing import Any, NamedTuple

from numpy.typing import NDArray

from parsched.data.files.findings import SHOWN, Findings, quoted
from parsched.data.files.links import JobLinks, LinkKinds, delays, resolved, split_ids
from parsched.data.logs import kinds
from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.workload import Floats, Ints

ENDED = frozenset(("afterok", "afternotok", "afterany", "aftercorr", "done", "ended", "exit"))
"""Words of Slurm, PBS and LSF for a job that has ended, well or not."""

_SLURM = re.compile(r"(?P<word>[a-z_]+)(?P<ids>(?::[^:,?\s]+)+)", re.IGNORECASE)
_LSF = re.compile(r"(?P<word>[a-z_]+)\(\s*\"?(?P<id>\w+)\"?\s*\)", re.IGNORECASE)
_REMARK = re.compile(r"\((?:un)?fulfilled\)|\(failed\)", re.IGNORECASE)
_HOST = re.compile(r"^(\d+(?:\[\d+\])?)\.[\w.-]+$")
"""An id of PBS, with the name of its server."""


class ToldDependencies(NamedTuple):
    """The ids of jobs after whose ends one starts, and whether the cell says more than that."""

    ids: tuple[str, ...]
    says_more: bool


def told(cell: str) -> ToldDependencies:
    """Return what a cell says: `afterok:12:13,afterany:14` of Slurm and PBS, `done(12) &&
    ended(13)` of LSF, or ids with blanks, commas, semicolons or bars between.

    What lets a job wait for the start of another (`after:`), for any of several (`?`, `||`) or for
    jobs of the same name (`singleton`) is more than that.

    >>> told("afterok:12:13,afterany:14(unfulfilled)")
    ToldDependencies(ids=('12', '13', '14'), says_more=False)
    >>> told("after:12,singleton")
    ToldDependencies(ids=(), says_more=True)
    """
    text = _REMARK.sub("", cell).strip()
    if "(" in text:
        return _of_lsf(text)
    if ":" in text or text.lower() == "singleton":
        return _of_slurm(text)
    return ToldDependencies(tuple(split_ids(text)), False)


def _of_slurm(text: str) -> ToldDependencies:
    if "?" in text:
        return ToldDependencies((), True)
    ids: list[str] = []
    says_more = False
    for part in text.split(","):
        match = _SLURM.fullmatch(part.strip())
        if match is None or match["word"].lower() not in ENDED:
            says_more = True
            continue
        ids += [_HOST.sub(r"\1", id) for id in match["ids"][1:].split(":")]
    return ToldDependencies(tuple(ids), says_more)


def _of_lsf(text: str) -> ToldDependencies:
    if "|" in text or "!" in text:
        return ToldDependencies((), True)
    ids: list[str] = []
    says_more = False
    for part in text.split("&&"):
        match = _LSF.fullmatch(part.strip())
        if match is None or match["word"].lower() not in ENDED:
            says_more = True
        else:
            ids.append(match["id"])
    return ToldDependencies(tuple(ids), says_more)


class After:
    """What the rows say, batch by batch."""

    def __init__(self) -> None:
        self._pairs: list[tuple[int, str, float]] = []

    def append(
        self, first: int, cells: list[str | None], delay: Floats, lines: Ints, findings: Findings
    ) -> None:
        """Add the cells of rows from `first` on, null where they say nothing."""
        more: list[int] = []
        for row, cell in enumerate(cells):
            if cell is None:
                continue
            ids, says_more = told(cell)
            self._pairs += [(first + row, id, float(delay[row])) for id in ids]
            if says_more:
                more.append(row)
        for row in more[:SHOWN]:
            findings.add(kinds.OTHER_DEPENDENCY, line=int(lines[row]), value=quoted(cells[row]))
        if len(more) > SHOWN:
            findings.count(kinds.OTHER_DEPENDENCY, len(more) - SHOWN)

    def dependencies(
        self, ids: NDArray[Any], job: Ints | None, order: Any, lines: Ints, findings: Findings
    ) -> Dependencies | None:
        """Return the dependencies of jobs.

        Parameters
        ----------
        ids, lines
            Of the jobs, in order of the file.
        job
            The job of each row; None where each is one.
        order
            What puts them in the order of the workload.
        """
        if not self._pairs:
            return None
        links = JobLinks.of(self._pairs)
        of = links.row if job is None else job[links.row]
        links = JobLinks(of, links.before, delays(links.delay))
        return resolved(links, ids, order, findings, _KINDS, lambda job: {"line": int(lines[job])})


_KINDS = LinkKinds.of("Dependencies")
