"""What workers compute, and the workers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import Any, ClassVar, NamedTuple

from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from schedweb.base.models import Keyed, Owned
from schedweb.store.references import BlobField, BlobRole


class State(models.TextChoices):
    """Where a piece of work stands; `workers.lifecycle` is the only writer."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """True when nothing more will happen by itself."""
        return self in ENDED


MOST_SERVED = 400
"""Rows that ended, which are looked at to see whose turn it is."""
ENDED = (State.DONE, State.FAILED, State.CANCELLED)
ACTIVE = (State.QUEUED, State.RUNNING)


class ErrorKind(models.TextChoices):
    """Why work failed."""

    REFUSED = "refused"
    TIME = "time limit"
    MEMORY = "memory limit"
    LOST = "worker lost"
    STORAGE = "storage failed"
    INFEASIBLE = "infeasible schedule"
    SOLVER = "solver failed"
    DEFECT = "defect"


class Priority(IntEnum):
    """What goes first, where workers are short."""

    INTERACTIVE = 0
    SWEEP = 1
    STUDY = 2
    SAMPLE = 3


@dataclass(frozen=True)
class Waiting:
    """A row that stands in line since `queued`; `place` orders rows queued at the same moment."""

    model: type["Work"]
    pk: str
    owner: int
    priority: Priority
    queued: datetime
    place: int = 0


class Served(NamedTuple):
    """Something that computes, or has `ended`."""

    owner: int
    priority: Priority
    ended: datetime | None


class Work(Keyed):
    """A row that a worker computes.

    `attempts` counts claims, and fences each from the next; `crashes` counts the processes that
    died while they computed it, which is what ends a row for good. All times are the database's.
    """

    MESSAGE: ClassVar[str]
    """Name of the Celery task that takes the row's id."""
    LINE: ClassVar[str] = ""
    """Name of the line in which rows wait for their turn, see `workers.turns`; blank without."""
    RESULT: ClassVar[frozenset[str]]
    """Fields that hold what came out."""
    KEPT: ClassVar[frozenset[str]] = frozenset()
    """Fields of `RESULT` that are known before the computation: a new attempt keeps them."""
    UNTRIED: ClassVar[Mapping[str, Any]] = {}
    """What the fields that an attempt fills hold before it."""

    state = models.CharField(max_length=9, choices=State.choices, default=State.QUEUED)
    progress = models.FloatField(default=0.0)
    message = models.CharField(max_length=200, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    crashes = models.PositiveIntegerField(default=0)
    worker = models.CharField(max_length=200, blank=True)
    heartbeat = models.DateTimeField(null=True)
    suspected = models.DateTimeField(
        null=True, help_text="When the heartbeat was first found to be too old."
    )
    sent = models.DateTimeField(null=True, help_text="When a message was last given to the broker.")
    queued = models.DateTimeField()
    stopping = models.DateTimeField(
        null=True, help_text="When a user asked it to stop while it computed."
    )
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)
    error = models.TextField(blank=True)
    error_kind = models.CharField(max_length=24, choices=ErrorKind.choices, blank=True)

    objects = models.Manager()

    class Meta:
        abstract = True
        indexes = (
            models.Index(fields=["state", "heartbeat"]),
            models.Index(fields=["state", "-finished"]),
        )

    @classmethod
    def time_limit(cls) -> int:
        """Return the longest time that an attempt may compute, seconds."""
        raise NotImplementedError

    @classmethod
    def model_label(cls) -> str:
        """Return the name of the model, after the name of its application."""
        return str(cls._meta.label)

    @classmethod
    def noun(cls) -> str:
        """Return what people call such a row."""
        return str(cls._meta.verbose_name)

    @classmethod
    def waiting(cls) -> Iterable[Waiting]:
        """Return the rows that stand in line, in any order."""
        raise NotImplementedError

    @classmethod
    def served(cls, since: datetime) -> Iterable[Served]:
        """Return what computes and what has ended since a moment."""
        raise NotImplementedError

    @classmethod
    def at_work(cls, since: datetime) -> models.QuerySet[Any]:
        """Return the rows that compute, and at most `MOST_SERVED` that ended since a moment."""
        rows = cls._default_manager.order_by()
        ended = rows.filter(state__in=ENDED, finished__gte=since).order_by("-finished")
        last = list(ended.values_list("pk", flat=True)[:MOST_SERVED])
        return rows.filter(Q(state=State.RUNNING) | Q(pk__in=last))

    @classmethod
    def accepted(cls, result: Mapping[str, Any]) -> dict[str, Any]:
        """Return a result by field, also one that another version computed and delivers late."""
        return dict(result)

    @classmethod
    def share(cls, pk: str, result: Mapping[str, Any]) -> None:
        """Write what a result that was just stored changes in other rows."""

    @property
    def is_over(self) -> bool:
        """True when nothing more will happen by itself."""
        return State(self.state).is_over

    @property
    def is_stopping(self) -> bool:
        """True while it still computes after a user asked it to stop."""
        return self.state == State.RUNNING and self.stopping is not None

    @property
    def is_done(self) -> bool:
        """True with a result."""
        return self.state == State.DONE


class Task(Owned, Work):
    """Something that a person waits for: a file to read, jobs to generate, an export to write.

    `kind` and `arguments` say what is done (see `workers.kinds`); `input` names the blob of an
    uploaded file, `output` the blob of a written file. `result` holds what came out, or, where the
    task was refused, `errors` by field and `problems`. `fingerprint` finds equal tasks.
    """

    MESSAGE = "schedweb.workers.tasks.perform"
    LINE = "tasks"
    RESULT = frozenset({"result", "output"})

    kind = models.CharField(max_length=32)
    arguments = models.JSONField(default=dict)
    fingerprint = models.CharField(max_length=64, blank=True, db_index=True)
    input = BlobField(BlobRole.DISPOSABLE, blank=True)
    output = BlobField(BlobRole.DISPOSABLE, blank=True)
    result = models.JSONField(default=dict)
    expires = models.DateTimeField(db_index=True)

    class Meta(Owned.Meta, Work.Meta):
        abstract = False

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @classmethod
    def time_limit(cls) -> int:
        return int(settings.SCHEDWEB_TASK_SECONDS)

    @classmethod
    def waiting(cls) -> list[Waiting]:
        rows = cls.objects.filter(state=State.QUEUED).order_by()
        return [
            Waiting(cls, pk, owner, Priority.INTERACTIVE, queued)
            for pk, owner, queued in rows.values_list("pk", "owner", "queued")
        ]

    @classmethod
    def served(cls, since: datetime) -> list[Served]:
        rows = cls.at_work(since).values_list("owner", "finished", "state")
        return [
            Served(owner, Priority.INTERACTIVE, None if state == State.RUNNING else finished)
            for owner, finished, state in rows
        ]

    @property
    def errors(self) -> dict[str, str]:
        """Sentences by field, of a task that was refused."""
        errors: dict[str, str] = self.result.get("errors", {})
        return errors


class Worker(models.Model):
    """A Celery worker: its main process, what it takes, and when it was last heard."""

    name = models.CharField(primary_key=True, max_length=200)
    queues = models.JSONField(default=list)
    heard = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return self.name


def works() -> list[type[Work]]:
    """Return the models of everything that workers compute."""
    return [model for model in apps.get_models() if issubclass(model, Work)]
