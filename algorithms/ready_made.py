"""Ready-made comparisons: algorithms and parameters that are worth running together."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from algorithms.compare import Entry
from algorithms.declare.catalogue import algorithm
from algorithms.declare.sweeps import Variants
from algorithms.formats import different
from algorithms.groups.parameters import FACTORS
from algorithms.problem.instance import Instance
from algorithms.problem.workload import Workload


@dataclass(frozen=True, kw_only=True)
class Methods:
    """An algorithm, with a run for each combination of values of the parameters in `vary`."""

    algorithm: str
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)
    vary: Mapping[str, tuple[Any, ...]] = field(default_factory=dict, hash=False)

    @property
    def entries(self) -> list[Entry]:
        """One for each run."""
        declared = algorithm(self.algorithm).params
        return Entry.all_of(self.algorithm, Variants.of(declared, self.params, self.vary))


@dataclass(frozen=True, kw_only=True)
class ReadyMade:
    """A comparison by its key: what it is good for, and what it runs; `short` is what to compare.

    `suits` returns the sentence that says why it is not worth running on some jobs, though its
    algorithms may take them, or None.
    """

    key: str
    title: str
    short: str
    help: str
    methods: tuple[Methods, ...]
    suits: Callable[[Workload], str | None]

    @cached_property
    def entries(self) -> list[Entry]:
        """One for each run."""
        return [entry for methods in self.methods for entry in methods.entries]

    def refusal(self, instance: Instance) -> str | None:
        """Return the sentence that says why it does not suit an instance, or None."""
        if reason := self.suits(instance.jobs):
            return reason
        for first in {entry.key: entry for entry in reversed(self.entries)}.values():
            if reason := algorithm(first.key).refusal(instance, first.params):
                return f"takes an algorithm that cannot run: {reason}"
        return None

    def as_json(self) -> dict[str, Any]:
        """Return what is declared; `entries` are what each algorithm is given."""
        return {
            **{name: getattr(self, name) for name in ("key", "title", "help")},
            "entries": [asdict(methods) for methods in self.methods],
            "runs": len(self.entries),
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
            *(Methods(algorithm=key) for key in ORDERS),
            *(Methods(algorithm=key, vary=algorithm(key).sweeps[0].vary) for key in GROUPS),
        ),
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
            Methods(algorithm="online-batch", vary={"algorithm": ORDERS}),
            *(
                Methods(
                    algorithm="online-batch",
                    params={"algorithm.lam": factor},
                    vary={"algorithm": GROUPS},
                )
                for factor in BATCH_FACTORS
            ),
        ),
        suits=_arriving_with_environments,
    ),
)
READY_MADE = {declared.key: declared for declared in _DECLARED}
