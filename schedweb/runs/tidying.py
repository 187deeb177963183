"""Deleting files that nothing refers to any more."""

from datetime import timedelta

from django.utils import timezone

from schedweb import blobs
from schedweb.runs.models import Run
from schedweb.workloads.models import Upload, Workload
from schedweb.workloads.services import forget_expired_uploads

AGE = timedelta(days=1)
"""Younger files stay: the row that refers to them may not be stored yet."""


def tidy() -> int:
    """Forget expired uploads and purge unused blobs; return the number of deleted files."""
    forget_expired_uploads()
    before = timezone.now() - AGE
    return blobs.purge(_referenced(), before)


def _referenced() -> set[str]:
    tables = (
        Workload.objects.values_list("digest", "pack"),
        Upload.objects.values_list("digest", "lines"),
        Run.objects.values_list("schedule", "gantt", "poster_light", "poster_dark"),
    )
    return {digest for table in tables for row in table.iterator() for digest in row if digest}
