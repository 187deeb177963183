"""What bounds say of a metric: its ratio to the best of them, and what that proves."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from parsched.base.digits import from_optimum
from parsched.measure.bounds.registry import BOUNDS, CRITERIA, TIMES, Bounds
from parsched.measure.bounds.registry import PROVED as PROVED
from parsched.model.problem.time_unit import ROUNDING, SAME, meets, reaches, rounded_up, same
from parsched.model.problem.unmodelled import reason

LAST_ARRIVALS = "no schedule ends earlier, as the last jobs arrive late"
"""Said in the place of an optimum where it is no merit of who schedules."""
ARRIVALS = "release_length"
"""The bound on the makespan by which that is so; any other is named."""


@dataclass(frozen=True)
class Ratio:
    """A metric over the best (largest) lower bound on it; never below 1, but for rounding.

    `bound` is the key of a declared bound, or `PROVED` for one that a run has proved.
    """

    metric: str
    bound: str
    value: float


@dataclass(frozen=True)
class Certificate:
    """What is proved about the distance to the optimum.

    No schedule is better by more than `gap`, a fraction of the optimum: 0 proves it optimal, None
    proves nothing, and `reason` may say why. Where `is_rounded`, gap 0 means no more than ROUNDING:
    the times have no unit, so smaller gaps cannot be told from rounding. A makespan of jobs that
    arrive over time is mostly no merit of who schedules: it is settled by a bound, `settled_by`.
    `criterion` is what it is about.
    """

    gap: float | None
    reason: str = ""
    is_rounded: bool = False
    criterion: str = ""
    settled_by: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values, with the reason where there is one."""
        return {"gap": self.gap, "text": self.text} | (
            {"reason": self.reason} if self.reason else {}
        )

    @property
    def is_proof(self) -> bool:
        """Whether it proves the optimum."""
        return self.gap == 0 and not self.is_rounded

    @property
    def text(self) -> str:
        """The certificate in words, as pages, files and programs say it."""
        if self.gap is None:
            return "no certificate"
        if self.gap == 0 and self.settled_by:
            return _settled(self.settled_by)
        if self.is_proof:
            return "proved optimal"
        if self.gap <= ROUNDING:
            return f"within {ROUNDING:g} of the optimum"
        return from_optimum(1 + self.gap)


def ratios(
    metrics: Mapping[str, Any],
    bounds: Bounds,
    *,
    proved: float | None = None,
    tolerance: float = 0.0,
) -> dict[str, Ratio]:
    """Return each bounded metric over its best certified bound, by criterion; left out where either
    is missing or 0, or where times may be off by a `tolerance`, seconds, and put it below.

    Of bounds that differ by rounding only, the one declared first is named; `PROVED` where `proved`
    beats them all, which is one more certified bound on the makespan, seconds.
    """
    by_criterion = {}
    for criterion, metric in CRITERIA.items():
        lower = _certified(criterion, bounds)
        most = max(lower.values(), default=0.0)
        if metrics.get(metric) is None:
            continue
        if criterion == "makespan" and proved is not None and exceeds(proved, most):
            by_criterion[criterion] = Ratio(metric, PROVED, _ratio(metrics[metric], proved))
        elif most > 0:
            first = next(
                key for key in BOUNDS[criterion] if key in lower and not exceeds(most, lower[key])
            )
            by_criterion[criterion] = Ratio(metric, first, _ratio(metrics[metric], lower[first]))
    if tolerance:
        return {key: ratio for key, ratio in by_criterion.items() if ratio.value >= 1}
    return by_criterion


def _ratio(value: float, bound: float) -> float:
    """Return value / bound, 1 where rounding alone puts it below."""
    ratio = value / bound
    return 1.0 if SAME <= ratio < 1 else ratio


def exceeds(value: float, other: float, unit: float | None = None) -> bool:
    """Tell whether a bound is above another by more than rounding, as multiples of the unit if
    there is one."""
    if unit is not None:
        return rounded_up(value, unit) > rounded_up(other, unit)
    return value > other and not same(value, other)


