"""What if: the same jobs on more or fewer processors, or without those who use the machine most."""

import math
from dataclasses import dataclass, replace

import numpy as np

from parsched.base.digits import counted
from parsched.base.errors import WorkloadError
from parsched.declare.parameters import Params, integer, real
from parsched.model.problem.platform import MAX_PROCESSORS, Cluster, Platform
from parsched.model.problem.workload import Workload


@dataclass(frozen=True, kw_only=True)
class WhatIf(Params):
    """What is changed; as it is by default."""

    without_users: int = integer(
        0,
        "Leave out the jobs of the users who use the machine most, by processors times run time: "
        "this many users. Jobs of unknown users stay.",
        low=0,
        high=1_000_000,
        title="users left out",
    )
    more_processors: float = real(
        0.0,
        "Make every site of the machine larger by this share, or smaller where it is below 0; "
        "parts of a processor are one.",
        low=-99.0,
        high=10_000.0,
        unit="%",
        title="more processors",
    )


@dataclass(frozen=True)
class LeftOutUsers:
    """Who was left out of a workload: the users by their work, how many jobs are theirs, and which
    share of all work.

    Examples
    --------
    >>> from parsched.data.what_if import LeftOutUsers
    >>> LeftOutUsers(("bob",), 10, 0.5).after(LeftOutUsers(("ann",), 20, 0.25))
    LeftOutUsers(users=('ann', 'bob'), jobs=30, share=0.625)
    """

    users: tuple[str, ...]
    jobs: int
    share: float

    @property
    def text(self) -> str:
        """What was left out in words, such as "the 1,204 jobs of the 10 users with most work (43 %
        of it)"."""
        jobs = "the job" if self.jobs == 1 else f"the {self.jobs:,} jobs"
        count = len(self.users)
        users = "the user" if count == 1 else f"the {count:,} users"
        return f"{jobs} of {users} with most work ({100 * self.share:.0f} % of it)"

    def after(self, earlier: "LeftOutUsers") -> "LeftOutUsers":
        """Return all that was left out, where users had been left out of the same jobs before."""
        share = earlier.share + (1 - earlier.share) * self.share
        return LeftOutUsers((*earlier.users, *self.users), earlier.jobs + self.jobs, share)


def without_largest_users(workload: Workload, count: int) -> tuple[Workload, LeftOutUsers]:
    """Return the jobs of all but the users who use the machine most, and who they are.

    Users count by the processors times the run time of their jobs, of moldable jobs the least; of
    equal ones the first by name. Times stay as they are.

    Parameters
    ----------
    count
        How many users are left out.

    Raises
    ------
    WorkloadError
        When fewer users are known than are to be left out, or no job would be left.

    Examples
    --------
    >>> import parsched as sched
    >>> from parsched.data.what_if import without_largest_users
    >>> from dataclasses import replace
    >>> from parsched.model.problem.workload import Labels
    >>> jobs = sched.generate("lublin", jobs=50, processors=8)
    >>> jobs = replace(jobs, user=Labels.of(["ann", "bob", "cleo", "dan", "eve"] * 10))
    >>> rest, left_out = without_largest_users(jobs, 2)
    >>> len(rest) + left_out.jobs, len(left_out.users)
    (50, 2)
    """
    users = None if workload.user is None else workload.user.in_order()
    known = 0 if users is None else len(users.names)
    if users is None or not known:
        raise WorkloadError("no users can be left out: no job has a known user")
    if not 1 <= count <= known:
        told = f"{counted(known, 'user')} {'is' if known == 1 else 'are'} known"
        raise WorkloadError(f"users to leave out must be 1 to {known:,}, got {count:,}: {told}")
    work = np.bincount(users.codes + 1, workload.least_work, known + 1)[1:]
    # Names are in their natural order, so a stable sort takes the first of equal ones.
    largest = np.argsort(-work, kind="stable")[:count]
    kept = ~np.isin(users.codes, largest)
    if not kept.any():
        raise WorkloadError(f"without the {count:,} largest users no job is left")
    left = LeftOutUsers(
        users=tuple(users.names[code] for code in largest.tolist()),
        jobs=int(np.count_nonzero(~kept)),
        share=float(work[largest].sum() / max(float(workload.least_work.sum()), 1e-300)),
    )
    rest = workload.take(kept)
    return replace(rest, name=named_without(workload.name, count)), left


def named_without(name: str, count: int) -> str:
    """Return what the jobs are called without some users."""
    users = "its largest user" if count == 1 else f"its {count:,} largest users"
    return f"{name}, without {users}"


def with_more_processors(platform: Platform, percent: float) -> Platform:
    """Return the machine with every site larger by a share, per cent; smaller below 0. Parts of a
    processor are one.

    Raises
    ------
    WorkloadError
        When that changes nothing, for too large a site, and for a machine on which something is
        installed at first, as that is said for each processor.

    Examples
    --------
    >>> import parsched as sched
    >>> from parsched.data.what_if import with_more_processors
    >>> with_more_processors(sched.Platform.of(128), 10)
    <Platform 141 processors>
    """
    if platform.installed:
        raise WorkloadError("a machine with environments installed at first cannot be made larger")
    sizes = [_larger(site.processors, percent) for site in platform.sites]
    if sizes == [site.processors for site in platform.sites]:
        raise WorkloadError(f"{percent:+g} % processors change nothing on {platform!r}")
    if max(sizes) > MAX_PROCESSORS:
        raise WorkloadError(f"{percent:+g} % processors are more than {MAX_PROCESSORS:,}")
    pairs = zip(platform.sites, sizes, strict=True)
    return replace(platform, sites=tuple(Cluster(site.name, size) for site, size in pairs))


def _larger(processors: int, percent: float) -> int:
    """Return the processors of a site; tenths of a per cent are not lost to rounding."""
    return max(1, math.ceil(round(processors * (100 + percent) / 100, 9)))
