"""Studies, the batches that workers compute for them, and what their pages show."""

import json
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from parsched import studies
from parsched.base.errors import AlgorithmsError
from parsched.studies.files import from_json
from schedweb.base.errors import NotInstalledError
from schedweb.base.folding import FoldedField
from schedweb.base.models import Owned
from schedweb.base.texts import MAX_TITLE, NameField, NoteField
from schedweb.store.confirmed import ConfirmedField
from schedweb.store.filing import Filed
from schedweb.store.references import BlobField, BlobRole
from schedweb.workers.models import Priority, Served, State, Waiting, Work
from schedweb.workloads.models import Workload

CACHED = 32
TRACES = settings.SCHEDWEB_DATA / "traces"
"""Where the traces are that studies of papers take their jobs from."""


class Study(Owned, Filed):
    """Experiments with repetitions.

    `definition` is the study as `parsched.studies.files` writes it, and changes only by more
    repetitions; `preset` is the key of the declared study that it was made from. Batches are handed
    out as long as it is not `is_paused`, `stopped` or `finished`; `changed` is when numbers were
    last added. `confirmed` has the commands that its owner let it run.
    """

    title = NameField(max_length=MAX_TITLE)
    note = NoteField()
    definition = models.JSONField()
    preset = models.CharField(max_length=64, blank=True)
    confirmed = ConfirmedField()
    folded = FoldedField("title", "note", "preset")
    instances = models.PositiveIntegerField(help_text="Of all parts, with repetitions.")
    runs = models.PositiveIntegerField(help_text="Of all methods on all instances.")
    is_paused = models.BooleanField(default=False)
    stopped = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)
    changed = models.DateTimeField(null=True)
    is_sample = models.BooleanField(default=False)

    class Meta(Owned.Meta):
        verbose_name_plural = "studies"

    def __str__(self) -> str:
        return self.title

    def goes_along(self) -> Iterable[models.Model]:
        return [*Batch.objects.filter(study=self), *Summary.objects.filter(study=self)]

    def needs(self) -> Iterable[Filed]:
        return Workload.everything.filter(uses__study=self)

    @property
    def declared(self) -> studies.Study:
        """The study as the library has it, with the server's folder of traces."""
        return self._read(TRACES)

    @property
    def portable(self) -> studies.Study:
        """The study as it is in a file, for any machine.

        Raises `NotInstalledError` where it has what this version and its plugins have not.
        """
        return self._read(None)

    def _read(self, traces: Path | None) -> studies.Study:
        try:
            return _declared(json.dumps(self.definition, sort_keys=True), traces)
        except AlgorithmsError as error:
            text = f"This study needs what is not installed any more: {error}."
            raise NotInstalledError(text) from error

    @property
    def takes_batches(self) -> bool:
        """True while batches are handed out."""
        return not self.is_paused and self.stopped is None and self.finished is None


@lru_cache(maxsize=CACHED)
def _declared(text: str, traces: Path | None) -> studies.Study:
    if traces is None:
        return from_json(json.loads(text))
    return _declared(text, None).with_traces(traces)


class Use(models.Model):
    """A workload that a study has its instances from, which therefore stays."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="uses")
    workload = models.ForeignKey(Workload, on_delete=models.PROTECT, related_name="uses")

    class Meta:
        verbose_name, verbose_name_plural = "study", "studies"

    def __str__(self) -> str:
        return f"{self.study_id} uses {self.workload_id}"


class Batch(Work):
    """Some instances of one part of a study, each with all of its methods.

    Instances of a part are numbered repetition by repetition (see `studies.units`); the batch has
    those from `first` up to, without it, `end`. `origin` says what determined the numbers in
    `cells`, a blob of columns (see `studies.storage`); `timings` are lists of a value, its number
    of instances and their seconds.
    """

    MESSAGE = "schedweb.studies.tasks.compute"
    LINE = "runs"
    RESULT = frozenset({"cells", "timings", "origin", "problems"})

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="batches")
    part = models.PositiveIntegerField(help_text="Its place in the definition.")
    first = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    origin = models.CharField(max_length=16, blank=True)
    cells = BlobField(BlobRole.ORIGINAL, blank=True)
    timings = models.JSONField(default=list)
    problems = models.PositiveIntegerField(default=0, help_text="Runs without a schedule.")

    objects: ClassVar[models.Manager["Batch"]] = models.Manager()

    class Meta(Work.Meta):
        abstract = False
        ordering = ("part", "first")
        verbose_name_plural = "batches"
        constraints = (
            models.UniqueConstraint(
                fields=["study", "part", "first", "origin"], name="batch_place"
            ),
        )

    def __str__(self) -> str:
        return f"{self.study_id}, part {self.part}, {self.first} to {self.end}"

    @classmethod
    def time_limit(cls) -> int:
        return int(settings.SCHEDWEB_RUN_SECONDS)

    @classmethod
    def waiting(cls) -> list[Waiting]:
        names = ("pk", "study__owner", "study__is_sample", "queued")
        rows = cls.objects.filter(state=State.QUEUED).order_by().values_list(*names)
        return [
            Waiting(cls, pk, owner, _priority(is_sample=is_sample), queued)
            for pk, owner, is_sample, queued in rows
        ]

    @classmethod
    def served(cls, since: datetime) -> list[Served]:
        names = ("study__owner", "study__is_sample", "finished", "state")
        return [
            Served(
                owner,
                _priority(is_sample=is_sample),
                None if state == State.RUNNING else finished,
            )
            for owner, is_sample, finished, state in cls.at_work(since).values_list(*names)
        ]

    @classmethod
    def share(cls, pk: str, result: Any) -> None:
        """Note that the study has more numbers."""
        Study.everything.filter(batches=pk).update(changed=Now())


def _priority(*, is_sample: bool) -> Priority:
    return Priority.SAMPLE if is_sample else Priority.STUDY


class Summary(Work):
    """What the page of a study shows, computed by a worker now and then.

    `content` has verdicts and figures (see `studies.summaries`) of all that was there at `as_of`,
    a value of `Study.changed`; it stays while a newer one is computed. `merged` names a blob of
    the cells of many batches, so that readers need not open each.
    """

    MESSAGE = "schedweb.studies.tasks.summarise"
    RESULT = frozenset({"content", "as_of", "merged"})
    KEPT = RESULT

    study = models.OneToOneField(Study, on_delete=models.CASCADE, related_name="summary")
    content = models.JSONField(default=dict)
    as_of = models.DateTimeField(null=True)
    merged = BlobField(BlobRole.DERIVED, blank=True)

    objects: ClassVar[models.Manager["Summary"]] = models.Manager()

    class Meta(Work.Meta):
        abstract = False
        verbose_name_plural = "summaries"

    def __str__(self) -> str:
        return f"summary of {self.study_id}"

    @classmethod
    def time_limit(cls) -> int:
        return int(settings.SCHEDWEB_TASK_SECONDS)
