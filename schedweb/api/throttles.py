"""How much one person may ask for; the rates are settings."""

from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView


class UploadThrottle(UserRateThrottle):
    """Reading a file, or generating one, keeps a process of the server busy."""

    scope = "upload"

    def allow_request(self, request: Request, view: APIView) -> bool:
        return request.method != "POST" or super().allow_request(request, view)
