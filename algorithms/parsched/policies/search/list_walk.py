"""Improving lists of jobs by a random walk, with restarts: change the list a little, keep what is
not much worse."""

from collections.abc import Iterator
from math import inf, log1p

import numpy as np

from parsched.base.compiled import kernel
from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.model.problem.time_unit import SAME
from parsched.model.problem.workload import Floats, Ints
from parsched.model.stop import Stop
from parsched.policies.search.decoding import (
    DecodingTask,
    ListedSchedule,
    MoldableJobs,
    PlacementRoom,
    decode,
    room,
)
from parsched.policies.search.problem import Problem, Solution

DRAWS = 5
"""Random numbers that a move takes."""
CHANGES = 0.3
"""Share of the moves that change the choice of a job, if it has several."""
SWAP, SHIFT, CHANGE = 0, 1, 2


@kernel
def rotate(order: Ints, a: int, b: int) -> None:
    """Move the entry at position a to position b; those between close up."""
    job = order[a]
    step = 1 if a < b else -1
    for i in range(a, b, step):
        order[i] = order[i + step]
    order[b] = job


@kernel
def another(jobs: MoldableJobs, job: int, current: int, draw: float, near: bool) -> int:
    """Return another choice of a job that has several: the next or the last one, or any."""
    first, last = jobs.offsets[job], jobs.offsets[job + 1] - 1
    if near:
        step = 1 if draw < 0.5 else -1
        other = current + step
        return int(other if first <= other <= last else current - step)
    other = first + int(draw * (last - first))
    # Skips the current one, so that each of the others is equally likely.
    return int(other + 1 if other >= current else other)


@kernel
def change(jobs: MoldableJobs, listing: ListedSchedule, draw: Floats) -> tuple[int, int, int]:
    """Change the list at random; return kind, place and what `restore` needs besides."""
    count = len(listing.order)
    a, b = int(draw[1] * count), int(draw[2] * count)
    if draw[3] < CHANGES and jobs.offsets[a + 1] - jobs.offsets[a] > 1:
        old: int = listing.chosen[a]
        listing.chosen[a] = another(jobs, a, old, draw[2], draw[4] < 0.5)
        return CHANGE, a, old
    if draw[4] < 0.5:
        listing.order[a], listing.order[b] = listing.order[b], listing.order[a]
        return SWAP, a, b
    rotate(listing.order, a, b)
    return SHIFT, a, b


@kernel
def restore(listing: ListedSchedule, kind: int, a: int, b: int) -> None:
    """Undo a change."""
    if kind == CHANGE:
        listing.chosen[a] = b
    elif kind == SWAP:
        listing.order[a], listing.order[b] = listing.order[b], listing.order[a]
    else:
        rotate(listing.order, b, a)


class WalkState(KernelRecord):
    """The overhang of the list, and the makespan that was `found` below the goal, or infinity."""

    overhang: float
    found: float

    @classmethod
    def of(cls, overhang: float) -> RecordArray["WalkState"]:
        """Return the state before the first move."""
        states = cls.new()
        states[0].overhang, states[0].found = overhang, inf
        return states


@kernel
def walk(
    task: DecodingTask,
    listing: ListedSchedule,
    room: PlacementRoom,
    goal: float,
    heat: tuple[float, float],
    draws: Floats,
    states: RecordArray[WalkState],
) -> int:
    """Change the list once for each row of `draws`, until a makespan below `goal` is found.

    A change is kept if the overhang rises by at most −temperature · log(1 − u), u uniform in [0,
    1): the rule of simulated annealing.

    Parameters
    ----------
    goal
        Makespan to beat, seconds.
    heat
        Temperatures at the first row and after the last, processor-seconds.
    draws
        float64, shape (moves, DRAWS), uniform in [0, 1).
    states
        A single record, changed in place.

    Returns
    -------
    int
        Moves made. After the last one `listing.start` holds the schedule, if the goal was met.
    """
    state = states[0]
    state.found = inf
    for move in range(len(draws)):
        draw = draws[move]
        temperature = heat[0] + (heat[1] - heat[0]) * move / len(draws)
        # Drawn before the list is placed, so that a placement beyond it is given up early.
        most = state.overhang - temperature * log1p(-draw[0])
        kind, a, b = change(task.jobs, listing, draw)
        overhang, makespan = decode(task, listing, room, most)
        if overhang > most:
            restore(listing, kind, a, b)
            continue
        state.overhang = overhang
        if makespan < goal:
            state.found = makespan
            return move + 1
    return len(draws)


