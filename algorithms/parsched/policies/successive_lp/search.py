"""The search for a short makespan by successive linear programs."""

from collections.abc import Callable, Iterator

import numpy as np

from parsched.base.errors import NoScheduleError
from parsched.measure.time_indexed.bound import relaxed_makespan
from parsched.measure.time_indexed.placed import (
    PlacedUnits,
    by_work,
    event_list,
    largest_first,
    serial,
)
from parsched.measure.time_indexed.relaxation import SplitVerdict, TimeIndexedRelaxation
from parsched.measure.time_indexed.scale import UnitScale
from parsched.measure.time_indexed.size import longest
from parsched.measure.time_indexed.slots import Slots
from parsched.model.problem.instance import Instance
from parsched.model.problem.workload import Floats
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.lists.ltf import ltf
from parsched.policies.lists.placement import ListParams
from parsched.policies.successive_lp.descent import Descent, solutions
from parsched.policies.successive_lp.levels import Levels
from parsched.policies.successive_lp.parameters import LARGEST, SearchParams
from parsched.policies.successive_lp.reading import exact

GROWTH = 11, 10
"""As a fraction: times the makespan of LTF, rounded up, the largest that is tried where even that
was not found; where there is no such limit, steps in which the programs are made for more."""

Read = Callable[[Slots, Floats, int], PlacedUnits | None]
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
    if params.time_limit:
        stop.limit(params.time_limit)
    return _DescentSearch(instance, params, stop, descent, read).run()


