"""Admissible allocation: which sites of a grid a job of some width may be allocated to.

Sites are in order of size, ties as on the platform. The first site that holds a job is f, and the
admissible ones are f, …, l with the least l whose sites f, …, l have enough of the processors of
f, …, K: at least the share a of them (Quezada-Pina et al. 2012, as printed), or more than it. With
a = 1 all sites from f on are admissible either way.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload


@dataclass(frozen=True)
class SizeClass:
    """Jobs of `narrowest` to `widest` processors may run on the same sites.

    `sites` are indices into `Platform.sites`, in order of size.
    """

    narrowest: int
    widest: int
    sites: tuple[int, ...]


def by_size(platform: Platform) -> list[int]:
    """Return the sites of a platform in order of size, as indices into `Platform.sites`."""
    sizes = [site.processors for site in platform.sites]
    return sorted(range(len(sizes)), key=sizes.__getitem__)


def as_typed(share: float) -> Fraction:
    """Return the share as typed: 0.1 is 1/10, not the nearest binary number.

    Raises
    ------
    ValueError
        When it is not within (0, 1].
    """
    exact = Fraction(repr(float(share)))
    if not 0 < exact <= 1:
        raise ValueError(f"the admissible share must be above 0 and at most 1, got {share}")
    return exact


def last_sites(sizes: Sequence[int], share: Fraction, *, at_least: bool) -> list[int]:
    """Return the last admissible site l for each first site f.

    Parameters
    ----------
    sizes
        Processors of the sites in ascending order.
    share
        The factor a.
    at_least
        True for s(f, l) ≥ a·s(f, K), False for >; K where no l has more.
    """
    last_of_class = []
    for first in range(len(sizes)):
        needed, have, last = share * sum(sizes[first:]), 0, len(sizes) - 1
        for site in range(first, len(sizes)):
            have += sizes[site]
            if have > needed or (at_least and have == needed):
                last = site
                break
        last_of_class.append(last)
    return last_of_class


def size_classes(platform: Platform, share: float, rule: str = "at-least") -> list[SizeClass]:
    """Return the admissible sites of jobs of each width, from the narrowest to the widest.

    Parameters
    ----------
    share
        The factor a in (0, 1], taken as typed.
    rule
        "at-least" or "more-than".

    Raises
    ------
    ValueError
        When the share is not within (0, 1].
    """
    order = by_size(platform)
    sizes = [platform.sites[site].processors for site in order]
    last = last_sites(sizes, as_typed(share), at_least=rule == "at-least")
    classes, narrowest = [], 1
    for first, size in enumerate(sizes):
        if size >= narrowest:
            sites = tuple(order[first : last[first] + 1])
            classes.append(SizeClass(narrowest, size, sites))
            narrowest = size + 1
    return classes


def jobs_of(classes: Sequence[SizeClass], workload: Workload) -> list[int]:
    """Return how many jobs are in each class, by the least width of each job."""
    limits = np.array([jobs.narrowest for jobs in classes] or [0])
    place = np.searchsorted(limits, workload.least_width, side="right") - 1
    counts: list[int] = np.bincount(np.maximum(place, 0), minlength=len(classes)).tolist()
    return counts[: len(classes)]


def processors_of(platform: Platform, jobs: SizeClass) -> tuple[int, int]:
    """Return the processors of the admissible sites, s(f, l), and of all sites that hold the jobs,
    s(f, K): the first has to be the share of the second."""
    sizes = [site.processors for site in platform.sites]
    return sum(sizes[i] for i in jobs.sites), sum(size for size in sizes if size >= jobs.widest)


def unreachable(platform: Platform, share: float, rule: str = "at-least") -> list[int]:
    """Return the sites that are admissible to no job, as indices into `Platform.sites`.

    Grid 3 of the paper has one at a = 0.5 as printed: of its two sites of 32 processors, the first
    has half of the processors that jobs of 17 to 32 processors may use, which is enough.
    """
    reached = {site for jobs in size_classes(platform, share, rule) for site in jobs.sites}
    return [site for site in range(len(platform.sites)) if site not in reached]


def enough_before(platform: Platform, lost: int) -> Fraction:
    """Return the share that is reached without a site, though its jobs are for no smaller ones.

    It is what sites of the same size before it have of the processors of all that are no smaller.
    The site is admissible to some job with any greater share, and with "more-than" with this one;
    with 0, it is with all.
    """
    order, size = by_size(platform), platform.sites[lost].processors
    same = [site for site in order if platform.sites[site].processors == size]
    hold = sum(site.processors for site in platform.sites if site.processors >= size)
    return Fraction(same.index(lost) * size, hold)
