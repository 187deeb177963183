"""A program of its own: reads a model, lets CP-SAT solve it, and tells how far it is.

It is started by `parsched.policies.search.solver` and imports nothing of this library: OR-tools and
HiGHS cannot be loaded into one process. The first line of its input is the model as JSON; when the
input ends, so does the program, even if the process that started it was killed, and not before,
unless it fails. Each line of its output is a JSON object with some of

- `state`: "infeasible", "optimal", "feasible" or "unknown", in the last line;
- `bound`: no schedule is shorter, units of time;
- `start`, `choice`: of each job, units of time and index; a schedule.
"""

import json
import os
import resource
import sys
import threading
from typing import Any

from ortools.sat.python import cp_model

STATES = {
    cp_model.INFEASIBLE: "infeasible",
    cp_model.OPTIMAL: "optimal",
    cp_model.FEASIBLE: "feasible",
    cp_model.UNKNOWN: "unknown",
}

CONFLICTS = 100_000
"""Most conflicts for each second of the limit: deterministic time forgets what some take."""


def tell(**values: Any) -> None:
    """Write a line."""
    sys.stdout.write(json.dumps(values) + "\n")
    sys.stdout.flush()


class CpSatModel:
    """The schedules that end between `bound` and `horizon`.

    Each job has a start, and for each choice an interval that is there if the choice is taken. No
    more processors are used than there are.
    """

    def __init__(self, problem: dict[str, Any]) -> None:
        self.model = cp_model.CpModel()
        self.processors, self.horizon = problem["processors"], problem["horizon"]
        self.makespan = self.model.new_int_var(problem["bound"], self.horizon, "makespan")
        self.start: list[cp_model.IntVar] = []
        self.end: list[Any] = []
        self.taken: list[list[Any]] = []
        self.intervals: list[cp_model.IntervalVar] = []
        self.widths: list[int] = []
        for choices in problem["jobs"]:
            self._add(choices)
        self.model.add_cumulative(self.intervals, self.widths, self.processors)
        self._use(problem["jobs"])
        self._order(problem["jobs"])
        self._mirror(problem["jobs"])
        self.model.minimize(self.makespan)

    def _add(self, choices: list[tuple[int, int]]) -> None:
        """Add a job, given as the width and the time of each choice."""
        latest = self.horizon - min(time for _, time in choices)
        start = self.model.new_int_var(0, latest, "")
        if len(choices) == 1:
            taken: list[Any] = [1]
            self.intervals.append(self.model.new_fixed_size_interval_var(start, choices[0][1], ""))
        else:
            taken = [self.model.new_bool_var("") for _ in choices]
            self.model.add_exactly_one(taken)
            for literal, (_, time) in zip(taken, choices, strict=True):
                self.intervals.append(
                    self.model.new_optional_fixed_size_interval_var(start, time, literal, "")
                )
        self.widths += [width for width, _ in choices]
        end = start + sum(time * x for x, (_, time) in zip(taken, choices, strict=True))
        self.model.add(end <= self.makespan)
        self.start.append(start)
        self.end.append(end)
        self.taken.append(taken)

    def _use(self, jobs: list[list[tuple[int, int]]]) -> None:
        """All work fits between 0 and the makespan."""
        work = sum(
            width * time * x
            for taken, choices in zip(self.taken, jobs, strict=True)
            for x, (width, time) in zip(taken, choices, strict=True)
        )
        self.model.add(work <= self.processors * self.makespan)

    def _order(self, jobs: list[list[tuple[int, int]]]) -> None:
        """Equal jobs start in their order, for they may change places."""
        last: dict[str, int] = {}
        for job, choices in enumerate(jobs):
            before = last.get(key := repr(choices))
            if before is not None:
                self.model.add(self.start[before] <= self.start[job])
            last[key] = job

    def _mirror(self, jobs: list[list[tuple[int, int]]]) -> None:
        """The first job of most work has its middle in the first half, for every schedule may run
        backwards.

        Of several equal ones it starts first. If its middle is in the second half in a schedule,
        then so is the middle of the one that ends last, which neither starts nor ends earlier and
        becomes the first one backwards.
        """
        if jobs:
            works = [min(width * time for width, time in choices) for choices in jobs]
            job = works.index(max(works))
            self.model.add(self.start[job] + self.end[job] <= self.makespan)


class Listener(cp_model.CpSolverSolutionCallback):
    """Tells each schedule."""

    def __init__(self, model: CpSatModel) -> None:
        super().__init__()
        self._model = model

    def on_solution_callback(self) -> None:
        """Called by the solver."""
        start = [self.value(x) for x in self._model.start]
        choice = [
            0 if len(taken) == 1 else [self.boolean_value(x) for x in taken].index(True)
            for taken in self._model.taken
        ]
        tell(start=start, choice=choice)


def solve(problem: dict[str, Any]) -> None:
    """Solve the model."""
    model = CpSatModel(problem)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = problem["workers"]
    solver.parameters.interleave_search = problem["workers"] > 1
    solver.parameters.random_seed = problem["seed"]
    solver.parameters.max_deterministic_time = problem["seconds"]
    solver.parameters.max_number_of_conflicts = int(CONFLICTS * problem["seconds"])
    solver.best_bound_callback = lambda bound: tell(bound=bound)
    status = solver.solve(model.model, Listener(model))
    tell(state=STATES[status], bound=solver.best_objective_bound)


def end_with_input() -> None:
    """Wait for the end of the input, then end at once."""
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os._exit(1)


def main() -> None:
    problem = json.loads(sys.stdin.buffer.readline())
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    limits = [b for b in (soft, hard, problem["memory"]) if b != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(limits), hard))
    watch = threading.Thread(target=end_with_input, daemon=True)
    watch.start()
    solve(problem)
    watch.join()  # the process that started it may ask how much memory it took


if __name__ == "__main__":
    main()