def certificates(
    metrics: Mapping[str, Any],
    bounds: Bounds,
    *,
    proved: float | None = None,
    unit: float | None = None,
    unmodelled: Sequence[str] = (),
    tolerance: float = 0.0,
    is_settled: bool = False,
) -> dict[str, Certificate]:
    """Return what certified bounds prove, by criterion; of deployments only where there are any
    bounds on them.

    Parameters
    ----------
    proved
        One more certified bound on the makespan, seconds.
    unit
        Length of time that all release dates and processing times are multiples of, seconds: the
        shortest makespan is one too, so its bounds are rounded up
        (`parsched.model.problem.time_unit`). Without one, a makespan within ROUNDING of its bound
        has gap 0 and `is_rounded`. Σ w·C has none, as weights are real numbers: it is optimal only
        if it is no larger than its bound.
    unmodelled
        What the source says of the jobs that is not kept: then the schedule may be none of theirs,
        and there is no certificate.
    tolerance
        Seconds by which times may be off: then what is no larger than its bound may be so for that,
        and has no certificate.
    is_settled
        True for rigid jobs that arrive over time, whose makespan is settled by what decides the
        bound, mostly the last arrivals, under every algorithm.
    """
    if unmodelled:
        return without_certificates(bounds, reason(unmodelled))
    best = {criterion: _best(criterion, bounds) for criterion in CRITERIA}
    best["makespan"] = known_makespan(bounds, proved=proved, unit=unit)
    units = {"makespan": unit, "deployments": 1.0}
    settled_by = _deciding(bounds, best["makespan"], unit) if is_settled else ""
    found = {
        criterion: replace(
            _certificate(
                metrics.get(metric),
                best[criterion],
                units.get(criterion),
                rounds=criterion == "makespan",
            ),
            criterion=criterion,
            settled_by=settled_by if criterion == "makespan" else "",
        )
        for criterion, metric in CRITERIA.items()
        if criterion in TIMES or bounds.get(criterion)
    }
    if tolerance:
        none = Certificate(None, ROUNDED.format(tolerance))
        found = {key: none if one.gap == 0 else one for key, one in found.items()}
    return found


ROUNDED = "its times may be off by {:g} s"
"""Why nothing is certified of a schedule that is as good as a bound."""
BREAKS_RULES = "the schedule breaks rules"
"""Why nothing is certified of a schedule that is not feasible."""
OLDER = "an older version computed it"
"""Why nothing is certified of a result that would be computed otherwise now."""


def without_certificates(bounds: Bounds, reason: str = BREAKS_RULES) -> dict[str, Certificate]:
    """Return that nothing is proved, and why, for each criterion that has a certificate."""
    none = Certificate(None, reason)
    return {key: none for key in CRITERIA if key in TIMES or bounds.get(key)}


def known_makespan(
    bounds: Bounds, *, proved: float | None = None, unit: float | None = None
) -> float:
    """Return a makespan, seconds, that certified bounds prove no schedule to be below; 0 if there
    are none.

    Parameters are as in `certificates`.
    """
    best = max(_best("makespan", bounds), proved or 0.0)
    return rounded_up(best, unit)


def _deciding(bounds: Bounds, best: float, unit: float | None) -> str:
    """Return which bound on the makespan is no smaller than the best one, `PROVED` where none is:
    that by the last arrivals before others."""
    lower = _certified("makespan", bounds)
    keys = (ARRIVALS, *(key for key in BOUNDS["makespan"] if key != ARRIVALS))
    reach = (key for key in keys if key in lower and not exceeds(best, lower[key], unit))
    return next(reach, PROVED)


def _settled(bound: str) -> str:
    """Say that nothing ends earlier, and by which bound."""
    if bound == ARRIVALS:
        return LAST_ARRIVALS
    declared = BOUNDS["makespan"].get(bound)
    why = f"by the bound “{declared.title}”" if declared else "as a search has proved"
    return f"no schedule ends earlier, {why}"


def _best(criterion: str, bounds: Bounds) -> float:
    return max(_certified(criterion, bounds).values(), default=0.0)


def _certified(criterion: str, bounds: Bounds) -> dict[str, float]:
    return {
        key: value
        for key, value in bounds.get(criterion, {}).items()
        if key in BOUNDS[criterion] and BOUNDS[criterion][key].certified
    }


def _certificate(
    value: float | None, bound: float, unit: float | None, *, rounds: bool
) -> Certificate:
    if value is None or math.isnan(value):
        return Certificate(None)
    if meets(value, bound, unit):
        return Certificate(0.0)
    if rounds and reaches(value, bound, unit):
        return Certificate(0.0, is_rounded=True)
    return Certificate(value / bound - 1 if bound > 0 else None)
