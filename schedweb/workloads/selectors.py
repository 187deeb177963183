"""Finding workloads and uploads: people see their own, everything else is 404."""

import json
from collections.abc import Sequence
from hashlib import sha256

from django.db.models import Count, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone

from parsched.data.logs import Mapping
from schedweb.accounts.models import User
from schedweb.workers.models import Task
from schedweb.workloads.models import ColumnProfile, Upload, Workload


def workloads_of(user: User, *, trashed: bool = False) -> QuerySet[Workload]:
    """Return a person's workloads, newest first, with `comparison_count`; or those in the trash."""
    own = Workload.everything.filter(owner=user, trashed__isnull=not trashed)
    live = Q(comparisons__trashed=None)
    return own.annotate(comparison_count=Count("comparisons", filter=live)).order_by("-created")


def workload_for(user: User, pk: str) -> Workload:
    """Return one of a person's workloads; raises Http404."""
    return get_object_or_404(workloads_of(user), pk=pk)


def reading_of(upload: Upload) -> Task | None:
    """Return the task that read an upload, which knows its file, if it is still there."""
    tasks = Task.objects.filter(owner=upload.owner, kind="upload", result__upload=upload.pk)
    return tasks.exclude(input="").first()


def remembered_profile(owner: User, columns: Sequence[str]) -> ColumnProfile | None:
    """Return what is remembered of columns of these names."""
    return ColumnProfile.objects.filter(owner=owner, shape=shape_of(columns)).first()


def remembered_columns(owner: User, columns: Sequence[str]) -> Mapping | None:
    """Return what a person said of columns of these names, if anything that still holds."""
    row = remembered_profile(owner, columns)
    return None if row is None else row.mapping


def remembered_profiles(owner: User) -> QuerySet[ColumnProfile]:
    """Return all that is remembered of columns, what was said last first."""
    return ColumnProfile.objects.filter(owner=owner).order_by("-said")


def remembered_profile_for(user: User, pk: str) -> ColumnProfile:
    """Return one of them; raises Http404."""
    return get_object_or_404(ColumnProfile, owner=user, pk=pk)


def shape_of(columns: Sequence[str]) -> str:
    """Return the SHA-256 of the names of columns."""
    return sha256(json.dumps(list(columns)).encode()).hexdigest()


def upload_for(user: User, pk: str) -> Upload:
    """Return one of a person's uploads that has not expired; raises Http404."""
    return get_object_or_404(Upload, owner=user, pk=pk, expires__gt=timezone.now())
