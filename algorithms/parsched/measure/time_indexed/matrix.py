"""The time-indexed linear program, written down twice: to be read, and to be filled in fast.

With x[s] the share of its job that is in slot s, and rest[i] the share of job i that is in none,

    Σ x[s] over the slots of job i, + rest[i] = 1     for each job i
    Σ width[s] · x[s] over the slots that run at t ≤ m    for each unit of time t

and everything at least 0. Shares of 0 and 1 are a schedule.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from parsched.base.extras import extra, need
from parsched.measure.time_indexed.slots import Slots
from parsched.model.problem.workload import Floats, Ints

if TYPE_CHECKING:
    import highspy
    import pulp


class MatrixColumns(NamedTuple):
    """Columns of a matrix: column k holds `values[j]` in row `rows[j]`, for j in `starts[k]:
    starts[k + 1]`; rows rise within a column."""

    starts: Ints
    rows: Ints
    values: Floats


def written(slots: Slots) -> "pulp.LpProblem":
    """Return the program of all slots, to minimise Σ rest. Slow: for programs of some 1,000 slots.

    Names are such that PuLP, which sorts variables by name, keeps the order rest, then slots.
    """
    with extra("exact"):
        import pulp  # noqa: PLC0415 (in an extra)
    n, horizon = slots.jobs, slots.horizon
    problem = pulp.LpProblem("time_indexed", pulp.LpMinimize)
    rest = [problem.add_variable(f"rest_{i:07}", 0) for i in range(n)]
    x = [problem.add_variable(f"x_{s:07}", 0) for s in range(len(slots))]
    problem += pulp.lpSum(rest)
    of_job: list[list[pulp.LpVariable]] = [[] for _ in range(n)]
    running: list[list[tuple[pulp.LpVariable, int]]] = [[] for _ in range(horizon)]
    for s, variable in enumerate(x):
        of_job[slots.job[s]].append(variable)
        for t in range(slots.start[s], slots.start[s] + slots.time[s]):
            running[t].append((variable, int(slots.width[s])))
    for i in range(n):
        problem += pulp.lpSum(of_job[i]) + rest[i] == 1, f"job_{i}"
    for t in range(horizon):
        problem += pulp.LpAffineExpression(running[t]) <= slots.instance.processors, f"time_{t}"
    return problem


def passed(problem: "pulp.LpProblem") -> "highspy.Highs":
    """Hand a problem of PuLP to the solver, which keeps it: costs change there from now on."""
    need("highspy", "exact")
    with extra("exact"):
        import pulp  # noqa: PLC0415 (in an extra)
    solver = pulp.HiGHS(msg=False)
    solver.createAndConfigureSolver(problem)
    solver.buildSolverModel(problem)
    model: highspy.Highs = problem.solverModel
    return model


def rows_only(slots: Slots) -> "highspy.Highs":
    """Return a solver that holds the rows and the columns of `rest`, and no slot yet."""
    with extra("exact"):
        import highspy  # noqa: PLC0415 (in an extra)
    n, horizon, processors = slots.jobs, slots.horizon, slots.instance.processors
    infinity, none = np.inf, np.empty(0)
    solver = highspy.Highs()
    solver.silent()
    lower = np.concatenate([np.ones(n), np.full(horizon, -infinity)])
    upper = np.concatenate([np.ones(n), np.full(horizon, float(processors))])
    no_entries = np.zeros(n + horizon, np.int32)
    solver.addRows(n + horizon, lower, upper, 0, no_entries, none.astype(np.int32), none)
    rest = MatrixColumns(np.arange(n + 1), np.arange(n), np.ones(n))
    append(solver, rest, np.ones(n))
    return solver


def columns(slots: Slots, chosen: Ints) -> MatrixColumns:
    """Return the columns of the chosen slots."""
    time = slots.time[chosen]
    starts = np.concatenate([[0], np.cumsum(time + 1)])
    place = np.arange(starts[-1]) - np.repeat(starts[:-1], time + 1)
    rows = np.where(
        place == 0,
        np.repeat(slots.job[chosen], time + 1),
        np.repeat(slots.jobs + slots.start[chosen], time + 1) + place - 1,
    )
    values = np.where(place == 0, 1.0, np.repeat(slots.width[chosen], time + 1))
    return MatrixColumns(starts, rows, values)


def append(solver: "highspy.Highs", added: MatrixColumns, costs: Floats) -> None:
    """Add columns of lower bound 0 and no upper bound."""
    count = len(added.starts) - 1
    free = np.full(count, np.inf)
    solver.addCols(
        count,
        costs,
        np.zeros(count),
        free,
        len(added.rows),
        added.starts[:-1].astype(np.int32),
        added.rows.astype(np.int32),
        added.values,
    )
