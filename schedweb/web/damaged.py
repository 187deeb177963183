"""Whatever page needs a stored file that is missing or damaged: one answer that says what to do."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from schedweb.errors import DamagedError
from schedweb.web.doors import damaged


class DamagedMiddleware:
    """Answers for views that meet a damaged file."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page; None leaves other errors to Django."""
        return damaged(request, error) if isinstance(error, DamagedError) else None
