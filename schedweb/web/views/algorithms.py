"""Catalogue of algorithms, and the glossary of metrics and bounds."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from parsched import __version__
from parsched.data.generators import GENERATORS
from parsched.policies.catalogue import ALGORITHMS
from parsched.report.theory import theory_figure
from schedweb.accounts.selectors import plugins_for
from schedweb.web.contexts.catalogue import AlgorithmPage, CataloguePage, FaultPart, GlossaryPage
from schedweb.web.figures import ShownFigure
from schedweb.web.forms.params import declared_spec
from schedweb.web.http import user_of


@require_safe
def catalogue(request: HttpRequest) -> HttpResponse:
    """All algorithms by family."""
    plugins = plugins_for(user_of(request))
    page = CataloguePage.of(ALGORITHMS.values(), GENERATORS.values(), plugins)
    return render(request, "algorithms/catalogue.html", {"page": page})


@require_safe
def detail(request: HttpRequest, key: str) -> HttpResponse:
    """One algorithm: principle, jobs it takes, parameters, guarantees, papers."""
    if key not in ALGORITHMS:
        raise Http404
    return render(request, "algorithms/detail.html", {"page": AlgorithmPage.of(ALGORITHMS[key])})


@require_safe
def check(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """What is wrong with the only value of a query, as the value of a parameter, and where."""
    spec = declared_spec(ALGORITHMS[key].params, name) if key in ALGORITHMS else None
    if spec is None:
        raise Http404
    fault = FaultPart.of(spec, next(iter(request.GET.dict().values()), ""))
    return render(request, "parts/_fault.html", {"fault": fault})


@require_safe
def theory(request: HttpRequest, key: str) -> HttpResponse:
    """The curves of an algorithm, for its page or as a file."""
    make = ALGORITHMS[key].theory if key in ALGORITHMS else None
    if make is None:
        raise Http404
    drawn, title = theory_figure(make()), ALGORITHMS[key].title
    text = f"{drawn.title}. {title}: {drawn.y.title} by {drawn.x.title}. SchedWeb {__version__}."
    shown = ShownFigure(drawn, title, lambda: text)
    return shown.response(request.GET.dict())


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """Every metric and bound with formula and source."""
    return render(request, "algorithms/glossary.html", {"page": GlossaryPage.all()})
