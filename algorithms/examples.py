"""A tiny workload for each algorithm, and what the algorithm makes of it.

Which one follows from what the algorithm supports: jobs that arrive, moldable jobs, or rigid jobs.
The few algorithms that need more have it here: `OWN` holds other jobs, `PICTURES` the settings that
one picture after the other shows, `LINES` the times that structure a schedule.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from algorithms.allotment.choices import Choices
from algorithms.allotment.dual import approximate
from algorithms.batches.selection import batches_of
from algorithms.catalogue import Algorithm
from algorithms.generators.samples import eight
from algorithms.platform import Platform
from algorithms.profiles import Profiles
from algorithms.result import Result
from algorithms.solve import solve
from algorithms.workload import Labels, Workload, ceil_times

PROCESSORS = 4


@dataclass(frozen=True)
class Lines:
    """Times that structure a schedule, seconds, by name, and what they are."""

    meaning: str
    times: Mapping[str, float]


@dataclass(frozen=True)
class Picture:
    """A schedule of the example, under parameters that differ from the defaults in `settings`."""

    settings: Mapping[str, Any]
    result: Result
    lines: Lines | None = None


@dataclass(frozen=True)
class Example:
    """Jobs, a machine, and what the algorithm makes of them."""

    workload: Workload
    platform: Platform
    pictures: Sequence[Picture]


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
    names = ["red", "red", "red", "blue", "blue", "blue", "green", "green"]
    width, time = [4, 3, 1, 1, 1, 1, 2, 1], [2.0, 3.0, 4.0, 6.0, 5.0, 4.0, 4.0, 5.0]
    jobs = _jobs(Profiles.rigid(np.array(width), np.array(time)))
    return replace(jobs, environment=Labels.of(names))


def arriving() -> Workload:
    """The moldable jobs, one after the other."""
    jobs = moldable()
    return _jobs(jobs.profiles, weight=jobs.weight, release=[0, 0, 1, 3, 5, 6, 8])


def spread() -> Workload:
    """Eight jobs for sites of 2, 2 and 4 processors: two need the large site, and where narrow ones
    may go decides how long they wait."""
    release, width, time = zip(
        *((0, 2, 5), (0, 1, 1), (0, 2, 4), (0, 3, 3), (2, 4, 5), (3, 1, 1), (4, 1, 5), (4, 2, 4)),
        strict=True,
    )
    return _jobs(Profiles.rigid(np.array(width), np.array(time, np.float64)), release=release)


def _parts(*parts: tuple[int, int]) -> Workload:
    """Jobs of so many parts, which take so many seconds each."""
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


@cache
def example(declared: Algorithm) -> Example:
    """Run an algorithm on its example, once per process."""
    workload, sizes = OWN.get(declared.key) or (_workload(declared), (PROCESSORS,))
    platform = Platform.of(*sizes)
    pictures = []
    for settings in PICTURES.get(declared.key, ({},)):
        pictures.append(Picture(settings, solve(workload, platform, declared.key, settings)))
    if declared.key in LINES:
        pictures[0] = replace(pictures[0], lines=LINES[declared.key](pictures[0].result))
    return Example(workload, platform, pictures)


def _workload(declared: Algorithm) -> Workload:
    supports = declared.supports
    if supports.whole_times:
        return cut()
    if supports.release_times:
        return arriving() if supports.moldable else eight()
    return moldable() if supports.moldable else rigid()


def _shelves(result: Result) -> Lines:
    choices = Choices.of(result.workload, result.platform.processors)
    accepted = approximate(choices, result.platform.processors).accepted
    meaning = "the accepted guess λ, where shelf 1 ends, and 3λ/2"
    return Lines(meaning, {"λ": accepted, "3λ/2": 1.5 * accepted})


def _doubling(result: Result) -> Lines:
    workload, processors = result.workload, result.platform.processors
    choices = Choices.of(workload, processors)
    longest = approximate(choices, processors).accepted
    found = batches_of(choices, workload.weight, processors, longest, True, lambda share: None)
    return _numbered([batch.begin for batch in found.batches])


def _arrivals(result: Result) -> Lines:
    """What has been released by the end of one batch makes up the next."""
    release, end = result.workload.release, result.schedule.end
    begins, waiting = [float(release.min())], np.ones(len(release), np.bool_)
    while True:
        batch = waiting & (release <= begins[-1])
        waiting &= ~batch
        if not waiting.any():
            break
        begins.append(float(max(end[batch].max(), release[waiting].min())))
    return _numbered(begins)


def _numbered(begins: Sequence[float]) -> Lines:
    times = {str(number): begin for number, begin in enumerate(begins, 1)}
    return Lines("where batches begin", times)


def _target(result: Result) -> Lines:
    assert result.schedule.groups is not None
    target = result.schedule.groups.target
    meaning = "λ, which the groups are made for, and 2λ"
    return Lines(meaning, {"λ": target, "2λ": 2 * target})


GROUPED = ("gls", "gls-plus", "env-blind", "env-order", "env-barrier", "env-sequential")
"""Algorithms for environments."""

OWN: dict[str, tuple[Workload, tuple[int, ...]]] = {
    "mrt": (shelved(), (6,)),
    "local-search": (improvable(), (PROCESSORS,)),
    "exact": (provable(), (PROCESSORS,)),
    "grid": (spread(), (2, 2, 4)),
    **dict.fromkeys(GROUPED, (deployed(), (6,))),
}
"""Jobs and sizes of sites of algorithms whose principle the usual ones do not show."""

PICTURES: dict[str, Sequence[Mapping[str, Any]]] = {
    "demt": ({"compaction": "shelves", "shuffles": 0}, {}),
    "grid": ({"strategy": "mst", "admissible": 0.5}, {"strategy": "mst"}, {}),
    **dict.fromkeys(GROUPED, ({"deploy_seconds": 1.0}, {})),
}
"""Settings of the pictures of an algorithm; one picture of the defaults where none are given."""

LINES: dict[str, Callable[[Result], Lines]] = {
    "mrt": _shelves,
    "demt": _doubling,
    "online-batch": _arrivals,
    "gls": _target,
    "gls-plus": _target,
}
"""What structures the schedule of the first picture."""
