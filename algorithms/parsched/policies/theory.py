"""Curves that theory gives for an algorithm: named in its declaration, drawn on its page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from parsched.declare.references import REFERENCES, Reference
from parsched.model.problem.arrays import Floats


@dataclass(frozen=True, eq=False)
class TheoryCurve:
    """A line; float64, shape (n_points,), x ascending, y infinite where there is no bound."""

    title: str
    x: Floats
    y: Floats


@dataclass(frozen=True, kw_only=True)
class Theory:
    """Lines over one axis, with the sentences that say what they mean.

    `facts` are numbers worth printing, by what they are about; `highest` is where the plot ends,
    beyond which a bound says little. `measured` returns points to draw beside the lines, and may
    take some tenths of a second when it is first called.
    """

    title: str
    x_label: str
    y_label: str
    curves: Sequence[TheoryCurve]
    highest: float
    facts: Mapping[str, float]
    note: str
    cites: tuple[str, ...]
    measured: Callable[[], Sequence[TheoryCurve]] | None = None

    @property
    def references(self) -> tuple[Reference, ...]:
        """Publications that prove it."""
        return tuple(REFERENCES[key] for key in self.cites)
