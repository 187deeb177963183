"""Local search from the best list found: move a job within it, or change its width."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from parsched.base.compiled import kernel
from parsched.measure.allotment.choices import Choices
from parsched.measure.bounds.price_response import Configurations
from parsched.model.placing.graham_placement import pop, push
from parsched.model.problem.workload import Floats, Ints
from parsched.policies.price.front import Front


class MoveSearch(NamedTuple):
    """State of the search: a list of jobs, each in a configuration, and room to place it.

    `order` and `taken` are int64 of shape (n_jobs,). `ends` (float64, seconds) and `held` (int64,
    processors) of shape (n_jobs,) are a heap of the running jobs; `start` is float64 of shape
    (n_jobs,), seconds. `value` is float64 of shape (1,): the value of the list, as `place` returns
    it.
    """

    order: Ints
    taken: Ints
    ends: Floats
    held: Ints
    start: Floats
    value: Floats


class Aim(NamedTuple):
    """What is minimised: `sum_rate` · Σ w·C + `makespan_rate` · makespan.

    `weight` is float64 of shape (n_jobs,), `total_weight` its sum.
    """

    weight: Floats
    total_weight: float
    sum_rate: float
    makespan_rate: float


def search(order: Ints, taken: Ints) -> MoveSearch:
    """Return a search that begins at a list."""
    n = len(order)
    ends, held, start = np.empty(n), np.empty(n, np.int64), np.empty(n)
    return MoveSearch(order.copy(), taken.copy(), ends, held, start, np.full(1, np.inf))


@kernel
def place(
    configurations: Configurations, processors: int, aim: Aim, state: MoveSearch, limit: float
) -> float:
    """Start the jobs in list order, each as soon as its processors are free and no job before it
    in the list starts later; return the value, or infinity as soon as it exceeds the limit.

    The starts are filled in place.
    """
    _, widths, times = configurations
    weight, waiting, sum_rate, makespan_rate = aim
    order, taken, ends, held, start, _ = state
    clock, free, running = 0.0, processors, 0
    total, makespan = 0.0, 0.0
    for job in order:
        width, time = widths[taken[job]], times[taken[job]]
        if free < width:
            while free < width:
                clock = ends[0]
                free += pop(ends, held, running)
                running -= 1
            # `waiting` is the weight of jobs that have not started: they complete after the clock.
            if sum_rate * (total + waiting * clock) + makespan_rate * makespan > limit:
                return np.inf
        start[job] = clock
        push(ends, held, running, clock + time, width)
        free -= width
        running += 1
        total += weight[job] * (clock + time)
        waiting -= weight[job]
        makespan = max(makespan, clock + time)
    return sum_rate * total + makespan_rate * makespan


@kernel
def shift(order: Ints, source: int, target: int) -> None:
    """Move the job at one place of a list to another; those in between make room."""
    job = order[source]
    step = 1 if target > source else -1
    for i in range(source, target, step):
        order[i] = order[i + step]
    order[target] = job


@kernel
def stretched(offsets: Ints, widths: Ints, job: int, former: int, factor: float) -> int:
    """Return the configuration of a job that is about `factor` times as wide as the former one, at
    least one step further if there is one."""
    width = widths[former] * factor
    low, high = offsets[job], offsets[job + 1] - 1
    while low < high:
        middle = (low + high) // 2
        if widths[middle] >= width:
            high = middle
        else:
            low = middle + 1
    # `low` is the first that is wide enough; a narrower one is wanted, so round down.
    if factor < 1 and widths[low] > width and low > offsets[job]:
        low -= 1
    return int(low)


@kernel
def try_moves(
    configurations: Configurations,
    processors: int,
    aim: Aim,
    places: Ints,
    targets: Ints,
    factors: Floats,
    state: MoveSearch,
) -> None:
    """Try moves one after the other, and keep each that does not raise the value.

    Parameters
    ----------
    places, targets
        int64, shape (n_moves,): the job at this place of the list goes to that one.
    factors
        float64, shape (n_moves,): its width is multiplied by this and rounded away from what it
        was; 1 keeps it.
    """
    offsets, widths, _ = configurations
    order, taken, value = state.order, state.taken, state.value
    for move in range(len(places)):
        job = order[places[move]]
        former = taken[job]
        if factors[move] != 1.0:
            taken[job] = stretched(offsets, widths, job, former, factors[move])
        if taken[job] == former and places[move] == targets[move]:
            continue
        shift(order, places[move], targets[move])
        tried = place(configurations, processors, aim, state, value[0])
        # Equal values are kept, too: so the search crosses plateaus.
        if tried <= value[0]:
            value[0] = tried
        else:
            shift(order, targets[move], places[move])
            taken[job] = former


CHUNK = 800_000
"""Starts of jobs between two pauses."""
FARTHEST = 0.25
"""A job moves by at most this part of the list."""
LEAST = float(np.finfo(np.float64).tiny)
"""Criteria below this count as this, lest what one per cent of them is worth be infinite."""
SPREAD = 0.3
"""Standard deviation of the logarithm by which a width changes."""


class Improvement:
    """Moves jobs within a list and changes their widths.

    Parameters
    ----------
    weight
        float64, shape (n_jobs,).
    front
        Its schedules are where the search begins, and what it finds is offered to it.
    pause
        Called before each of these schedules.
    """

    def __init__(
        self,
        choices: Choices,
        processors: int,
        weight: Floats,
        front: Front,
        chance: np.random.Generator,
        pause: Callable[[], None],
    ) -> None:
        self._configurations = Configurations(*choices[:3])
        self._processors, self._front = processors, front
        self._chance, self._pause = chance, pause
        best = front.best
        of_sum, of_makespan = front.emphasis
        self._aim = Aim(
            weight,
            float(weight.sum()),
            of_sum / max(best.total, LEAST),
            of_makespan / max(best.makespan, LEAST),
        )
        self._state = min(self._beginnings(), key=lambda state: float(state.value[0]))

    def chunks(self, moves: int) -> Iterator[int]:
        """Try `moves` moves; yield the number done between chunks."""
        jobs = len(self._state.order)
        chunk = max(1, CHUNK // jobs)
        for done in range(0, moves, chunk):
            yield done
            count = min(chunk, moves - done)
            places = self._chance.integers(0, jobs, count)
            reach = max(1, int(FARTHEST * jobs))
            targets = places + self._chance.integers(-reach, reach, count, endpoint=True)
            factors = np.exp(self._chance.normal(0, SPREAD, count))
            kind = self._chance.integers(0, 3, count)
            try_moves(
                self._configurations,
                self._processors,
                self._aim,
                places,
                np.where(kind == 0, places, np.clip(targets, 0, jobs - 1)),
                np.where(kind == 1, 1.0, factors),
                self._state,
            )
            self._offer(self._state)

    def _beginnings(self) -> Iterator[MoveSearch]:
        """Every schedule of the front as a list in order of its starts; jobs that take no time come
        before those that start with them."""
        for candidate in self._front.candidates:
            self._pause()
            end = candidate.start + self._configurations.times[candidate.taken]
            state = search(np.lexsort((end, candidate.start)), candidate.taken)
            state.value[0] = self._place(state)
            yield state

    def _place(self, state: MoveSearch) -> float:
        return place(self._configurations, self._processors, self._aim, state, np.inf)

    def _offer(self, state: MoveSearch) -> None:
        self._place(state)
        self._front.offer(state.start, state.taken)
