"""Answers travel packed where that makes them shorter and the browser takes it."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

TEXTS = ("application/json", "application/problem+json", "image/svg+xml")
"""Kinds of text whose names do not begin with `text/`."""


class CompressionMiddleware(GZipMiddleware):
    """Packs pages, JSON and drawings: what is text, and made for this answer.

    Files that people save keep their length, which their browser shows while they load; pictures
    and archives are packed already. Random bytes hide how well secrets beside what a request names
    were packed (the BREACH attack), as Django does it.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Pack an answer, or leave it as it is."""
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        is_text = kind.startswith("text/") or kind in TEXTS
        if response.streaming or not is_text or "Content-Disposition" in response.headers:
            return response
        return super().process_response(request, response)
