"""The door of local mode where several people use the machine: a token, as Jupyter has it."""

from hashlib import sha256
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render

from schedweb.accounts.local import is_local_token, local_token
from schedweb.base.secret_key import LOCAL_TOKEN

PARAMETER = "token"
API = "/api/"
_YEAR = 365 * 86_400


def cookie_name() -> str:
    """Return the cookie's name. Browsers send cookies of all ports to each port, so the names of
    two installations must differ."""
    return f"schedweb_{sha256(local_token().encode()).hexdigest()[:8]}"


def bearer(request: HttpRequest) -> str:
    """Return the token in `Authorization`, "" without one."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


def may_enter(request: HttpRequest) -> bool:
    """Tell whether a request has the token, in its cookie or in `Authorization`."""
    return is_local_token(request.COOKIES.get(cookie_name(), "")) or is_local_token(bearer(request))


def opened(request: HttpRequest) -> HttpResponse | None:
    """Answer the first visit, whose address has the token: with the cookie, and an address without
    it."""
    if request.method != "GET" or not is_local_token(request.GET.get(PARAMETER, "")):
        return None
    rest = request.GET.copy()
    del rest[PARAMETER]
    path = f"/{request.path.lstrip('/')}"  # never another host, which two slashes would begin
    response = HttpResponseRedirect(f"{path}?{rest.urlencode()}" if rest else path)
    response["Referrer-Policy"] = "no-referrer"
    response.set_cookie(
        cookie_name(), local_token(), max_age=_YEAR, httponly=True, samesite="Strict"
    )
    return response


def refused(request: HttpRequest) -> HttpResponse:
    """Say where the address with the token stands."""
    if not request.path.startswith(API):
        return render(request, "local_token.html", {"file": LOCAL_TOKEN}, status=403)
    message = (
        "Requests must carry the token of this installation in Authorization, as Bearer: it "
        f"stands in the file {LOCAL_TOKEN} of the data folder."
    )
    body = {"error": {"code": "not_authenticated", "message": message, "fields": {}}}
    headers = {"WWW-Authenticate": 'Bearer realm="SchedWeb"'}
    return JsonResponse(body, status=HTTPStatus.UNAUTHORIZED, headers=headers)
