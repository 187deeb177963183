"""The root of the API, and everything that is not there."""

from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponsePermanentRedirect
from django.urls import Resolver404, resolve
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from parsched import __version__
from schedweb.api.serializers.about import AboutOut
from schedweb.api.views.base import View


@extend_schema(tags=["about"])
class About(View):
    """Where one is."""

    @extend_schema(responses=AboutOut)
    def retrieve(self, request: Request) -> Response:
        """Tell version, mode, limits and who you are here."""
        return Response(
            {
                "name": "SchedWeb",
                "version": __version__,
                "mode": settings.SCHEDWEB_MODE,
                "user": self.user.get_username(),
                "limits": {
                    "upload_mb": settings.SCHEDWEB_MAX_UPLOAD_MB,
                    "jobs": settings.SCHEDWEB_MAX_JOBS,
                    "run_seconds": settings.SCHEDWEB_RUN_SECONDS,
                    "queued_runs": settings.SCHEDWEB_MAX_QUEUED,
                },
            }
        )


@extend_schema(exclude=True)
class Nothing(View):
    """Addresses that do not exist answer in the one shape of errors."""

    permission_classes = ()
    throttle_classes = ()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Send on who wrote an address with a slash at its end, or without the one it has: by 308,
        after which programs send the same request again."""
        if address := _with_other_end(request):
            return HttpResponsePermanentRedirect(address, preserve_request=True)
        return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404

    def retrieve(self, request: Request) -> Response:
        """Never reached."""
        raise NotImplementedError


def _with_other_end(request: HttpRequest) -> str:
    """Return the address that is meant; blank where there is none either."""
    path, query = request.path_info, request.META.get("QUERY_STRING", "")
    other = path.rstrip("/") if path.endswith("/") else f"{path}/"
    try:
        view = resolve(other).func
    except Resolver404:
        return ""
    if getattr(view, "cls", None) is Nothing:
        return ""
    own = request.path.removesuffix(path) + other
    return quote(own) + (f"?{query}" if query else "")
