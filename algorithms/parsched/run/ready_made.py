"""Ready-made comparisons: algorithms and parameters that are worth running together.

Some are experiments of papers on policies of a queue: `expected` is the outcome that they report,
and the report `published` shows what they measured beside ours where that is public.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from parsched.data.formats import different
from parsched.declare.references import REFERENCES, Reference
from parsched.model.problem.instance import Instance
from parsched.model.problem.workload import Workload
from parsched.policies.catalogue import ALGORITHMS, algorithm
from parsched.policies.groups.parameters import FACTORS
from parsched.policies.online.predictors import PREDICTORS
from parsched.run.request import Request, RequestEntry, expanded

ENVIRONMENTS, POLICIES = "environments", "policies"
"""Topics."""


@dataclass(frozen=True, kw_only=True)
class ReadyMade:
    """A comparison by its key: what it is good for, and what it runs; `short` is what to compare,
    and `topic` says where it is offered.

    `proposed` are a few of them, or others, that are chosen by default where it suits: some that
    group jobs by environment, and the list that is blind to them. `suits` returns the sentence that
    says why it is not worth running on some jobs, though its algorithms may take them, or None.
    `expected` says what came out in the papers that it `cites`.
    """

    key: str
    title: str
    short: str
    help: str
    methods: tuple[RequestEntry, ...]
    suits: Callable[[Workload], str | None]
    proposed: tuple[RequestEntry, ...] = ()
    topic: str = ENVIRONMENTS
    expected: str = ""
    cites: tuple[str, ...] = ()

    @property
    def references(self) -> tuple[Reference, ...]:
        """Publications that it repeats."""
        return tuple(REFERENCES[key] for key in self.cites)

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
            **{name: getattr(self, name) for name in ("key", "title", "help", "expected")},
            "references": [
                {name: getattr(one, name) for name in ("key", "text", "bibtex")}
                for one in self.references
            ],
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


def _arriving(workload: Workload) -> str | None:
    return None if workload.has_releases else "needs jobs that arrive over time"


def _recorded(workload: Workload) -> str | None:
    return "needs starts that a log recorded" if workload.recorded is None else None


PUBLISHED_ORDERS = ("arrival", "lcfs", "sjf", "ljf", "narrow", "wide", "saf", "laf", "xf")
REGRESSION_ORDERS = ("arrival", "wfp3", "unicef", "sjf", "f4", "f3", "f2", "f1")
ORDERS = ("env-blind", "env-order", "env-barrier", "env-sequential")
"""Methods that order jobs and make no groups."""
GROUPS = ("gls", "gls-plus", "gls-tri")
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
            *(RequestEntry(algorithm=key) for key in ORDERS),
            *(RequestEntry(algorithm=key, vary=algorithm(key).sweeps[0].vary) for key in GROUPS),
        ),
        proposed=tuple(map(RequestEntry, ("gls-plus", "gls", "env-order", "env-blind"))),
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
            RequestEntry(algorithm="online-batch", vary={"algorithm": ORDERS}),
            *(
                RequestEntry(
                    algorithm="online-batch",
                    params={"algorithm.lam": factor},
                    vary={"algorithm": GROUPS},
                )
                for factor in BATCH_FACTORS
            ),
        ),
        proposed=(
            RequestEntry(algorithm="easy"),
            RequestEntry(algorithm="online-batch", params={"algorithm": "gls-plus"}),
            RequestEntry(algorithm="online-batch", params={"algorithm": "env-blind"}),
        ),
        suits=_arriving_with_environments,
    ),
    ReadyMade(
        key="what-happened",
        title="What happened, and what would have",
        short="policies",
        help="The schedule that the log recorded, beside first come first served, EASY and "
        "conservative backfilling.",
        methods=tuple(map(RequestEntry, ("recorded", "fcfs", "easy", "conservative"))),
        suits=_recorded,
        topic=POLICIES,
        expected="Simulated policies wait less than what happened where the machine was down at "
        "times, held back for other reasons than the queue, or ran by stricter limits.",
        cites=("feitelson2014",),
    ),
    ReadyMade(
        key="classic-trio",
        title="The classic trio",
        short="policies",
        help="First come first served, EASY and conservative backfilling.",
        methods=tuple(map(RequestEntry, ("fcfs", "easy", "conservative"))),
        suits=_arriving,
        topic=POLICIES,
        expected="Backfilling of either kind is far better than first come, first served. EASY and "
        "conservative are close: which one is ahead depends on the jobs and on the metric.",
        cites=("feitelson1998", "mualem2001"),
    ),
    ReadyMade(
        key="orders-easy",
        title="Orders × EASY",
        short="orders",
        help="EASY with nine orders of the queue, the last of them by expansion factor.",
        methods=(RequestEntry(algorithm="queue", vary={"order": PUBLISHED_ORDERS}),),
        suits=_arriving,
        topic=POLICIES,
        expected="Orders that favour small jobs, by run time, processors or area, have lower mean "
        "waits and slowdowns than arrival order, and much longer longest waits; those that "
        "favour large jobs are worse in the mean.",
        cites=("lelong2017",),
    ),
    ReadyMade(
        key="predictions",
        title="Predictions",
        short="predictions",
        help="EASY, and EASY with the shortest job backfilled first, with run times that are "
        "estimated, exact, doubled, or predicted from the user's last jobs.",
        methods=(
            RequestEntry(algorithm="easy"),
            RequestEntry(algorithm="easy++"),
            RequestEntry(
                algorithm="queue",
                params={"backfill_order": "sjf"},
                vary={"predict": tuple(PREDICTORS)},
            ),
        ),
        suits=_arriving,
        topic=POLICIES,
        expected="EASY++ is clearly better than EASY in mean bounded slowdown: run times of the "
        "same user say more than estimates, and exact run times would bring still more.",
        cites=("tsafrir2007", "gaussier2015"),
    ),
    ReadyMade(
        key="sc17-policies",
        title="SC'17 policies",
        short="policies",
        help="EASY in order of arrival, WFP3, UNICEF, shortest first, and the four functions F1 to "
        "F4 that regression over simulated schedules found.",
        methods=(
            RequestEntry(
                algorithm="queue",
                vary={"order": REGRESSION_ORDERS},
            ),
        ),
        suits=_arriving,
        topic=POLICIES,
        expected="The four functions have the lowest slowdowns, F1 before all others, ahead of "
        "shortest first and of what was tuned by hand.",
        cites=("carastan2017", "tang2009"),
    ),
)
READY_MADE = {declared.key: declared for declared in _DECLARED}


PROPOSED = 3
"""Algorithms that are proposed where no ready-made comparison suits."""


def on(topic: str) -> list[ReadyMade]:
    """Return the ready-made comparisons on a topic."""
    return [ready for ready in READY_MADE.values() if ready.topic == topic]


def suiting(instance: Instance) -> list[ReadyMade]:
    """Return the ready-made comparisons that are worth running on an instance."""
    return [ready for ready in READY_MADE.values() if ready.refusal(instance) is None]


def proposed(instance: Instance) -> list[RequestEntry]:
    """Return what to run on an instance by default."""
    for ready in suiting(instance):
        if ready.proposed:
            return [*ready.proposed]
    fitting = [a.key for a in ALGORITHMS.values() if a.supports.refusal(instance) is None]
    return [RequestEntry(key) for key in usual(fitting)]


def usual(fitting: Sequence[str]) -> list[str]:
    """Return the keys of a few algorithms among those that fit, the usual ones if there are any."""
    ranks = {key: d.proposed for key in fitting if (d := ALGORITHMS[key].display)}
    first = sorted((rank, key) for key, rank in ranks.items() if rank is not None)
    return ([key for _, key in first] or [*fitting])[:PROPOSED]
