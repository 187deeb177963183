"""Log-in and sign-up that make wait who tries too often."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from schedweb.accounts.addresses import client_address
from schedweb.accounts.attempts import Caller
from schedweb.accounts.models import Attempt

View = Callable[..., HttpResponseBase]


def slowed_login(view: View) -> View:
    """Check no password while the caller has to wait; count the wrong ones."""

    @wraps(view)
    def login(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        name = request.POST.get("username", "")
        caller = Caller(Attempt.Kind.LOGIN, client_address(request), name)
        if wait := caller.wait():
            return _later(request, wait)
        response = view(request, *args, **kwargs)
        # A user who is logged in may send another name, and is redirected without a check.
        own = Caller(caller.kind, caller.address, request.user.get_username())
        if response.status_code == 302 and own.account == caller.account:
            caller.succeed()
        else:
            caller.count()
        return response

    return login


def slowed_signup(view: View) -> View:
    """Make wait who has made many accounts."""

    @wraps(view)
    def signup(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        caller = Caller(Attempt.Kind.SIGNUP, client_address(request))
        if request.method == "POST" and (wait := caller.wait()):
            return _later(request, wait)
        response = view(request, *args, **kwargs)
        if request.method == "POST" and response.status_code == 302:
            caller.count()
        return response

    return signup


def _later(request: HttpRequest, wait: int) -> HttpResponse:
    """Say how long to wait."""
    unit, count = ("minute", -(-wait // 60)) if wait > 90 else ("second", wait)
    context = {"wait": f"{count} {unit}{'' if count == 1 else 's'}"}
    response = render(request, "429.html", context, status=429)
    response["Retry-After"] = str(wait)
    return response
