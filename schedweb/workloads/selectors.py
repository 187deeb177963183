"""Finding workloads and uploads: people see their own, everything else is 404."""

from django.db.models import Count, QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone

from schedweb.accounts.models import User
from schedweb.workers.models import Task
from schedweb.workloads.models import Upload, Workload


def workloads_of(user: User) -> QuerySet[Workload]:
    """Return a person's workloads, newest first, with `comparison_count`."""
    counted = Workload.objects.annotate(comparison_count=Count("comparisons"))
    return counted.filter(owner=user).order_by("-created")


def workload_for(user: User, pk: str) -> Workload:
    """Return one of a person's workloads; raises Http404."""
    return get_object_or_404(workloads_of(user), pk=pk)


def reading_of(upload: Upload) -> Task | None:
    """Return the task that read an upload, which knows its file, if it is still there."""
    tasks = Task.objects.filter(owner=upload.owner, kind="upload", result__upload=upload.pk)
    return tasks.first()


def upload_for(user: User, pk: str) -> Upload:
    """Return one of a person's uploads that has not expired; raises Http404."""
    return get_object_or_404(Upload, owner=user, pk=pk, expires__gt=timezone.now())
