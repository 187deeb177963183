"""Error pages: a stored file is missing or damaged, a request is refused or to be confirmed."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from schedweb.base.errors import DamagedError, InvalidError, RefusedError, UnconfirmedError
from schedweb.web.access import damaged
from schedweb.web.confirming import confirm_page


class DamagedMiddleware:
    """Answers with a page of its own when a view raises `DamagedError`, `RefusedError` or
    `UnconfirmedError`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page; None leaves other errors to Django."""
        if isinstance(error, DamagedError):
            return damaged(request, error)
        if isinstance(error, UnconfirmedError):
            return confirm_page(request, error)
        if isinstance(error, RefusedError):  # of a view that has no form to say it in
            status = 400 if isinstance(error, InvalidError) else 409
            context = {"sentence": str(error), "is_invalid": status == 400}
            return render(request, "refused.html", context, status=status)
        return None
