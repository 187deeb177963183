"""Looking at studies, as their owner or through a link."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from algorithms.studies.files import as_toml
from schedweb.errors import NotInstalledError
from schedweb.sharing.selectors import links_to
from schedweb.studies.files import task_of_bundle
from schedweb.studies.models import Study
from schedweb.web.access import Access, study_at
from schedweb.web.contexts.gone import GoneStudyPage
from schedweb.web.contexts.studies import StudyPage, StudyProgress
from schedweb.web.contexts.study_list import StudyListPage, lines_of
from schedweb.web.forms.sharing import ShareForm
from schedweb.web.http import attachment, take_new_link, take_refused_link, user_of
from schedweb.web.lists import ListPage
from schedweb.web.waiting import delivered


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Studies of papers, and my own."""
    own = replace(ListPage.of(user_of(request), "studies", request.GET), lines_of=lines_of)
    return render(request, "studies/list.html", {"page": StudyListPage.of(), "list": own})


@require_safe
def detail(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """The whole page."""
    study, access = study_at(request, pk, token)
    return study_page(request, study, access)


def study_page(request: HttpRequest, study: Study, access: Access) -> HttpResponse:
    """Render the page of a study."""
    links = [] if access.is_shared else list(links_to(study))
    address = "" if access.is_shared else take_new_link(request, study.pk)
    refused = ShareForm() if access.is_shared else take_refused_link(request, study.pk)
    try:
        page = StudyPage(StudyProgress.of(study, access), links, address, refused)
    except NotInstalledError as error:
        gone = GoneStudyPage.of(study, access, str(error), links, address, refused)
        return render(request, "studies/gone.html", {"page": gone})
    return render(request, "studies/detail.html", {"page": page, "part": page.part})


@require_safe
def progress(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """Progress and verdicts (htmx); the whole page once the study rests or has more figures."""
    study, access = study_at(request, pk, token)
    part = StudyProgress.of(study, access)
    if request.GET.get("shown") != part.shown:
        return HttpResponse(headers={"HX-Refresh": "true"})
    if request.GET.get("seen") == part.stamp:
        return HttpResponse(status=204)
    return render(request, "studies/_progress.html", {"part": part})


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
