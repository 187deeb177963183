"""What is asked of an address by a method that it does not take: 405, with words and a way back."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.template.loader import render_to_string

from schedweb.accounts.way_back import nearest_page, takes_get

API = "/api/v"


class MethodMiddleware:
    """Gives the empty 405 of Django's views a page, and below the API its shape of errors."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        if request.path.startswith(API):
            return _shaped(request, response)
        page = request.path if takes_get(request.path) else nearest_page(request.path)
        context = {"is_page": page == request.path, "page": page, "method": request.method}
        response.content = render_to_string("405.html", context).encode()
        return response


def _shaped(request: HttpRequest, response: HttpResponse) -> JsonResponse:
    """Return what views of the API answer by themselves."""
    message = f"{request.method} is not possible here; allowed are {response['Allow']}"
    body = {"error": {"code": "method_not_allowed", "message": message, "fields": {}}}
    return JsonResponse(body, status=405, headers={"Allow": response["Allow"]})
