"""Ready-made comparisons: algorithms and parameters that are worth running together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from algorithms.declare.catalogue import ALGORITHMS, algorithm
from algorithms.formats import different
from algorithms.groups.parameters import FACTORS
from algorithms.problem.instance import Instance
from algorithms.problem.workload import Workload
from algorithms.request import Entry, Request, expanded


@dataclass(frozen=True, kw_only=True)
class ReadyMade:
    """A comparison by its key: what it is good for, and what it runs; `short` is what to compare.

    `proposed` are a few of them, or others, that are chosen where it suits and nobody has chosen
    yet: some that group jobs by environment, and the list that is blind to them. `suits` returns
    the sentence that says why it is not worth running on some jobs, though its
    algorithms may take them, or None.
    """

    key: str
    title: str
    short: str
    help: str
    methods: tuple[Entry, ...]
    proposed: tuple[Entry, ...]
    suits: Callable[[Workload], str | None]

    @cached_property
    def requests(self) -> list[Request]:
        """One for each run."""
        return expanded(self.methods)

    def refusal(self, instance: Instance) -> str | None:
        """Return the sentence that says why it does not suit an instance, or None."""
        if reason := self.suits(instance.jobs):
            return reason
        for first in {one.algorithm.key: one for one in reversed(self.requests)}.values():
            if reason := first.algorithm.refusal(instance, first.params):
                return f"takes an algorithm that cannot run: {reason}"
        return None

    def as_json(self) -> dict[str, Any]:
        """Return what is declared; `entries` are what each algorithm is given."""
        return {
            **{name: getattr(self, name) for name in ("key", "title", "help")},
            "entries": [entry.as_json() for entry in self.methods],
            "runs": len(self.requests),
        }


def _with_environments(workload: Workload) -> str | None:
    return None if _has_environments(workload) else "needs jobs with environments"


def _arriving_with_environments(workload: Workload) -> str | None:
    if workload.has_releases:
        return _with_environments(workload)
    return "needs jobs that arrive over time: without arrivals there is one batch"


def _has_environments(workload: Workload) -> bool:
    return different(workload.environment) > 0


ORDERS = ("env-blind", "env-order", "env-barrier", "env-sequential")
"""Methods that order jobs and make no groups."""
GROUPS = ("gls", "gls-plus")
BATCH_FACTORS = (1.0, 1.25, 1.5, 2.0, 4.0)
"""λ of on-line batches, as multiples of the minimum of each batch."""

_DECLARED = (
    ReadyMade(
        key="trade-offs",
        title="Trade-offs between makespan and deployments",
        short="trade-offs",
        help=f"All {len(ORDERS + GROUPS)} methods for environments; those that make groups with "
        f"{len(FACTORS)} λ from {FACTORS[0]:g} to {FACTORS[-1]:g} × the minimum.",
        methods=(
            *(Entry(algorithm=key) for key in ORDERS),
            *(Entry(algorithm=key, vary=algorithm(key).sweeps[0].vary) for key in GROUPS),
        ),
        proposed=tuple(map(Entry, ("gls-plus", "gls", "env-order", "env-blind"))),
        suits=_with_environments,
    ),
    ReadyMade(
        key="trade-offs-on-line",
        title="Trade-offs between makespan and deployments, on-line",
        short="trade-offs",
        help=f"All {len(ORDERS + GROUPS)} methods for environments, each in batches as jobs "
        f"arrive; those that make groups with {len(BATCH_FACTORS)} λ from "
        f"{BATCH_FACTORS[0]:g} to {BATCH_FACTORS[-1]:g} × the minimum of each batch.",
        methods=(
            Entry(algorithm="online-batch", vary={"algorithm": ORDERS}),
            *(
                Entry(
                    algorithm="online-batch",
                    params={"algorithm.lam": factor},
                    vary={"algorithm": GROUPS},
                )
                for factor in BATCH_FACTORS
            ),
        ),
        proposed=(
            Entry(algorithm="easy"),
            Entry(algorithm="online-batch", params={"algorithm": "gls-plus"}),
            Entry(algorithm="online-batch", params={"algorithm": "env-blind"}),
        ),
        suits=_arriving_with_environments,
    ),
)
READY_MADE = {declared.key: declared for declared in _DECLARED}


PROPOSED = 3
"""Algorithms that are proposed where no ready-made comparison suits."""


def suiting(instance: Instance) -> list[ReadyMade]:
    """Return the ready-made comparisons that are worth running on an instance."""
    return [ready for ready in READY_MADE.values() if ready.refusal(instance) is None]


def proposed(instance: Instance) -> list[Entry]:
    """Return what to run on an instance where nobody has chosen anything."""
    for ready in suiting(instance):
        return [*ready.proposed]
    fitting = [a.key for a in ALGORITHMS.values() if a.supports.refusal(instance) is None]
    return [Entry(key) for key in usual(fitting)]


def usual(fitting: Sequence[str]) -> list[str]:
    """Return the keys of a few algorithms among those that fit, the usual ones if there are any."""
    ranks = {key: d.proposed for key in fitting if (d := ALGORITHMS[key].display)}
    first = sorted((rank, key) for key, rank in ranks.items() if rank is not None)
    return ([key for _, key in first] or [*fitting])[:PROPOSED]
