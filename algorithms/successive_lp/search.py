"""The search for a short makespan by successive linear programs, and what one may choose in it."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from algorithms.declare.parameters import Params, choice, integer, real, seed, time_limit
from algorithms.errors import SolverError
from algorithms.problem.instance import Instance
from algorithms.problem.workload import Floats, Workload
from algorithms.schedules.schedule import Schedule
from algorithms.stop import Stop
from algorithms.successive_lp.gradient import literal, smoothed
from algorithms.successive_lp.reading import exact
from algorithms.time_indexed.bound import relaxed_makespan
from algorithms.time_indexed.discrete import DiscreteInstance
from algorithms.time_indexed.placed import Placed, largest_first
from algorithms.time_indexed.relaxation import Relaxation, Verdict
from algorithms.time_indexed.size import Size, longest
from algorithms.time_indexed.slots import Slots
from algorithms.time_unit import rounded_up

LARGEST = Size(columns=400_000, rows=50_000, entries=10_000_000)
"""Largest linear program that is tried."""
WORDS = "columns (jobs × configurations × starts)", "rows (units of time)", "entries at the start"
"""What its numbers are called."""
MOST_SERIAL = 10_000_000
"""Units of time that LTF's serial placement may keep account of."""
REWEIGHTINGS = 3
"""Changes of the costs after which a smoothed descent ends."""
GROWTH = 11, 10
"""As a fraction: times the makespan of LTF, rounded up, the largest that is tried where even that
was not found."""

Read = Callable[[Slots, Floats, int], Placed | None]
"""Turns shares into a schedule of at most a given number of units, if it can."""


def iterations(default: int) -> int:
    """Declare how many linear programs are tried."""
    value: int = integer(default, "Most linear programs for one makespan.", low=1, high=10**6)
    return value


def restarts(default: int) -> int:
    """Declare how often a search for one makespan begins anew."""
    help = "Descents from random costs, for one makespan, after the first."
    value: int = integer(default, help, low=0, high=10**5)
    return value


@dataclass(frozen=True, kw_only=True)
class SlpParams(Params):
    """What one may choose; the defaults are those of the hybrid form."""

    p: float = real(
        0.1, "Exponent of the norm: the smaller, the nearer to counting slots.", low=0.01, high=0.99
    )
    max_iterations: int = iterations(200)
    gradient: str = choice(
        "smoothed",
        ("smoothed", "literal"),
        "smoothed: cost (x + ε)^(p − 1) of every slot; literal: the printed gradient, 0 for slots "
        "that are not used.",
    )
    epsilon: float = real(
        0.1,
        "ε of the smoothed gradient; halved at each change of the costs.",
        low=1e-4,
        high=10.0,
    )
    restarts: int = restarts(100)
    time_limit: float = time_limit()
    seed: int = seed()

    @property
    def most_programs(self) -> int:
        """Linear programs that are solved for one makespan at most."""
        if self.gradient == "literal":
            return self.max_iterations
        return min(self.max_iterations, (self.restarts + 1) * (REWEIGHTINGS + 1))

    def refusal(self, instance: Instance) -> str | None:
        """Refuse programs that are too large."""
        discrete = DiscreteInstance.of(instance.jobs, instance.platform.processors)
        unit, makespan = f"units of {discrete.unit:g} s", discrete.trivial_bound
        for needed, most, what in zip(Size.of(discrete, makespan), LARGEST, WORDS, strict=True):
            if needed > most:
                return (
                    f"would need {needed:,} {what} to look for a makespan of {makespan:,} {unit}; "
                    f"it takes up to {most:,}"
                )
        if (length := discrete.serial_length) > MOST_SERIAL:
            return (
                f"would have to place jobs that take {length:,} {unit} one after the other; it "
                f"takes up to {MOST_SERIAL:,}"
            )
        return None


def search(instance: Instance, params: SlpParams, stop: Stop, read: Read) -> Schedule:
    """Run Algorithm 1 of Chrétien et al. with one way to read schedules off shares."""
    discrete = DiscreteInstance.of(instance.jobs, instance.platform.processors)
    if params.time_limit:
        stop.limit(params.time_limit)
    return _Search(discrete, instance.jobs, params, stop, read).run()


