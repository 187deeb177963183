"""Looking at studies, as their owner or through a link."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from parsched.report.printing import Theme
from parsched.studies.files import as_toml
from schedweb.base.caching import FOR_EVER, NO_STORE
from schedweb.base.errors import NotInstalledError
from schedweb.sharing.models import ShareLink
from schedweb.sharing.selectors import links_to
from schedweb.studies.files import task_of_bundle
from schedweb.studies.models import Study
from schedweb.studies.selectors import study_for
from schedweb.web.access import FIRST_TAB, Access, study_at
from schedweb.web.contexts.gone import GoneStudyPage
from schedweb.web.contexts.method_rail import MethodRail
from schedweb.web.contexts.rail import PLACE as RAIL
from schedweb.web.contexts.recent import lines_with_pictures
from schedweb.web.contexts.studies import StudyProgress
from schedweb.web.contexts.study_list import StudyListPage
from schedweb.web.contexts.study_page import StudyPage
from schedweb.web.contexts.study_workspace import StudyWorkspace
from schedweb.web.forms.sharing import ShareForm
from schedweb.web.http import attachment, narrowed, take_new_link, take_refused_link, user_of
from schedweb.web.lists import ListPage
from schedweb.web.rail_view import DO
from schedweb.web.study_pictures import picture as picture_of
from schedweb.web.study_tabs import STUDY_TABS
from schedweb.web.waiting import delivered


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Studies of papers, and my own."""
    listed = ListPage.of(user_of(request), "studies", request.GET)
    own = replace(listed, lines_of=lines_with_pictures)
    context = {"page": StudyListPage.of(), "list": own}
    return narrowed(request, "studies/list.html", context, own.view.query)


@require_safe
def picture(request: HttpRequest, pk: str, stamp: str, theme: Theme) -> HttpResponse:
    """The thumbnail of a study; what is named by the stamp of its last summary never changes."""
    content, current = picture_of(study_for(user_of(request), pk), theme)
    keep = {"Cache-Control": FOR_EVER if stamp == current else NO_STORE}
    return HttpResponse(content, "image/svg+xml", headers=keep)


@require_safe
def tab(request: HttpRequest, key: str, pk: str = "", token: str = "") -> HttpResponse:
    """A tab of the study at an address."""
    return tab_of(request, *study_at(request, pk, token), key)


def tab_of(
    request: HttpRequest, study: Study, access: Access, key: str = FIRST_TAB
) -> HttpResponse:
    """Render a tab as a page, or the list in its rail (htmx)."""
    opened = STUDY_TABS[key]
    try:
        workspace = StudyWorkspace.of(study, access, request.GET)
    except NotInstalledError as error:
        gone = GoneStudyPage.of(study, access, str(error), *_links(request, study, access))
        return render(request, "studies/gone.html", {"page": gone})
    if not opened.is_first and not opened.suits(study.declared):
        raise Http404
    if DO in request.GET:
        query = workspace.view.page_query
        return redirect(f"{request.path}?{query}" if query else request.path)
    if request.headers.get("HX-Target") == RAIL:
        rail = MethodRail(access.tab(study, key), workspace)
        return render(request, "parts/_rail_list.html", {"rail": rail})
    part = StudyProgress.of(workspace, opened)
    page = StudyPage(part, *_links(request, study, access))
    return render(request, "studies/detail.html", {"page": page, "part": part})


def _links(
    request: HttpRequest, study: Study, access: Access
) -> tuple[Sequence[ShareLink], str, ShareForm | None]:
    """Return the share links of a study, the address of a new one, and the form of one that was
    refused; nothing for readers with a link."""
    if access.is_shared:
        return (), "", None
    new, refused = take_new_link(request, study.pk), take_refused_link(request, study.pk)
    return list(links_to(study)), new, refused


@require_safe
def progress(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """Progress and what comes with it on a tab (htmx); the whole page once the study rests or has
    more figures."""
    study, access = study_at(request, pk, token)
    workspace = StudyWorkspace.of(study, access, request.GET)
    opened = STUDY_TABS.get(request.GET.get("open", ""), STUDY_TABS[FIRST_TAB])
    part = StudyProgress.of(workspace, opened)
    if request.GET.get("shown") != part.shown:
        return HttpResponse(headers={"HX-Refresh": "true"})
    if request.GET.get("seen") == part.stamp:
        return HttpResponse(status=204)
    return render(request, "studies/_progress.html", {"part": part, "card": part.card})


@require_safe
def toml(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """The study as a file."""
    study, _ = study_at(request, pk, token)
    return attachment(as_toml(study.portable), f"{study.title}.toml")


@require_safe
def bundle(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """Everything of the study as one file."""
    study, access = study_at(request, pk, token)
    return delivered(request, task_of_bundle(study), f"{study.title}.zip", access)
