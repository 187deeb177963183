"""The jobs of a JSON workload, column by column, whatever way they were read."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from algorithms.errors import FormatError, WorkloadError
from algorithms.formats.findings import Findings
from algorithms.formats.links import LinkKinds, Links, resolved
from algorithms.formats.swf.columns import starts
from algorithms.problem.arrays import Floats
from algorithms.problem.labels import Labels
from algorithms.problem.profiles import Profiles
from algorithms.problem.unmodelled import DEPENDENCIES
from algorithms.problem.workload import Workload

LINKS = LinkKinds.of("after")


@dataclass(frozen=True, eq=False)
class JobColumns:
    """Jobs in the order of their file.

    Parameters
    ----------
    ids
        Text of each job, or int64 where all ids are numbers and no job waits for another.
    release, weight, estimate, recorded
        float64, shape (n_jobs,), seconds but for the weights; NaN where there is no estimate or
        recorded start.
    labels
        Names of users and of what else has some, by attribute of the workload.
    links
        Which job waits for which, by rows and ids.
    unmodelled
        What jobs say that is not kept, see `algorithms.problem.unmodelled`.
    """

    ids: NDArray[Any]
    release: Floats
    weight: Floats
    estimate: Floats
    recorded: Floats
    labels: dict[str, Labels]
    profiles: Profiles
    links: Links
    unmodelled: frozenset[str] = frozenset()

    def __len__(self) -> int:
        return len(self.ids)

    def workload(self, name: str, unmodelled: Iterable[str], findings: Findings) -> Workload:
        """Put the jobs in order of release.

        Parameters
        ----------
        unmodelled
            What the file says of all jobs that is not kept.
        findings
            Takes the links that are not kept.

        Raises
        ------
        FormatError
            Where the jobs together break a rule.
        """
        order = order_of(self.release)
        after, are_kept = resolved(
            self.links, self.ids, order, findings, LINKS, lambda row: {"job": str(self.ids[row])}
        )
        labels: dict[str, Any] = {key: one.take(order) for key, one in self.labels.items()}
        lost = [*unmodelled, *([] if are_kept else [DEPENDENCIES])]
        try:
            return Workload(
                name=name,
                after=after,
                ids=numbers_or_text(self.ids)[order],
                release=self.release[order],
                profiles=self.profiles.take(order),
                estimate=self.estimate[order],
                weight=self.weight[order],
                recorded=starts(self.recorded[order]),
                unmodelled=tuple(sorted(self.unmodelled.union(lost))),
                **labels,
            )
        except WorkloadError as error:
            raise FormatError(str(error)) from error


def order_of(release: Floats) -> NDArray[np.int64] | slice:
    """Return the rows by release; all of them as they are where they are in order."""
    if (np.diff(release) >= 0).all():
        return slice(None)
    return np.argsort(release, kind="stable")


def numbers_or_text(ids: NDArray[Any]) -> NDArray[Any]:
    """Return int64 where every id is a plain number, else text."""
    if ids.dtype.kind == "i":
        return ids
    texts: list[str] = ids.tolist()
    plain = all(id.isascii() and id.isdigit() and len(id) <= 18 for id in texts)
    if plain and all(id == "0" or id[0] != "0" for id in texts):
        return np.array(list(map(int, texts)), np.int64)
    return np.array(texts, np.str_)
