"""Worst-case bounds of admissible allocation on grids, as functions of the admissible factor a.

The strategies MLB_a and MCT_a over any 2-competitive local scheduler, on sites of sizes m_1 ≤ … ≤
m_m; s_{i,j} is the sum of the sizes of sites i to j. Off-line the makespan is at most 1 + 2/a²
times the best one where a ≤ s_{f,m}/s_{f0,m}, and 1 + 2/(a·(1 − a)) times where a is larger; f is
the first site that admits the last job, f0 the first one that admits the narrowest of the jobs on
the sites that admit it. On-line each is larger by 2: all jobs are there after the last release, and
what runs by then ends within the longest time. Where every job fits the smallest site, a = 1 gives
3 off-line and 5 on-line.

List scheduling (`local=list`) is such a local scheduler; FCFS, EASY and conservative backfilling
are not, since narrow jobs that end one after another keep a wide one, and what is behind it,
waiting for ever.

The theorems print the condition with s_{f,l}; their proofs use s_{f,m}, and so does this module.

What the proofs really give, for list scheduling
------------------------------------------------
- MLB_a with counters over all jobs ever allocated (`counting=allocated`): the bounds hold. Without
  the time of the last job of a site, the rest of its list schedule is still one in which no two
  instants p_max apart use few processors together, so it takes at most 2·max(W / m, p_max), and the
  makespan is at most p + 2·max(1, s_{f0,m} / s_{f,l})·C*. As a job that some site from f on admits
  has s_{f0,f-1} ≤ a·s_{f0,m}, s_{f,l} / s_{f0,m} is at least a·(1 − a) whatever the jobs are: below
  a = 0.5 figure 3 is a bound in all cases, and figure 2, which is larger there, is not needed.
- MCT_a: the step of theorem 1 that adding a job to site k makes C_max at most C_k + p_d does not
  hold for list scheduling, where a job that overtakes may delay others for longer than it takes.
  The smallest example found has six jobs (processors, time) on four processors: (1, 5), (2, 1),
  (3, 5), (2, 3), (2, 4), and as the last one (1, 2). It makes the makespan longer by 3. The
  property above leaves W_k ≤ m_k·C_k, so 1 + 4·max(1, s_{f0,m} / s_{f,l}) off-line. No instance
  that exceeds the printed bound is known, nor is it proved.

References
----------
Quezada-Pina et al. (2012), theorems 1 to 4 and figures 2 to 4: `quezada2012` in `references`.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from parsched.base.errors import ParameterError
from parsched.model.problem.arrays import Floats, sealed
from parsched.policies.grid.measured import INSTANCES, measured_points
from parsched.policies.theory import Theory, TheoryCurve

Case: TypeAlias = Literal["few", "many", "worst"]
"""Which bound holds: "few" where the narrowest jobs have few sites that others have not (a ≤
s_{f,m}/s_{f0,m}, figure 2), "many" where they have many (figure 3), "worst" whatever the jobs are
(figure 4)."""

CASES: tuple[Case, ...] = ("few", "many", "worst")
BEST_FACTOR = 0.5
"""The factor with the least bound whatever the jobs are: 9 off-line, 11 on-line."""
ONLINE = 2.0
"""What on-line release adds to an approximation factor."""

_STEPS = 1000
_HIGHEST = 40.0
_FIGURES: dict[Case, str] = {"few": "Fig. 2", "many": "Fig. 3", "worst": "Fig. 4"}
_SAID: dict[Case, str] = {
    "few": "a ≤ s(f, m) / s(f0, m)",
    "many": "a > s(f, m) / s(f0, m)",
    "worst": "whatever the jobs are",
}


@dataclass(frozen=True, eq=False)
class BoundCurve:
    """A bound as a function of a; float64, shape (n_points,), infinite where there is no bound."""

    case: Case
    online: bool
    factor: Floats
    bound: Floats

    @property
    def least(self) -> tuple[float, float]:
        """The factor with the least bound, and that bound."""
        at = int(self.bound.argmin())
        return float(self.factor[at]), float(self.bound[at])


def bound(factor: float, case: Case = "worst", *, online: bool = True) -> float:
    """Return the bound of the makespan over the best one; infinite for "many" at a = 1.

    Raises
    ------
    ParameterError
        Unless 0 < a ≤ 1.
    """
    if not 0 < factor <= 1:
        rule = "must be above 0 and at most 1"
        raise ParameterError({"factor": f"factor {rule}, got {factor:g}"})
    return float(_bounds(np.array([factor]), case, online)[0])


def curve(case: Case = "worst", *, online: bool = True, steps: int = _STEPS) -> BoundCurve:
    """Return the bound at a = 1/steps, 2/steps, …, 1: with online, figures 2 to 4 of the paper."""
    factor = sealed(np.arange(1, steps + 1) / steps)
    return BoundCurve(case, online, factor, sealed(_bounds(factor, case, online)))


def fitting_bound(*, online: bool = True) -> float:
    """Return the bound where every job fits the smallest site (theorem 4)."""
    return bound(1.0, "few", online=online)


def competitive_factor() -> Theory:
    """Return figures 2 to 4 of the paper in one, and the bounds that its abstract names."""
    curves = {case: curve(case) for case in CASES}
    lines = [
        TheoryCurve(f"{_FIGURES[case]}: {_SAID[case]}", one.factor, one.bound)
        for case, one in curves.items()
    ]
    half = f"at a = {BEST_FACTOR:g}, whatever the jobs are"
    fits = "at a = 1, if all jobs fit the smallest site"
    return Theory(
        title="Worst case of admissible allocation",
        x_label="share a of admissible processors",
        y_label="bound on makespan / optimum, on-line",
        curves=lines,
        highest=_HIGHEST,
        facts={
            f"on-line, {half}": bound(BEST_FACTOR),
            f"off-line, {half}": bound(BEST_FACTOR, online=False),
            f"on-line, {fits}": fitting_bound(),
            f"off-line, {fits}": fitting_bound(online=False),
        },
        note=(
            "It holds for MLB with a list scheduler at the sites, which starts any waiting job "
            "that fits (local=list), exact estimates, and counters over all jobs ever allocated "
            "(counting=allocated). It is printed for MCT, too, but one step of that proof does not "
            "hold for lists; no instance that breaks the bound is known. FCFS, EASY and "
            "conservative backfilling are no list schedulers, so it does not bind runs with these. "
            f"Points are the largest of {INSTANCES} random small grids each, over a lower bound. "
            "s(i, j) is the sum of the "
            "sizes of sites i to j, f the first site that holds the last job, f0 the first one that"
            " holds the narrowest of the jobs on the sites that hold it, and m the last site. "
            "Off-line each curve is lower by 2."
        ),
        cites=("quezada2012", "tchernykh2010"),
        measured=measured_points,
    )


def _bounds(factor: Floats, case: Case, online: bool) -> Floats:
    few = 1 + 2 / factor**2
    many = np.full(len(factor), np.inf)
    below = factor < 1
    many[below] = 1 + 2 / (factor[below] * (1 - factor[below]))
    by_case = {"few": few, "many": many, "worst": np.maximum(few, many)}
    bounds: Floats = by_case[case] + (ONLINE if online else 0.0)
    return bounds
