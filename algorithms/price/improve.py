"""Local search from the best schedule found."""

from collections.abc import Callable, Iterator

import numpy as np

from algorithms.allotment.choices import Choices
from algorithms.kernels.moves import Aim, Search, place, search, try_moves
from algorithms.kernels.price import Configurations
from algorithms.price.front import Front
from algorithms.workload import Floats

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
        """Try so many moves; yield how many are done, between chunks of them."""
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

    def _beginnings(self) -> Iterator[Search]:
        """Every schedule of the front as a list in order of its starts; jobs that take no time come
        before those that start with them."""
        for candidate in self._front.candidates:
            self._pause()
            end = candidate.start + self._configurations.times[candidate.taken]
            state = search(np.lexsort((end, candidate.start)), candidate.taken)
            state.value[0] = self._place(state)
            yield state

    def _place(self, state: Search) -> float:
        return place(self._configurations, self._processors, self._aim, state, np.inf)

    def _offer(self, state: Search) -> None:
        self._place(state)
        self._front.offer(state.start, state.taken)
