"""Reports of a comparison, of one run, or of a study: as a page, and as files."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from parsched.base.errors import ParameterError, UnknownKeyError, UnsupportedError
from parsched.report import REPORTS, Records, Report
from schedweb.base.errors import InvalidError
from schedweb.web.access import run_at, thing_at
from schedweb.web.contexts.reports import ReportPage
from schedweb.web.http import attachment
from schedweb.web.report_files import records_for
from schedweb.web.reported import Reported
from schedweb.web.waiting import delivered

TABLE = "of"
"""Query parameter with the table that a file is made of."""


@require_safe
def page(
    request: HttpRequest, key: str, pk: str = "", token: str = "", kind: str = "comparison"
) -> HttpResponse:
    """A report, with a form of its options."""
    reported = Reported.of(*thing_at(request, pk, token, kind))
    report_page = ReportPage.of(key, reported, request.GET)
    if report_page is None:
        raise Http404
    status = 200 if report_page.report else 400
    return render(request, "reports/detail.html", {"page": report_page}, status=status)


@require_safe
def file(
    request: HttpRequest,
    key: str,
    extension: str,
    pk: str = "",
    token: str = "",
    kind: str = "comparison",
) -> HttpResponse:
    """A report as a file."""
    thing, access = thing_at(request, pk, token, kind)
    options = request.GET.dict()
    table = options.pop(TABLE, "")
    try:
        written = Reported.of(thing, access).write(key, options, extension, table)
    except (UnknownKeyError, UnsupportedError) as error:
        raise Http404 from error
    except ParameterError as error:
        raise InvalidError(error.errors) from error
    content = written.encode() if isinstance(written, str) else written
    return delivered(request, content, f"{thing.title} {key}.{extension}", access)


@require_safe
def of_run(
    request: HttpRequest, key: str, extension: str, pk: str = "", token: str = ""
) -> HttpResponse:
    """A report of one run as a file."""
    run, access = run_at(request, pk, token)
    options = request.GET.dict()
    table = options.pop(TABLE, "")
    try:
        content = _of_run(key, records_for(access, run), options).write(extension, table)
    except UnknownKeyError as error:
        raise Http404 from error
    return attachment(content, f"{run.label} {key}.{extension}")


def _of_run(key: str, records: Records, options: dict[str, Any]) -> Report:
    if key not in REPORTS:
        raise Http404
    try:
        return REPORTS[key].of(records, options)
    except UnsupportedError as error:
        raise Http404 from error
    except ParameterError as error:
        raise InvalidError(error.errors) from error
