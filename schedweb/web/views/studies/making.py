"""Starting studies: those of papers, and one's own."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from algorithms.studies import STUDIES
from schedweb.errors import InvalidError, RefusedError
from schedweb.studies.services import create_study
from schedweb.web.contexts.studies import Preset
from schedweb.web.forms.preset import PresetForm
from schedweb.web.http import user_of


def preset(request: HttpRequest, key: str) -> HttpResponse:
    """Start a study of a paper: all of it, or one figure."""
    if key not in STUDIES:
        raise Http404
    form = PresetForm.of(STUDIES[key], request.POST)
    status = 200
    if request.method == "POST":
        try:
            study = create_study(user_of(request), form.declared(), preset=key)
        except InvalidError as error:
            form, status = form.with_errors(error.errors), 422
        except RefusedError as error:
            form, status = replace(form, refused=str(error)), 409
        else:
            return redirect("study", study.pk)
    context = {"preset": Preset(STUDIES[key]), "form": form}
    return render(request, "studies/preset.html", context, status=status)


def own(request: HttpRequest) -> HttpResponse:
    """Make a study."""
    raise Http404
