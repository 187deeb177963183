"""Pages about the API: how to call it, the person's tokens, the reference."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from drf_spectacular.renderers import OpenApiJsonRenderer2
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import AllowAny

from parsched.run.request import MAX_RUNS
from schedweb.accounts.models import User
from schedweb.api import tokens
from schedweb.api.forms import TokenForm
from schedweb.api.models import ApiToken
from schedweb.api.snippets import Snippet, snippets
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.workloads.merging import MOST_SITES


@dataclass(frozen=True)
class DocsPage:
    """`secret` is the token just made, shown this once."""

    snippets: tuple[Snippet, ...]
    tokens: Iterable[ApiToken]
    form: TokenForm
    secret: str
    base: str
    most_runs: int
    most_sites: int
    per_minute: int
    uploads_per_minute: int


schema = SpectacularAPIView.as_view(
    renderer_classes=[OpenApiJsonRenderer2], permission_classes=[AllowAny]
)
"""The OpenAPI document, for everybody: it holds nothing of anybody."""


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """How to call the API, and the tokens of the person."""
    return _page(request, TokenForm())


@require_POST
@never_cache
def make_token(request: HttpRequest) -> HttpResponse:
    """Make a token and show it once."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        _, secret = tokens.issue_token(_user(request), **form.cleaned_data)
    except RefusedError as error:
        form.refuse(error)
        return _page(request, form, status=422 if isinstance(error, InvalidError) else 409)
    return _page(request, TokenForm(), secret=secret)


@require_POST
def revoke_token(request: HttpRequest, pk: str) -> HttpResponse:
    """Revoke a token."""
    token = tokens.token_for(_user(request), pk)
    tokens.revoke_token(token)
    messages.success(request, f"The token “{token.label}” is revoked.")
    return redirect("api_docs")


@require_GET
def reference(request: HttpRequest) -> HttpResponse:
    """Every address, tried out in the page."""
    return render(request, "api/reference.html")


def _page(
    request: HttpRequest, form: TokenForm, *, secret: str = "", status: int = 200
) -> HttpResponse:
    base = f"{request.scheme}://{request.get_host()}"
    content = DocsPage(
        snippets=snippets(base, local=settings.SCHEDWEB_MODE == "local"),
        tokens=tokens.tokens_of(_user(request)),
        form=form,
        secret=secret,
        base=base,
        most_runs=MAX_RUNS,
        most_sites=MOST_SITES,
        per_minute=settings.SCHEDWEB_API_PER_MINUTE,
        uploads_per_minute=settings.SCHEDWEB_UPLOADS_PER_MINUTE,
    )
    return render(request, "api/docs.html", {"page": content}, status=status)


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
