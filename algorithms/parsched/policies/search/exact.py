"""Exact search by constraint programming."""

import time
from dataclasses import dataclass, replace
from math import exp
from typing import Self

from parsched.declare.parameters import Params, integer, real, seed
from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.registry import Display, Supports, register
from parsched.policies.search.list_walk import ListWalk
from parsched.policies.search.model import TimeGrid
from parsched.policies.search.problem import Problem, Solution
from parsched.policies.search.solver import Line, solver

EFFORT = 0.5
"""Million placements of the local search that goes before, for each second of the limit."""
MOST_EFFORT = 50.0
"""The same, whatever the limit."""
LISTS = 0.1
"""Fraction of the run that it counts for."""
MOST_CHOICES = 100_000
"""Configurations beyond which the model would take too much memory."""
SEEDS = 2**31


@dataclass(frozen=True, kw_only=True)
class ExactParams(Params):
    """How long to search."""

    seconds: float = real(
        60.0,
        "Limit of the exact search in deterministic seconds: they measure work, not time, so that "
        "equal runs end equally; each takes about 1 s, with moldable jobs 1 to 3 s.",
        low=0.1,
        high=86_400.0,
        unit="s",
    )
    workers: int = integer(
        1, "Strategies that take turns at the search, each on a core of its own.", low=1, high=64
    )
    seed: int = seed()

    def refusal(self, instance: Instance) -> str | None:
        """Refuse what is too large for a model."""
        count = len(instance.jobs.profiles.widths)
        if count <= MOST_CHOICES:
            return None
        return (
            f"takes at most {MOST_CHOICES:,} configurations of all jobs together, and these jobs "
            f"have {count:,}"
        )

    def brief(self) -> Self:
        """Search for a moment."""
        return replace(self, seconds=0.1)


@register(
    "exact",
    title="Exact search (CP-SAT)",
    version=2,
    changes={2: EXACT},
    params=ExactParams,
    supports=Supports(moldable=True),
    is_search=True,
    cites=("aggoun1993", "perron2023"),
    judged_by="makespan",
    display=Display(order=19, color=3, marker=3),
)
def exact(instance: Instance, params: ExactParams, stop: Stop) -> Schedule:
    """Prove the makespan optimal, or say how far from optimal it may be, with CP-SAT.

    Local search (`local-search`) comes first, for as much as half a million placements per second
    of the limit; what meets the best lower bound is optimal. Otherwise CP-SAT, the constraint
    solver of OR-tools, searches for a schedule that is shorter: each job has a start and, for each
    number of processors that it may take, an interval that is there or not; `cumulative` keeps the
    intervals within the processors at every instant (Aggoun and Beldiceanu 1993). Choices that no
    shorter schedule can take are left out; equal jobs start in their order; the job of most work
    has its middle in the first half, since every schedule may run backwards. What the solver
    excludes is a lower bound, which the result keeps.

    The run ends as "proved optimal" when nothing shorter is left; as "within x %" when its limit is
    reached; the best schedule and the bound stay in either case, and when it is stopped early.

    Times are counted in the unit that they all share. Where there is none, or numbers would be too
    large, they are rounded down to ten-thousandths of the best makespan (finer beyond 20 jobs):
    what is proved then holds for the real times too, and is a little weaker.

    The solver is a process of its own, as it cannot share one with HiGHS. It maps 4 GB at most, and
    ends with the run or when the run's process is killed. Should it run out of memory, the run
    stops early with the best schedule. The limit counts the solver's deterministic time, so that
    equal parameters give equal results, whatever else the machine does; several workers take turns
    in a fixed order for the same reason.

    Guarantee: the same as local search; the optimum, once proved.

    Complexity: exponential in the worst case. Up to about 25 jobs most proofs take seconds; 100,000
    configurations of all jobs together are the most that is tried.
    """
    workload, platform = instance.jobs, instance.platform
    problem = Problem.of(workload, platform, stop.known)
    effort = min(EFFORT * params.seconds, MOST_EFFORT)
    best = ListWalk(problem, params.seed, stop).run(effort, LISTS)
    if not problem.is_optimal(best.makespan):
        best = _Proof(problem, best, params, stop).run()
    return problem.schedule(best)


class _Proof:
    """State of the exact search."""

    def __init__(self, problem: Problem, best: Solution, params: ExactParams, stop: Stop) -> None:
        self._problem, self._best, self._params, self._stop = problem, best, params, stop
        self._grid = TimeGrid.of(problem, best)
        self._bound = problem.bound
        self._began = time.monotonic()

    def run(self) -> Solution:
        """Search for shorter schedules until there is none; return the shortest."""
        model = self._grid.model()
        if model is None:
            self._prove(self._grid.horizon + 1)
            return self._best
        params = self._params
        self._tell()
        with solver(
            model,
            seconds=params.seconds,
            workers=params.workers,
            seed=params.seed % SEEDS,
            helped=self._stop.helped,
        ) as lines:
            for line in lines:
                self._hear(line)
        return self._best

    def _hear(self, line: Line) -> None:
        new = "start" in line and self._improve(line)
        if line.get("state") == "infeasible":
            self._prove(self._grid.horizon + 1)
        elif "bound" in line:
            self._prove(line["bound"])
        self._tell(new=new)

    def _improve(self, line: Line) -> bool:
        decoded = self._grid.decode(
            line["start"], line["choice"], self._stop.part(0.0, 0.0, "list")
        )
        if decoded.makespan >= self._best.makespan:
            return False
        self._best = decoded
        return True

    def _prove(self, units: float) -> None:
        self._bound = max(self._bound, self._grid.seconds(max(units, 0.0)))

    def _tell(self, *, new: bool = False) -> None:
        took = time.monotonic() - self._began
        # Deterministic seconds may take several real ones: the end is near, but not known exactly.
        done = 1 - (1 - LISTS) * exp(-took / self._params.seconds)
        second = self._problem.workload.second
        best, bound = self._best.makespan / second, self._bound / second
        message = f"CP-SAT: makespan {best:,.6g} s, at least {bound:,.6g} s"
        schedule = self._problem.schedule(self._best) if new else None
        self._stop.report(done, message, best=schedule, bound=self._bound)
