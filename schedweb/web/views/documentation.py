"""The documentation site, as `python -m schedweb.documentation` built it."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils._os import safe_join
from django.views.decorators.http import require_safe

from schedweb.accounts.models import User
from schedweb.base import config
from schedweb.web.contexts.documentation import ReaderStudy
from schedweb.web.http import user_of
from schedweb.web.plain_documentation import PlainPage, chapters, picture

_KEPT = re.compile(rb'(<p class="kept" data-study="([\w-]+)">.*?)</p>', re.DOTALL)
"""What stands below the kept picture of a study, see `schedweb.documentation.building`."""
CHAPTERS = b'<ul class="bd-navbar-elements navbar-nav">'
"""Where the lists of chapters begin, in the header and in the drawer of narrow windows. The site by
itself, which can be read without a server, leads nowhere else."""
BACK = b'<li class="nav-item"><a class="nav-link" href="/">To the application</a></li>'
_SCRIPT = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)


@require_safe
def documentation(request: HttpRequest, path: str = "") -> HttpResponseBase:
    """A file of the site, or the page of a folder; the pages as written where it is not built."""
    if not (settings.SCHEDWEB_DOCS / "index.html").is_file():
        return _as_written(request, path)
    file = _file(path)
    if file.is_dir():
        if path and not path.endswith("/"):
            return HttpResponseRedirect(f"{request.path}/")
        file /= "index.html"
    if not file.is_file():
        raise Http404
    if file.suffix != ".html":
        return FileResponse(file.open("rb"))
    content = _with_results(_with_way_back(file.read_bytes()), user_of(request))
    return HttpResponse(content, headers={HEADER: _policy(content)})


def _as_written(request: HttpRequest, path: str) -> HttpResponseBase:
    if shown := picture(path):
        return FileResponse(shown.open("rb"))
    page = PlainPage.at(path)
    if page is None and path:
        raise Http404
    context = {"page": page, "chapters": chapters(), "is_installed": config.INSTALLED}
    return render(request, "documentation.html", context)


def _with_way_back(page: bytes) -> bytes:
    """Let the first link of the lists of chapters lead to the application."""
    return page.replace(CHAPTERS, CHAPTERS + BACK)


def _with_results(page: bytes, user: User) -> bytes:
    """Put below each kept picture what the reader's own study has found, or how to compute it."""

    def found(place: re.Match[bytes]) -> bytes:
        computed = ReaderStudy.of(place[2].decode(), user)
        return place[1] + render_to_string("documentation_study.html", {"of": computed}).encode()

    return _KEPT.sub(found, page)


def _file(path: str) -> Path:
    try:
        return Path(safe_join(settings.SCHEDWEB_DOCS, path))
    except (SuspiciousFileOperation, ValueError) as error:
        raise Http404 from error


def _policy(page: bytes) -> str:
    """Return the policy of all pages, which also allows those scripts that stand in this one: the
    theme has a few, and they were built with the page."""
    digests = (sha256(script).digest() for script in _SCRIPT.findall(page))
    allowed = [f"'sha256-{b64encode(digest).decode()}'" for digest in digests]
    return str(build_policy(update={"script-src": allowed}))
