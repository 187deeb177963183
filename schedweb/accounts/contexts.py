"""What every page may know about the mode it is served in."""

from django.conf import settings
from django.http import HttpRequest


def mode(request: HttpRequest) -> dict[str, bool]:
    """``local_mode``: nobody logs in; ``signup_open``: visitors may create an account."""
    local = settings.SCHEDWEB_MODE == "local"
    return {"local_mode": local, "signup_open": not local and settings.SCHEDWEB_SIGNUP == "open"}
