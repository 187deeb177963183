"""What the server cannot work without, and that is away: 503 with a sentence, in pages and API."""

import errno
import logging
import sys
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.defaults import server_error

from parsched.base.compiled import NotCompiledError
from parsched.base.compiled.folder import is_filled_now
from schedweb.base import config

RETRY_SECONDS = 10
STILL = "Retry-After"
WAITING = "not-compiled"
"""Id of what a page asks for while it waits for machine code."""
COMPILING = (
    "The loops of the algorithms are being compiled, which happens once for each version and takes "
    "about a minute."
)
NOT_COMPILED = (
    "Some loops of the algorithms are not compiled; the administrator of this server has to "
    "compile them."
)
FULL = "the disk is full"
SILENT = "The database does not answer now."
PASSING = (COMPILING, SILENT)
"""What ends without anybody doing anything."""
_FULL_TEXTS = ("disk is full", "No space left on device", "could not extend file")
_STORAGE = (errno.EROFS, errno.EIO, errno.EACCES, errno.EPERM, errno.ESTALE, errno.ENOTCONN)
"""Errors of a file system that an administrator has to mend, and not of a request."""

log = logging.getLogger(__name__)


def sentence(error: BaseException | None) -> str:
    """Return what is away, as a sentence for people; nothing for any other error."""
    while error is not None:
        if _is_full(error):
            return f"Nothing can be stored now: {FULL}."
        if _lacks_folder(error):
            return _without_folder()
        if isinstance(error, OSError) and error.errno in _STORAGE:
            return f"The store cannot be used now: {error.strerror}."
        if isinstance(error, OperationalError | InterfaceError):
            return SILENT
        if isinstance(error, NotCompiledError):
            return COMPILING if is_filled_now() else NOT_COMPILED
        error = error.__cause__
    return ""


def reason(error: BaseException) -> str:
    """Return what is wrong in a few words that anybody may read: no host, no user, no path."""
    if _is_full(error):
        return FULL
    if _lacks_folder(error):
        return "the data folder is gone"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, OSError) and not isinstance(error, ConnectionError | TimeoutError):
        return f"the operating system refused it ({type(error).__name__})"
    return f"does not answer ({type(error).__name__})"


def page(request: HttpRequest) -> HttpResponse:
    """Answer for whatever a view or a middleware raises: Django calls this while it is handled."""
    error = sys.exc_info()[1]
    text = sentence(error)
    if not text:
        return server_error(request)
    log.error("%s: %s", request.path, text)
    return _unavailable(text)


class NotCompiledMiddleware:
    """Answers 503 where machine code is missing, in one line of the log: that is expected while it
    is being made. The page asks its own address again, and reloads as soon as that answers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        if _asks_again(request) and STILL not in response:
            response["HX-Refresh"] = "true"
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return _not_compiled(request, error) if isinstance(error, NotCompiledError) else None


def _not_compiled(request: HttpRequest, error: NotCompiledError) -> HttpResponse:
    """Return the page with navigation, or only what of it changes while it waits (htmx)."""
    text, match = sentence(error), request.resolver_match
    context = {
        "sentence": text,
        "is_passing": text in PASSING,
        "is_asked_again": request.method in ("GET", "HEAD"),
        "target": WAITING,
        "base": "base_shared.html" if match and "token" in match.kwargs else "base.html",
    }
    if _asks_again(request):
        response = render(request, "parts/_not_compiled.html", context)
    else:
        response = render(request, "not_compiled.html", context, status=503)
    response[STILL] = str(RETRY_SECONDS)
    return response


def _asks_again(request: HttpRequest) -> bool:
    """Tell whether it is the page of missing machine code that asks."""
    return request.headers.get("HX-Target") == WAITING


def _unavailable(text: str) -> HttpResponse:
    # Nothing that a request carries: who asks is not known without the database.
    content = render_to_string("503.html", {"sentence": text, "is_passing": text in PASSING})
    return HttpResponse(content, status=503, headers={STILL: str(RETRY_SECONDS)})


def _lacks_folder(error: BaseException) -> bool:
    """Tell whether it failed because nothing is where the data should be."""
    is_file = isinstance(error, OSError) and error.errno == errno.ENOENT
    is_database = isinstance(error, OperationalError | InterfaceError)
    concerns_it = is_file or (is_database and connection.vendor == "sqlite")
    return concerns_it and not Path(settings.SCHEDWEB_DATA).exists()


def _without_folder() -> str:
    """Say which folder is gone to the one person of local mode; a team's server tells its log."""
    folder, name = settings.SCHEDWEB_DATA, config.DATA.name
    log.error("the data folder %s is gone", folder)
    which = f"The data folder {folder}" if settings.LOCAL else f"The server's data folder ({name})"
    return (
        f"{which} is gone: it was moved, deleted, or is no longer mounted. Put it back at its "
        f"place, or restart SchedWeb with {name} naming where it is."
    )


def _is_full(error: BaseException) -> bool:
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    is_database = isinstance(error, OperationalError)
    return is_database and any(text in str(error) for text in _FULL_TEXTS)
