"""Comparisons and their runs."""

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Count

from parsched.measure.bounds.registry import Bounds
from parsched.measure.metrics import told
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.versions import Concern
from parsched.run.computed_by import provers
from parsched.run.given import GIVEN
from parsched.run.outdated import Outdated, outdated
from parsched.run.record import Record
from parsched.run.request import MAX_LABEL
from schedweb.base.folding import FoldedField
from schedweb.base.models import Owned
from schedweb.base.texts import MAX_TITLE, NameField, NoteField
from schedweb.clusters.models import Cluster, platform_of
from schedweb.runs.computed import Computed
from schedweb.runs.known_bounds import KnownBounds, Proof
from schedweb.store import known
from schedweb.store.filing import Filed
from schedweb.store.references import BlobField, BlobRole
from schedweb.workers.models import Priority, Served, State, Waiting
from schedweb.workloads.models import Workload

__all__ = [
    "Comparison",
    "Computed",
    "KnownBounds",
    "Outcome",
    "Proof",
    "Renewal",
    "Run",
    "Welcome",
]

log = logging.getLogger(__name__)

TIMES = ("queued", "started", "finished", "attempts", "worker")
"""Fields of a run that say when and by whom its result was computed."""
PICTURES = ("gantt", "poster")
"""Fields of a run that name what is drawn from its schedule."""
MOST_INTERACTIVE = 10
"""Most runs of a comparison for which a user waits; a larger comparison is a sweep."""


class Comparison(Owned, Filed):
    """Several algorithms on one instance: jobs, a machine, and rules.

    `sites`, `deployment` and `systems` are the machine as it was then: later changes of the cluster
    do not touch results. `rules` is a stored `parsched.model.problem.instance.Rules`. `known` is
    the row for bounds of the instance, from the first run on; they are in it once it has a proof.
    `concerned` has the properties of the instance that changes of versions depend on, as far as
    they were asked for.
    """

    title = NameField(max_length=MAX_TITLE)
    note = NoteField()
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
    concerned = models.JSONField(default=dict)
    is_sample = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.title

    def goes_along(self) -> Iterable["Run"]:
        return Run.objects.filter(comparison=self)

    def needs(self) -> Iterable[Filed]:
        return [self.workload, *([self.cluster] if self.cluster else [])]

    @property
    def awaits_bounds(self) -> bool:
        """True while bounds of its instance that will be shown are computed, or wait for that."""
        if self.workload.unmodelled:
            return False
        proof = None if self.known is None else getattr(self.known, "proof", None)
        return proof is not None and not proof.is_over

    @property
    def machine(self) -> Cluster | None:
        """The owner's stored cluster that it was made on; None where that is in the trash or
        deleted."""
        return self.cluster if self.cluster and self.cluster.trashed is None else None

    def platform(self) -> Platform:
        """Return the machine that the runs are for."""
        return platform_of(self.sites, self.deploy_time, self.systems)

    def instance(self) -> Instance:
        """Load the jobs, and return the problem that all runs solve."""
        return Instance(self.workload.load(), self.platform(), self.typed_rules)

    def is_concerned(self, concern: Concern) -> bool:
        """Tell whether the instance has a property that a change depends on; the jobs are loaded
        for that once. Where they cannot be read, the answer is yes: it may have the property."""
        if concern.key not in self.concerned:
            try:
                answer = bool(concern.holds(self.instance()))
            except Exception:  # such as of a lost file, and whatever plugins raise
                log.exception("comparison %s: %s is unknown", self.pk, concern.key)
                return True
            self.concerned = {**self.concerned, concern.key: answer}
            Comparison.everything.filter(pk=self.pk).update(concerned=self.concerned)
        return bool(self.concerned[concern.key])

    @property
    def bounds(self) -> Bounds:
        """Lower bounds of the instance by criterion and key, as far as they are known."""
        return {} if self.known is None else self.known.current(self.is_concerned)

    @property
    def proved(self) -> float | None:
        """The largest makespan that a run has proved all schedules to reach, seconds."""
        return None if self.known is None else self.known.current_proof(self.is_concerned)

    @property
    def old_bounds(self) -> list[Outdated]:
        """Lower bounds, and proofs, that an older version computed: they are not used."""
        return [] if self.known is None else self.known.old(self.is_concerned)

    @property
    def renewals(self) -> "list[Renewal]":
        """Runs that are computed again, or could not be, with their renewals."""
        rows = Renewal.objects.filter(run__comparison=self).select_related("run")
        return list(rows.defer("details", "record"))

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


class RunManager(models.Manager["Run"]):
    """Runs without their long fields, which are loaded on access."""

    def get_queryset(self) -> models.QuerySet["Run"]:
        return super().get_queryset().defer("details")


