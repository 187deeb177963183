"""Comparisons and their runs."""

from django.conf import settings
from django.db import models

from algorithms.platform import Platform
from schedweb.clusters.models import Cluster, platform_of
from schedweb.models import Keyed, Owned
from schedweb.store.references import BlobField, Role
from schedweb.workloads.models import Workload


class State(models.TextChoices):
    """Where a run stands; `runs.lifecycle` is the only writer."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """True when nothing more will happen by itself."""
        return self in ENDED


ENDED = (State.DONE, State.FAILED, State.CANCELLED)


class ErrorKind(models.TextChoices):
    """Why a run failed."""

    REFUSED = "refused"
    TIME = "time limit"
    MEMORY = "memory limit"
    LOST = "worker lost"
    INFEASIBLE = "infeasible schedule"
    SOLVER = "solver failed"
    DEFECT = "defect"


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


class Run(Keyed):
    """One algorithm with its parameters, and what came out.

    `metrics` maps keys of `algorithms.metrics` to numbers or null, `bounds` maps criteria to
    bounds to numbers, `versions` names Python, NumPy, Numba and the solvers that were used. `trace`
    holds columns of `algorithms.trace`, empty where the algorithm tells nothing of its search.
    `sites` is what `algorithms.per_site` says of each site of a grid, empty for one machine;
    `environments` what `algorithms.per_environment` says of each that jobs need, and `grouping`
    how they were deployed (`Result.grouping`): both empty where no job needs any. The digests
    (`schedule`, `gantt`, `poster_light`, `poster_dark`) name blobs, and are blank until the run is
    done.
    """

    comparison = models.ForeignKey(Comparison, on_delete=models.CASCADE, related_name="runs")
    position = models.PositiveIntegerField()
    algorithm = models.CharField(max_length=64)
    version = models.PositiveIntegerField()
    params = models.JSONField(default=dict)
    label = models.CharField(max_length=100)

    state = models.CharField(max_length=9, choices=State.choices, default=State.QUEUED)
    progress = models.FloatField(default=0.0)
    message = models.CharField(max_length=200, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    worker = models.CharField(max_length=200, blank=True)
    heartbeat = models.DateTimeField(null=True)
    sent = models.DateTimeField(null=True, help_text="When a message was last given to the broker.")
    queued = models.DateTimeField()
    stopping = models.DateTimeField(
        null=True, help_text="When somebody asked it to stop while it computed."
    )
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)
    error = models.TextField(blank=True)
    error_kind = models.CharField(max_length=24, choices=ErrorKind.choices, blank=True)

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
    trace = models.JSONField(default=dict)
    sites = models.JSONField(default=list)
    environments = models.JSONField(default=list)
    grouping = models.JSONField(default=dict)
    versions = models.JSONField(default=dict)
    schedule = BlobField(Role.ORIGINAL, blank=True)
    gantt = BlobField(Role.DERIVED, blank=True)
    poster_light = BlobField(Role.DERIVED, blank=True)
    poster_dark = BlobField(Role.DERIVED, blank=True)

    objects = Runs()

    class Meta:
        ordering = ("position",)
        indexes = (models.Index(fields=["state", "heartbeat"]),)
        constraints = (
            models.UniqueConstraint(fields=["comparison", "position"], name="run_position"),
        )

    def __str__(self) -> str:
        return self.label

    @property
    def is_over(self) -> bool:
        """True when nothing more will happen by itself."""
        return State(self.state).is_over

    @property
    def is_stopping(self) -> bool:
        """True while it still computes after somebody asked it to stop."""
        return self.state == State.RUNNING and self.stopping is not None

    @property
    def is_done(self) -> bool:
        """True with a result."""
        return self.state == State.DONE


class Welcome(models.Model):
    """A person who was given the samples."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    given = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.user)
