"""One run in depth, and the files that its charts are drawn from."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from parsched.report.gantt import in_dark
from parsched.report.search import trace_table
from parsched.report.writers import csv
from schedweb.base.caching import FOR_EVER, NO_STORE
from schedweb.runs.deployments import has_deployments
from schedweb.runs.files import file_of_run
from schedweb.runs.models import Run
from schedweb.runs.pictures import pack_of, picture_of, undrawn
from schedweb.runs.records import records_of
from schedweb.runs.schedules import FORMATS
from schedweb.sharing.selectors import links_to
from schedweb.store import blobs
from schedweb.web.access import Access, run_at
from schedweb.web.contexts.charts import frame as gantt_frame
from schedweb.web.contexts.runs import RunPage, RunState, RunUrls
from schedweb.web.contexts.search import Searched
from schedweb.web.http import attachment, take_new_link, take_refused_link
from schedweb.web.run_selection import looks_of
from schedweb.web.waiting import delivered


@require_safe
def detail(request: HttpRequest, pk: str, token: str = "") -> HttpResponse:
    """The whole page."""
    run, access = run_at(request, pk, token)
    return run_page(request, run, access)


def run_page(request: HttpRequest, run: Run, access: Access) -> HttpResponse:
    """Render the page of a run."""
    links = [] if access.is_shared else list(links_to(run))
    address = "" if access.is_shared else take_new_link(request, run.pk)
    refused = None if access.is_shared else take_refused_link(request, run.pk)
    page = RunPage.of(run, access, request.GET, links, address, refused)
    return render(request, "runs/detail.html", {"page": page})


@require_safe
def state(request: HttpRequest, pk: str, token: str = "") -> HttpResponse:
    """Progress of the run (htmx), with its button if the page shows another one; the whole page
    once the run has ended."""
    run, access = run_at(request, pk, token)
    if run.is_over:
        return HttpResponse(headers={"HX-Refresh": "true"})
    page = RunState(run, access, RunUrls.of(access, run))
    changed = request.GET.get("shown") != page.phase
    return render(request, "runs/_state.html", {"page": page, "changed": changed})


@require_safe
def schedule(request: HttpRequest, pk: str, extension: str, token: str = "") -> HttpResponse:
    """The schedule as a file."""
    run, access = run_at(request, pk, token)
    if extension not in FORMATS or not run.is_done:
        raise Http404
    return delivered(request, file_of_run(run, extension), f"{run.label}.{extension}", access)


@require_safe
def deployments(request: HttpRequest, pk: str, token: str = "") -> HttpResponse:
    """The deployments of all jobs as a file."""
    run, access = run_at(request, pk, token)
    if not has_deployments(run):
        raise Http404
    name = f"{run.label} deployments.csv"
    return delivered(request, file_of_run(run, "deployments"), name, access)


@require_safe
def frame(request: HttpRequest, pk: str, token: str = "") -> HttpResponse:
    """Axes of the Gantt chart as Bokeh takes them."""
    run, _ = run_at(request, pk, token)
    if not run.is_done:
        raise Http404
    return JsonResponse(gantt_frame(run))


@require_safe
def search(request: HttpRequest, pk: str, token: str = "") -> HttpResponse:
    """The chart of the search as Bokeh takes it."""
    run, _ = run_at(request, pk, token)
    looks = looks_of(records_of(run.comparison))
    return JsonResponse(_searched(run).figure(looks[run.pk]))


@require_safe
@gzip_page
def search_news(request: HttpRequest, pk: str, token: str = "") -> HttpResponse:
    """New points for a chart of a running search that is already drawn."""
    run, _ = run_at(request, pk, token)
    searched = Searched.of(run)
    news = {} if searched is None else searched.news()
    return JsonResponse(news | {"is_over": run.is_over})


@require_safe
def search_csv(request: HttpRequest, pk: str, token: str = "") -> HttpResponse:
    """The points of the search as a file."""
    run, _ = run_at(request, pk, token)
    _searched(run)
    return attachment(csv(trace_table(run.trace)), f"{run.label} search.csv")


def _searched(run: Run) -> Searched:
    searched = Searched.of(run)
    if searched is None:
        raise Http404
    return searched


@require_safe
def gantt(request: HttpRequest, pk: str, digest: str, token: str = "") -> HttpResponse:
    """The schedule as the browser's charts read it."""
    run = _drawable(request, pk, digest, token)
    return _pack(picture_of(run, "gantt"), _keep(digest, run.schedule))


@require_safe
def jobs(request: HttpRequest, pk: str, digest: str, token: str = "") -> HttpResponse:
    """The jobs as the browser's charts read them."""
    workload = _drawable(request, pk, digest, token).comparison.workload
    return _pack(pack_of(workload), _keep(digest, workload.digest))


@require_safe
def poster(request: HttpRequest, pk: str, digest: str, token: str = "") -> HttpResponse:
    """The picture of the schedule for light pages."""
    run = _drawable(request, pk, digest, token)
    return HttpResponse(picture_of(run, "poster"), "image/png", headers=_keep(digest, run.schedule))


@require_safe
def dark_poster(request: HttpRequest, pk: str, digest: str, token: str = "") -> HttpResponse:
    """The same for dark pages."""
    response = poster(request, pk, digest, token)
    response.content = in_dark(response.content)
    return response


def _drawable(request: HttpRequest, pk: str, digest: str, token: str) -> Run:
    """Return a run with a schedule. Addresses contain the digest of the schedule; pages of an
    earlier result may still request an old digest."""
    run, _ = run_at(request, pk, token)
    if not run.schedule or not blobs.is_digest(digest):
        raise Http404
    if sentence := undrawn(run.comparison.workload):
        raise Http404(sentence)
    return run


def _keep(requested: str, digest: str) -> dict[str, str]:
    """Return cache headers: pictures of the requested digest never change."""
    return {"Cache-Control": FOR_EVER if requested == digest else NO_STORE}


def _pack(content: bytes, headers: dict[str, str]) -> HttpResponse:
    headers = {**headers, "Content-Encoding": "gzip"}
    return HttpResponse(content, "application/octet-stream", headers=headers)
