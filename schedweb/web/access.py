"""How a reader came in, as owner or through a share link: pages build their addresses with it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from schedweb.accounts.models import User
from schedweb.base.errors import DamagedError
from schedweb.runs import selectors
from schedweb.runs.damage import explain, explain_shared
from schedweb.runs.models import Comparison, Run
from schedweb.sharing.services import GoneError, resolve
from schedweb.studies.models import Study
from schedweb.studies.selectors import study_for
from schedweb.web.http import user_of

View = Callable[..., HttpResponseBase]
FIRST_TAB = "results"
"""Key of the tab that a comparison or a study opens with."""


@dataclass(frozen=True)
class Access:
    """Addresses of a comparison and its runs, or of a study; `token` is the share link's, if
    any."""

    token: str = ""
    whole: bool = True
    """False for a link that shows one run only."""

    @property
    def is_shared(self) -> bool:
        """True for a reader with a share link, who cannot change anything."""
        return bool(self.token)

    @property
    def base(self) -> str:
        """Template that frames the page."""
        return "base_shared.html" if self.is_shared else "base.html"

    def home(self, thing: Comparison | Study) -> str:
        """Address of the page of a comparison or a study."""
        if self.is_shared:
            return reverse("shared", args=(self.token,))
        return reverse("study" if isinstance(thing, Study) else "comparison", args=(thing.pk,))

    def home_of_run(self, run: Run) -> str:
        """Address of the page of a run, which is all that a link to it opens."""
        if self.is_shared:
            return reverse("shared", args=(self.token,))
        return reverse("run", args=(run.pk,))

    def tab(self, thing: Comparison | Study, key: str) -> str:
        """Address of a tab of a comparison or a study; the first one stands on the page itself."""
        if key == FIRST_TAB:
            return self.home(thing)
        kind = "study" if isinstance(thing, Study) else "comparison"
        return self.of_thing(f"{kind}_tab_{key}", thing)

    def of_thing(self, name: str, thing: Comparison | Study, *args: str | int) -> str:
        """Address of the named page of a comparison or a study."""
        if self.is_shared:
            return reverse(f"shared_{name}", args=(self.token, *args))
        return reverse(name, args=(thing.pk, *args))

    def comparison(self, name: str, comparison: Comparison, *args: str) -> str:
        """Address of the named page of a comparison."""
        return self.of_thing(name, comparison, *args)

    def run(self, name: str, key: str, *args: str) -> str:
        """Address of the named page of a run."""
        if self.is_shared and name == "run" and not self.whole:
            return reverse("shared", args=(self.token,))
        if self.is_shared:
            return reverse(f"shared_{name}", args=(self.token, key, *args))
        return reverse(name, args=(key, *args))


def comparison_at(
    request: HttpRequest, pk: str, token: str, fetch: selectors.Fetch = selectors.with_runs
) -> tuple[Comparison, Access]:
    """Return the comparison at an address with what `fetch` fetches; raises Http404 and
    GoneError."""
    if not token:
        return selectors.comparison_for(user_of(request), pk, fetch), Access()
    target = resolve(token)
    if not isinstance(target, Comparison):
        raise Http404
    return fetch(Comparison.objects.filter(pk=target.pk)).get(), Access(token)


def study_at(request: HttpRequest, pk: str, token: str) -> tuple[Study, Access]:
    """Return the study at an address; raises Http404 and GoneError."""
    if not token:
        return study_for(user_of(request), pk), Access()
    target = resolve(token)
    if not isinstance(target, Study):
        raise Http404
    return target, Access(token)


def thing_at(
    request: HttpRequest, pk: str, token: str, kind: str
) -> tuple[Comparison | Study, Access]:
    """Return the comparison or study at an address: a link opens what it is of, else `kind` says
    which. Raises Http404 and GoneError."""
    if token:
        kind = "study" if isinstance(resolve(token), Study) else "comparison"
    return (study_at if kind == "study" else comparison_at)(request, pk, token)


def run_at(request: HttpRequest, pk: str, token: str) -> tuple[Run, Access]:
    """Return the run at an address; raises Http404 and GoneError."""
    if not token:
        return selectors.run_for(user_of(request), pk), Access()
    target = resolve(token)
    if isinstance(target, Run):
        if pk != target.pk:
            raise Http404
        return target, Access(token, whole=False)
    if not isinstance(target, Comparison):
        raise Http404
    runs = Run.objects.select_related("comparison__workload").filter(comparison=target)
    return get_object_or_404(runs, pk=pk), Access(token)


def through_link(view: View) -> View:
    """Open a view to share links: closed links answer 410; no indexing, no referrer."""

    @login_not_required
    @wraps(view)
    def opened(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        try:
            response = view(request, **kwargs)
        except GoneError as error:
            response = gone(request, str(error))
        except DamagedError as error:
            response = damaged(request, error)
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    return opened


def damaged(request: HttpRequest, error: DamagedError) -> HttpResponse:
    """Answer with a page that names the missing or damaged file and how to restore it."""
    match = request.resolver_match
    token = match.kwargs.get("token", "") if match else ""
    reader = request.user if isinstance(request.user, User) else None
    damage = explain_shared(error, resolve(token)) if token else explain(error, reader)
    context = {"damage": damage, "base": Access(token).base}
    response = render(request, "409.html", context, status=409)
    response["Cache-Control"] = "no-store"
    return response


def gone(request: HttpRequest, reason: str) -> HttpResponse:
    """Answer 410 with the reason why a share link is closed."""
    return render(request, "410.html", {"reason": reason}, status=410)
