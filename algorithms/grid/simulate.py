"""Runs the kernel of the grid: builds its state, gives it more room, and reads the schedule."""

import time
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from algorithms.grid.adaptive import adapted_last
from algorithms.grid.admissible import by_size, last_sites
from algorithms.grid.conservative_sites import Reservations, new_reservations
from algorithms.grid.events import (
    DONE,
    FULL,
    PAUSED,
    Grid,
    State,
    advance_grid,
)
from algorithms.grid.live_choice import MCT, MWWT_S, RANDOM
from algorithms.grid.machines import JOB, START, new_rows
from algorithms.grid.plan import Plans, new_plans
from algorithms.grid.predicted_choice import new_search
from algorithms.grid.queueing_sites import (
    CONSERVATIVE,
    FCFS,
    LIST,
    Queues,
    new_queues,
    refill,
)
from algorithms.grid.strategies import STRATEGIES, random_sites
from algorithms.problem.platform import Platform
from algorithms.problem.workload import Floats
from algorithms.simulation.machine import Ints, Jobs
from algorithms.stop import Stop

FIRST_CHUNK = 2_000
CHUNK_SECONDS = 0.05
"""A chunk of work is aimed to last this long."""
FIRST_PLACES = 1_024
LARGEST_PRODUCT = 1e31
"""Of two numbers that are compared exactly."""
LOCAL = ("fcfs", "easy", "conservative", "list")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a simulation follows, as in `algorithms.grid.grid.GridParams`; with `keeps`, strategies
    count all jobs that were ever allocated to a site; with a `window`, seconds, the factor is
    adapted and `admissible` its cap."""

    strategy: str
    local: str
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
    def policy(self) -> int:
        """Number of the local policy, for the kernel."""
        return LOCAL.index(self.local)

    @property
    def predicts(self) -> bool:
        """True with a strategy of level C."""
        return self.number >= MCT


class Simulation:
    """A grid and its jobs, in order of release.

    Parameters
    ----------
    jobs
        Columns of rigid jobs, none wider than the largest site, with consistent estimates.
    places
        For jobs on each site at first; there are more when some site needs more.
    """

    def __init__(
        self, jobs: Jobs, platform: Platform, settings: Settings, places: int = FIRST_PLACES
    ) -> None:
        self.jobs = jobs
        self.settings = settings
        self.order = np.array(by_size(platform))
        sizes = np.array([site.processors for site in platform.sites], np.int64)
        self.sizes = sizes[self.order]
        self.last = self._last_sites()
        self.widths = np.unique(jobs.width)
        self.queues: Queues | None = None
        self.kept: Reservations | None = None
        self.plans: Plans | None = None
        self._set_up(min(max(len(jobs.release), 1), places))

    def run(self, stop: Stop) -> None:
        """Simulate to the end.

        Raises
        ------
        TimeLimitReached, Cancelled
            When the run has to end.
        """
        chunk, jobs = FIRST_CHUNK, len(self.jobs.release)
        state = PAUSED if jobs else DONE
        while state != DONE:
            began = time.perf_counter()
            state = self.advance(chunk)
            seconds = time.perf_counter() - began
            chunk = max(int(chunk * min(CHUNK_SECONDS / max(seconds, 1e-9), 4.0)), FIRST_CHUNK)
            placed = int(self.grid.state[0].arrived)
            stop.report(placed / jobs, f"{placed:,} of {jobs:,} jobs allocated")

    def columns(self) -> tuple[Floats, Ints, Any]:
        """Return start, site (an index into `Platform.sites`) and backfilled of each job."""
        jobs, rows = len(self.jobs.release), self.grid.rows
        start, site = np.full(jobs, np.nan), np.zeros(jobs, np.int64)
        backfilled = np.zeros(jobs, np.bool_)
        for row, index in enumerate(self.order):
            size = int(rows.loads[row].placed)
            here = rows.ids[row, JOB, :size]
            start[here] = rows.times[row, START, :size]
            backfilled[here] = rows.backfilled[row, :size]
            site[here] = index
        return start, site, backfilled

    def advance(self, work: int) -> int:
        """Simulate for `work` steps; return DONE when all jobs have ended."""
        state = advance_grid(self.grid, self.queues, self.kept, self.plans, self.jobs, work)
        if state == FULL:
            self._grow()
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

    def _set_up(self, places: int) -> None:
        """Make the state before the first instant, with `places` places for the jobs of a row."""
        settings, sizes = self.settings, self.sizes
        sites, reserves = len(sizes), settings.policy == CONSERVATIVE
        shift = sites if settings.predicts and settings.virtual else 0
        machines = np.tile(sizes, 2) if shift else sizes
        # Jobs of no length need no processors where there are reservations.
        running = places + 1 if reserves else min(places, int(sizes.max())) + 1
        states, spent = State.new(), np.zeros(2, np.int64)
        state, scale = states[0], self._scale()
        state.policy, state.strategy = settings.policy, settings.number
        state.sites, state.shift = sites, shift
        state.exact = scale is not None
        self.queues = None if reserves else new_queues(machines, places)
        self.kept = new_reservations(machines, places) if reserves else None
        self.plans = None
        if not reserves:
            planned = sizes if settings.predicts else sizes[:0]
            self.plans = new_plans(planned, self.widths, places, running, spent)
            self.plans.state["strategy"] = settings.number
            self.plans.state["strict"] = settings.policy == FCFS
            self.plans.state["reserves"] = settings.policy != LIST
        rows = new_rows(machines, places, running)
        rows.loads["keeps"] = settings.keeps
        rows.loads["by_width"] = settings.number == MWWT_S
        self.grid = Grid(
            rows,
            new_search(sites),
            sizes,
            self.last,
            np.ones(sites, np.int64) if scale is None else scale,
            self._picked(),
            states,
            spent,
        )

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

    def _grow(self) -> None:
        """Give each row twice the places; plans are made again when needed."""
        grid, queues, kept = self.grid, self.queues, self.kept
        self._set_up(min(2 * grid.rows.backfilled.shape[1], len(self.jobs.release)))
        keep(grid.rows, self.grid.rows)
        self.grid.state[:] = grid.state
        if kept is not None:
            keep(kept, self.kept)
        if queues is not None and self.queues is not None:
            empty = self.queues.least_width.copy(), self.queues.least_estimate.copy()
            keep(queues, self.queues)
            self.queues.least_width[:], self.queues.least_estimate[:] = empty
            refill(self.grid.rows, self.queues)


def keep(before: Any, after: Any) -> None:
    """Copy arrays into the beginnings of larger ones."""
    for old, new in zip(before, after, strict=True):
        new[tuple(slice(0, length) for length in old.shape)] = old
