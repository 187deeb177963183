"""Exact search by constraint programming."""

import time
from dataclasses import dataclass

from algorithms.params import Params, integer, real, seed
from algorithms.platform import Platform
from algorithms.registry import Supports, register
from algorithms.schedule import Schedule
from algorithms.search.improve import Search
from algorithms.search.model import Grid
from algorithms.search.problem import Found, Problem
from algorithms.search.solver import Line, solver
from algorithms.stop import Stop
from algorithms.workload import Workload

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

    def refusal(self, workload: Workload, platform: Platform) -> str | None:
        """Refuse what is too large for a model."""
        count = len(workload.profiles.widths)
        if count <= MOST_CHOICES:
            return None
        return (
            f"takes at most {MOST_CHOICES:,} configurations of all jobs together, and these jobs "
            f"have {count:,}"
        )


@register(
    "exact",
    title="Exact search (CP-SAT)",
    version=1,
    params=ExactParams,
    supports=Supports(moldable=True),
    cites=("aggoun1993", "perron2023"),
)
def exact(workload: Workload, platform: Platform, params: ExactParams, stop: Stop) -> Schedule:
    """Search.

    Complexity:
    """
    problem = Problem.of(workload, platform)
    effort = min(EFFORT * params.seconds, MOST_EFFORT)
    best = Search(problem, params.seed, stop).run(effort, LISTS)
    if not problem.is_optimal(best.makespan):
        best = _Proof(problem, best, params, stop).run()
    return problem.schedule(best)


class _Proof:
    """State of the exact search."""

    def __init__(self, problem: Problem, best: Found, params: ExactParams, stop: Stop) -> None:
        self._problem, self._best, self._params, self._stop = problem, best, params, stop
        self._grid = Grid.of(problem, best)
        self._bound = problem.bound
        self._began = time.monotonic()

    def run(self) -> Found:
        """Search for shorter schedules until there is none; return the shortest."""
        model = self._grid.model()
        if model is None:
            self._prove(self._grid.horizon + 1)
            return self._best
        params = self._params
        seed = params.seed % SEEDS
        self._tell()
        with solver(model, seconds=params.seconds, workers=params.workers, seed=seed) as lines:
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
        found = self._grid.decode(line["start"], line["choice"], self._stop.part(0.0, 0.0, "list"))
        if found.makespan >= self._best.makespan:
            return False
        self._best = found
        return True

    def _prove(self, units: float) -> None:
        self._bound = max(self._bound, self._grid.seconds(units))

    def _tell(self, *, new: bool = False) -> None:
        took = time.monotonic() - self._began
        done = LISTS + (1 - LISTS) * min(took / self._params.seconds, 1.0)
        message = f"CP-SAT: makespan {self._best.makespan:,.6g} s, at least {self._bound:,.6g} s"
        best = self._problem.schedule(self._best) if new else None
        self._stop.report(done, message, best=best, bound=self._bound)
