"""`/health`: proxies and supervisors ask whether the server and its database answer."""

from collections.abc import Callable

from django.db import connection
from django.http import HttpRequest, HttpResponse

PATH = "/health"


class HealthMiddleware:
    """Answers before anything else, since who asks knows neither a name nor a password."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path != PATH:
            return self.get_response(request)
        connection.ensure_connection()
        return HttpResponse("ok\n", content_type="text/plain")
