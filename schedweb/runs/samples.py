"""What a newcomer finds: machines, sample workloads, and comparisons."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction

from parsched.base.compiled.folder import is_complete, is_filled_now
from parsched.data.generators import SAMPLES
from parsched.model.problem.platform import DEPLOY_PRESETS, INSTANT, DeployTime, Platform
from parsched.model.problem.workload import Workload as Jobs
from parsched.run.ready_made import ORDERS
from parsched.run.request import RequestEntry
from schedweb.accounts.models import User
from schedweb.clusters.machines import MACHINES
from schedweb.clusters.models import Cluster
from schedweb.clusters.services import create_cluster, machine_for
from schedweb.runs.models import Comparison, Welcome
from schedweb.runs.services import create_comparison
from schedweb.workloads.models import Workload
from schedweb.workloads.services import keep_sample


@dataclass(frozen=True, kw_only=True)
class Compared:
    """Algorithms on a sample workload, named by its key; `deployment` is how long deployments take
    on its machine.

    One worker takes about `seconds` seconds for all of it, once everything is compiled.
    """

    sample: str
    entries: tuple[RequestEntry, ...]
    title: str
    note: str
    seconds: float
    deployment: DeployTime = INSTANT

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Keys of the algorithms."""
        return tuple(entry.algorithm for entry in self.entries)


def _plain(*algorithms: str) -> tuple[RequestEntry, ...]:
    return tuple(RequestEntry(key) for key in algorithms)


BACKFILLING = Compared(
    sample="season",
    entries=_plain("fcfs", "easy", "conservative"),
    title="Sample: what backfilling brings",
    seconds=1,
    note=(
        "A season of a machine, drawn from a model: 10,000 jobs, first come first served and with "
        "two kinds of backfilling. It shows how much less jobs wait where later ones may overtake, "
        "and which jobs pay for it."
    ),
)
TWO_CRITERIA = Compared(
    sample="bicriteria",
    entries=_plain("demt", "price", "smith", "list-graham", "mrt", "gang"),
    title="Sample: makespan and weighted completions at once",
    seconds=1,
    note=(
        "Moldable jobs of different weights, by six algorithms. It shows which of them end early "
        "as a whole, which serve heavy jobs first, and how far each is at most from the optimum."
    ),
)
NEAR_OPTIMUM = Compared(
    sample="published",
    entries=(
        *_plain("ltf", "slp-hybrid", "local-search"),
        RequestEntry("exact", {"seconds": 20}, label="Exact search"),
    ),
    title="Sample: how near to the optimum",
    seconds=30,
    note=(
        "The same 25 jobs by a list, by linear programs, by local search, and by a search that "
        "ends only when nothing shorter is left. It shows how near quick algorithms come to a "
        "schedule that is proved optimal."
    ),
)
NINE_STRATEGIES = Compared(
    sample="sites",
    entries=(
        RequestEntry(
            "grid",
            {"admissible_rule": "more-than"},
            vary={"strategy": "all", "admissible": (0.5, 1.0)},
        ),
    ),
    title="Sample: where to send a job on a grid",
    seconds=3,
    note=(
        "Nine ways to choose one of eleven sites for each job, among all that hold it (a = 1) or "
        "among the smaller half of their processors (a = 0.5). It shows which way makes jobs wait "
        "least, and what keeping large sites for wide jobs changes."
    ),
)
_MEASURED = next(preset for preset in DEPLOY_PRESETS if preset.key == "measured")
_TARGETS = (1, 1.5, 2, 3, 4)
"""Multiples of the least λ; a larger one makes the same groups of this sample."""
FEWER_DEPLOYMENTS = Compared(
    sample="environments",
    entries=(
        *_plain(*ORDERS),
        RequestEntry("gls", vary={"lam": _TARGETS}),
        RequestEntry("gls-plus", vary={"lam": _TARGETS, "choose": "all"}),
    ),
    deployment=_MEASURED.time,
    title="Sample: fewer deployments, or an earlier end?",
    seconds=0.5,
    note=(
        "Eighty jobs in eight environments, which take 200 s to deploy on one processor and 300 s "
        "on 100. It shows how many deployments group list scheduling saves for five makespans λ, "
        "and what that costs in time, against lists that know less of environments."
    ),
)
LATER = (TWO_CRITERIA, NEAR_OPTIMUM, NINE_STRATEGIES, FEWER_DEPLOYMENTS)
"""The others, which the workers compute quickest first; here in the order of the lists."""
COMPARED = (BACKFILLING, *LATER)
"""Every sample comparison."""


def welcome(user: User, also: Callable[[User], object] | None = None) -> bool:
    """Give a person the samples, once; what they delete later stays deleted.

    The workers compute the comparisons. `also` gives, in the same transaction, samples of other
    things.
    """
    # Who makes jobs may wait for loops that are being compiled: not while it holds the database.
    jobs = {sample.key: sample.workload() for sample in SAMPLES}
    try:
        with transaction.atomic():
            Welcome.objects.create(user=user)
            _give_clusters(user)
            workloads = _give_workloads(user, jobs)
            first = _compare(user, BACKFILLING, *workloads[BACKFILLING.sample])
            quickest_first = sorted(LATER, key=lambda later: later.seconds)
            comparisons = {c.title: _compare(user, c, *workloads[c.sample]) for c in quickest_first}
            _put_below([comparisons[later.title] for later in LATER], first)
            if also is not None:
                also(user)
    except IntegrityError:
        return False
    return True


def needs_welcome(user: User) -> bool:
    """Tell whether a person has not been given the samples yet."""
    return not Welcome.objects.filter(user=user).exists()


def can_be_made() -> bool:
    """Tell whether the loops that make samples are compiled."""
    return is_complete()


def awaits_welcome(user: User) -> bool:
    """Tell whether a person will be given the samples before long."""
    return needs_welcome(user) and (is_filled_now() or is_complete())


def _give_clusters(user: User) -> None:
    for machine in MACHINES.values():
        sites = [{"name": name, "processors": size} for name, size in machine.sites]
        create_cluster(user, name=machine.name, sites=sites)


def _give_workloads(user: User, jobs: Mapping[str, Jobs]) -> dict[str, tuple[Workload, Cluster]]:
    """Store each sample with its machine."""
    times = {compared.sample: compared.deployment for compared in COMPARED}
    return {
        s.key: (
            keep_sample(user, s, jobs[s.key]),
            machine_for(user, Platform.of(*s.sites, deployment=times.get(s.key, INSTANT))),
        )
        for s in SAMPLES
    }


def _compare(user: User, chosen: Compared, workload: Workload, cluster: Cluster) -> Comparison:
    comparison = create_comparison(
        user,
        workload,
        cluster,
        chosen.entries,
        title=chosen.title,
        note=chosen.note,
    )
    Comparison.objects.filter(pk=comparison.pk).update(is_sample=True)
    return comparison


def _put_below(others: Sequence[Comparison], upper: Comparison) -> None:
    """Let lists have them in this order below it, although they are computed after it."""
    for place, other in enumerate(others, start=1):
        earlier = upper.created - timedelta(seconds=place)
        Comparison.objects.filter(pk=other.pk).update(created=earlier)
