"""Share links: made and revoked by owners, open to everybody who has them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from schedweb.runs.models import Comparison, Run
from schedweb.runs.selectors import comparison_for, run_for
from schedweb.sharing import selectors, services
from schedweb.sharing.models import Target
from schedweb.studies.models import Study
from schedweb.studies.selectors import study_for
from schedweb.web.access import FIRST_TAB, Access, comparison_at
from schedweb.web.forms.sharing import ShareForm
from schedweb.web.http import keep_new_link, keep_refused_link, user_of
from schedweb.web.study_tabs import STUDY_TABS
from schedweb.web.tabs import TABS
from schedweb.web.views.comparisons import tab_of
from schedweb.web.views.runs import run_page
from schedweb.web.views.studies.pages import tab_of as tab_of_study


@require_POST
def share_comparison(request: HttpRequest, pk: str) -> HttpResponse:
    """Make a link to a comparison."""
    return _share(request, comparison_for(user_of(request), pk))


@require_POST
def share_run(request: HttpRequest, pk: str) -> HttpResponse:
    """Make a link to a run."""
    return _share(request, run_for(user_of(request), pk))


@require_POST
def share_study(request: HttpRequest, pk: str) -> HttpResponse:
    """Make a link to a study."""
    return _share(request, study_for(user_of(request), pk))


@require_POST
def revoke(request: HttpRequest, pk: str) -> HttpResponse:
    """Close a link."""
    link = selectors.link_for(user_of(request), pk)
    services.revoke(link)
    messages.success(request, f"{link.label or 'The link'} no longer opens anything.")
    kind = type(link.target).__name__.lower()
    return redirect(f"{reverse(kind, args=(link.target.pk,))}#share")


@require_safe
def opened(request: HttpRequest, token: str) -> HttpResponse:
    """The page of a share link: a comparison, a run or a study."""
    target = services.resolve(token)
    if isinstance(target, Run):
        return run_page(request, target, Access(token, whole=False))
    if isinstance(target, Study):
        return tab_of_study(request, target, Access(token))
    return tab_of(request, *comparison_at(request, "", token))


def _share(request: HttpRequest, target: Target) -> HttpResponse:
    """Make the link; its address is shown once, on the next page."""
    form = ShareForm(request.POST)
    tab, view = request.POST.get("tab", ""), _view_in(request.POST.get("view", ""))
    if form.is_valid():
        new = services.share(user_of(request), target, **form.cleaned_data)
        keep_new_link(request, target.pk, f"{_home(target, Access(new.token), tab)}{view}")
    else:
        keep_refused_link(request, target.pk, form)
    return redirect(f"{_home(target, Access(), tab)}{view}#share")


def _home(target: Target, access: Access, tab: str) -> str:
    """Return the page of what is shared: of a comparison or a study, the tab that was open."""
    if isinstance(target, Comparison):
        return access.tab(target, tab if tab in TABS else FIRST_TAB)
    if isinstance(target, Study):
        return access.tab(target, tab if tab in STUDY_TABS else FIRST_TAB)
    return access.home_of_run(target)


def _view_in(query: str) -> str:
    """Return the browser's query, encoded again, with its question mark."""
    view = QueryDict(query.removeprefix("?")).urlencode()
    return f"?{view}" if view else ""
