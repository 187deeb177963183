"""Colours of environments: the same in every chart and on every poster of a workload."""

from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from algorithms.deployment import Demands, environments
from algorithms.workload import Workload

MOST = 8
"""Colours that can be told apart, counting the one that all other names share."""


@dataclass(frozen=True, eq=False)
class Categories:
    """Which environments have colours of their own.

    Parameters
    ----------
    names
        Those that do, in the order of the colours.
    others
        Number of environments that are grey.
    has_none
        True when some jobs need no environment; they are grey as well.
    kind
        uint8, shape (n_jobs,): 0 for grey, i + 1 for the colour of `names[i]`.
    """

    names: tuple[str, ...]
    others: int
    has_none: bool
    kind: NDArray[np.uint8]

    @property
    def rest(self) -> str:
        """What is grey, in words; blank when nothing is."""
        if self.others:
            return f"{self.others:,} others" + (", or none" if self.has_none else "")
        return "no environment" if self.has_none else ""


_known: WeakKeyDictionary[Workload, Categories | None] = WeakKeyDictionary()


def categories(workload: Workload) -> Categories | None:
    """Return the colours of environments, None where jobs have none.

    Up to eight are coloured in the order of their names; of more the seven whose jobs ask for most
    work, those first that ask for most of it.
    """
    if workload not in _known:
        _known[workload] = _categories(workload)
    return _known[workload]


def _categories(workload: Workload) -> Categories | None:
    codes = environments(workload)
    if workload.environment is None or not (codes >= 0).any():
        return None
    names = workload.environment.names
    chosen = np.arange(len(names))
    if len(names) > MOST:
        chosen = np.argsort(-Demands.of(workload).work, kind="stable")[: MOST - 1]
    colour = np.zeros(len(names) + 1, np.uint8)
    colour[chosen] = np.arange(1, len(chosen) + 1)
    return Categories(
        names=tuple(names[code] for code in chosen.tolist()),
        others=len(names) - len(chosen),
        has_none=bool((codes < 0).any()),
        kind=colour[codes],
    )
