"""HiGHS, on one thread and with ears: a caller that has to end can stop it."""

import math
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import SolverError
from parsched.base.extras import extra
from parsched.measure.time_indexed import matrix
from parsched.model.problem.workload import Floats, Ints

if TYPE_CHECKING:
    import highspy

PULSE = 0.1
"""Seconds between two calls of `beat` while the solver runs."""
MOST = 2**31 - 1
"""Iterations that the solver counts to."""
OPTIONS: dict[str, bool | int | str] = {
    "output_flag": False,
    "threads": 1,
    "presolve": "off",
    "simplex_strategy": 4,
}
"""Presolve would throw the basis away. Strategy 4 is the primal simplex: after a change of costs,
or with new columns, the basis is primal feasible. The solver's own choice takes twice as long."""


class Solver:
    """A linear program inside HiGHS; each run goes on from the basis of the one before.

    Parameters
    ----------
    highs
        The program.
    beat
        Called every PULSE seconds, in the thread of the caller; what it raises stops the run.
    effort
        What all runs together may take, simplex iterations × rows²: their time grows so at worst.
    """

    def __init__(
        self, highs: "highspy.Highs", beat: Callable[[], None], effort: float = math.inf
    ) -> None:
        self._highs, self._beat, self._left = highs, beat, effort
        self._ending = False
        # One thread for all runs: HiGHS makes a scheduler for each thread that it first runs in.
        self._thread = ThreadPoolExecutor(1)
        weakref.finalize(self, self._thread.shutdown, wait=False)
        with extra("exact"):
            import highspy  # noqa: PLC0415 (in an extra)
        self._optimal = highspy.HighsModelStatus.kOptimal
        for option, value in OPTIONS.items():
            highs.setOptionValue(option, value)
        highs.cbSimplexInterrupt += self._hear

    def _hear(self, event: Any) -> None:
        if self._ending:
            event.interrupt()

    def run(self) -> None:
        """Minimise.

        Raises
        ------
        SolverError
            When there is no optimum, or the solver fails or does not find it within its effort.
        """
        cost = self._highs.getNumRow() ** 2
        if self._left < cost:
            raise SolverError("the effort is used up")
        self._highs.setOptionValue("simplex_iteration_limit", int(min(self._left / cost, MOST)))
        self._beat()
        running = self._thread.submit(self._highs.run)
        try:
            while wait([running], PULSE).not_done:
                self._beat()
        finally:
            self._ending = True
            wait([running])
            self._ending = False
        if failure := running.exception():
            # The status would still describe the run before.
            raise SolverError(f"the solver failed: {failure}") from failure
        self._left -= self._highs.getInfo().simplex_iteration_count * cost
        status = self._highs.getModelStatus()
        if status != self._optimal:
            raise SolverError(f"the solver says: {self._highs.modelStatusToString(status)}")

    @property
    def objective(self) -> float:
        """Value of the last solution."""
        return float(self._highs.getInfo().objective_function_value)

    @property
    def values(self) -> Floats:
        """Columns of the last solution."""
        return np.array(self._highs.getSolution().col_value)

    @property
    def duals(self) -> Floats:
        """Duals of the rows: what one more on the right-hand side would cost."""
        return np.array(self._highs.getSolution().row_dual)

    def cost(self, columns: Ints, costs: Floats) -> None:
        """Change costs."""
        self._highs.changeColsCost(len(columns), columns.astype(np.int32), costs)

    def bound(self, columns: Ints, upper: Floats) -> None:
        """Change upper bounds; the lower ones are 0."""
        lower = np.zeros(len(columns))
        self._highs.changeColsBounds(len(columns), columns.astype(np.int32), lower, upper)

    def append(self, columns: matrix.MatrixColumns, costs: Floats) -> None:
        """Add columns."""
        matrix.append(self._highs, columns, costs)

    def trim(self, first: int) -> NDArray[np.bool_]:
        """Take out columns that are not in the basis, among those from `first` on; the solution
        stays. Return, for each of these, whether it is still there: bool, of shape (n_columns -
        first,)."""
        import highspy  # noqa: PLC0415 (in an extra)

        basis = self._highs.getBasis()
        basic = highspy.HighsBasisStatus.kBasic
        kept = np.array([status == basic for status in basis.col_status[first:]], np.bool_)
        gone = first + np.flatnonzero(~kept)
        self._highs.deleteCols(len(gone), gone.astype(np.int32))
        left = highspy.HighsBasis()  # Deletion forgets the basis.
        left.col_status = [*basis.col_status[:first], *[basic] * int(kept.sum())]
        left.row_status, left.valid = basis.row_status, True
        self._highs.setBasis(left)
        return kept
