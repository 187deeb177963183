"""What every page may know about the mode it is served in."""

from django.conf import settings
from django.http import HttpRequest

from schedweb.base import config


def mode(request: HttpRequest) -> dict[str, bool | str]:
    """``local_mode``: there is no log-in; ``signup_open``: visitors may create an account;
    ``serve_command``: what starts a server for several people."""
    local = settings.SCHEDWEB_MODE == "local"
    return {
        "local_mode": local,
        "signup_open": not local and settings.SCHEDWEB_SIGNUP == "open",
        "serve_command": config.SERVE,
    }
