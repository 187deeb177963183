"""What pages show, as programs."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from schedweb.studies.models import Study
from schedweb.web.access import Access, run_at, thing_at
from schedweb.web.contexts import code
from schedweb.web.http import user_of
from schedweb.workloads import selectors


@require_safe
def thing(
    request: HttpRequest, pk: str = "", token: str = "", kind: str = "comparison"
) -> HttpResponse:
    """Programs that make a comparison or a study again."""
    found, access = thing_at(request, pk, token, kind)
    server = _server(request)
    if isinstance(found, Study):
        return _page(request, code.of_study(found, access, server))
    return _page(request, code.of_comparison(found, access, server))


@require_safe
def run(request: HttpRequest, pk: str, token: str = "") -> HttpResponse:
    """Programs that compute a run again, and fetch its result."""
    return _page(request, code.of_run(*run_at(request, pk, token), _server(request)))


@require_safe
def workload(request: HttpRequest, pk: str) -> HttpResponse:
    """Programs that have the jobs of a workload."""
    found = selectors.workload_for(user_of(request), pk)
    back = reverse("workload", args=(pk,))
    return _page(request, code.of_workload(found, Access(), _server(request), back))


def _server(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


def _page(request: HttpRequest, page: code.CodePage) -> HttpResponse:
    return render(request, "code.html", {"page": page})
