"""The user of a request, its query, file responses, and messages about share links."""

import re
from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header

from schedweb.accounts.models import User
from schedweb.web.forms.sharing import ShareForm

TYPES = {
    "csv": "text/csv; charset=utf-8",
    "gwf": "text/plain; charset=utf-8",
    "json": "application/json",
    "md": "text/markdown; charset=utf-8",
    "pdf": "application/pdf",
    "png": "image/png",
    "svg": "image/svg+xml",
    "swf": "text/plain; charset=utf-8",
    "tex": "application/x-tex; charset=utf-8",
    "toml": "application/toml; charset=utf-8",
    "zip": "application/zip",
}
_UNSAFE = re.compile(r"[^\w.,()+ -]+")


def user_of(request: HttpRequest) -> User:
    """Return the user of the request, on pages that need one."""
    assert isinstance(request.user, User)
    return request.user


def query_of(request: HttpRequest, own: Collection[str]) -> QueryDict:
    """Return the query of a page. For a fragment (htmx), merge the query of the page's address with
    the parameters in `own`, which the fragment sends itself."""
    current = request.headers.get("HX-Current-URL")
    if not current:
        return request.GET
    query = QueryDict(urlsplit(current).query, mutable=True)
    for name in own:
        query.pop(name, None)
        if name in request.GET:
            query.setlist(name, request.GET.getlist(name))
    return query


def others_in(query: QueryDict, own: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Return names and values of a query without its `own` ones: each pair once, none empty."""
    pairs = ((name, value) for name, values in query.lists() for value in values)
    kept = ((k, v) for k, v in pairs if k not in own and v and isinstance(v, str))
    return tuple(dict.fromkeys(kept))


def followed(request: HttpRequest, response: HttpResponse, address: str) -> HttpResponse:
    """Replace the address of the page after a choice in a fragment of it (htmx)."""
    if "HX-Current-URL" in request.headers:
        response["HX-Replace-Url"] = address
    return response


def narrowed(
    request: HttpRequest, template: str, context: Mapping[str, Any], query: str
) -> HttpResponse:
    """Render a list whose filters are `query` in short: an address that has a field twice or an
    empty one leads there, and so does a choice of a filter (htmx)."""
    address = f"{request.path}?{query}" if query else request.path
    is_long = any(len(values) > 1 or not values[-1] for _, values in request.GET.lists())
    if is_long and "HX-Request" not in request.headers:
        return redirect(address)
    return followed(request, render(request, template, context), address)


def attachment(content: bytes | str, name: str) -> HttpResponse:
    """Return a file to save; its name is made safe, its type follows the extension."""
    safe = _UNSAFE.sub("-", name).strip(" .-") or "download"
    kind = TYPES.get(safe.rpartition(".")[2], "application/octet-stream")
    disposition = content_disposition_header(True, safe)
    return HttpResponse(content, kind, headers={"Content-Disposition": disposition})


def keep_new_link(request: HttpRequest, target: str, path: str) -> None:
    """Remember the address of a new link for the page that shows it, once."""
    request.session["new_link"] = {"target": target, "path": path}


def take_new_link(request: HttpRequest, target: str) -> str:
    """Return the full address of a link to `target` that was just made, or a blank."""
    link = request.session.get("new_link")
    if link is None or link["target"] != target:
        return ""
    del request.session["new_link"]
    return request.build_absolute_uri(link["path"])


def keep_refused_link(request: HttpRequest, target: str, form: ShareForm) -> None:
    """Remember refused input for the dialog that shows its errors, once."""
    typed = {name: form.data.get(name, "") for name in form.fields}
    request.session["refused_link"] = {"target": target, "typed": typed}


def take_refused_link(request: HttpRequest, target: str) -> ShareForm:
    """Return the form of a link to `target` that was just refused, or an empty one."""
    link = request.session.get("refused_link")
    if link is None or link["target"] != target:
        return ShareForm()
    del request.session["refused_link"]
    return ShareForm(link.get("typed"))  # absent in sessions of earlier versions
