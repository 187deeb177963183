"""Reading a comparison, as its owner or through a link."""

from dataclasses import replace
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from schedweb.runs import selectors
from schedweb.runs.bundles import task_of_bundle
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.sharing.selectors import links_to
from schedweb.web.access import FIRST_TAB, Access, comparison_at
from schedweb.web.contexts.answer import AnswerCard
from schedweb.web.contexts.comparisons import (
    ComparisonListPage,
    ResultsPart,
    has_ended,
    stamp,
)
from schedweb.web.contexts.records import comparison_record
from schedweb.web.contexts.tab_page import News, TabPage
from schedweb.web.contexts.workspace import Workspace
from schedweb.web.http import (
    attachment,
    followed,
    query_of,
    take_new_link,
    take_refused_link,
    user_of,
)
from schedweb.web.table_view import TableView, merged, rest_of
from schedweb.web.tabs import TABS, Section
from schedweb.web.waiting import delivered


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """My comparisons."""
    page = ComparisonListPage(list(selectors.comparisons_of(user_of(request))))
    return render(request, "comparisons/list.html", {"page": page})


@require_safe
def tab(request: HttpRequest, key: str, pk: str = "", token: str = "") -> HttpResponse:
    """A tab; for a choice in a section of it (htmx), that section alone."""
    comparison, access = comparison_at(request, pk, token)
    if section := TABS[key].section_at(request.headers.get("HX-Target", "")):
        return _section(request, section, Workspace.of(comparison, access, request.GET))
    return page_of(request, comparison, access, key)


def _section(request: HttpRequest, section: Section, workspace: Workspace) -> HttpResponse:
    built = section.build(workspace.asked(query_of(request, section.own)))
    if built is None:
        raise Http404
    response = render(request, section.template, dict(built.context))
    return followed(request, response, built.address)


def page_of(
    request: HttpRequest, comparison: Comparison, access: Access, key: str = FIRST_TAB
) -> HttpResponse:
    """Render a tab of a comparison as a page."""
    workspace = Workspace.of(comparison, access, request.GET)
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
        if has_ended(comparison):
            return HttpResponse(headers={"HX-Refresh": "true"})
        if request.GET.get("seen") == stamp(comparison):
            return HttpResponse(status=204)
    comparison, access = comparison_at(request, pk, token)
    view = TableView.of(request.GET, records_of(comparison))
    current = request.headers.get("HX-Current-URL", "")
    if current:
        view = replace(view, rest=rest_of(QueryDict(urlsplit(current).query)))
    part = ResultsPart.of(comparison, access, view)
    context = {"part": part, "card": AnswerCard.of(part)}
    response = render(request, "comparisons/_results.html", context)
    if current and "poll" not in request.GET:
        response["HX-Replace-Url"] = merged(current, view)
    return response


@require_safe
def news(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """How many runs are done (htmx), for tabs that do not list what goes on."""
    comparison, access = comparison_at(request, pk, token, selectors.with_states)
    if has_ended(comparison):
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
