"""How far admissible allocation is from the optimum on random grids: the measured points beside the
curves of `theory`.

Each point is the largest ratio of a makespan to a certified lower bound over some random instances,
so the ratio to the optimum is at most that. The strategies are the ones of the theorems, MLB and
MCT, with what these take for granted: list scheduling at the sites, exact estimates, and counters
over all jobs ever allocated.
"""

from collections.abc import Iterator
from functools import cache

import numpy as np

from parsched.declare.parameters import Params
from parsched.measure.bounds.makespan import on_sites
from parsched.model.problem.arrays import Floats, Ints, sealed
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.policies.grid.admissible import as_typed
from parsched.policies.grid.simulate import Settings, Simulation
from parsched.policies.grid.strategies import STRATEGIES
from parsched.policies.online.presets import PRESETS
from parsched.policies.theory import TheoryCurve

FACTORS = tuple(tenth / 10 for tenth in range(1, 11))
"""Admissible factors a of the points."""
PROVED = ("mlb", "mct")
"""Strategies that the theorems are about."""
INSTANCES = 60
"""Random instances of each point: all points of a page take about 0.2 s."""
MOST_SITES, MOST_JOBS = 5, 24
SIZES = (2, 4, 8)
"""Largest processors that sites of a grid are drawn from."""
LONGEST = 20
SPANS = (1, 30)
"""Seconds within which jobs arrive: nearly at once, or spread over about a makespan."""


def instances(seed: int, count: int, *, online: bool) -> Iterator[tuple[Workload, Platform]]:
    """Yield random instances that are hard for lists: a few sites of up to 8 processors; narrow
    jobs and jobs of just more than half of a site or all of it; short jobs and jobs of 20 s.

    Parameters
    ----------
    seed
        Of the random numbers; the same one gives the same instances.
    online
        Whether jobs arrive over time, or are all there at time 0.
    """
    random = np.random.default_rng((seed, online))
    for _ in range(count):
        largest = random.choice(SIZES)
        sites = int(random.integers(1, MOST_SITES + 1))
        sizes = np.sort(random.integers(1, largest + 1, sites))
        jobs = int(random.integers(1, MOST_JOBS + 1))
        room = random.choice(sizes[[0, -1]], jobs)
        kind = random.integers(0, 4, jobs)
        some = random.integers(1, room + 1)
        width = np.choose(kind, [np.ones_like(room), some, room // 2 + 1, room])
        length = np.choose(
            random.integers(0, 3, jobs), [1, random.integers(1, LONGEST + 1, jobs), LONGEST]
        )
        release = np.sort(random.integers(0, random.choice(SPANS) + 1, jobs)) * online
        yield _exact(release, width, length.astype(np.float64)), Platform.of(*sizes.tolist())


def _exact(release: Ints, width: Ints, times: Floats) -> Workload:
    """Return rigid jobs in order of release, with exact estimates."""
    return Workload(
        name="random",
        ids=np.arange(1, len(times) + 1),
        release=release.astype(np.float64),
        profiles=Profiles.rigid(width, times),
        estimate=times,
    )


def makespan(workload: Workload, platform: Platform, strategy: str, factor: float) -> float:
    """Return the makespan of a strategy with list scheduling at the sites, seconds; estimates are
    exact."""
    settings = Settings(
        strategy=strategy,
        local=PRESETS["first-fit"].policy(Params()),
        admissible=as_typed(factor),
        at_least=True,
        virtual=False,
        seed=1,
        keeps=True,
    )
    simulation = Simulation(workload, platform, settings, places=MOST_JOBS)
    simulation.run(Stop())
    start, _, _ = simulation.columns()
    return float((start + workload.runtime).max(initial=0.0))


@cache
def _bounded(seed: int, count: int, online: bool) -> tuple[tuple[Workload, Platform, float], ...]:
    """Return random instances with their lower bounds: all points share them."""
    return tuple((*case, on_sites(*case)) for case in instances(seed, count, online=online))


@cache
def largest_ratio(
    strategy: str, factor: float, *, online: bool = True, count: int = INSTANCES, seed: int = 1
) -> float:
    """Return the largest ratio of a makespan to its lower bound over random instances.

    Once per process for the same arguments; `count` simulations of up to 24 jobs, about 0.15 ms
    each.

    Parameters
    ----------
    strategy
        A key of `strategies.STRATEGIES`.
    factor
        The admissible factor a.
    online, count, seed
        Of the instances, see `instances`; at least one.

    Raises
    ------
    ValueError
        When the factor is not within (0, 1].
    """
    return max(
        makespan(workload, platform, strategy, factor) / least
        for workload, platform, least in _bounded(seed, count, online)
    )


def measured_points() -> tuple[TheoryCurve, ...]:
    """Return the largest ratio on-line by a, for each of the strategies that the theorems are
    about; the first call takes about 0.2 s, and later ones nothing."""
    factors = np.array(FACTORS)
    return tuple(
        TheoryCurve(
            f"{STRATEGIES[key].title}, measured (largest of {INSTANCES})",
            sealed(factors.copy()),
            sealed(np.array([largest_ratio(key, factor) for factor in FACTORS])),
        )
        for key in PROVED
    )
