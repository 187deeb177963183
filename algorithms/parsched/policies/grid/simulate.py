"""Runs the kernel of the grid: builds its state, gives it more room, and reads the schedule."""

import time
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from parsched.base.digits import counted
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Floats, Workload
from parsched.model.stop import Stop
from parsched.policies.grid.adaptive import adapted_last
from parsched.policies.grid.admissible import by_size, last_sites
from parsched.policies.grid.events import (
    DONE,
    FULL,
    PAUSED,
    GridSimulation,
    GridState,
    advance_grid,
)
from parsched.policies.grid.foresight import new_ahead
from parsched.policies.grid.live_choice import MCT, MWWT_S, RANDOM
from parsched.policies.grid.loads import Load
from parsched.policies.grid.new_sites import local_kind, new_sites
from parsched.policies.grid.plan import Plans, new_plans
from parsched.policies.grid.predicted_choice import new_search
from parsched.policies.grid.sites import START
from parsched.policies.grid.strategies import STRATEGIES, random_sites
from parsched.policies.online.coming import in_jobs_order, new_coming
from parsched.policies.online.machine import Ints
from parsched.policies.online.policy import QueueParams, backfill_order_of, order_of
from parsched.policies.online.queue import predictions
from parsched.policies.online.site import INDEXED

FIRST_CHUNK = 2_000
CHUNK_SECONDS = 0.05
"""A chunk of work is aimed to last this long."""
FIRST_PLACES = 1_024
"""For waiting jobs of a site in its plan."""
LARGEST_PRODUCT = 1e31
"""Of two numbers that are compared exactly."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a simulation follows, as in `parsched.policies.grid.grid.GridParams`; with `keeps`,
    strategies count all jobs that were ever allocated to a site; with a `window`, in ticks, the
    factor is adapted and `admissible` its cap. `local` is what all sites follow."""

    strategy: str
    local: QueueParams
    admissible: Fraction
    at_least: bool
    virtual: bool
    seed: int
    keeps: bool = False
    window: float = 0.0

    @property
    def number(self) -> int:
        """Of the strategy, for the kernel."""
        return list(STRATEGIES).index(self.strategy)

    @property
    def predicts(self) -> bool:
        """True with a strategy of level C."""
        return self.number >= MCT

    @property
    def plans(self) -> bool:
        """True where predictions are plans that are kept, false where they look ahead in a copy."""
        return self.predicts and local_kind(self.local) == INDEXED

    @property
    def by_usage(self) -> bool:
        """True if an order looks at the usage of users."""
        orders = order_of(self.local), backfill_order_of(self.local)
        return any(formula is not None and "u" in formula.variables for formula in orders)


