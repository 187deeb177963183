"""Descents: the same linear program again and again, each time with costs from the solution
before."""

from collections.abc import Callable, Iterator
from contextlib import suppress

import numpy as np

from parsched.base.errors import SolverError
from parsched.measure.time_indexed.relaxation import TimeIndexedRelaxation
from parsched.model.problem.workload import Floats
from parsched.policies.successive_lp.gradient import literal, smoothed
from parsched.policies.successive_lp.parameters import REWEIGHTINGS, SearchParams, SlpParams

Descent = Callable[[TimeIndexedRelaxation, Floats], Iterator[Floats]]
"""Yields the solutions of linear programs, the first of them for given costs."""


def solutions(
    relaxation: TimeIndexedRelaxation,
    params: SearchParams,
    rng: np.random.Generator,
    descent: Descent,
) -> Iterator[Floats]:
    """Yield the solutions of linear programs, descent after descent, up to `max_iterations`.

    A descent begins with costs that pull each job to early or late slots, as strongly as a random
    number says; the first one begins with no costs. A solver that fails ends them all.
    """
    left = params.max_iterations
    slots = relaxation.slots
    end = (slots.start + slots.time) / slots.horizon
    with suppress(SolverError):
        for restart in range(params.restarts + 1):
            haste = rng.normal(size=slots.jobs) if restart else np.zeros(slots.jobs)
            for shares in descent(relaxation, haste[slots.job] * end):
                yield shares
                left -= 1
                if not left:
                    return


def reweighted(params: SlpParams) -> Descent:
    """Return the descent along the gradient of the norm."""

    def descent(relaxation: TimeIndexedRelaxation, costs: Floats) -> Iterator[Floats]:
        """Yield solutions until one repeats, as all after it would."""
        slots = relaxation.slots
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

    return descent