def grown(makespan: int) -> int:
    """Return the largest makespan that is tried where LTF's makespan, units, was not reached."""
    more, of = GROWTH
    return -(-more * makespan // of)


class _DescentSearch:
    """State of one search; makespans are in units.

    What is found in units may be shorter in seconds, where times were rounded: `_best` is the best
    in units, from which the next makespan follows, and `_schedule` the shortest in seconds.
    """

    def __init__(
        self, problem: Instance, params: SearchParams, stop: Stop, descent: Descent, read: Read
    ) -> None:
        self._problem, self._params = problem, params
        self._stop, self._descent, self._read = stop, descent, read
        self._scale = UnitScale.of(problem.jobs, problem.platform.processors, params.grid)
        self._instance = self._scale.upper
        self._levels = Levels.of(self._instance, params.selected(self._instance))
        self._rng = np.random.default_rng(params.seed)
        self._fraction, self._message, self._solved = 0.0, "", 0
        self._tried: list[int] = []
        self._ltf = self._largest_first()
        self._listed, self._low = self._ltf.makespan, self._instance.trivial_bound
        self._best: PlacedUnits | None = None
        self._schedule: Schedule | None = None
        self._start()
        most = {"bounded": grown(self._listed), "doubled": 2 * self._listed}.get(
            params.growth, LARGEST.rows
        )
        self._most = longest(self._levels.programmed, most, LARGEST)

    def _largest_first(self) -> PlacedUnits:
        match self._params.placement:
            case "serial":
                return serial(self._instance, by_work(self._instance), self._beat)
            case "graham":
                return event_list(self._instance, by_work(self._instance))
            case _:
                return largest_first(self._instance, self._beat)

    def _start(self) -> None:
        """Begin with LTF's schedule, where it may be returned, or with the one that an earlier
        attempt left behind if that is shorter."""
        earlier = self._stop.initial
        if self._params.fallback == "ltf" or not len(self._instance.jobs):
            self._keep(self._ltf)
            for schedule in self._listed_in_seconds():
                self._offer(schedule)
        if earlier is None:
            return
        if not self._scale.is_rounded and (placed := PlacedUnits.of(self._instance, earlier)):
            self._keep(placed)
        else:
            self._offer(earlier)

    def _listed_in_seconds(self) -> Iterator[Schedule]:
        """Yield LTF's schedules of the times as they are, where these were rounded."""
        if self._scale.is_rounded:
            one = self._params.placement
            for placement in ("graham", "serial") if one == "best" else (one,):
                yield ltf(self._problem, ListParams(placement=placement), Stop())

    @property
    def _least(self) -> int:
        """The shortest makespan that is tried."""
        if self._params.lower_bound == "proved":
            return self._low
        return self._instance.above_printed_bound

    def run(self) -> Schedule:
        """Try one makespan after the other; return the best schedule seen."""
        self._warn()
        self._tell("LTF placed", best=self._schedule)
        if self._params.lower_bound == "proved":
            self._prove()
        if not self._is_proved:
            self._go()
        self._fraction = 1.0
        self._tell("done")
        if self._schedule is not None:
            return self._schedule
        if self._listed < self._least:
            # As printed: the loop asks for T above the bound, and LTF's schedule is all there is.
            return self._scale.schedule(self._ltf, self._problem.jobs)
        tried = self._seconds(max(self._tried)) if self._tried else None
        raise NoScheduleError(self._nothing_found(), tried=tried)

    def _warn(self) -> None:
        if self._scale.is_rounded:
            self._stop.remark(
                f"Times were rounded to multiples of {self._seconds(1):.4g} s: up to look for "
                "schedules, in which each job then takes its own time, and down to prove bounds."
            )

    def _prove(self) -> None:
        """Find the least makespan that the programs do not rule out."""
        reached, scale = self._listed, self._scale
        self._low = relaxed_makespan(
            self._instance, reached, self._beat, LARGEST, proved=scale.units(self._stop.known)
        )
        bound = self._low
        if scale.is_rounded:
            # What is proved of times that were rounded up says nothing of the times as they are.
            has_jobs = len(scale.lower.jobs) > 0
            bound = relaxed_makespan(scale.lower, reached, self._beat, LARGEST) if has_jobs else 0
        self._tell("lower bound proved", bound=scale.seconds(bound))

    @property
    def _is_proved(self) -> bool:
        """Whether no schedule is shorter than the best, in units or in seconds."""
        if self._best is not None and self._best.makespan <= self._low:
            return True
        known = max(self._stop.known, self._stop.bound or 0.0)
        if self._schedule is None or not self._scale.is_rounded:
            return False
        return _makespan(self._schedule) <= known

    def _nothing_found(self) -> str:
        listed = f"fallback=ltf returns LTF's, of {self._seconds(self._listed):,g} s"
        if not self._tried:
            return f"the linear programs are too large for every makespan up to LTF's; {listed}"
        first, last = self._seconds(min(self._tried)), self._seconds(max(self._tried))
        spans = f"of {first:,g} s" if first == last else f"from {first:,g} to {last:,g} s"
        programs = "1 linear program" if self._solved == 1 else f"{self._solved:,} linear programs"
        return f"{programs} for makespans {spans} found no schedule; {listed}"

    def _go(self) -> None:
        makespan = most = min(self._listed, self._most)
        if self._best is not None and self._best is not self._ltf:  # of an earlier attempt
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

    def _relaxation(self, horizon: int) -> TimeIndexedRelaxation:
        return TimeIndexedRelaxation(Slots.of(self._levels.programmed, horizon), self._beat)

    def _attempt(self, relaxation: TimeIndexedRelaxation, makespan: int) -> PlacedUnits | None:
        """Look for a schedule of at most `makespan`."""
        self._message = self._trying(makespan)
        self._tried.append(makespan)
        verdict = relaxation.limit(makespan)
        if verdict is SplitVerdict.PROVED_IMPOSSIBLE:
            self._low = makespan + 1
            bound = None if self._scale.is_rounded else self._scale.seconds(self._low)
            self._tell("proved impossible", bound=bound)
        if verdict is not SplitVerdict.FITS:
            return None
        found = solutions(relaxation, self._params, self._rng, self._descent)
        for number, shares in enumerate(found):
            placed = self._read(relaxation.slots, shares, makespan)
            placed = self._levels.completed(placed, makespan, self._beat) if placed else None
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
        longer = ", longer than LTF's" if makespan > self._listed else ""
        tried = f"{self._seconds(makespan):,g} s{longer}"
        return f"trying makespan {tried}; {self._solved:,} LPs solved"

    def _seconds(self, units: int) -> float:
        """Return what people are told of a makespan in units."""
        return units * self._instance.unit / self._problem.jobs.second

    def _keep(self, placed: PlacedUnits) -> None:
        """Take a schedule if it is the shortest in units; tell of it if it is in seconds."""
        if self._best is None or placed.makespan < self._best.makespan:
            self._best = placed
            self._offer(self._scale.schedule(placed, self._problem.jobs))

    def _offer(self, schedule: Schedule) -> None:
        if self._schedule is None or _makespan(schedule) < _makespan(self._schedule):
            self._schedule = schedule
            if self._message:
                self._tell(self._message, best=schedule)

    def _tell(
        self, message: str, *, best: Schedule | None = None, bound: float | None = None
    ) -> None:
        self._message = message
        self._stop.report(self._fraction, message, best=best, bound=bound)

    def _beat(self) -> None:
        self._stop.report(self._fraction, self._message)


def _makespan(schedule: Schedule) -> float:
    return float(schedule.end.max(initial=0.0))