class Simulation:
    """A grid and its jobs, in order of release.

    Parameters
    ----------
    workload
        Rigid jobs, none wider than the largest site, with consistent estimates.
    places
        For waiting jobs in the plan of each site at first; there are more when some site needs
        more.
    """

    def __init__(
        self, workload: Workload, platform: Platform, settings: Settings, places: int = FIRST_PLACES
    ) -> None:
        self.jobs = workload
        self.settings = settings
        self.order = np.array(by_size(platform))
        sizes = np.array([site.processors for site in platform.sites], np.int64)
        self.sizes = sizes[self.order]
        self.last = self._last_sites()
        self.grid = self._new_grid()
        self.plans = self._new_plans(min(max(len(workload), 1), places))

    def run(self, stop: Stop) -> None:
        """Simulate to the end.

        Raises
        ------
        TimeLimitReached, Cancelled
            When the run has to end.
        """
        chunk, jobs = FIRST_CHUNK, len(self.jobs)
        state = PAUSED if jobs else DONE
        while state != DONE:
            began = time.perf_counter()
            state = self.advance(chunk)
            seconds = time.perf_counter() - began
            chunk = max(int(chunk * min(CHUNK_SECONDS / max(seconds, 1e-9), 4.0)), FIRST_CHUNK)
            placed = int(self.grid.state[0].arrived)
            stop.report(placed / jobs, f"{placed:,} of {counted(jobs, 'job')} allocated")

    def columns(self) -> tuple[Floats, Ints, Any]:
        """Return start, site (an index into `Platform.sites`) and backfilled of each job."""
        real, coming = self.grid.sites, self.grid.coming
        columns = real.times[0, START], self.order[self.grid.chosen], real.backfilled[0]
        start, site, backfilled = in_jobs_order(coming, *columns)
        return start, site, backfilled

    def advance(self, work: int) -> int:
        """Simulate for `work` steps; return DONE when all jobs have ended."""
        state = advance_grid(self.grid, self.plans, work)
        if state == FULL:
            # Plans are made again when needed.
            self.plans = self._new_plans(min(2 * self.plans.order.shape[1], len(self.jobs)))
        return state

    def _last_sites(self) -> Ints:
        """Return the last admissible site of each job."""
        jobs, sizes, settings = self.jobs, self.sizes, self.settings
        at_least, window = settings.at_least, settings.window
        last = last_sites(sizes.tolist(), settings.admissible, at_least=at_least)
        of_first = np.array(last, np.int64)
        if window == 0:
            fixed: Ints = of_first[np.searchsorted(sizes, jobs.width)]
            return fixed
        return adapted_last(jobs.release, jobs.width, sizes, of_first, window, at_least=at_least)

    def _new_grid(self) -> GridSimulation:
        """Return the state before the first instant."""
        settings, sizes, jobs = self.settings, self.sizes, len(self.jobs)
        count, looks = len(sizes), settings.predicts and not settings.plans
        shift = count if settings.predicts and settings.virtual else 0
        processors = np.tile(sizes, 2) if shift else sizes
        world = np.repeat([0, 1], count) if shift else np.zeros(count, np.int64)
        loads = Load.new(len(processors))
        loads["next_at"] = np.inf
        loads["keeps"] = settings.keeps
        loads["by_width"] = settings.number == MWWT_S
        if looks:
            processors = np.append(processors, sizes[-1])
            world = np.append(world, world[-1] + 1)
        states, scale = GridState.new(), self._scale()
        state = states[0]
        state.strategy, state.sites, state.shift = settings.number, count, shift
        state.exact = scale is not None
        sites = new_sites(self.jobs, settings.local, processors, world)
        predicted = predictions(self.jobs, settings.local)
        return GridSimulation(
            sites,
            new_coming(self.jobs, sites.release, predicted, sites.user, sites.shares.factors),
            loads,
            new_ahead(count, jobs if looks else 0, settings.by_usage),
            new_search(count),
            sizes,
            self.last,
            np.ones(count, np.int64) if scale is None else scale,
            self._picked(),
            np.zeros(jobs, np.int64),
            states,
        )

    def _new_plans(self, places: int) -> Plans:
        """Return plans that are not made yet, or no plans where they are not needed."""
        settings, local = self.settings, self.settings.local
        planned = self.sizes if settings.plans else self.sizes[:0]
        running = min(len(self.jobs), int(self.sizes.max())) + 1
        spent = np.zeros(2, np.int64)
        plans = new_plans(planned, np.unique(self.jobs.width), places, running, spent)
        plans.state["strategy"] = settings.number
        plans.state["strict"] = local.backfill == "off"
        plans.state["reserves"] = local.reservations != 0
        return plans

    def _picked(self) -> Ints:
        if self.settings.number != RANDOM:
            return np.zeros(1, np.int64)
        return random_sites(self.jobs.width, self.sizes, self.last, self.settings.seed)

    def _scale(self) -> Ints | None:
        """Return a common multiple of all sizes over each size, if that can be reckoned with."""
        sizes = self.sizes.tolist()
        multiple = lcm(*sizes)
        largest = multiple // min(sizes)
        most = 8 * len(sizes) * largest * (int(self.jobs.width.sum()) + max(sizes))
        if most >= 2**62 or float(most) * largest > LARGEST_PRODUCT:
            return None
        return np.array([multiple // size for size in sizes], np.int64)
