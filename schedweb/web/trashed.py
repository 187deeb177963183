"""The page of a thing in the trash, which its owner sees instead of "Nothing is here"."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from schedweb.accounts.models import User
from schedweb.runs.models import Run
from schedweb.store import trash
from schedweb.store.filing import Filed
from schedweb.web.lists import KINDS, ListKind

READING = ("GET", "HEAD")


@dataclass(frozen=True)
class TrashedPage:
    """What is in the trash, and until when it can be taken back."""

    kind: ListKind
    row: Filed
    since: datetime

    @property
    def until(self) -> datetime:
        """When it is deleted for good."""
        return self.since + trash.GRACE

    @classmethod
    def at(cls, request: HttpRequest) -> Self | None:
        """Return the page for an address below a thing of the reader's, or below one of its runs;
        None where that is not in the trash."""
        match, (_, first, *_) = request.resolver_match, request.path.split("/")
        key = match.kwargs.get("pk", "") if match else ""
        if not key or not isinstance(request.user, User):
            return None
        if first == "runs":
            first, key = "comparisons", _comparison_of(key)
        if first not in KINDS:
            return None
        row = KINDS[first].rows_of(request.user, trashed=True).filter(pk=key).first()
        return None if row is None else cls(KINDS[first], row, row.trashed)


def _comparison_of(run: str) -> str:
    """Return the key of the comparison that a run belongs to; blank where there is no such run."""
    return Run.objects.filter(pk=run).values_list("comparison", flat=True).first() or ""


class TrashMiddleware:
    """Answers 404 with the way back where a reader opens what they have deleted."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page; None leaves all others to Django."""
        if not isinstance(error, Http404) or request.method not in READING:
            return None
        page = TrashedPage.at(request)
        return None if page is None else render(request, "trashed.html", {"page": page}, status=404)
