"""Who is asking: the local user, a user with an account, or a visitor who is not logged in."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import middleware
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import MiddlewareNotUsed, PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.utils.functional import SimpleLazyObject

from schedweb.accounts import local_token
from schedweb.accounts.local import local_user, needs_token
from schedweb.accounts.way_back import UNDONE, page_of_form
from schedweb.base.caching import SHARE_LINKS
from schedweb.base.config import LOOPBACK

Handler = Callable[[HttpRequest], HttpResponse]
READING = ("GET", "HEAD")


def is_shared(request: HttpRequest) -> bool:
    """Tell whether a share link or an embed is followed, which is a secret itself, to look at what
    it is of."""
    return request.method in READING and request.path.startswith(SHARE_LINKS)


class LocalUserMiddleware:
    """In local mode every request from this machine is the one local user's, or each that has the
    token where one is asked for."""

    def __init__(self, get_response: Handler) -> None:
        if settings.SCHEDWEB_MODE != "local":
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.META["REMOTE_ADDR"] not in LOOPBACK:
            raise PermissionDenied
        if needs_token():
            if (response := local_token.opened(request)) is not None:
                return response
            if not local_token.may_enter(request):
                is_program = local_token.bearer(request) and request.path.startswith(
                    local_token.API
                )
                if is_program or is_shared(request):
                    return self.get_response(request)  # anonymous, unless the API finds a token
                return local_token.refused(request)
        request.user = SimpleLazyObject(local_user)  # type: ignore[assignment]
        return self.get_response(request)


class LoginRequiredMiddleware(middleware.LoginRequiredMiddleware):
    """Django's; see `logged_out`."""

    def handle_no_permission(
        self, request: HttpRequest, view_func: Callable[..., HttpResponseBase]
    ) -> HttpResponseRedirect:
        return logged_out(request)


def logged_out(request: HttpRequest) -> HttpResponseRedirect:
    """Redirect to the log-in, and from there back: to the requested page, or to the page of the
    sent form, which the log-in says was not carried out. An htmx request goes there as a whole
    page, not as a fragment."""
    is_htmx, is_sent = "HX-Request" in request.headers, request.method not in READING
    page = page_of_form(request) if is_htmx or is_sent else request.get_full_path()
    response = redirect_to_login(page)
    if is_sent:
        response["Location"] += f"&{UNDONE}=1"
    if is_htmx:
        response.status_code = 200  # htmx reads headers of its own from a success only
        response["HX-Redirect"] = response["Location"]
        del response["Location"]
    return response
