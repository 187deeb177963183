"""Which jobs wait for which, as files say it by ids: from pairs of ids to dependencies."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from parsched.data.doubts.links import OWN
from parsched.data.files.findings import FindingKind, Findings, Severity, quoted
from parsched.model.problem.dependencies import Dependencies, in_circles
from parsched.model.problem.unmodelled import DEPENDENCIES
from parsched.model.problem.workload import LATEST, Floats, Ints

_BETWEEN = re.compile(r"[\s,;|]+")
"""What separates the ids in a cell."""


class LinkKinds(NamedTuple):
    """What may be wrong with a pair; it is not kept then."""

    unknown: FindingKind
    own: FindingKind
    circle: FindingKind

    @classmethod
    def of(cls, field: str) -> Self:
        """Return the kinds of findings about a field."""
        return cls(
            FindingKind(
                key="unknown_predecessor",
                severity=Severity.REPAIRED,
                field=field,
                rule="should be one of the jobs that are kept, and of only one of them",
                action="the job does not wait for it",
                lost=DEPENDENCIES,
            ),
            FindingKind(
                key=OWN,
                severity=Severity.REPAIRED,
                field=field,
                rule="should be another job",
                action="the job does not wait for itself",
                lost=DEPENDENCIES,
            ),
            FindingKind(
                key="circular_dependency",
                severity=Severity.REPAIRED,
                field=field,
                rule="should not make a job wait, through others, for its own end",
                action="the job does not wait for it",
                lost=DEPENDENCIES,
            ),
        )


LINK_KEYS = tuple(kind.key for kind in LinkKinds.of(""))
"""Keys of all that is said of pairs that are not kept."""


@dataclass(frozen=True, eq=False)
class JobLinks:
    """Pairs of a file: the job in a `row`, int64, waits for the job with the id `before`, and then
    for a `delay`, float64, seconds. All have the shape (n_pairs,)."""

    row: Ints
    before: NDArray[Any]
    delay: Floats

    @classmethod
    def of(cls, pairs: Sequence[tuple[int, Any, float]]) -> Self:
        """Build from pairs (row, id, delay)."""
        row, before, delay = ([pair[k] for pair in pairs] for k in range(3))
        return cls(np.array(row, np.int64), np.array(before, object), np.array(delay, np.float64))

    def __add__(self, other: "JobLinks") -> "JobLinks":
        """Return the pairs of both."""
        names = ("row", "before", "delay")
        return JobLinks(*(np.concatenate([getattr(self, n), getattr(other, n)]) for n in names))

    def take(self, kept: NDArray[np.bool_]) -> "JobLinks":
        """Return the chosen pairs."""
        return JobLinks(self.row[kept], self.before[kept], self.delay[kept])


def resolved(
    links: JobLinks,
    ids: NDArray[Any],
    order: NDArray[np.int64] | slice,
    findings: Findings,
    kinds: LinkKinds,
    place: Callable[[int], dict[str, Any]],
) -> Dependencies | None:
    """Return the dependencies of jobs in an order; findings say which pairs are not among them.

    Parameters
    ----------
    links
        Pairs by rows of the file.
    ids
        Of all kept rows, as the file gives them, even where they do not tell the jobs apart.
    order
        The rows in the order of the workload; those that it lacks are no jobs of it.
    findings
        Takes the pairs that are not kept.
    place
        Names the place of a row in a finding: `line` or `job`.
    """
    before = found(ids, links.before)
    known = before >= 0
    _tell(links.take(~known), findings, kinds.unknown, place)
    links, before = links.take(known), before[known]
    is_own = before == links.row
    _tell(links.take(is_own), findings, kinds.own, place)
    links, before = links.take(~is_own), before[~is_own]
    circular = in_circles(len(ids), links.row, before)
    _tell(links.take(circular), findings, kinds.circle, place)
    links, before = links.take(~circular), before[~circular]
    position = np.full(len(ids), -1)
    jobs = len(ids) if isinstance(order, slice) else len(order)
    position[order] = np.arange(jobs)
    links, before = (links.take(has := position[links.row] >= 0), before[has])
    lost = position[before] < 0
    _tell(links.take(lost), findings, kinds.unknown, place)
    links, before = links.take(~lost), before[~lost]
    return Dependencies.of(
        jobs, job=position[links.row], before=position[before], delay=links.delay
    )


def _tell(
    links: JobLinks, findings: Findings, kind: FindingKind, place: Callable[[int], dict[str, Any]]
) -> None:
    for row, before in zip(links.row.tolist(), links.before.tolist(), strict=True):
        findings.add(kind, value=quoted(before), **place(row))


def found(ids: NDArray[Any], wanted: NDArray[Any]) -> Ints:
    """Return which row has each of the wanted ids, -1 where none or more than one has."""
    if not len(wanted):
        return np.empty(0, np.int64)
    if wanted.dtype == object or ids.dtype.kind not in "iuf":
        names = [str(id) for id in ids.tolist()]
        row: dict[str, int] = {}
        for k, name in enumerate(names):
            row[name] = -1 if name in row else k
        return np.array([row.get(str(id), -1) for id in wanted.tolist()], np.int64)
    order = np.argsort(ids, kind="stable")
    first = np.searchsorted(ids[order], wanted, side="left")
    last = np.searchsorted(ids[order], wanted, side="right")
    rows: Ints = np.full(len(wanted), -1, np.int64)
    one = last - first == 1
    rows[one] = order[first[one]]
    return rows


def delays(values: Floats) -> Floats:
    """Return delays, seconds: 0 where one is unknown, negative or beyond all times."""
    return np.where((values > 0) & (values <= LATEST), values, 0.0)


def split_ids(cell: str) -> list[str]:
    """Return the ids in a cell: blanks, commas, semicolons or bars separate them."""
    return [id for id in _BETWEEN.split(cell.strip()) if id]


def joined_ids(ids: Sequence[str]) -> str | None:
    """Return ids as `split_ids` takes them apart, or None where one would fall apart."""
    return None if any(_BETWEEN.search(id) for id in ids) else " ".join(ids)


def after_texts(after: Dependencies, before_delay: str) -> list[list[tuple[int, str]]]:
    """Return for each job those that it waits for, each with what is written behind its id: the
    delay, if there is one."""
    pairs: list[list[tuple[int, str]]] = [[] for _ in range(after.jobs)]
    columns = after.job.tolist(), after.before.tolist(), after.delay.tolist()
    for job, before, delay in zip(*columns, strict=True):
        pairs[job].append((before, f"{before_delay}{plain(delay)}" if delay else ""))
    return pairs


def plain(seconds: float) -> int | float:
    """Return a number as it is written: whole ones without a point."""
    return int(seconds) if float(seconds).is_integer() else seconds
