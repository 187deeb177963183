"""Workloads that are kept, and uploads that wait for "Use this workload"."""

from dataclasses import dataclass, replace
from typing import Any

from django.db import models

from parsched.base.errors import FormatError
from parsched.data.files.machine import guessed
from parsched.data.formats import AS_GIVEN, unusable_of
from parsched.data.logs import Mapping
from parsched.model.problem.calendar import Calendar
from parsched.model.problem.machine import StatedMachine
from parsched.model.problem.platform import Cluster, Platform
from parsched.model.problem.unmodelled import DEPENDENCIES, sentence, without_bounds
from parsched.model.problem.workload import Workload as Jobs
from schedweb.base.folding import FoldedField
from schedweb.base.models import Owned
from schedweb.base.texts import NameField
from schedweb.store.filing import Filed
from schedweb.store.references import BlobField, BlobRole
from schedweb.workloads.storage import load_workload

MAX_NAME = 200
MAX_FILE_NAME = 255
_NOT_KEPT = "preceding_job"
"""Key of a finding of old reports: the job waits for another one, which was not kept."""


class JobKind(models.TextChoices):
    """Whether each job has one configuration or a choice of several."""

    RIGID = "rigid"
    MOLDABLE = "moldable"


@dataclass(frozen=True)
class Begin:
    """When time 0 of some jobs was: Unix time in seconds, None if unknown; time zone, or ""."""

    unix_start: float | None
    zone: str

    def of(self, jobs: Jobs) -> Jobs:
        """Return jobs that were stored without it."""
        if jobs.unix_start is not None or (self.unix_start is None and not self.zone):
            return jobs
        return replace(jobs, unix_start=self.unix_start, zone=self.zone)


class Facts(Owned):
    """What is known about a set of jobs without loading the blob that `digest` names.

    `features` has `releases`, `estimates`, `weights` (whether the jobs have any), `labels` (names
    of label columns) and, except for old ones, `moldable` (how many jobs are), `most_processors`
    (that a job may use), `configurations` (of all), `environments` (how many different ones jobs
    need), `users` (how many are known), `waiting` (how many wait for others), `unix_start` and
    `zone` (of the calendar, see `begin`), `machine` (what the source states of it), `recorded`
    (whether starts are) and `unmodelled` (what the source says of the jobs that is not kept);
    `report` is the reader's report as JSON;
    `processors` is the machine size that the source
    states or suggests.
    """

    kind = models.CharField(max_length=8, choices=JobKind.choices)
    digest = BlobField(BlobRole.ORIGINAL)
    jobs = models.PositiveIntegerField()
    span = models.FloatField(help_text="Seconds from the first release to the last.")
    widest = models.PositiveIntegerField(help_text="Processors that the widest job needs at least.")
    processors = models.PositiveIntegerField(help_text="Suggested size of the machine.")
    features = models.JSONField(default=dict)
    report = models.JSONField(default=dict)

    @property
    def calendar(self) -> Calendar | None:
        """Which dates the jobs' times are; None where that is unknown."""
        return Calendar.of(self.begin)

    @property
    def begin(self) -> Begin:
        """When time 0 was, and in which zone, as far as it is known."""
        return Begin(self.features.get("unix_start"), self.features.get("zone", ""))

    @property
    def machine(self) -> StatedMachine:
        """What the source states of its machine. Rows from before this was kept do not tell whether
        their size was guessed."""
        return StatedMachine.from_json(
            self.features.get("machine", {"processors": self.processors})
        )

    @property
    def guess(self) -> str:
        """How the size of the machine was guessed, a key of `GUESSED`; blank where it is stated."""
        if self.machine.processors is not None:
            return ""
        return "busiest" if self.features.get("recorded") else "widest"

    @property
    def guessed(self) -> str:
        """That the machine is guessed, and how; blank where its size is stated."""
        return guessed(self.guess)

    def jobs_called(self, name: str) -> Jobs:
        """Return the jobs, with what is known of them beside their columns."""
        return self.begin.of(load_workload(self.digest, name, self.machine))

    class Meta(Owned.Meta):
        abstract = True
        indexes = (models.Index(fields=["digest"]),)


