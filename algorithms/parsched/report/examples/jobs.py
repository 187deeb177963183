"""Tiny workloads that show what an algorithm does."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Labels, Workload, ceil_times


def rigid() -> Workload:
    """Seven rigid jobs that are all there at time 0."""
    width, time = [1, 2, 3, 1, 2, 1, 4], [8.0, 3.0, 4.0, 5.0, 2.0, 3.0, 1.0]
    return _jobs(Profiles.rigid(np.array(width), np.array(time)))


def moldable() -> Workload:
    """Seven moldable jobs, from hardly to fully parallel, that differ in weight."""
    times = [
        [8.0, 5.0, 4.0, 3.5],
        [6.0, 3.0, 2.0, 1.5],
        [4.0, 2.5, 2.0, 1.8],
        [3.0, 2.0, 1.5, 1.2],
        [2.0, 1.2, 1.0, 0.9],
        [9.0, 4.5, 3.0, 2.25],
        [1.0, 0.8, 0.7, 0.6],
    ]
    return _jobs(_dense(times), weight=[2, 6, 1, 5, 3, 4, 2])


def shelved() -> Workload:
    """Four jobs for a first shelf, two for a second one, and a small one between."""
    times = [
        [7.0, 4.0, 3.0, 2.5, 2.0, 2.0],
        [4.0, 2.0, 1.5, 1.5, 1.5, 1.5],
        [4.0, 2.5, 2.0, 1.5, 1.5, 1.5],
        [7.0, 4.0, 3.0, 2.5, 2.0, 2.0],
        [3.0, 1.5, 1.0, 1.0, 1.0, 1.0],
        [3.0, 1.5, 1.0, 1.0, 1.0, 1.0],
        [1.0, 0.5, 0.5, 0.5, 0.5, 0.5],
    ]
    return _jobs(_dense(times))


def cut() -> Workload:
    """Seven jobs in equal parts of whole seconds: LTF takes 13 s, and 12 s are proved optimal."""
    return _parts((1, 4), (1, 4), (2, 6), (2, 6), (1, 1), (1, 5), (2, 3))


def improvable() -> Workload:
    """Seven jobs in equal parts: LTF takes 20 s with either placement, and the least is 17 s."""
    return _parts((3, 3), (4, 2), (2, 6), (3, 5), (2, 4), (3, 1), (4, 3))


def provable() -> Workload:
    """Six jobs in equal parts: LTF takes 12 s, the bounds say 10 s, and the least is 11 s."""
    return _parts((1, 4), (4, 2), (4, 2), (1, 5), (1, 5), (2, 4))


def deployed() -> Workload:
    """Eight rigid jobs of three environments: wide and short ones, narrow and long ones."""
    return _deployed(
        *((4, 2, "Debian"), (3, 3, "Debian"), (1, 6, "Fedora"), (1, 6, "Fedora"), (1, 5, "Fedora")),
        *((1, 4, "Fedora"), (2, 4, "FreeBSD"), (1, 5, "FreeBSD")),
    )


def as_figure_1() -> Workload:
    """Four jobs of one processor; two need the same environment."""
    return _deployed((1, 6, "Debian"), (1, 3, "Fedora"), (1, 2, "FreeBSD"), (1, 1, "Fedora"))


def too_long() -> Workload:
    """Six jobs in two environments that the printed groups keep for longer than 4 · 20 s."""
    wide = ((9, 1, "Debian"), (5, 11, "Debian"), (5, 11, "Debian"))
    return _deployed(*wide, *((1, 20, "Fedora"),) * 3)


def as_wide() -> Workload:
    """Four jobs of one environment: the narrow ones need as many processors as the wide one."""
    return _deployed((3, 1, "Debian"), *((1, 9, "Debian"),) * 3)


def layered() -> Workload:
    """Six jobs in two environments: three that make a layered group, and three that are too long
    for one."""
    return _deployed(
        *((10, 4, "Debian"), (8, 5, "Debian"), (6, 3, "Debian")),
        *((4, 10, "Fedora"), (3, 10, "Fedora"), (3, 10, "Fedora")),
    )


def canonical() -> Workload:
    """Six narrow jobs of one environment."""
    return _deployed(
        *((3, 4, "Debian"), (2, 5, "Debian"), (2, 3, "Debian")),
        *((1, 6, "Debian"), (1, 2, "Debian"), (1, 5, "Debian")),
    )


def arriving() -> Workload:
    """The moldable jobs, one after the other."""
    jobs = moldable()
    return _jobs(jobs.profiles, weight=jobs.weight, release=[0, 0, 1, 3, 5, 6, 8])


def logged() -> Workload:
    """Six jobs of a log: job 2 waits although half of the machine is idle, and job 4 overtakes."""
    release, width, time, start = zip(
        *((0, 2, 4, 0), (1, 2, 3, 5), (2, 3, 2, 8), (3, 1, 3, 4)),
        *((6, 2, 3, 10), (7, 1, 2, 8)),
        strict=True,
    )
    jobs = _jobs(Profiles.rigid(np.array(width), np.array(time, np.float64)), release=release)
    return replace(jobs, recorded=np.array(start, np.float64))


def spread() -> Workload:
    """Eight jobs for sites of 2, 2 and 4 processors: two need the large site, and where narrow ones
    may go decides how long they wait."""
    release, width, time = zip(
        *((0, 2, 5), (0, 1, 1), (0, 2, 4), (0, 3, 3), (2, 4, 5), (3, 1, 1), (4, 1, 5), (4, 2, 4)),
        strict=True,
    )
    return _jobs(Profiles.rigid(np.array(width), np.array(time, np.float64)), release=release)


def _deployed(*jobs: tuple[int, float, str]) -> Workload:
    """Rigid jobs as (processors, time, environment)."""
    width, time, names = zip(*jobs, strict=True)
    workload = _jobs(Profiles.rigid(np.array(width), np.array(time, np.float64)))
    return replace(workload, environment=Labels.of(names))


def _parts(*parts: tuple[int, int]) -> Workload:
    """Jobs as (parts, seconds of each part)."""
    return _jobs(Profiles.of([ceil_times(count, float(time)) for count, time in parts]))


def _dense(times: Sequence[Sequence[float]]) -> Profiles:
    """Times on 1, 2, … processors."""
    return Profiles.of([(np.arange(1, len(time) + 1), np.array(time)) for time in times])


def _jobs(profiles: Profiles, weight: Any = (), release: Any = ()) -> Workload:
    jobs = len(profiles)
    return Workload(
        name="Example",
        ids=np.arange(1, jobs + 1),
        release=np.array(release, np.float64) if len(release) else np.zeros(jobs),
        profiles=profiles,
        weight=np.array(weight, np.float64),
    )
