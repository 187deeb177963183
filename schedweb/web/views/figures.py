"""Figures: as Bokeh takes them, or as files."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from schedweb.runs.models import Comparison, Run
from schedweb.studies.models import Study
from schedweb.web.access import Access, run_at, thing_at
from schedweb.web.sources import SOURCES

OF_BOTH = ("comparison_report_figure", "study_report_figure")
"""Sources whose addresses below a share link are the same for comparisons and studies."""


@require_safe
def figure(
    request: HttpRequest, source: str, pk: str = "", token: str = "", **names: str
) -> HttpResponse:
    """A figure for the page, or as the file that the query asks for."""
    thing, access = _thing_at(request, pk, token, source)
    shown = SOURCES[source].find(thing, access, request.GET, **names)
    return shown.response(request.GET.dict())


def _thing_at(
    request: HttpRequest, pk: str, token: str, source: str
) -> tuple[Comparison | Study | Run, Access]:
    kind = SOURCES[source].kind
    if kind == "run":
        return run_at(request, pk, token)
    thing, access = thing_at(request, pk, token, kind)
    if source not in OF_BOTH and isinstance(thing, Study) != (kind == "study"):
        raise Http404
    return thing, access
