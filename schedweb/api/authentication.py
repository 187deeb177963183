"""Who asks: a script with a token, a person with a session, or the one user of local mode.

A session, and local mode even more, answers whatever the browser sends, also for a page of another
site. Writes therefore need Django's CSRF token. Scripts of local mode, which have no session, may
instead send the header `X-SchedWeb: 1`: a foreign page cannot set it without asking in a preflight
request, which this server never grants; where the browser names another origin it is refused as
well. Foreign host names (DNS rebinding) are refused by ALLOWED_HOSTS.
"""

from django.conf import settings
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from schedweb.accounts.addresses import client_address
from schedweb.accounts.attempts import Caller
from schedweb.accounts.local import is_local_token, local_user
from schedweb.accounts.models import Attempt, User
from schedweb.api.errors import CsrfFailed
from schedweb.api.models import ApiToken
from schedweb.api.tokens import open_token

HEADER = "X-SchedWeb"
"""What scripts of local mode send along with writes."""
SENTENCES = {
    "team": "A request that changes something must carry an API token in Authorization, or the "
    "page's CSRF token in X-CSRFToken.",
    "local": f"A script that changes something must send the header {HEADER}: 1, a page of ours "
    "its CSRF token in X-CSRFToken; no other page may.",
}


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer schedweb_…`; other schemes belong to a proxy in front."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken | None] | None:
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        if is_local_token(secret.strip()):
            return local_user(), None
        token = open_token(secret.strip())
        if token is None:
            # A token cannot be guessed: the limit slows down a script that tries for ever.
            caller = Caller(Attempt.Kind.TOKEN, client_address(request))
            if wait := caller.wait():
                raise exceptions.Throttled(wait)
            caller.count()
            raise exceptions.AuthenticationFailed("The API token is wrong, expired or revoked.")
        return token.owner, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="SchedWeb"'


class SessionAuthentication(authentication.SessionAuthentication):
    """A browser with a session, or anybody on this machine in local mode."""

    def enforce_csrf(self, request: Request) -> None:
        if settings.SCHEDWEB_MODE == "local" and is_script(request):
            return
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            raise CsrfFailed(SENTENCES[settings.SCHEDWEB_MODE]) from None


def is_script(request: Request) -> bool:
    """Tell whether a request is no foreign page's: it has our header and names no other origin."""
    own = f"{request.scheme}://{request.get_host()}"
    return (
        HEADER in request.headers
        and request.headers.get("Origin", own) == own
        and request.headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin")
    )
