"""Comparisons and their runs."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Count, Q

from algorithms.bounds.registry import Bounds
from algorithms.given import GIVEN
from algorithms.problem.instance import Instance, Rules
from algorithms.problem.platform import DeployTime, Platform
from algorithms.record import LONG, SHORT, Record
from schedweb.clusters.models import Cluster, platform_of
from schedweb.filing import Filed
from schedweb.folding import FoldedField
from schedweb.models import Owned
from schedweb.store.references import BlobField, Role
from schedweb.workers.models import Priority, Served, State, Waiting, Work
from schedweb.workloads.models import Workload

PICTURES = ("gantt", "poster")
"""Fields of a run that name what is drawn from its schedule."""
MOST_INTERACTIVE = 10
"""Runs of a comparison that somebody waits for; one of more is a sweep."""
FORMER = ("bounds", "is_cut")
"""What results of earlier versions have, which may be delivered late."""


class KnownBounds(models.Model):
    """Bounds proved for one instance, by its digest, from all comparisons.

    `values` maps criteria to bounds to numbers; those that do not apply are left out. `proved` is
    the largest makespan that a run has proved all schedules to reach. Until a run of a comparison
    that is older than digests computes again, a row of its own has `MIGRATED` and its id in place
    of the digest.
    """

    MIGRATED = "migrated-"

    digest = models.CharField(primary_key=True, max_length=64)
    values = models.JSONField(default=dict)
    proved = models.FloatField(null=True, help_text="Seconds.")

    def __str__(self) -> str:
        return self.digest


class Proof(Work):
    """The computing of all bounds that apply to an instance: once, for whoever waits for them.

    Whoever ends a run computes them, unless another process does so already. `cpu_seconds` is what
    they took.
    """

    MESSAGE = "schedweb.runs.tasks.prove"
    RESULT = frozenset({"cpu_seconds"})

    known = models.OneToOneField(KnownBounds, on_delete=models.CASCADE, related_name="proof")
    cpu_seconds = models.FloatField(null=True)

    objects: ClassVar[models.Manager["Proof"]] = models.Manager()

    class Meta(Work.Meta):
        abstract = False

    def __str__(self) -> str:
        return f"proof of {self.known_id}"

    @classmethod
    def time_limit(cls) -> int:
        return int(settings.SCHEDWEB_RUN_SECONDS)


class Comparison(Owned, Filed):
    """Several algorithms on one instance: jobs, a machine, and rules.

    `sites`, `deployment` and `systems` are the machine as it was then: later changes of the cluster
    do not touch results. `rules` are those of `algorithms.problem.instance.Rules`. `known` is the
    row for bounds of the instance, from the first run on; they are in it once it has a proof.
    """

    title = models.CharField(max_length=200)
    note = models.TextField(blank=True)
    workload = models.ForeignKey(Workload, on_delete=models.PROTECT, related_name="comparisons")
    cluster = models.ForeignKey(
        Cluster, on_delete=models.SET_NULL, null=True, related_name="comparisons"
    )
    cluster_name = models.CharField(max_length=100)
    folded = FoldedField("title", "note", "cluster_name")
    sites = models.JSONField()
    deployment = models.JSONField(default=dict)
    systems = models.PositiveSmallIntegerField(default=1)
    rules = models.JSONField(default=dict)
    known = models.ForeignKey(
        KnownBounds, on_delete=models.SET_NULL, null=True, related_name="comparisons"
    )
    is_sample = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.title

    def goes_along(self) -> Iterable["Run"]:
        return Run.objects.filter(comparison=self)

    def needs(self) -> Iterable[Filed]:
        return [self.workload, *([self.cluster] if self.cluster else [])]

    @property
    def awaits_bounds(self) -> bool:
        """True while the bounds of its instance are computed, or wait for that."""
        proof = None if self.known is None else getattr(self.known, "proof", None)
        return proof is not None and not proof.is_over

    @property
    def machine(self) -> Cluster | None:
        """The machine among those of its owner; None where it is in the trash or deleted."""
        return self.cluster if self.cluster and self.cluster.trashed is None else None

    def platform(self) -> Platform:
        """Return the machine that the runs are for."""
        return platform_of(self.sites, self.deploy_time, self.systems)

    def instance(self) -> Instance:
        """Load the jobs, and return the problem that all runs solve."""
        return Instance(self.workload.load(), self.platform(), self.typed_rules)

    @property
    def typed_rules(self) -> Rules:
        """The rules as the library has them."""
        return Rules.from_mapping(self.rules)

    @property
    def deploy_time(self) -> DeployTime:
        """How long deployments take."""
        return DeployTime.from_mapping(self.deployment)

    @property
    def processors(self) -> int:
        """Processors of all sites together."""
        return sum(site["processors"] for site in self.sites)


class Outcome(models.Model):
    """What a comparison found whose runs have all ended (see `runs.outcomes`).

    `stamp` stands for the runs that it is about.
    """

    comparison = models.OneToOneField(
        Comparison, on_delete=models.CASCADE, primary_key=True, related_name="outcome"
    )
    stamp = models.CharField(max_length=64)
    findings = models.JSONField()

    def __str__(self) -> str:
        return str(self.comparison)


class Runs(models.Manager["Run"]):
    """Runs without their long fields, which are loaded on access."""

    def get_queryset(self) -> models.QuerySet["Run"]:
        return super().get_queryset().defer("details")


class Run(Work):
    """One algorithm with its parameters, and what came out.

    `record` is what came out as `algorithms.record.Record` declares it, and `details` the long part
    of it; both are empty until the run is done, but for what is known while it computes. `schedule`
    names a blob. `gantt` and `poster` name what was drawn from it, and are blank until somebody
    asks for that; `checkpoint` names the best schedule of a search that has not ended.
    """

    MESSAGE = "schedweb.runs.tasks.execute"
    LINE = "runs"
    RESULT = frozenset(
        {"version", "message", "record", "details", "schedule", "checkpoint", *PICTURES}
    )
    KEPT = frozenset({"version"})
    UNTRIED = MappingProxyType({"record": {}, "details": {}})

    comparison = models.ForeignKey(Comparison, on_delete=models.CASCADE, related_name="runs")
    position = models.PositiveIntegerField()
    algorithm = models.CharField(max_length=64)
    version = models.PositiveIntegerField()
    params = models.JSONField(default=dict)
    label = models.CharField(max_length=100)
    note = models.TextField(blank=True)

    record = models.JSONField(default=dict)
    details = models.JSONField(default=dict)
    schedule = BlobField(Role.ORIGINAL, blank=True)
    checkpoint = BlobField(Role.DISPOSABLE, blank=True)
    gantt = BlobField(Role.DERIVED, blank=True)
    poster = BlobField(Role.DERIVED, blank=True)

    objects: ClassVar[Runs] = Runs()

    class Meta(Work.Meta):
        abstract = False
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=["comparison", "position"], name="run_position"),
        )

    def __str__(self) -> str:
        return self.label

    @classmethod
    def time_limit(cls) -> int:
        return int(settings.SCHEDWEB_RUN_SECONDS)

    @classmethod
    def waiting(cls) -> list[Waiting]:
        names = ("pk", "comparison", "comparison__owner", "comparison__is_sample")
        queued = cls.objects.filter(state=State.QUEUED).order_by()
        rows = list(queued.values_list(*names, "queued", "position"))
        sizes = cls._sizes({row[1] for row in rows})
        return [
            Waiting(cls, pk, owner, _priority(sizes[of], is_sample=is_sample), since, place)
            for pk, of, owner, is_sample, since, place in rows
        ]

    @classmethod
    def served(cls, since: datetime) -> list[Served]:
        names = ("comparison", "comparison__owner", "comparison__is_sample", "finished", "state")
        rows = list(cls.at_work(since).values_list(*names))
        sizes = cls._sizes({row[0] for row in rows})
        return [
            Served(
                owner,
                _priority(sizes[of], is_sample=is_sample),
                None if state == State.RUNNING else finished,
            )
            for of, owner, is_sample, finished, state in rows
        ]

    @classmethod
    def _sizes(cls, comparisons: set[str]) -> dict[str, int]:
        """Return how many runs comparisons have."""
        rows = cls.objects.filter(comparison__in=comparisons).order_by().values_list("comparison")
        return dict(rows.annotate(Count("pk")))

    @classmethod
    def accepted(cls, result: Mapping[str, Any]) -> dict[str, Any]:
        """Return a result by field: earlier versions had all values side by side, and some that are
        stored elsewhere now."""
        named = {name: value for name, value in result.items() if name not in FORMER}
        for field, names in {"record": SHORT, "details": LONG}.items():
            loose = {name: named.pop(name) for name in names if name in named}
            if loose:
                named[field] = loose
        return named

    @classmethod
    def share(cls, pk: str, result: Mapping[str, Any]) -> None:
        """Let what a run has proved count for all runs on its instance."""
        if (proved := result["record"].get("proved")) is not None:
            bounds_rows = KnownBounds.objects.filter(comparisons__runs=pk)
            bounds_rows.filter(Q(proved=None) | Q(proved__lt=proved)).update(proved=proved)

    @property
    def result(self) -> Record:
        """What was asked for and what came out, without what is long."""
        return Record.stored(
            self.record,
            key=self.pk,
            label=self.label,
            algorithm=self.algorithm,
            version=self.version,
            params=self.params,
            state=self.state,
        )

    @property
    def trace(self) -> dict[str, Any]:
        """How its search went, as columns; empty where nothing was reported."""
        trace: dict[str, Any] = self.details.get("trace", {})
        return trace

    @property
    def environments(self) -> list[dict[str, Any]]:
        """What each environment was given; empty where no job needs any."""
        environments: list[dict[str, Any]] = self.details.get("environments", [])
        return environments

    @property
    def is_given(self) -> bool:
        """True when its schedule came in a file: nobody can compute it."""
        return self.algorithm == GIVEN

    @property
    def matching(self) -> dict[str, Any]:
        """The report on how the rows of its file were matched with jobs; empty without a file."""
        matching: dict[str, Any] = self.details.get("matching", {})
        return matching

    @property
    def bounds(self) -> Bounds:
        """Lower bounds of the instance by criterion and key, as far as they are known."""
        row = self.comparison.known
        values: Bounds = {} if row is None else row.values
        return values


def _priority(runs: int, *, is_sample: bool) -> Priority:
    """Return the priority of a run in line, by the number of runs of its comparison."""
    if is_sample:
        return Priority.SAMPLE
    return Priority.SWEEP if runs > MOST_INTERACTIVE else Priority.INTERACTIVE


class Welcome(models.Model):
    """A person who was given the samples."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    given = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.user)
