"""Columns of what parts of a run were given, its sites or environments, declared once each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

import numpy as np

from parsched.model.problem.workload import Floats
from parsched.run.result import finite

Parts = TypeVar("Parts")
"""An outcome by part."""
Whole = Literal["sum", "max", "min", "mean"]
Row = Mapping[str, Any]
"""A part: the value of every column by key, and what else there is to it."""
Measure = Callable[[Parts], Floats]
"""Returns a value for each part."""

_FOLDS: dict[Whole, Callable[[Sequence[float]], float]] = {"sum": sum, "max": max, "min": min}


@dataclass(frozen=True, kw_only=True)
class DeclaredColumn(Generic[Parts]):
    """A declared column; units are as for metrics, and `is_count` tells whole numbers.

    What it is of all parts together follows from their values as `whole` says: their sum, the
    greatest or the least, or their mean by the values of `weight`. `metric` is the key of the
    metric that says the same, blank where no metric of another key does.
    Columns of one `quantity` are shown in one unit.
    """

    key: str
    title: str
    unit: str
    formula: str
    help: str
    is_count: bool
    whole: Whole
    weight: str
    metric: str
    quantity: str
    measure: Measure[Parts]

    def plain(self, value: float) -> float | None:
        """Return a value ready for JSON; None where it means nothing."""
        number = finite(value)
        return number if number is None or not self.is_count else int(number)

    def together(self, rows: Sequence[Row]) -> float | None:
        """Return what it is of all parts; None where it means nothing of any."""
        with_value = [row for row in rows if row.get(self.key) is not None]
        values: list[float] = [row[self.key] for row in with_value]
        if not values:
            return None
        if self.whole == "mean":
            return float(np.average(values, weights=[row[self.weight] for row in with_value]))
        return _FOLDS[self.whole](values)


class DeclaredColumns(dict[str, DeclaredColumn[Parts]]):
    """Columns by key, in the order of their declarations."""

    def declare(
        self,
        key: str,
        *,
        title: str,
        formula: str,
        unit: str = "",
        is_count: bool = False,
        whole: Whole = "sum",
        weight: str = "",
        metric: str = "",
        quantity: str = "",
    ) -> Callable[[Measure[Parts]], Measure[Parts]]:
        """Declare a column; the docstring of the function is its help."""

        def add(measure: Measure[Parts]) -> Measure[Parts]:
            self[key] = DeclaredColumn(
                key=key,
                title=title,
                unit=unit,
                formula=formula,
                help=" ".join((measure.__doc__ or "").split()),
                is_count=is_count,
                whole=whole,
                weight=weight,
                metric=metric,
                quantity=quantity or key,
                measure=measure,
            )
            return measure

        return add

    def rows(self, parts: Parts, count: int) -> list[dict[str, float | None]]:
        """Return the values of `count` parts by key, ready for JSON."""
        measured = [(column, column.measure(parts)) for column in self.values()]
        return [
            {column.key: column.plain(float(values[i])) for column, values in measured}
            for i in range(count)
        ]

    def together(self, rows: Sequence[Row]) -> dict[str, float | None]:
        """Return the value of every column for all parts of a run; None where it means nothing."""
        return {key: column.together(rows) for key, column in self.items()}


def divided(values: Floats, by: Floats) -> Floats:
    """Divide arrays of one shape; NaN where there is nothing to divide by."""
    quotients: Floats = np.divide(values, by, out=np.full(len(values), np.nan), where=by > 0)
    return quotients
