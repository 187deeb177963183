"""Lists of moldable jobs that prices order, and how they are placed."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from algorithms.allotment.choices import Choices
from algorithms.allotment.dual import DualApproximation
from algorithms.bounds.relaxation import Relaxation
from algorithms.kernels import lists as kernels
from algorithms.kernels.dispatch import dispatch, machine
from algorithms.kernels.price import Configurations, Prices
from algorithms.price.front import Front
from algorithms.smith import smith_ratio
from algorithms.workload import Floats, Ints

WINDOWS = (0, 1, 6)
"""How many jobs at the head of the list may take another width than planned."""
CHUNK = 2_000
"""Events and starts between two pauses."""


class Lists:
    """Places lists of given jobs on a machine and offers the schedules to a front.

    Parameters
    ----------
    weight
        float64, shape (n_jobs,).
    pause
        Called between chunks of work.
    """

    def __init__(
        self,
        choices: Choices,
        processors: int,
        weight: Floats,
        front: Front,
        pause: Callable[[], None],
    ) -> None:
        self._choices, self._processors, self._weight = choices, processors, weight
        self._front, self._pause = front, pause
        self._start, self._taken = np.empty(len(weight)), np.empty(len(weight), np.int64)

    def allotted(self, found: DualApproximation, prices: Prices) -> None:
        """Place the allotment of the dual approximation in four orders."""
        widths, times = self._choices.taken(found.chosen)
        everything = Configurations(*self._choices[:3])
        shelf = np.where(found.shelf == 0, 3, found.shelf)
        for key in (smith_ratio(times, self._weight), widths * times, -times, shelf):
            self._place(key, found.chosen, everything, prices, 0)
            self._front.offer(self._start, self._taken)

    def guided(self, relaxation: Relaxation) -> None:
        """Place what the jobs chose at the last prices, in order of start, middle and end."""
        configurations, chosen = relaxation.configurations, relaxation.chosen
        for part in (0, 0.5, 1):
            key = relaxation.start + part * configurations.times[chosen]
            for window in WINDOWS:
                self._place(key, chosen, configurations, relaxation.prices, window)
                self._front.offer(self._start, relaxation.origin[self._taken])

    def _place(
        self,
        key: Floats | Ints | NDArray[np.int8],
        planned: Ints,
        configurations: Configurations,
        prices: Prices,
        window: int,
    ) -> None:
        order = np.argsort(key, kind="stable")
        if window == 0:
            self._place_as_planned(order, planned, configurations)
            return
        state = machine(configurations.widths[planned][order], self._processors, window)
        done = 0
        while done < len(order):
            self._pause()
            done = dispatch(
                order,
                planned,
                configurations,
                self._weight,
                prices,
                self._taken,
                self._start,
                state,
                CHUNK,
            )

    def _place_as_planned(self, order: Ints, planned: Ints, configurations: Configurations) -> None:
        """Place by Graham's list scheduling, which needs no prices and is ten times as fast."""
        _, widths, times = configurations
        listed = planned[order]
        width, time, start = widths[listed], times[listed], np.empty(len(order))
        state, done = kernels.machine(width, self._processors), 0
        while done < len(order):
            self._pause()
            done = kernels.graham(width, time, start, state, CHUNK)
        self._start[order], self._taken[:] = start, planned
