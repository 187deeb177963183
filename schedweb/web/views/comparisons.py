"""Reading a comparison, as its owner or through a link."""

from dataclasses import replace
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from parsched.measure.metrics import METRICS
from schedweb.runs import selectors
from schedweb.runs.bundles import task_of_bundle
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.sharing.selectors import links_to
from schedweb.web.access import FIRST_TAB, Access, comparison_at
from schedweb.web.contexts.about import TITLES, AboutPage
from schedweb.web.contexts.answer import AnswerCard
from schedweb.web.contexts.comparisons import BOUNDS, has_ended, stamp
from schedweb.web.contexts.news import News, is_settled
from schedweb.web.contexts.rail import PLACE as RAIL
from schedweb.web.contexts.records import comparison_record
from schedweb.web.contexts.run_rail import RunRail
from schedweb.web.contexts.tab_page import TabPage
from schedweb.web.contexts.workspace import Workspace
from schedweb.web.http import (
    attachment,
    followed,
    narrowed,
    query_of,
    take_new_link,
    take_refused_link,
    user_of,
)
from schedweb.web.lists import ListPage
from schedweb.web.rail_view import DO, rest_of
from schedweb.web.table_view import KEYS, TableView, merged
from schedweb.web.tabs import TABS, Section
from schedweb.web.waiting import delivered

RESULTS = "results"
"""Place of the table, which is renewed by itself."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """My comparisons."""
    page = ListPage.of(user_of(request), "comparisons", request.GET)
    return narrowed(request, "comparisons/list.html", {"list": page}, page.view.query)


@require_safe
def tab(request: HttpRequest, key: str, pk: str = "", token: str = "") -> HttpResponse:
    """A tab of the comparison at an address."""
    return tab_of(request, *comparison_at(request, pk, token), key)


def tab_of(
    request: HttpRequest, comparison: Comparison, access: Access, key: str = FIRST_TAB
) -> HttpResponse:
    """Render a tab as a page; for a choice in a section or in the rail (htmx), that part alone."""
    workspace, target = Workspace.of(comparison, access, request.GET), _target(request)
    if DO in request.GET:
        return redirect(_with_query(request.path, workspace.view.page_query))
    if target == RAIL:
        rail = RunRail(access.tab(comparison, key), workspace)
        return render(request, "parts/_rail_list.html", {"rail": rail})
    if target == RESULTS and TABS[key].is_first:
        return _results(request, comparison, access)
    if section := TABS[key].section_at(target):
        return _section(request, section, workspace)
    return _page_of(request, workspace, key)


def _target(request: HttpRequest) -> str:
    """Return the id of the part of the page that is asked for (htmx)."""
    return request.headers.get("HX-Target", "")


def _with_query(path: str, query: str) -> str:
    return f"{path}?{query}" if query else path


def _section(request: HttpRequest, section: Section, workspace: Workspace) -> HttpResponse:
    built = section.build(workspace.asked(query_of(request, section.own)))
    if built is None:
        raise Http404
    response = render(request, section.template, dict(built.context))
    return followed(request, response, built.address)


def _page_of(request: HttpRequest, workspace: Workspace, key: str) -> HttpResponse:
    comparison, access = workspace.comparison, workspace.access
    if not TABS[key].suits(workspace.records):
        if workspace.records.done:
            raise Http404
        return redirect(access.home(comparison))  # nothing to say as yet
    page = TabPage(request, workspace, TABS[key])
    if not access.is_shared:
        page = replace(
            page,
            links=list(links_to(comparison)),
            new_link=take_new_link(request, comparison.pk),
            share_form=take_refused_link(request, comparison.pk),
        )
    return render(request, "comparisons/detail.html", {"page": page, "part": workspace.part})


@require_safe
def results(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """Sentence, progress and table (htmx): for polling, and for another view of the table."""
    if "poll" in request.GET:
        comparison, _ = comparison_at(request, pk, token, selectors.with_states)
        if request.GET.get("seen") == stamp(comparison):
            return HttpResponse(status=204)
        if request.GET["poll"] != BOUNDS and has_ended(comparison):
            return HttpResponse(headers={"HX-Refresh": "true"})
    return _results(request, *comparison_at(request, pk, token))


def _results(request: HttpRequest, comparison: Comparison, access: Access) -> HttpResponse:
    view = TableView.of(request.GET, records_of(comparison))
    current = request.headers.get("HX-Current-URL", "")
    if current:
        view = replace(view, rest=rest_of(QueryDict(urlsplit(current).query), KEYS))
    workspace = Workspace(comparison, access, request.GET, view)
    part = workspace.part
    rail = RunRail(access.home(comparison), workspace) if len(workspace.records) > 1 else None
    context = {"part": part, "card": AnswerCard.of(part), "rail": rail}
    response = render(request, "comparisons/_results.html", context)
    if current and "poll" not in request.GET:
        response["HX-Replace-Url"] = merged(current, view)
    return response


@require_safe
def about(request: HttpRequest, key: str, pk: str = "", token: str = "") -> HttpResponse:
    """What a column of the table means, or the choice of columns: a dialog (htmx) or a page."""
    if key not in METRICS and key not in TITLES:
        raise Http404
    comparison, access = comparison_at(request, pk, token)
    view = TableView.of(request.GET, records_of(comparison))
    is_whole = "HX-Request" not in request.headers
    page = AboutPage(comparison, access, key, view, is_whole)
    return render(request, f"comparisons/{'' if is_whole else '_'}about.html", {"about": page})


@require_safe
def news(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """How many runs are done (htmx), for tabs that do not list what goes on."""
    comparison, access = comparison_at(request, pk, token, selectors.with_states)
    if is_settled(comparison):
        return HttpResponse(headers={"HX-Refresh": "true"})
    if request.GET.get("seen") == stamp(comparison):
        return HttpResponse(status=204)
    return render(request, "comparisons/_news.html", {"news": News.of(comparison, access)})


@require_safe
def bundle(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """Everything of the comparison as one file."""
    comparison, access = comparison_at(request, pk, token)
    return delivered(request, task_of_bundle(comparison), f"{comparison.title}.zip", access)


@require_safe
def record(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """Everything on the page as JSON."""
    comparison, _ = comparison_at(request, pk, token)
    content = JsonResponse(comparison_record(comparison), json_dumps_params={"indent": 1}).content
    return attachment(content, f"{comparison.title}.json")
