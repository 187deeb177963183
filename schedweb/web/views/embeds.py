"""Embeds: made by owners, shown within other pages to everybody who has their address."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_POST, require_safe

from schedweb.base.errors import DamagedError, InvalidError, RefusedError
from schedweb.runs.models import Run
from schedweb.sharing import services
from schedweb.sharing.embeds import embed
from schedweb.sharing.services import GoneError
from schedweb.web.access import Access, View
from schedweb.web.contexts.older import mark_of
from schedweb.web.embeds import THEMES, Embed, drawing, written
from schedweb.web.http import keep_new_link, user_of

POLICY = {
    "default-src": [NONE],
    "img-src": [SELF],
    "style-src": [SELF],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": ["*"],
}
"""No script, nothing from elsewhere, and any page may show it."""
OLD = "An older version computed this, or some of it. Nothing here is called best, or proved."
DRAWN = {**POLICY, "style-src": [UNSAFE_INLINE], "img-src": ["data:"]}
"""Content security policy of a drawing that is opened alone: it has its colours as inline styles,
and many jobs as an inline picture."""


@require_POST
def create(request: HttpRequest) -> HttpResponse:
    """Make an embed of the figure or table at an address; its own address is shown once."""
    label = request.POST.get("label", "")
    at = request.POST.get("at", "")
    new = embed(user_of(request), at, host=request.get_host(), label=label)
    target = new.link.target
    keep_new_link(request, target.pk, reverse("embed", args=(new.token,)))
    home = Access().home_of_run(target) if isinstance(target, Run) else Access().home(target)
    return redirect(f"{home}#share")


def _embedded(view: Callable[..., HttpResponse]) -> View:
    """Open a view to other pages; a closed link, and what cannot be drawn, is a sentence there."""

    @require_safe
    @login_not_required
    @xframe_options_exempt
    @csp(POLICY)
    @wraps(view)
    def opened(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, **kwargs)
        except GoneError as error:
            response = _sentence(request, str(error), 410)
        except DamagedError:
            response = _sentence(request, "A stored file of this is missing or damaged.", 409)
        except InvalidError as error:
            response = _sentence(request, str(error), 400)
        except RefusedError as error:  # such as of a plugin that is not installed any more
            response = _sentence(request, str(error), 409)
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    return opened


def _sentence(request: HttpRequest, text: str, status: int) -> HttpResponse:
    context = {"sentence": text, "theme": _theme(request)}
    return render(request, "embed.html", context, status=status)


def _theme(request: HttpRequest) -> str:
    """Return the theme that the address asks for; blank follows the reader's."""
    theme = request.GET.get("theme", "")
    return theme if theme in THEMES else ""


@_embedded
def page(request: HttpRequest, token: str) -> HttpResponse:
    """One figure or table, and nothing else."""
    link = services.resolve_embed(token)
    context: dict[str, Any] = {"link": link, "token": token, "theme": _theme(request)}
    context["mark"] = OLD if mark_of(link.target) else ""
    if Embed.of(link).is_table:
        context["table"] = written(link, token)
    return render(request, "embed.html", context)


@csp(DRAWN)
@_embedded
def figure(request: HttpRequest, token: str) -> HttpResponse:
    """The figure of an embed as an SVG."""
    link = services.resolve_embed(token)
    if Embed.of(link).is_table:
        raise Http404
    content = drawing(link, token, _theme(request) or THEMES[0])
    return HttpResponse(content, "image/svg+xml")
