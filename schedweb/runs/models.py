"""Comparisons and their runs."""

from types import MappingProxyType
from typing import ClassVar

from django.conf import settings
from django.db import models

from algorithms.platform import Platform
from schedweb.clusters.models import Cluster, platform_of
from schedweb.models import Owned
from schedweb.store.references import BlobField, Role
from schedweb.workers.models import Work
from schedweb.workloads.models import Workload

PICTURES = ("gantt", "poster_light", "poster_dark")
"""Fields of a run that name what is drawn from its schedule."""


class Comparison(Owned):
    """Several algorithms on one workload and one machine.

    `sites` is the machine as it was then: later changes of the cluster do not touch results.
    """

    title = models.CharField(max_length=200)
    note = models.TextField(blank=True)
    workload = models.ForeignKey(Workload, on_delete=models.PROTECT, related_name="comparisons")
    cluster = models.ForeignKey(
        Cluster, on_delete=models.SET_NULL, null=True, related_name="comparisons"
    )
    cluster_name = models.CharField(max_length=100)
    sites = models.JSONField()
    is_sample = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.title

    def platform(self) -> Platform:
        """Return the machine that the runs are for."""
        return platform_of(self.sites)

    @property
    def processors(self) -> int:
        """Processors of all sites together."""
        return sum(site["processors"] for site in self.sites)


class Runs(models.Manager["Run"]):
    """Runs without what is large, and waits until somebody reads it: thousands of points of a
    trace, or of environments."""

    def get_queryset(self) -> models.QuerySet["Run"]:
        return super().get_queryset().defer("trace", "environments")


class Run(Work):
    """One algorithm with its parameters, and what came out.

    `metrics` maps keys of `algorithms.metrics` to numbers or null, `bounds` maps criteria to
    bounds to numbers, `versions` names Python, NumPy, Numba and the solvers that were used. `trace`
    holds columns of `algorithms.trace`, empty where the algorithm tells nothing of its search.
    `sites` is what `algorithms.per_site` says of each site of a grid, empty for one machine;
    `environments` what `algorithms.per_environment` says of each that jobs need, and `grouping`
    how they were deployed (`Result.grouping`): both empty where no job needs any. The digests
    (`schedule`, `gantt`, `poster_light`, `poster_dark`) name blobs, and are blank until the run is
    done; `checkpoint` names the best schedule of a search that has not ended.
    """

    MESSAGE = "schedweb.runs.tasks.execute"
    RESULT = frozenset(
        {
            "version",
            "status",
            "message",
            "seconds",
            "cpu_seconds",
            "peak_memory",
            "metrics",
            "bounds",
            "proved",
            "unit",
            "resumed",
            "is_cut",
            "trace",
            "sites",
            "environments",
            "grouping",
            "versions",
            "schedule",
            "checkpoint",
            *PICTURES,
        }
    )
    KEPT = frozenset({"version"})
    UNTRIED = MappingProxyType({"trace": {}, "cpu_seconds": None, "peak_memory": None})

    comparison = models.ForeignKey(Comparison, on_delete=models.CASCADE, related_name="runs")
    position = models.PositiveIntegerField()
    algorithm = models.CharField(max_length=64)
    version = models.PositiveIntegerField()
    params = models.JSONField(default=dict)
    label = models.CharField(max_length=100)

    status = models.CharField(max_length=16, blank=True, help_text="finished, or stopped early.")
    seconds = models.FloatField(null=True, help_text="Time of the algorithm alone.")
    cpu_seconds = models.FloatField(null=True)
    peak_memory = models.PositiveBigIntegerField(null=True, help_text="Bytes.")
    metrics = models.JSONField(default=dict)
    bounds = models.JSONField(default=dict)
    proved = models.FloatField(
        null=True, help_text="Bound on the makespan that it proved beyond those in `bounds`, s."
    )
    unit = models.FloatField(
        null=True, help_text="Length that all its times are multiples of, s, if there is one."
    )
    is_cut = models.BooleanField(
        default=False, help_text="Run times were cut at estimates: others solved longer jobs."
    )
    resumed = models.BooleanField(
        default=False, help_text="Its search went on from a checkpoint of an earlier attempt."
    )
    trace = models.JSONField(default=dict)
    sites = models.JSONField(default=list)
    environments = models.JSONField(default=list)
    grouping = models.JSONField(default=dict)
    versions = models.JSONField(default=dict)
    schedule = BlobField(Role.ORIGINAL, blank=True)
    checkpoint = BlobField(Role.DISPOSABLE, blank=True)
    gantt = BlobField(Role.DERIVED, blank=True)
    poster_light = BlobField(Role.DERIVED, blank=True)
    poster_dark = BlobField(Role.DERIVED, blank=True)

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


class Welcome(models.Model):
    """A person who was given the samples."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    given = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.user)
