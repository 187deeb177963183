"""Questions to schedules, as the charts ask them: charts have the columns, the grammar is here."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from parsched.report.questions import answer, grammar
from schedweb.web.access import run_at

A_WHILE = "private, max-age=600"


@require_safe
@login_not_required
def fields(request: HttpRequest) -> HttpResponse:
    """What may be asked of jobs, for fields that no run stands behind."""
    return JsonResponse(grammar(), headers={"Cache-Control": A_WHILE})


@require_safe
def question(request: HttpRequest, pk: str, token: str = "") -> HttpResponse:
    """What a question means, as a tree, or what is wrong with it; without one the fields."""
    run_at(request, pk, token)
    asked = request.GET.get("question")
    told = grammar() if asked is None else answer(asked)
    return JsonResponse(told, headers={"Cache-Control": A_WHILE})
