"""Policies of the queue."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from parsched.base.errors import ParameterError
from parsched.policies.online.slurm_conf import read_slurm_conf
from schedweb.web.contexts.policies import PoliciesPage


@require_http_methods(["GET", "HEAD", "POST"])
def policies(request: HttpRequest) -> HttpResponse:
    """Every order and prediction with source and example; the settings of a `slurm.conf`."""
    page = PoliciesPage.all()
    if request.method != "POST":
        return render(request, "algorithms/policies.html", {"page": page})
    text = request.POST.get("slurm_conf", "")
    try:
        page = replace(page, text=text, slurm=read_slurm_conf(text))
    except ParameterError as error:
        page = replace(page, text=text, error=error.errors["slurm_conf"])
    status = 422 if page.error else 200
    return render(request, "algorithms/policies.html", {"page": page}, status=status)
