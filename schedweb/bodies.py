"""Requests that are too large, refused before anything reads them."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string


class BodyLimitMiddleware:
    """Refuse large bodies where the forgery check would read them, and keep a stranger's files.

    Views that are exempt from that check take files or JSON and have limits of their own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> HttpResponse | None:
        length = request.META.get("CONTENT_LENGTH") or "0"
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        if getattr(view, "csrf_exempt", False) or (
            length.isdecimal() and int(length[:20]) <= limit
        ):
            return None
        return HttpResponse(render_to_string("413.html", {"limit": limit}), status=413)