MILLION = 1_000_000
CHUNK = 500_000
"""Jobs placed between two calls of `Stop.report`."""
ROUND = 5_000
"""Moves of a round."""
ROUNDS = 8
"""Least number of rounds that the effort is divided into."""
TEMPERATURES = (0.006, 0.018, 0.002)
"""At the beginning of a round; times the mean work of a job."""
COLD = 0.1
"""Temperature at the end of a round over that at its beginning."""
MOST_SERIAL = 300
"""Jobs beyond which lists are no longer placed serially: it would take most of the time."""
NEARER = 1 / 16
"""Part of the distance to the bound by which a round tries to improve, if it is more than a
unit."""


class ListWalk:
    """State of a search: the best schedule, and what the rounds start from."""

    def __init__(self, problem: Problem, seed: int, stop: Stop) -> None:
        self._problem, self._stop = problem, stop
        self._chance = np.random.default_rng(seed)
        choices = problem.choices
        self._jobs = MoldableJobs(
            choices.offsets.copy(), choices.widths.copy(), choices.times.copy()
        )
        self._room = room(problem.jobs)
        self._starts = list(self._lists())
        self.best = min(self._starts, key=lambda solution: solution.makespan)
        work = choices.works[choices.offsets[:-1]]
        self._mean_work = float(work.mean()) if len(work) else 0.0

    def _lists(self) -> Iterator[Solution]:
        best = np.inf
        # First of all, so that no list that is worse becomes what a stopped run keeps.
        if earlier := self._stop.initial and self._problem.solution_of(self._stop.initial):
            best = earlier.makespan
            self._tell(0.0, earlier, new=True)
            yield earlier
        part = self._stop.part(0.0, 0.0, "lists")
        for start in self._problem.starts(part):
            if start.makespan < best:
                best = start.makespan
                self._tell(0.0, start, new=True)
            yield start

    def run(self, effort: float, until: float = 1.0) -> Solution:
        """Place `effort` million jobs or fewer; return the best schedule.

        Parameters
        ----------
        until
            Fraction of the whole run that is done afterwards.
        """
        placed, budget, count = 0, int(effort * MILLION), self._problem.jobs
        index = 0
        while placed < budget and not self._problem.is_optimal(self.best.makespan):
            moves = min(ROUND, budget // (ROUNDS * count), (budget - placed) // count)
            placed += self._round(index, max(moves, 1), until * placed / budget) * count
            index += 1
        self._tell(until, self.best)
        return self.best

    def _round(self, index: int, moves: int, fraction: float) -> int:
        """Walk from the best list or from one of the first ones; return the moves made."""
        listing, task = self._begin(index), self._task(index)
        overhang, _ = decode(task, listing, self._room, np.inf)
        states = WalkState.of(overhang)
        state = states[0]
        goal = self._goal()
        hot = TEMPERATURES[index // 2 % len(TEMPERATURES)] * self._mean_work
        done, chunk = 0, max(1, CHUNK // self._problem.jobs)
        while done < moves and state.found == inf:
            self._tell(fraction, self.best)
            size = min(chunk, moves - done)
            heat = (cooled(hot, done / moves), cooled(hot, (done + size) / moves))
            draws = self._chance.random((size, DRAWS))
            done += walk(task, listing, self._room, goal, heat, draws, states)
        if state.found < inf:
            columns = listing.order.copy(), listing.chosen.copy(), listing.start.copy()
            self.best = Solution(float(state.found), *columns)
            self._tell(fraction, self.best, new=True)
        return done

    def _begin(self, index: int) -> ListedSchedule:
        """Return what a round starts from."""
        first = self._starts[self._chance.integers(len(self._starts))]
        start = first if index % 2 == 0 else self.best
        return ListedSchedule(start.order.copy(), start.chosen.copy(), np.empty(len(start.order)))

    def _task(self, index: int) -> DecodingTask:
        """Return how the lists of a round are placed: both ways in turn, after both beginnings."""
        serial = index // 2 % 2 == 1 and self._problem.jobs <= MOST_SERIAL
        return DecodingTask(self._jobs, self._problem.processors, serial, self._target())

    def _target(self) -> float:
        """Return the makespan to reach: a little below the best, and never below the bound."""
        best, bound = self.best.makespan, self._problem.bound
        return max(bound, best - max(self._problem.unit or 0.0, (best - bound) * NEARER))

    def _goal(self) -> float:
        """Return what is shorter than the best by more than rounding."""
        best, unit = self.best.makespan, self._problem.unit
        return best * SAME if unit is None else best - unit / 2

    def _tell(self, fraction: float, solution: Solution, *, new: bool = False) -> None:
        second = self._problem.workload.second
        makespan, least = solution.makespan / second, self._problem.bound / second
        message = f"makespan {makespan:,.6g} s, at least {least:,.6g} s"
        best = self._problem.schedule(solution) if new else None
        bound = self._problem.bound if new else None
        self._stop.report(fraction, message, best=best, bound=bound)


def cooled(hot: float, done: float) -> float:
    """Return the temperature when a part of a round is done: it falls linearly."""
    return hot * (1 - (1 - COLD) * done)