class Workload(Facts, Filed):
    """A named set of jobs.

    `source` says where it comes from; its `kind` is `upload` (with `file`, `format`, `sha256`,
    `size`, `dropped_wider_than` and, except for old ones, `unusable`, see `merging.SiteTrace`; some
    old ones have `unix_start` and `zone`), `generator` (with `generator`, `params`, `jobs` and
    `processors`), `merge` (with `spec`, and `sites` as a cluster has them) or `sample` (with `key`
    and `sentence`). The `report` of a merge is a stored `parsched.data.merging.MergeReport`.

    Where other names of the jobs stand for their environments, `environment_from` says which names,
    and `jobs_of` (with `id`, `name` and `digest`) names the workload that the jobs are from, unless
    they are from the file. Where the users with most work were left out, `without_users` says who
    they are (`users`, `jobs`, `share` of the work, and `text`), and `jobs_of` from which workload.
    """

    name = NameField(max_length=MAX_NAME)
    folded = FoldedField("name")
    source = models.JSONField()
    pack = BlobField(BlobRole.DERIVED, blank=True, help_text="Blob that browsers draw from.")

    def __str__(self) -> str:
        return self.name

    @property
    def is_merged(self) -> bool:
        """True where the jobs come from several traces."""
        return bool(self.source.get("kind") == "merge")

    @property
    def unmodelled(self) -> tuple[str, ...]:
        """What the source says of the jobs that is not kept, see
        `parsched.model.problem.unmodelled`; the report tells it of rows from before it was
        stored."""
        if "unmodelled" in self.features:
            return tuple(self.features["unmodelled"])
        keys = {finding["key"] for finding in self.report.get("findings", ())}
        return (DEPENDENCIES,) if _NOT_KEPT in keys else ()

    @property
    def left_out(self) -> int:
        """How many other jobs the source has, which could not be used or were not chosen."""
        not_chosen: int = self.source.get("without_users", {}).get("jobs", 0)
        kept: int = self.report.get("kept", 0)
        return unusable_of(self.report) + max(kept - self.jobs, not_chosen)

    @property
    def beware(self) -> str:
        """What to beware of in schedules of the jobs; blank if they are as in the source."""
        return sentence(self.unmodelled)

    @property
    def without_bounds(self) -> str:
        """Why no lower bound is shown; blank where the jobs are held whole."""
        return without_bounds(self.unmodelled)

    @property
    def environment_from(self) -> str:
        """Which names of the jobs are their environments, see `formats.ENVIRONMENT_FROM`."""
        return str(self.source.get("environment_from", AS_GIVEN))

    @property
    def sites(self) -> list[dict[str, Any]]:
        """Sites of the grid that the jobs were made for; none for one machine."""
        sites: list[dict[str, Any]] = self.source.get("sites", [])
        return sites if len(sites) > 1 else []

    @property
    def most_left_out(self) -> int:
        """Largest number of users that can be left out: all but one; a large number where old rows
        do not say how many users there are."""
        return int(self.features.get("users", 1_000_001)) - 1

    @property
    def has_users(self) -> bool:
        """Whether jobs have known users."""
        return "user" in self.features.get("labels", ())

    def platform(self) -> Platform:
        """Return the machine that the jobs were made for, or that their source suggests."""
        sites = self.sites or [{"name": "cluster", "processors": self.processors}]
        return Platform(tuple(Cluster(site["name"], site["processors"]) for site in sites))

    @property
    def begin(self) -> Begin:
        """When time 0 was; rows from before it was kept with the jobs have it of the file."""
        known = self.features if "unix_start" in self.features else self.source
        return Begin(known.get("unix_start"), known.get("zone", ""))

    def load(self) -> Jobs:
        """Return the jobs."""
        return self.jobs_called(self.name)


class ColumnProfile(Owned):
    """What a person said that the columns of a table mean; offered for the next file with these
    columns. `shape` is the SHA-256 of their names, in order."""

    shape = models.CharField(max_length=64)
    file = models.CharField(max_length=MAX_FILE_NAME, help_text="Name of the file it was said of.")
    profile = models.JSONField()
    said = models.DateTimeField(auto_now=True)

    class Meta(Owned.Meta):
        abstract = False
        constraints = (models.UniqueConstraint(fields=("owner", "shape"), name="one_per_shape"),)

    def __str__(self) -> str:
        return self.file

    @property
    def mapping(self) -> Mapping | None:
        """What was said; None where it was said under rules that have changed since."""
        try:
            return Mapping.from_json(self.profile)
        except FormatError:
            return None


class Upload(Facts):
    """A file that was read but not taken over yet; it is forgotten after `expires`."""

    name = NameField(max_length=MAX_NAME, help_text="Suggested name of the workload.")
    file = models.CharField(max_length=MAX_FILE_NAME, help_text="Name of the uploaded file.")
    format = models.CharField(max_length=40)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField(help_text="Bytes, as uploaded.")
    lines = BlobField(BlobRole.ORIGINAL, blank=True, help_text="Blob of the jobs' line numbers.")
    expires = models.DateTimeField(db_index=True)
    profile = models.JSONField(
        null=True, help_text="What columns of a log were taken for, see `parsched.data.logs`."
    )
    is_remembered = models.BooleanField(
        default=False, help_text="The profile comes from an earlier file with these columns."
    )

    def __str__(self) -> str:
        return self.file

    def load(self) -> Jobs:
        """Return the jobs that the file holds."""
        return self.jobs_called(self.name)
