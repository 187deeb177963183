"""Changes to several things of a list at once."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from schedweb.base.errors import RefusedError
from schedweb.store import filing
from schedweb.web.http import user_of
from schedweb.web.lists import KINDS, PAGE, ListKind, undo_query

ACTIONS: Mapping[str, Callable[[QuerySet[Any], str], None]] = {
    "archive": lambda rows, _: filing.archive(rows),
    "unarchive": lambda rows, _: filing.unarchive(rows),
    "tag": filing.add_tag,
    "untag": filing.remove_tag,
}


@require_POST
def change(request: HttpRequest, key: str) -> HttpResponse:
    """Archive, tag, delete or restore what is picked; with `open`, the page of what is restored
    follows instead of the list."""
    kind = KINDS.get(key)
    if kind is None:
        raise Http404
    action, picked = request.POST.get("action", ""), _picked(request)
    rows = kind.rows_of(user_of(request)).filter(pk__in=picked)
    back = request.POST.get("back", "").replace("\0", "")
    if not picked:
        messages.error(request, f"Tick a {kind.noun} first.")
    elif action == "delete":
        back = _delete(request, kind, rows, back)
    elif action == "restore":
        _restore(request, kind, picked)
        if "open" in request.POST and (restored := rows.first()):
            return redirect(kind.address(restored.pk))
    elif action == "purge":
        _purge(request, kind, picked)
    elif action in ACTIONS:
        try:
            ACTIONS[action](rows, request.POST.get("word", ""))
        except RefusedError as error:
            messages.error(request, str(error))
    return redirect(f"{reverse(kind.url)}?{back}" if back else reverse(kind.url))


def _picked(request: HttpRequest) -> list[str]:
    """Return what is ticked; one key with NUL would keep all others from being found."""
    return [pk for pk in request.POST.getlist("pick")[:PAGE] if "\0" not in pk]


def _restore(request: HttpRequest, kind: ListKind, picked: list[str]) -> None:
    """Take rows back, and say what is not as before."""
    rows = kind.rows_of(user_of(request), trashed=True).filter(pk__in=picked)
    found = list(rows.values_list("pk", flat=True))
    filing.restore(rows)
    if found:
        verb = "is" if len(found) == 1 else "are"
        changed = kind.changed(kind.rows_of(user_of(request)).filter(pk__in=found))
        messages.success(request, f"{kind.counted(len(found))} {verb} back. {changed}".strip())


def _purge(request: HttpRequest, kind: ListKind, picked: list[str]) -> None:
    """Delete rows of the trash for good."""
    rows = kind.rows_of(user_of(request), trashed=True).filter(pk__in=picked)
    found = rows.count()
    if gone := filing.delete_for_good(rows):
        verb = "is" if gone == 1 else "are"
        messages.success(request, f"{kind.counted(gone)} {verb} deleted for good.")
    if found > gone:
        verb = "stays" if found - gone == 1 else "stay"
        text = f"{kind.counted(found - gone)} {verb}: comparisons or studies in the trash need it"
        messages.error(request, f"{text}; delete those first.")


def _delete(request: HttpRequest, kind: ListKind, rows: QuerySet[Any], back: str) -> str:
    """Put rows into the trash, and return the query of the page that offers to undo that."""
    gone = []
    for row in rows:
        try:
            kind.delete(row)
            gone.append(row.pk)
        except RefusedError as error:
            messages.error(request, str(error))
    return "&".join(filter(None, [back, undo_query(*gone) if gone else ""]))
