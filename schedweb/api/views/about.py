"""The root of the API, and everything that is not there."""

from typing import Any

from django.conf import settings
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from algorithms import __version__
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

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404

    def retrieve(self, request: Request) -> Response:
        """Never reached."""
        raise NotImplementedError
