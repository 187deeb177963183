"""Finding tasks: people see their own, everything else is 404."""

from django.shortcuts import get_object_or_404

from schedweb.accounts.models import User
from schedweb.workers.models import Task


def task_for(user: User, pk: str) -> Task:
    """Return one of a person's tasks; raises Http404."""
    return get_object_or_404(Task, owner=user, pk=pk)