class Run(Computed):
    """One algorithm with its parameters, and what came out.

    `gantt` and `poster` name what was drawn from its schedule, and are blank until that is first
    requested.
    """

    MESSAGE = "schedweb.runs.tasks.execute"
    RESULT = Computed.RESULT | {*PICTURES}

    comparison = models.ForeignKey(Comparison, on_delete=models.CASCADE, related_name="runs")
    position = models.PositiveIntegerField()
    algorithm = models.CharField(max_length=64)
    params = models.JSONField(default=dict)
    label = NameField(max_length=MAX_LABEL)
    note = NoteField()

    gantt = BlobField(BlobRole.DERIVED, blank=True)
    poster = BlobField(BlobRole.DERIVED, blank=True)

    objects: ClassVar[RunManager] = RunManager()

    class Meta(Computed.Meta):
        abstract = False
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=["comparison", "position"], name="run_position"),
        )

    def __str__(self) -> str:
        return self.label

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
    def share(cls, pk: str, result: Mapping[str, Any]) -> None:
        """Let what a run has proved count for all runs on its instance."""
        if (proved := result["record"].get("proved")) is not None:
            share_proof(cls.objects.select_related("comparison").get(pk=pk), proved)

    @property
    def result(self) -> Record:
        """What was asked for and what came out, without what is long, and what an older version
        has computed of it."""
        record = Record.stored(
            self.record,
            key=self.pk,
            label=self.label,
            algorithm=self.algorithm,
            version=self.version,
            params=self.params,
            state=self.state,
        )
        return record.judged(one.text for one in self.outdated_parts(record))

    def outdated_parts(self, record: Record) -> list[Outdated]:
        """Return what an older version has computed of its result."""
        # Asked through the row: nearly always there is nothing to ask, and no need to fetch it.
        return outdated(record, lambda concern: self.comparison.is_concerned(concern))

    @property
    def metrics(self) -> dict[str, float | None]:
        """The metrics of its result; ratios to bounds only where everything is kept of the jobs."""
        found = self.result.metrics
        return told(found, self.comparison.workload.unmodelled) if found else {}

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
        """True when its schedule came in a file: it cannot be computed."""
        return self.algorithm == GIVEN

    @property
    def matching(self) -> dict[str, Any]:
        """The report on how the rows of its file were matched with jobs; empty without a file."""
        matching: dict[str, Any] = self.details.get("matching", {})
        return matching

    @property
    def bounds(self) -> Bounds:
        """Lower bounds of the instance by criterion and key, as far as they are known."""
        return {} if self.comparison.workload.unmodelled else self.comparison.bounds

    @property
    def proved(self) -> float | None:
        """The largest makespan that it has proved all schedules to reach, seconds, if any; None of
        jobs that ask for what is not kept, as it would be one of another problem."""
        return None if self.comparison.workload.unmodelled else self.result.proved


def _priority(runs: int, *, is_sample: bool) -> Priority:
    """Return the priority of a run in line, by the number of runs of its comparison."""
    if is_sample:
        return Priority.SAMPLE
    return Priority.SWEEP if runs > MOST_INTERACTIVE else Priority.INTERACTIVE


class Renewal(Computed):
    """A run that is computed again, because an older version computed it.

    The run has its result until there is the new one: that takes its place in the transaction in
    which it is stored, and this row is deleted.
    """

    MESSAGE = "schedweb.runs.tasks.renew"

    run = models.OneToOneField(Run, on_delete=models.CASCADE, related_name="renewal")

    objects: ClassVar[models.Manager["Renewal"]] = models.Manager()

    class Meta(Computed.Meta):
        abstract = False

    def __str__(self) -> str:
        return f"renewal of {self.run_id}"

    @classmethod
    def noun(cls) -> str:
        return "run"

    @classmethod
    def waiting(cls) -> list[Waiting]:
        rows = cls.objects.filter(state=State.QUEUED).order_by()
        names = ("pk", "run__comparison__owner", "queued", "run__position")
        return [
            Waiting(cls, pk, owner, Priority.SWEEP, *when)
            for pk, owner, *when in rows.values_list(*names)
        ]

    @classmethod
    def served(cls, since: datetime) -> list[Served]:
        names = ("run__comparison__owner", "finished", "state")
        return [
            Served(owner, Priority.SWEEP, None if state == State.RUNNING else finished)
            for owner, finished, state in cls.at_work(since).values_list(*names)
        ]

    @classmethod
    def share(cls, pk: str, result: Mapping[str, Any]) -> None:
        """Put the result into the run."""
        renewal = cls.objects.select_related("run__comparison").get(pk=pk)
        run = renewal.run
        known.release(run, renewal)
        fields = {name: getattr(renewal, name) for name in (*TIMES, *Computed.RESULT)}
        drawn = dict.fromkeys(PICTURES, "")
        Run.objects.filter(pk=run.pk).update(**fields, **drawn)
        Run.share(run.pk, result)
        renewal.delete()


def share_proof(run: Run, proved: float) -> None:
    """Let what a run has just proved of the makespan, seconds, count for all on its instance,
    unless as much is proved already by what computes it now."""
    rows = KnownBounds.objects.select_for_update().filter(comparisons=run.comparison)
    for row in rows:
        before = row.current_proof(run.comparison.is_concerned)
        if before is None or before < proved:
            row.proved, row.proved_by = proved, provers(run.algorithm, run.params)
            row.save(update_fields=["proved", "proved_by"])


class Welcome(models.Model):
    """A person who was given the samples."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    given = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.user)
