"""The page on which a schedule that was made elsewhere is added to a comparison."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from django.conf import settings

from parsched.data.formats import SCHEDULES, ReadReport
from parsched.data.formats.schedules.sources import ScheduleKind
from schedweb.runs.models import Comparison, Run
from schedweb.web.contexts.workloads import ReportView
from schedweb.web.forms.upload import ScheduleForm


@dataclass(frozen=True)
class SchedulePage:
    """The form, with what is wrong with it or with the file."""

    comparison: Comparison
    form: ScheduleForm = field(default_factory=ScheduleForm)

    @property
    def kinds(self) -> Mapping[str, ScheduleKind]:
        """Kinds of files that are read, by key."""
        return SCHEDULES

    @property
    def max_megabytes(self) -> int:
        """Size of the largest file."""
        return int(settings.SCHEDWEB_MAX_UPLOAD_MB)


@dataclass(frozen=True)
class Elsewhere:
    """Where the schedule of a run comes from: who made it, the file, and how it was matched."""

    made_by: str
    rows: Sequence[tuple[str, str]]
    report: ReportView

    @classmethod
    def of(cls, run: Run) -> Self | None:
        """Return it of a run that is not of our making, None of all others."""
        if not run.is_given or not run.matching:
            return None
        kind, tolerance = run.params["kind"], run.result.tolerance
        rows = [
            ("File", str(run.params["file"])),
            ("Format", SCHEDULES[kind].title if kind in SCHEDULES else str(kind)),
            ("SHA-256", str(run.params["sha256"])),
            ("Tolerance of times", f"{tolerance:g} s" if tolerance else "none: whole seconds"),
        ]
        return cls(run.result.made_by, rows, ReportView(ReadReport.from_json(run.matching)))
