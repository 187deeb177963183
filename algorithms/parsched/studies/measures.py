"""Measures: what a study looks at in each run, with the denominator in its name.

makespan                                 a metric
makespan/dual                            its ratio to a bound
sum_weighted_completion/paper_lp
makespan/best                            its degradation against the best method, per cent
cpu_seconds                              what the algorithm took
exact_share                              a number of its search
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import NoScheduleError, UnknownKeyError
from parsched.measure.bounds import BOUNDS
from parsched.measure.bounds.registry import CRITERIA, Bounds
from parsched.measure.metrics import METRICS, Better
from parsched.model.problem.arrays import Floats
from parsched.model.problem.time_unit import SAME
from parsched.run.result import Result, finite
from parsched.studies.numbers import NUMBERS as NUMBERS

BEST = "best"
"""Denominator that stands for the best method on the same instance."""
TRIED = "makespan"
"""Metric for which, without a schedule, the longest one that was tried stands."""


@dataclass(frozen=True)
class Measure:
    """A number of each run, or its ratio to another one.

    `top` is a metric or one of `NUMBERS`; `bottom` a bound on that metric, another metric or
    number, `BEST`, or blank.

    Examples
    --------
    >>> Measure.parse("makespan/dual").title
    'makespan / dual approximation'
    """

    top: str
    bottom: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Build from text such as "makespan/dual".

        Raises
        ------
        UnknownKeyError
            For a name that nothing has, and for a bound on something else.
        """
        top, slash, bottom = text.partition("/")
        if top not in METRICS and top not in NUMBERS:
            known = ", ".join((*METRICS, *NUMBERS))
            raise UnknownKeyError(f"no measure is called {top!r}; there are: {known}")
        allowed = (*_bounds_on(top), BEST, *METRICS, *NUMBERS)
        if slash and bottom not in allowed:
            own = ", ".join((*_bounds_on(top), BEST))
            rule = f"by {own}, another metric or another number"
            raise UnknownKeyError(f"{top} can be divided {rule}, got {bottom!r}")
        return cls(top, bottom)

    @property
    def key(self) -> str:
        """The text that `parse` takes."""
        return f"{self.top}/{self.bottom}" if self.bottom else self.top

    @property
    def is_ratio(self) -> bool:
        """True where sums of values and of denominators mean something."""
        return self.bottom not in ("", BEST)

    @property
    def better(self) -> Better:
        """Which direction is better."""
        if self.bottom == BEST:
            return "lower"
        return METRICS[self.top].better if self.top in METRICS else NUMBERS[self.top].better

    @property
    def unit(self) -> str:
        """Unit of its values; degradations are in per cent."""
        if self.bottom == BEST:
            return "%"
        return "" if self.bottom else _unit(self.top)

    @property
    def title(self) -> str:
        """What people read."""
        if self.bottom == BEST:
            return f"{_title(self.top)}, degradation"
        if not self.bottom:
            return _title(self.top)
        declared = BOUNDS.get(self.criterion, {}).get(self.bottom)
        return f"{_title(self.top)} / {declared.title if declared else _title(self.bottom)}"

    @property
    def help(self) -> str:
        """What it is, in a sentence or two."""
        if not self.bottom:
            return _help(self.top)
        if self.bottom == BEST:
            return "How far a method is behind the best one on the same instance, per cent."
        declared = BOUNDS.get(self.criterion, {}).get(self.bottom)
        return f"Divided by: {_first(declared.help) if declared else _help(self.bottom)}"

    @property
    def numbers(self) -> tuple[str, ...]:
        """What has to be known of a run: metrics, bounds and numbers."""
        return (self.top, self._denominator) if self.is_ratio else (self.top,)

    @property
    def _denominator(self) -> str:
        """Name of the number below; a bound has the name of its criterion."""
        return _bound(self.criterion, self.bottom) if self.bounds else self.bottom

    @property
    def criterion(self) -> str:
        """The criterion whose bounds it may be divided by; blank for none."""
        return _criterion(self.top)

    @property
    def top_title(self) -> str:
        """What people call the number that is divided."""
        return _title(self.top)

    @property
    def is_below_best(self) -> bool:
        """True where the best method has the highest value, so that others are below it."""
        return self.top in METRICS and METRICS[self.top].better != "lower"

    @property
    def is_certified(self) -> bool:
        """True of a ratio to a bound that is proved."""
        declared = BOUNDS.get(self.criterion, {}).get(self.bottom)
        return declared is not None and declared.certified

    @property
    def least(self) -> float:
        """What no value can be below: 1 of a ratio to a bound that is proved, but for rounding."""
        return SAME if self.is_certified else -np.inf

    @property
    def bounds(self) -> tuple[str, ...]:
        """The bound that it needs, if it needs one."""
        return (self.bottom,) if self.bottom in _bounds_on(self.top) else ()

    @property
    def is_of_schedule(self) -> bool:
        """True where a run without a schedule has no value of its own: it lost."""
        return self.top in METRICS or not NUMBERS[self.top].of_search

    @property
    def worst(self) -> float:
        """What a run without a schedule counts as where nothing else is known of it: infinitely
        much of what should be low, and infinitely little of what should be high."""
        if not self.is_of_schedule:
            return np.nan
        return {"lower": np.inf, "higher": -np.inf}.get(self.better, np.nan)

    def of(self, numbers: Mapping[str, Floats], lost: NDArray[np.bool_] | None = None) -> Floats:
        """Return its values.

        Parameters
        ----------
        numbers
            Those that it needs, float64 of one shape; methods are the last axis.
        lost
            bool of the same shape: runs without a schedule, which are never the best.
        """
        top = numbers[self.top]
        if not self.bottom:
            return top
        if self.bottom == BEST:
            return self._degradation(top, lost)
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio: Floats = top / numbers[self._denominator]
        return np.where(np.isfinite(ratio), ratio, np.nan)

    def _degradation(self, values: Floats, lost: NDArray[np.bool_] | None) -> Floats:
        """Return how far each value is behind the best of the last axis, per cent; NaN for all of
        an instance on which a method has none for another reason than that it lost: the best is
        then unknown."""
        is_lower = not self.is_below_best
        worst = np.inf if is_lower else -np.inf
        own = values if lost is None else np.where(lost, worst, values)
        best = (own.min if is_lower else own.max)(axis=-1, keepdims=True)
        with np.errstate(divide="ignore", invalid="ignore"):
            share: Floats = values / np.where(np.isinf(best), np.nan, best)
        share = np.where(values == best, 1.0, share)
        return 100 * (share - 1 if is_lower else 1 - share)


