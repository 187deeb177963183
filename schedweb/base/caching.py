"""What browsers and proxies may keep of answers."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

SHARE_LINKS = ("/s/", "/embed/")
"""Where shared pages and embeds are: a link may be revoked, and then nothing of it may be left
anywhere."""
NO_STORE = "private, no-store"
NO_CACHE = "private, no-cache"
FOR_EVER = "private, max-age=31536000, immutable"
_SECRET = (*SHARE_LINKS, "/api/", "/accounts/", "/admin/")


class CacheControlMiddleware:
    """Nothing of what is shared, of API, accounts and administration is stored; other pages may
    stay in their reader's browser, which asks again. Static files and what is named by its digest
    say themselves how long they are good, except behind a link."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.path.startswith(SHARE_LINKS):
            response["Cache-Control"] = NO_STORE
        elif not response.has_header("Cache-Control"):
            response["Cache-Control"] = NO_STORE if request.path.startswith(_SECRET) else NO_CACHE
        return response