def grown(makespan: int) -> int:
    """Return the largest makespan that is tried where that of LTF, units, was not found."""
    more, of = GROWTH
    return -(-more * makespan // of)


class _Search:
    """State of one search; makespans are in units."""

    def __init__(
        self,
        instance: DiscreteInstance,
        workload: Workload,
        params: SlpParams,
        stop: Stop,
        read: Read,
    ) -> None:
        self._instance, self._workload, self._params = instance, workload, params
        self._stop, self._read = stop, read
        self._rng = np.random.default_rng(params.seed)
        self._fraction, self._message, self._solved = 0.0, "", 0
        self._best = largest_first(instance, self._beat)
        self._listed, self._low = self._best.makespan, instance.trivial_bound
        self._best = self._resumed()
        self._most = longest(instance, grown(self._listed), LARGEST)

    def _resumed(self) -> Placed:
        """Return what an earlier attempt left behind, if it is shorter than LTF's schedule."""
        earlier = self._stop.initial and Placed.of(self._instance, self._stop.initial)
        return min(self._best, earlier or self._best, key=lambda placed: placed.makespan)

    def run(self) -> Schedule:
        """Try one makespan after the other; return the best schedule seen."""
        self._tell("LTF placed", best=self._best)
        unit = self._instance.unit
        proved = round(rounded_up(self._stop.known, unit) / unit)
        self._low = relaxed_makespan(
            self._instance, self._listed, self._beat, LARGEST, proved=proved
        )
        self._tell("lower bound proved", bound=self._low)
        if self._best.makespan > self._low:
            self._go()
        self._fraction = 1.0
        self._tell("done")
        return self._best.schedule(self._instance, self._workload)

    def _go(self) -> None:
        makespan = most = min(self._listed, self._most)
        if self._best.makespan < self._listed:  # found by an earlier attempt
            makespan = min(most, self._best.makespan - 1)
        if most < self._low:
            return
        relaxation = self._relaxation(most)
        while self._low <= makespan <= most:
            placed = self._attempt(relaxation, makespan)
            if placed is not None:
                self._keep(placed)
                if makespan > self._listed:
                    return
                makespan = placed.makespan - 1
            elif makespan == self._listed:
                most, makespan = self._most, makespan + 1
                if makespan > most:
                    return
                relaxation = self._relaxation(most)
            elif makespan > self._listed:
                makespan += 1
            else:
                return

    def _relaxation(self, horizon: int) -> Relaxation:
        return Relaxation(Slots.of(self._instance, horizon), self._beat)

    def _attempt(self, relaxation: Relaxation, makespan: int) -> Placed | None:
        """Look for a schedule of at most `makespan`."""
        self._message = self._trying(makespan)
        verdict = relaxation.limit(makespan)
        if verdict is Verdict.PROVED_IMPOSSIBLE:
            self._low = makespan + 1
            self._tell("proved impossible", bound=self._low)
        if verdict is not Verdict.FITS:
            return None
        for number, shares in enumerate(self._shares(relaxation)):
            placed = self._read(relaxation.slots, shares, makespan)
            self._advance(relaxation.slots, shares, makespan, number)
            if placed is not None:
                return placed
        return None

    def _shares(self, relaxation: Relaxation) -> Iterator[Floats]:
        """Yield the solutions of linear programs, descent after descent.

        A descent begins with costs that pull each job to early or late slots, as strongly as a
        random number says; the first one begins with no costs.
        """
        left = self._params.max_iterations
        slots = relaxation.slots
        end = (slots.start + slots.time) / slots.horizon
        with suppress(SolverError):
            for restart in range(self._params.restarts + 1):
                haste = self._rng.normal(size=slots.jobs) if restart else np.zeros(slots.jobs)
                for shares in self._descent(relaxation, haste[slots.job] * end):
                    yield shares
                    left -= 1
                    if not left:
                        return

    def _descent(self, relaxation: Relaxation, costs: Floats) -> Iterator[Floats]:
        """Yield solutions until one repeats, as all after it would."""
        params, slots = self._params, relaxation.slots
        shares = relaxation.minimise(costs)
        yield shares
        epsilon, left = params.epsilon, REWEIGHTINGS
        while params.gradient == "literal" or left:
            if params.gradient == "literal":
                costs = literal(shares, params.p, slots)
            else:
                costs = smoothed(shares, params.p, epsilon)
                epsilon, left = epsilon / 2, left - 1
            before, shares = shares, relaxation.minimise(costs)
            yield shares
            if np.array_equal(before, shares):
                return

    def _advance(self, slots: Slots, shares: Floats, makespan: int, number: int) -> None:
        """Report a solution of a linear program."""
        self._solved += 1
        span = self._listed - self._low + 1
        tried = min(1.0, (number + 1) / self._params.most_programs)
        self._fraction = max(self._fraction, (self._listed - makespan + tried) / span)
        values = {
            "T": makespan * self._instance.unit,
            "lps": float(self._solved),
            "exact_share": float(exact(slots, shares).mean()),
        }
        self._message = self._trying(makespan)
        self._stop.report(min(self._fraction, 1.0), self._message, values=values)

    def _trying(self, makespan: int) -> str:
        longer = ", longer than that of LTF" if makespan > self._listed else ""
        tried = f"{makespan * self._instance.unit:,g} s{longer}"
        return f"trying makespan {tried}; {self._solved:,} LPs solved"

    def _keep(self, placed: Placed) -> None:
        if placed.makespan < self._best.makespan:
            self._best = placed
            self._tell(self._message, best=placed)

    def _tell(self, message: str, *, best: Placed | None = None, bound: int | None = None) -> None:
        self._message = message
        self._stop.report(
            self._fraction,
            message,
            best=best and best.schedule(self._instance, self._workload),
            bound=None if bound is None else bound * self._instance.unit,
        )

    def _beat(self) -> None:
        self._stop.report(self._fraction, self._message)
