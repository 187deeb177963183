"""The relaxation solved again and again: makespans fall and costs change, the solver stays."""

import math
from collections.abc import Callable
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import SolverError
from parsched.measure.time_indexed import matrix
from parsched.measure.time_indexed.proof import proves
from parsched.measure.time_indexed.slots import Slots
from parsched.measure.time_indexed.solver import Solver
from parsched.model.problem.workload import Floats, Ints

WRITTEN = 1_000
"""Most slots of programs that are written with PuLP; larger ones are filled in as arrays."""
MOST_WRITTEN = 100_000
"""Units of time of these slots together, beyond which they are filled in as arrays as well."""
CHUNK = 1_000_000
"""Entries of the matrix that are filled in at once."""
CROWDED = 3
"""Columns for each row of the program, from which there are too many, unless all are no more than
WRITTEN: those outside the basis leave before costs change, as every iteration looks at all."""
LEAST = 1e-7
"""Reduced cost, below 0, from which a column may improve the solution (the solver's tolerance)."""
NOTHING = 1e-9
"""A job whose share outside all slots is smaller is placed."""


class SplitVerdict(Enum):
    """Whether jobs, split as one likes, fit a makespan."""

    FITS = "fits"
    PROVED_IMPOSSIBLE = "proved impossible"
    UNDECIDED = "undecided"


class TimeIndexedRelaxation:
    """The time-indexed linear program of some slots.

    Most slots are 0 in every solution that matters, so the solver starts with a few columns and
    gets others when they price out: column s enters if cost[s] + Σ price over its units and
    processors is less than what its job costs so far, the best of each job at a time. When none
    does, the solution is optimal among all slots. Every solve starts from the basis of the one
    before.

    Parameters
    ----------
    slots
        All slots; the program may be limited to shorter makespans.
    beat
        Called at least ten times a second while the solver runs; what it raises ends the solve.
    effort
        As for `Solver`; when it is used up, nothing more is decided.
    """

    def __init__(self, slots: Slots, beat: Callable[[], None], effort: float = math.inf) -> None:
        self.slots, self._beat = slots, beat
        self._allowed = np.ones(len(slots), np.bool_)
        self._costs = np.zeros(len(slots))
        if len(slots) <= WRITTEN and slots.time.sum() + slots.horizon <= MOST_WRITTEN:
            self._solver = Solver(matrix.passed(matrix.written(slots)), beat, effort)
            self._inside = np.arange(len(slots))
        else:
            self._solver = Solver(matrix.rows_only(slots), beat, effort)
            self._inside = np.empty(0, np.int64)
            self._enter(np.flatnonzero(_tiles(slots)))

    def limit(self, makespan: int) -> SplitVerdict:
        """Forbid all slots that no schedule of `makespan` units contains, and tell whether the
        others hold all jobs."""
        self._allowed = self.slots.within(makespan)
        jobs, infinity = self.slots.jobs, math.inf
        self._solver.bound(
            self._of(self._inside), np.where(self._allowed[self._inside], infinity, 0)
        )
        self._solver.bound(np.arange(jobs), np.full(jobs, infinity))
        self._set_costs(np.ones(jobs), np.zeros(len(self.slots)))
        try:
            return self._place()
        except SolverError:
            return SplitVerdict.UNDECIDED

    def _place(self) -> SplitVerdict:
        """Minimise the shares outside all slots until they are 0, or proved not to be."""
        jobs = self.slots.jobs
        while True:
            self._solver.run()
            if self._solver.objective <= NOTHING * jobs:
                self._solver.bound(np.arange(jobs), np.zeros(jobs))
                return SplitVerdict.FITS
            duals = self._solver.duals
            self._beat()
            if proves(self.slots, self._allowed, self._prices(duals)):
                return SplitVerdict.PROVED_IMPOSSIBLE
            self._beat()
            if not self._improve(duals):
                return SplitVerdict.UNDECIDED

    def minimise(self, costs: Floats) -> Floats:
        """Return shares x ≥ 0 of all slots that minimise Σ costs·x, where `limit` said FITS.

        Both have the shape (n_slots,), float64.
        """
        self._leave()
        self._set_costs(np.zeros(self.slots.jobs), costs)
        self._solver.run()
        while self._improve(self._solver.duals):
            self._solver.run()
        shares = np.zeros(len(self.slots))
        values = self._solver.values[self.slots.jobs :]
        shares[self._inside] = np.where(values > NOTHING, values, 0.0)
        return shares

    def _set_costs(self, rest: Floats, costs: Floats) -> None:
        self._costs = costs
        inside = np.concatenate([np.arange(self.slots.jobs), self._of(self._inside)])
        self._solver.cost(inside, np.concatenate([rest, costs[self._inside]]))

    def _of(self, slots: Ints) -> Ints:
        """Columns of slots that are inside, given in the order of entering."""
        return self.slots.jobs + np.arange(len(slots))

    def _prices(self, duals: Floats) -> Floats:
        """Price of a processor in each unit of time, float64 of shape (horizon,)."""
        return np.maximum(-duals[self.slots.jobs :], 0.0)

    def _improve(self, duals: Floats) -> bool:
        """Let the best slot of each job in, if it improves the solution with these duals."""
        slots = self.slots
        paid = np.concatenate([[0.0], np.cumsum(self._prices(duals))])
        reduced = slots.width * (paid[slots.start + slots.time] - paid[slots.start])
        reduced += self._costs - duals[: slots.jobs][slots.job]
        reduced[~self._allowed] = np.inf
        reduced[self._inside] = np.inf
        best = (reduced == slots.least(reduced)[slots.job]) & (reduced < -LEAST)
        hits = np.flatnonzero(best)
        new = hits[np.unique(slots.job[hits], return_index=True)[1]]
        if len(new):
            self._enter(new)
        return len(new) > 0

    def _enter(self, new: Ints) -> None:
        entries = np.cumsum(self.slots.time[new] + 1)
        cuts = np.flatnonzero(np.diff(entries // CHUNK)) + 1
        for part in np.split(new, cuts):
            self._beat()
            self._solver.append(matrix.columns(self.slots, part), self._costs[part])
        self._inside = np.concatenate([self._inside, new])

    def _leave(self) -> None:
        """Take out what is not in the basis, where there are too many columns."""
        rows = self.slots.jobs + self.slots.horizon
        if len(self._inside) > max(WRITTEN, CROWDED * rows):
            kept = self._solver.trim(self.slots.jobs)
            self._inside = self._inside[kept]


def _tiles(slots: Slots) -> NDArray[np.bool_]:
    """Each configuration laid end to end, from the start and to the end."""
    last = slots.start + slots.time == slots.horizon
    return np.asarray((slots.start % slots.time == 0) | last)
