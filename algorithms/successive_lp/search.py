"""The search for a short makespan by successive linear programs."""

from collections.abc import Callable

import numpy as np

from algorithms.errors import NoScheduleError
from algorithms.problem.instance import Instance
from algorithms.problem.workload import Floats, Workload
from algorithms.schedules.schedule import Schedule
from algorithms.stop import Stop
from algorithms.successive_lp.descent import Descent, solutions
from algorithms.successive_lp.parameters import LARGEST, SearchParams
from algorithms.successive_lp.reading import exact
from algorithms.time_indexed.bound import relaxed_makespan
from algorithms.time_indexed.discrete import DiscreteInstance
from algorithms.time_indexed.placed import Placed, by_work, event_list, largest_first, serial
from algorithms.time_indexed.relaxation import Relaxation, Verdict
from algorithms.time_indexed.size import longest
from algorithms.time_indexed.slots import Slots
from algorithms.time_unit import rounded_up

GROWTH = 11, 10
"""As a fraction: times the makespan of LTF, rounded up, the largest that is tried where even that
was not found; where there is no such limit, steps in which the programs are made for more."""

Read = Callable[[Slots, Floats, int], Placed | None]
"""Turns shares into a schedule of at most a given number of units, if it can."""


def search(
    instance: Instance, params: SearchParams, stop: Stop, descent: Descent, read: Read
) -> Schedule:
    """Run Algorithm 1 of Chrétien et al. with one way to change costs, and one to read schedules
    off shares.

    Raises
    ------
    NoScheduleError
        When only what the programs find is asked for, and they find nothing.
    """
    discrete = DiscreteInstance.of(instance.jobs, instance.platform.processors)
    if params.time_limit:
        stop.limit(params.time_limit)
    return _Search(discrete, instance.jobs, params, stop, descent, read).run()


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
        params: SearchParams,
        stop: Stop,
        descent: Descent,
        read: Read,
    ) -> None:
        self._instance, self._workload, self._params = instance, workload, params
        self._stop, self._descent, self._read = stop, descent, read
        self._rng = np.random.default_rng(params.seed)
        self._fraction, self._message, self._solved = 0.0, "", 0
        self._tried: list[int] = []
        self._ltf = self._largest_first()
        self._listed, self._low = self._ltf.makespan, instance.trivial_bound
        self._best = self._resumed()
        bounded = params.growth == "bounded"
        self._most = longest(instance, grown(self._listed) if bounded else LARGEST.rows, LARGEST)

    def _largest_first(self) -> Placed:
        match self._params.placement:
            case "serial":
                return serial(self._instance, by_work(self._instance), self._beat)
            case "graham":
                return event_list(self._instance, by_work(self._instance))
            case _:
                return largest_first(self._instance, self._beat)

    def _resumed(self) -> Placed | None:
        """Return LTF's schedule, where it may be returned, or the one that an earlier attempt left
        behind if that is shorter."""
        is_own = self._params.fallback == "none" and len(self._instance.jobs) > 0
        known = [] if is_own else [self._ltf]
        if self._stop.initial and (earlier := Placed.of(self._instance, self._stop.initial)):
            known.append(earlier)
        return min(known, key=lambda placed: placed.makespan, default=None)

    @property
    def _least(self) -> int:
        """The shortest makespan that is tried."""
        if self._params.lower_bound == "proved":
            return self._low
        return self._instance.above_printed_bound

    def run(self) -> Schedule:
        """Try one makespan after the other; return the best schedule seen."""
        self._tell("LTF placed", best=self._best)
        if self._params.lower_bound == "proved":
            unit = self._instance.unit
            proved = round(rounded_up(self._stop.known, unit) / unit)
            self._low = relaxed_makespan(
                self._instance, self._listed, self._beat, LARGEST, proved=proved
            )
            self._tell("lower bound proved", bound=self._low)
        if self._best is None or self._best.makespan > self._low:
            self._go()
        self._fraction = 1.0
        self._tell("done")
        return self._found().schedule(self._instance, self._workload)

    def _found(self) -> Placed:
        if self._best is not None:
            return self._best
        if self._listed < self._least:
            # As printed: the loop asks for T above the bound, and LTF's schedule is all there is.
            return self._ltf
        raise NoScheduleError(self._nothing_found())

    def _nothing_found(self) -> str:
        unit = self._instance.unit
        listed = f"fallback=ltf returns that of LTF, of {self._listed * unit:,g} s"
        if not self._tried:
            return f"the linear programs are too large for every makespan up to LTF's; {listed}"
        first, last = min(self._tried) * unit, max(self._tried) * unit
        spans = f"of {first:,g} s" if first == last else f"from {first:,g} to {last:,g} s"
        programs = "1 linear program" if self._solved == 1 else f"{self._solved:,} linear programs"
        return f"{programs} for makespans {spans} found no schedule; {listed}"

    def _go(self) -> None:
        makespan = most = min(self._listed, self._most)
        if self._best is not None and self._best is not self._ltf:  # found by an earlier attempt
            if self._best.makespan > self._listed:
                return
            makespan = min(most, self._best.makespan - 1)
        if most < self._least:
            return
        relaxation = self._relaxation(most)
        while self._least <= makespan <= most:
            placed = self._attempt(relaxation, makespan)
            if placed is not None:
                self._keep(placed)
                if makespan > self._listed:
                    return
                makespan = placed.makespan - 1
            elif makespan < self._listed:
                return
            else:
                makespan += 1
                if makespan > self._most:
                    return
                if makespan > most:
                    most = min(self._most, grown(most))
                    relaxation = self._relaxation(most)

    def _relaxation(self, horizon: int) -> Relaxation:
        return Relaxation(Slots.of(self._instance, horizon), self._beat)

    def _attempt(self, relaxation: Relaxation, makespan: int) -> Placed | None:
        """Look for a schedule of at most `makespan`."""
        self._message = self._trying(makespan)
        self._tried.append(makespan)
        verdict = relaxation.limit(makespan)
        if verdict is Verdict.PROVED_IMPOSSIBLE:
            self._low = makespan + 1
            self._tell("proved impossible", bound=self._low)
        if verdict is not Verdict.FITS:
            return None
        found = solutions(relaxation, self._params, self._rng, self._descent)
        for number, shares in enumerate(found):
            placed = self._read(relaxation.slots, shares, makespan)
            self._advance(relaxation.slots, shares, makespan, number)
            if placed is not None:
                return placed
        return None

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
        if self._best is None or placed.makespan < self._best.makespan:
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