def measures(texts: Iterable[str]) -> tuple[Measure, ...]:
    """Return measures; raises as `Measure.parse` does."""
    return tuple(Measure.parse(text) for text in dict.fromkeys(texts))


def needed(measures: Iterable[Measure]) -> tuple[str, ...]:
    """Return all numbers that some measures need, each once."""
    return tuple(dict.fromkeys(name for measure in measures for name in measure.numbers))


def read(result: Result, names: Iterable[str]) -> list[float | None]:
    """Return numbers of a result; None for those that it has not. There are no bounds for jobs that
    ask for what is not kept, as they would bound another problem."""
    bounds = _by_name(result.bounds)
    found: list[float | None] = []
    for name in names:
        if name in METRICS:
            value: float | None = result.metrics[name]
        elif name in NUMBERS:
            value = NUMBERS[name].read(result)
        else:
            value = bounds.get(name)
        found.append(None if value is None else finite(float(value)))
    return found


def without_schedule(
    error: NoScheduleError, bounds: Bounds, names: Iterable[str]
) -> list[float | None]:
    """Return numbers of a run that came to its end without a schedule: what it took and reported,
    the bounds of its instance, and the longest makespan that it tried; None for all others."""
    known = {
        **_by_name(bounds),
        **error.search,
        "cpu_seconds": error.cpu_seconds,
        TRIED: error.tried,
    }
    return [known.get(name) for name in names]


def _by_name(bounds: Bounds) -> dict[str, float]:
    """Return bounds by their names as numbers."""
    return {
        _bound(criterion, key): value
        for criterion, values in bounds.items()
        for key, value in values.items()
    }


def _criterion(name: str) -> str:
    """Return the criterion whose bounds a metric or number may be divided by, if there is one."""
    if name in NUMBERS:
        return NUMBERS[name].criterion
    return next((key for key, bounded in CRITERIA.items() if bounded == name), "")


def _bound(criterion: str, key: str) -> str:
    """Return the name of a bound as a number: its key, with the criterion before it where several
    criteria have one that is called so."""
    is_one = sum(key in of_criterion for of_criterion in BOUNDS.values()) == 1
    return key if is_one else f"{criterion}:{key}"


def _bounds_on(name: str) -> tuple[str, ...]:
    return tuple(BOUNDS.get(_criterion(name), ()))


def _help(name: str) -> str:
    """Return what a metric or a number is, with its formula if it has one."""
    if name in NUMBERS:
        return NUMBERS[name].help
    return f"{_first(METRICS[name].help)} {METRICS[name].formula}."


def _first(help: str) -> str:
    """Return the first paragraph of a help, on one line."""
    return " ".join(help.partition("\n\n")[0].split())


def _title(name: str) -> str:
    return METRICS[name].title if name in METRICS else NUMBERS[name].title


def _unit(name: str) -> str:
    return METRICS[name].unit if name in METRICS else NUMBERS[name].unit
