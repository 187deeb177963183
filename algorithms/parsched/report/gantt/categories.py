"""Colours of environments: the same in every chart, poster and table of a workload."""

from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.deployment import Demands
from parsched.model.problem.workload import Workload

MOST = 8
"""Number of colours that can be distinguished, including the one for all other names."""


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
        """Description of what is grey; blank if nothing is."""
        if self.others:
            return f"{self.others:,} others" + (", or none" if self.has_none else "")
        return "no environment" if self.has_none else ""


_cache: WeakKeyDictionary[Workload, Categories | None] = WeakKeyDictionary()


def categories(workload: Workload) -> Categories | None:
    """Return the colours of environments, None where jobs have none.

    Up to eight environments are coloured; beyond, only the seven whose jobs need most work. They
    are in natural order of their names.
    """
    if workload not in _cache:
        _cache[workload] = _categories(workload)
    return _cache[workload]


def _categories(workload: Workload) -> Categories | None:
    if workload.environment is None:
        return None
    # Names that no job has, as where some jobs were left out, are no environments.
    labels = workload.environment.in_order()
    names, codes = labels.names, labels.codes
    if not names:
        return None
    coloured = np.arange(len(names))
    if len(names) > MOST:
        work = Demands.of(replace(workload, environment=labels)).work
        coloured = np.sort(np.argsort(-work, kind="stable")[: MOST - 1])
    colour = np.zeros(len(names) + 1, np.uint8)
    colour[coloured] = np.arange(1, len(coloured) + 1)
    return Categories(
        names=tuple(names[code] for code in coloured.tolist()),
        others=len(names) - len(coloured),
        has_none=bool((codes < 0).any()),
        kind=colour[codes],
    )
