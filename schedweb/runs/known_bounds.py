"""Proved bounds of instances, shared by all comparisons on them, and their computation."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from parsched.measure.bounds.registry import Bounds
from parsched.model.versions import IsConcerned
from parsched.run.outdated import Outdated, current_bounds, outdated_bounds, outdated_proof
from schedweb.workers.models import Work


class KnownBounds(models.Model):
    """Bounds proved for one instance, by its digest, from all comparisons.

    `values` maps criteria to bounds to numbers; those that do not apply are left out. `proved` is
    the largest makespan that a run has proved all schedules to reach. `versions` and `proved_by`
    have the versions of what computed them, as `parsched.run.outdated` takes them.

    Until a run of a comparison that is older than digests computes again, a row of its own has
    `MIGRATED` and its id in place of the digest.
    """

    MIGRATED = "migrated-"

    digest = models.CharField(primary_key=True, max_length=64)
    values = models.JSONField(default=dict)
    proved = models.FloatField(null=True, help_text="Seconds.")
    versions = models.JSONField(default=dict)
    proved_by = models.JSONField(default=dict)

    def __str__(self) -> str:
        return self.digest

    def current(self, is_concerned: IsConcerned) -> Bounds:
        """Return the bounds that were computed as they are now."""
        return current_bounds(self.values, self.versions, is_concerned)

    def current_proof(self, is_concerned: IsConcerned) -> float | None:
        """Return what runs have proved, seconds, unless an older version did."""
        if self.proved is None or outdated_proof(self.proved_by, is_concerned):
            return None
        return self.proved

    def old(self, is_concerned: IsConcerned) -> list[Outdated]:
        """Return what an older version computed of it."""
        bounds = outdated_bounds(self.values, self.versions, is_concerned)
        return bounds + (outdated_proof(self.proved_by, is_concerned) if self.proved else [])


class Proof(Work):
    """The computation of all bounds that apply to an instance: once, for all runs that wait for
    them.

    The worker that ends a run computes them, unless another process does so already. `cpu_seconds`
    is what they took.
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
