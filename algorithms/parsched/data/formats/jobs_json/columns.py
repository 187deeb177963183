"""The jobs of a JSON workload, column by column, whatever way they were read."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import FormatError, WorkloadError
from parsched.data.doubts.far_dates import CERTAIN, Mask, date_shown, far_dates
from parsched.data.files.far_dates import FAR_DATE
from parsched.data.files.findings import Findings
from parsched.data.files.links import JobLinks, LinkKinds, resolved
from parsched.data.files.not_held import note_partitions, several_partitions
from parsched.data.files.releases import starts
from parsched.data.formats.submissions import submissions
from parsched.model.problem.arrays import Floats, Ints
from parsched.model.problem.labels import Labels
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.unmodelled import in_order
from parsched.model.problem.workload import Workload

_POWERS = 10 ** np.arange(1, 19)
"""Least numbers of 2, 3, … digits."""
LINKS = LinkKinds.of("after")
PARTITIONS = several_partitions("partition")


@dataclass(frozen=True, eq=False)
class JobColumns:
    """Jobs in the order of their file.

    Parameters
    ----------
    ids
        Text of each job, or int64 where all ids are numbers and no job waits for another.
    release, weight, estimate, recorded, submitted
        float64, shape (n_jobs,), seconds but for the weights; NaN where there is no estimate,
        recorded start or submission.
    allocated
        Processors that each job ran on in a log, int64, 0 where that is not said; None where it is
        of no job.
    labels
        Names of users and of what else has some, by attribute of the workload.
    links
        Which job waits for which, by rows and ids.
    """

    ids: NDArray[Any]
    release: Floats
    weight: Floats
    estimate: Floats
    recorded: Floats
    submitted: Floats
    labels: dict[str, Labels]
    profiles: Profiles
    links: JobLinks
    allocated: Ints | None = None

    def __len__(self) -> int:
        return len(self.ids)

    def apart(self, findings: Findings) -> Mask:
        """Return which jobs have a date far from the dates of the others, and report them by their
        ids."""
        far = far_dates(self.release, self.recorded, self.profiles.longest, CERTAIN)
        for row in np.flatnonzero(~np.isnan(far)).tolist():
            findings.add(FAR_DATE, value=date_shown(float(far[row])), job=str(self.ids[row]))
        return ~np.isnan(far)

    def workload(
        self,
        name: str,
        unmodelled: Iterable[str],
        findings: Findings,
        apart: Mask | None = None,
    ) -> Workload:
        """Put the jobs in order of release, without those that are set `apart`.

        Parameters
        ----------
        unmodelled
            What the file says of all jobs that is not kept.
        findings
            Takes the links that are not kept; says what else of jobs is not.

        Raises
        ------
        FormatError
            Where the jobs together break a rule.
        """
        order = order_of(self.release)
        if apart is not None and apart.any():
            order = (rows := np.arange(len(self))[order])[~apart[rows]]
        note_partitions(self.labels.get("partition"), PARTITIONS, findings)
        after = resolved(
            self.links, self.ids, order, findings, LINKS, lambda row: {"job": str(self.ids[row])}
        )
        submitted = submissions(
            self.submitted, self.release, findings, lambda row: {"job": str(self.ids[row])}
        )
        labels: dict[str, Any] = {key: one.take(order) for key, one in self.labels.items()}
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
                submitted=None if submitted is None else submitted[order],
                allocated=None if self.allocated is None else self.allocated[order],
                unmodelled=in_order((*unmodelled, *findings.unmodelled)),
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
    numbers = plain_numbers(texts)
    return np.array(texts, np.str_) if numbers is None else numbers


def plain_numbers(texts: Sequence[str]) -> Ints | None:
    """Return ids as numbers, int64, if all are written as numbers are: without a sign, and without
    a zero before other digits."""
    whole = "".join(texts)
    if not (whole.isascii() and whole.isdigit() and all(texts) and len(max(texts, key=len)) <= 18):
        return np.empty(0, np.int64) if not texts else None
    numbers = np.array(list(map(int, texts)), np.int64)
    digits = 1 + np.searchsorted(_POWERS, numbers, side="right")
    return numbers if digits.sum() == len(whole) else None


def are_different(numbers: Ints) -> bool:
    """Tell whether no number occurs twice."""
    ordered = np.sort(numbers)
    return bool((ordered[1:] != ordered[:-1]).all())
