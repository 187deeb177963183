"""Lists of moldable jobs that prices order, and how they are placed.

The dispatcher lets jobs take other widths than planned. At each event the jobs at the head of the
list, a *window* of them, decide: among the widths that are free, which costs least if the job
starts now? If that is the width it would take on an empty machine, or cheaper than to wait until
that many processors are free, it starts. Behind the window, as in Graham's list scheduling, every
job starts whose planned width is free.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.measure.allotment.choices import Choices
from parsched.measure.allotment.dual import DualApproximation
from parsched.measure.bounds.price_response import Configurations, Prices, paid_by
from parsched.measure.bounds.relaxation import PriceRelaxation
from parsched.model.placing import graham_placement
from parsched.model.placing.graham_placement import NEVER, leave, take_first, tree_of
from parsched.model.problem.workload import Floats, Ints
from parsched.model.smith import smith_ratio
from parsched.policies.price.front import Front


class DispatchState(KernelRecord):
    """The instant, seconds; `free` processors; the running jobs are `first:last` of theirs; how
    many jobs are in the `window`, and the `next` place of the list to enter it; jobs `started`."""

    now: float
    free: int
    first: int
    last: int
    window: int
    next: int
    started: int


class DispatchMachine(NamedTuple):
    """State of the dispatcher.

    `state` is a single record. `ends[first:last]` (float64, seconds, rising) and `held[first:last]`
    (int64, processors) are the running jobs, `front` (int64, shape (window,)) those in the window.
    `tree` is int64 of shape (2·leaves,): node i holds the least planned width of the waiting jobs
    below it that are behind the window, leaf `leaves + j` the width at place j of the list.
    """

    state: RecordArray[DispatchState]
    ends: Floats
    held: Ints
    front: Ints
    tree: Ints


def machine(width: Ints, processors: int, window: int) -> DispatchMachine:
    """Return an idle machine before which jobs wait, given by planned width in list order."""
    n = len(width)
    state = DispatchState.new()
    state[0].free = processors
    ends, held, front = np.empty(n), np.empty(n, np.int64), np.empty(window, np.int64)
    return DispatchMachine(state, ends, held, front, tree_of(width))


@kernel
def choose(
    configurations: Configurations,
    weight: float,
    prices: Prices,
    job: int,
    machine: DispatchMachine,
) -> int:
    """Return the configuration with which a job starts now, or -1 if it waits."""
    offsets, widths, times = configurations
    clock, free = machine.state[0].now, machine.state[0].free
    before = paid_by(prices, clock)
    least, preferred = np.inf, -1
    least_now, fitting = np.inf, -1
    # Widest first, so times rise; prices are not negative, so none costs less than weight · time.
    for c in range(offsets[job + 1] - 1, offsets[job] - 1, -1):
        if weight * times[c] >= least_now:
            break
        cost = weight * times[c] + widths[c] * (paid_by(prices, clock + times[c]) - before)
        if cost < least:
            least, preferred = cost, c
        if widths[c] <= free and cost < least_now:
            least_now, fitting = cost, c
    if fitting < 0 or fitting == preferred:
        return fitting
    at = machine.state[0].first - 1
    # The preferred width is free as soon as the running job `at`, by order of ends, has ended.
    while free < widths[preferred]:
        at += 1
        free += machine.held[at]
    return fitting if least_now <= least + weight * (machine.ends[at] - clock) else -1


@kernel
def hold(machine: DispatchMachine, width: int, time: float) -> None:
    """Start a job: keep the running ones in order of their ends."""
    state, ends, held = machine.state[0], machine.ends, machine.held
    end = state.now + time
    i = state.last
    while i > state.first and ends[i - 1] > end:
        ends[i], held[i] = ends[i - 1], held[i - 1]
        i -= 1
    ends[i], held[i] = end, width
    state.free -= width
    state.last += 1
    state.started += 1


@kernel
def enter(machine: DispatchMachine, order: Ints) -> bool:
    """Let the next waiting job into the window, if there is one and room for it."""
    state, front, tree = machine.state[0], machine.front, machine.tree
    leaves = len(tree) // 2
    while state.window < len(front) and state.next < len(order):
        place = state.next
        state.next += 1
        # The others have started from behind the window.
        if tree[leaves + place] != NEVER:
            leave(tree, place)
            front[state.window] = order[place]
            state.window += 1
            return True
    return False


@kernel
def dispatch(
    order: Ints,
    planned: Ints,
    configurations: Configurations,
    weight: Floats,
    prices: Prices,
    taken: Ints,
    start: Floats,
    machine: DispatchMachine,
    budget: int,
) -> int:
    """Go on for about `budget` events and starts.

    Parameters
    ----------
    order
        int64, shape (n_jobs,): the list.
    planned
        int64, shape (n_jobs,): the configuration of each job behind the window.
    taken, start
        int64 and float64 (seconds), shape (n_jobs,), filled in place: configurations and starts.

    Returns
    -------
    int
        Jobs started so far. The time of a start is O(log n + running jobs), the time of an event
        O(window · (configurations of a job · log intervals + running jobs)). On 10,000 processors,
        a list of 100,000 jobs with 88 widths each takes 0.3 s with a window of 1 and 0.5 s with 6;
        without one, `placing.graham_placement.graham` does the same in 0.03 s.
    """
    records, ends, held, front, tree = machine
    state = records[0]
    _, widths, times = configurations
    budget += state.started
    while state.started < min(budget, len(order)):
        seat = 0
        while seat < state.window or enter(machine, order):
            job = front[seat]
            c = choose(configurations, weight[job], prices, job, machine)
            if c >= 0:
                taken[job], start[job] = c, state.now
                hold(machine, widths[c], times[c])
                state.window -= 1
                for later in range(seat, state.window):
                    front[later] = front[later + 1]
            else:
                seat += 1
        while tree[1] <= state.free:
            job = order[take_first(tree, state.free)]
            taken[job], start[job] = planned[job], state.now
            hold(machine, widths[planned[job]], times[planned[job]])
        if state.started < len(order):
            state.now = ends[state.first]
            # All that ends at an instant is free before any job decides at it.
            while state.first < state.last and ends[state.first] == state.now:
                state.free += held[state.first]
                state.first += 1
            budget -= 1
    return int(state.started)


WINDOWS = (0, 1, 6)
"""How many jobs at the head of the list may take another width than planned."""
CHUNK = 2_000
"""Events and starts between two pauses."""


class ListPlacer:
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

    def allotted(self, approximation: DualApproximation, prices: Prices) -> None:
        """Place the allotment of the dual approximation in four orders."""
        widths, times = self._choices.taken(approximation.chosen)
        everything = Configurations(*self._choices[:3])
        shelf = np.where(approximation.shelf == 0, 3, approximation.shelf)
        for key in (smith_ratio(times, self._weight), widths * times, -times, shelf):
            self._place(key, approximation.chosen, everything, prices, 0)
            self._front.offer(self._start, self._taken)

    def guided(self, relaxation: PriceRelaxation) -> None:
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
        state, done = graham_placement.machine(width, self._processors), 0
        while done < len(order):
            self._pause()
            done = graham_placement.graham(width, time, start, state, CHUNK)
        self._start[order], self._taken[:] = start, planned
