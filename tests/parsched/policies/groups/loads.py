"""Jobs with environments: by hand, at random, and of four kinds."""

from collections.abc import Iterator, Sequence

import numpy as np

from parsched.data.generators import generate
from parsched.model.problem.deployment import environments
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import INSTANT, DeployTime, Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Labels, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.trade_offs.points import TradeOffs, trade_offs
from parsched.run.ready_made import READY_MADE
from parsched.run.request import requests, run_all

KINDS = ("narrow", "uniform", "powers", "some-whole")
MEASURED = DeployTime(200.0, 100.0)
"""What Moulaï and Mounié measured: 200 s on one node, 300 s on 100."""


def environed(*jobs: tuple[int, float, str | None], release: tuple[float, ...] = ()) -> Workload:
    """Rigid jobs 1, 2, … as (processors, time, environment)."""
    return Workload(
        name="tiny",
        ids=np.arange(1, len(jobs) + 1),
        release=np.array(release or [0.0] * len(jobs)),
        profiles=Profiles.rigid([q for q, _, _ in jobs], np.array([p for _, p, _ in jobs], float)),
        environment=Labels.of([name for _, _, name in jobs]),
    )


def random_cases(
    count: int,
    *,
    jobs: int = 25,
    processors: int = 16,
    environments: int = 4,
    whole: bool = True,
    seed: int = 1,
) -> Iterator[tuple[Workload, int]]:
    """Random jobs of random sizes on random machines; some have no environment or no length."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        m = int(rng.integers(1, processors, endpoint=True))
        n = int(rng.integers(1, jobs, endpoint=True))
        widest = m if rng.uniform() < 0.5 else max(1, m // 4)
        width = rng.integers(1, widest, n, endpoint=True)
        time = rng.integers(0, 20, n, endpoint=True).astype(float)
        if not whole:
            time *= rng.uniform(0.01, 1, n)
        names = rng.integers(-1, environments, n)
        listed = [None if name < 0 else f"e{name}" for name in names]
        yield environed(*zip(width.tolist(), time.tolist(), listed, strict=True)), m


def of_kind(kind: str, seed: int = 1, jobs: int = 300) -> Workload:
    """Jobs for 100 processors, in 8 environments."""
    params = {"widths": kind, "environments": 8, "seed": seed}
    return generate("environments", jobs=jobs, processors=100, params=params)


def front_of(
    workload: Workload,
    platform: Platform,
    methods: Sequence[str] = (),
) -> TradeOffs:
    """Run what entries of the command line name, or every method with every λ, and compare."""
    wanted = requests(methods) or READY_MADE["trade-offs"].requests
    found = run_all(Instance(workload, platform), wanted)
    return trade_offs([(one.text, result) for one, result in found])


def deployments_by_hand(workload: Workload, schedule: Schedule) -> int:
    """Follow each processor with dictionaries."""
    codes, installed, count = environments(workload), dict[int, int](), 0
    assert schedule.processors is not None
    for job in np.argsort(schedule.start, kind="stable").tolist():
        if codes[job] < 0 or schedule.duration[job] == 0:
            continue
        for lo, hi in zip(*map(np.ndarray.tolist, schedule.processors.intervals(job)), strict=True):
            for processor in range(lo, hi):
                count += int(installed.get(processor) != codes[job])
                installed[processor] = int(codes[job])
    return count


def brute_force(
    workload: Workload, processors: int, time: DeployTime
) -> Iterator[tuple[float, int]]:
    """Yield makespan and deployments of every schedule in which no job can start earlier alone.

    Orders of the jobs times choices of processors; a job starts as soon as the processors that
    hold its environment are idle, and the others have been deployed at once. Jobs of no length hold
    no processor.
    """
    jobs, machine = len(workload), range(processors)
    codes = environments(workload).tolist()
    width, length = workload.width.tolist(), workload.runtime.tolist()
    subsets = {q: list(_subsets(machine, q)) for q in set(width)}

    def place(
        left: frozenset[int], until: tuple[float, ...], installed: tuple[int, ...], deployed: int
    ) -> Iterator[tuple[float, int]]:
        if not left:
            yield max(until), deployed
        for job in left:
            if not length[job]:
                yield from place(left - {job}, until, installed, deployed)
                continue
            for chosen in subsets[width[job]]:
                new = [p for p in chosen if codes[job] >= 0 and installed[p] != codes[job]]
                ready = max((until[p] for p in new), default=0.0) + time.on(len(new))
                end = max(ready, *(until[p] for p in chosen)) + length[job]
                yield from place(
                    left - {job},
                    tuple(end if p in chosen else until[p] for p in machine),
                    tuple(codes[job] if p in new else installed[p] for p in machine),
                    deployed + len(new),
                )

    yield from place(frozenset(range(jobs)), (0.0,) * processors, (-1,) * processors, 0)


def _subsets(machine: range, size: int) -> Iterator[tuple[int, ...]]:
    if size == 0:
        yield ()
    for first in machine:
        for rest in _subsets(range(first + 1, machine.stop), size - 1):
            yield (first, *rest)


def machine(processors: int, time: DeployTime = INSTANT) -> Platform:
    """One cluster."""
    return Platform.of(processors, deployment=time)
