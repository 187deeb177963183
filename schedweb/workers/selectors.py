"""Finding tasks: people see their own, everything else is 404."""

import re

from django.http import Http404
from django.shortcuts import get_object_or_404

from schedweb.accounts.models import User
from schedweb.workers.models import Task

_KEY = re.compile(r"[A-Za-z0-9_-]{11}")


def task_for(user: User, pk: str, *kinds: str) -> Task:
    """Return one of a person's tasks, of one of the kinds if any are given; raises Http404."""
    if not _KEY.fullmatch(pk):  # from an address: PostgreSQL refuses to look for some characters
        raise Http404
    mine = Task.objects.filter(owner=user)
    return get_object_or_404(mine.filter(kind__in=kinds) if kinds else mine, pk=pk)
