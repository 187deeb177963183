"""The page that shows commands before they run, and sends again what was asked for."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from schedweb.accounts.way_back import page_of_form
from schedweb.base.errors import UnconfirmedError

CONFIRMED = "confirmed_command"
"""Field of the commands that were shown. Only this page sends it: no link fills it in."""
OWN = (CONFIRMED, "csrfmiddlewaretoken")


def confirmed_in(request: HttpRequest) -> list[str]:
    """Return the commands that the person has just confirmed."""
    return request.POST.getlist(CONFIRMED)


def confirm_page(request: HttpRequest, error: UnconfirmedError) -> HttpResponse:
    """Show the commands, with a form that sends the same request again and confirms them."""
    context = {
        "commands": error.commands,
        "fields": [*_sent(request, error)],
        "confirmed": CONFIRMED,
        "action": request.get_full_path(),
        "back": page_of_form(request),
    }
    return render(request, "confirm.html", context, status=409)


def _sent(request: HttpRequest, error: UnconfirmedError) -> Iterator[tuple[str, str]]:
    """Yield what was sent; files as the texts that were read of them."""
    for name, values in request.POST.lists():
        if name not in OWN and name not in error.texts:
            yield from ((name, str(value)) for value in values)
    yield from error.texts.items()
