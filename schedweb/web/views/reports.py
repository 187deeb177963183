"""Reports of a comparison, or of one run: as a page, and as files."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from algorithms.errors import ParameterError, UnknownKeyError, UnsupportedError
from algorithms.report import REPORTS, Records, Report
from schedweb.errors import InvalidError
from schedweb.web.access import comparison_at, run_at
from schedweb.web.contexts.reports import ReportPage
from schedweb.web.http import attachment
from schedweb.web.plots import draw
from schedweb.web.report_files import records_for

TABLE = "of"
"""Query parameter with the table that a file is made of."""


@require_safe
def page(request: HttpRequest, key: str, pk: str = "", token: str = "") -> HttpResponse:
    """A report of a comparison, with a form of its options."""
    comparison, access = comparison_at(request, pk, token)
    report_page = ReportPage.of(key, comparison, access, request.GET)
    if report_page is None:
        raise Http404
    status = 200 if report_page.report else 400
    return render(request, "reports/detail.html", {"page": report_page}, status=status)


@require_safe
def file(
    request: HttpRequest, key: str, extension: str, pk: str = "", token: str = ""
) -> HttpResponse:
    """A report of a comparison as a file."""
    comparison, access = comparison_at(request, pk, token)
    return _file(request, key, extension, records_for(access, comparison), comparison.title)


@require_safe
def of_run(
    request: HttpRequest, key: str, extension: str, pk: str = "", token: str = ""
) -> HttpResponse:
    """A report of one run as a file."""
    run, access = run_at(request, pk, token)
    return _file(request, key, extension, records_for(access, run), run.label)


@require_safe
def figure(
    request: HttpRequest, key: str, name: str, pk: str = "", token: str = ""
) -> HttpResponse:
    """A figure of a report as Bokeh takes it."""
    comparison, access = comparison_at(request, pk, token)
    report = _report(key, records_for(access, comparison), request.GET.dict())
    for drawing in report.figures:
        if drawing.key == name:
            return JsonResponse(draw(drawing))
    raise Http404


def _file(
    request: HttpRequest, key: str, extension: str, records: Records, title: str
) -> HttpResponse:
    options = request.GET.dict()
    table = options.pop(TABLE, "")
    try:
        content = _report(key, records, options).write(extension, table)
    except UnknownKeyError as error:
        raise Http404 from error
    return attachment(content, f"{title} {key}.{extension}")


def _report(key: str, records: Records, options: dict[str, Any]) -> Report:
    if key not in REPORTS:
        raise Http404
    try:
        return REPORTS[key].of(records, options)
    except UnsupportedError as error:
        raise Http404 from error
    except ParameterError as error:
        raise InvalidError(error.errors) from error
