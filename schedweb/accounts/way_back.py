"""Addresses that lead back to a page: from a form that was refused, and from a log-in."""

from collections.abc import Callable, Collection, Iterator
from functools import partial
from inspect import getclosurevars, isfunction
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.http import HttpRequest
from django.urls import Resolver404, resolve

HOME = "/"
UNDONE = "undone"
"""Parameter of the log-in: a form was sent after the session had ended."""


def methods_of(view: Callable[..., Any]) -> Collection[str] | None:
    """Return the methods that a view takes, as its class or Django's decorators say; None for a
    view that looks at the method itself."""
    for layer in _layers(view):
        if actions := getattr(layer, "actions", None):  # of the API
            return [name.upper() for name in actions]
        if (of_class := getattr(layer, "view_class", None)) is not None:
            return [name.upper() for name in of_class.http_method_names if hasattr(of_class, name)]
        if isfunction(layer):
            declared = getclosurevars(layer).nonlocals.get("request_method_list")
            if declared is not None:
                return list(declared)
    return None


def takes_get(path: str) -> bool:
    """Tell whether an address leads to a page; False for text that is no address."""
    try:
        methods = methods_of(resolve(path).func)
    except Resolver404:
        return False
    return methods is None or "GET" in methods


def readable(address: str) -> str:
    """Return an address below this site as it is, unless it takes no GET: then the nearest page
    above it. An address that leads nowhere stays, for its own page says so."""
    parts = urlsplit(address)
    path = parts.path or HOME
    if not _is_known(path) and _is_known(f"{path}/"):
        path = f"{path}/"  # where Django would redirect to
    if takes_get(path) or not _is_known(path):
        return urlunsplit(("", "", path, parts.query, ""))
    return nearest_page(path)


def nearest_page(path: str) -> str:
    """Return the nearest page above an address."""
    while path != HOME:
        path = path.rstrip("/").rpartition("/")[0] + "/"
        if takes_get(path):
            return path
    return HOME


def page_of_form(request: HttpRequest) -> str:
    """Return the address of the page whose form or button sent a request: htmx and browsers name
    it; else the page nearest to where the request went."""
    named = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    page = urlsplit(named)
    is_ours = page.scheme in ("http", "https") and page.netloc == request.get_host()
    if is_ours and page.path.startswith("/") and not page.path.startswith("//"):
        return readable(urlunsplit(("", "", page.path, page.query, "")))
    return readable(request.path)


def _is_known(path: str) -> bool:
    try:
        resolve(path)
    except Resolver404:
        return False
    return True


def _layers(view: Any) -> Iterator[Any]:
    """Yield a view and what its decorators and partial calls wrap, from the outermost on."""
    while view is not None:
        yield view
        view = view.func if isinstance(view, partial) else getattr(view, "__wrapped__", None)
