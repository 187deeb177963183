"""Starting studies: studies of papers, and the user's own."""

from dataclasses import replace

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from parsched.studies import STUDIES, Study
from parsched.studies.files import as_toml
from schedweb.accounts.models import User
from schedweb.base.errors import InvalidError, RefusedError, UnconfirmedError
from schedweb.runs.selectors import comparison_for
from schedweb.studies.definitions import MOST_TEXT, parsed
from schedweb.studies.selectors import study_for
from schedweb.studies.services import create_study
from schedweb.web.confirming import confirmed_in
from schedweb.web.contexts.study_list import OfferedStudy
from schedweb.web.forms.preset import PresetForm
from schedweb.web.forms.study import StudyForm
from schedweb.web.forms.study_of_comparison import ShownMethods, data_of
from schedweb.web.http import user_of
from schedweb.workloads.selectors import workloads_of

BEGUN = {
    "comparison": "comparison of yours",
    "from": "study of yours",
    "preset": "study of a paper",
}
"""What the form may be filled in from, by the parameter of the address that names it."""


def preset(request: HttpRequest, key: str) -> HttpResponse:
    """Start a study of a paper: all of it, or one figure."""
    if key not in STUDIES:
        raise Http404
    form = PresetForm.of(STUDIES[key], request.POST)
    status = 200
    if request.method == "POST":
        try:
            confirmed = confirmed_in(request)
            study = create_study(user_of(request), form.declared(), preset=key, confirmed=confirmed)
        except InvalidError as error:
            form, status = form.with_errors(error.errors), 422
        except RefusedError as error:
            form, status = replace(form, refused=str(error)), 409
        else:
            return redirect("study", study.pk)
    context = {"preset": OfferedStudy(STUDIES[key]), "form": form}
    return render(request, "studies/preset.html", context, status=status)


def own(request: HttpRequest) -> HttpResponse:
    """Make a study from a form or from a file; buttons other than these change the form."""
    user = user_of(request)
    posted = request.method == "POST"
    form = _posted(user, request.POST) if posted else _begun(user, request.GET)
    data = request.POST
    if not posted or not {"start", "read"} & set(data):
        return render(request, "studies/new.html", {"form": form, "page": form})
    try:
        declared = _read(request) if "read" in data else form.declared()
        title = form.title if "start" in data else ""
        study = create_study(user, declared, title=title, confirmed=confirmed_in(request))
    except UnconfirmedError as error:
        if "read" in data:  # no page can send a file again
            error.texts = {"text": _text(request)[0]}
        raise
    except InvalidError as error:
        form = form.with_errors(error.errors)
        return render(request, "studies/new.html", {"form": form, "page": form}, status=422)
    except RefusedError as error:
        refused = replace(form, refused=str(error))
        context = {"form": refused, "page": refused}
        return render(request, "studies/new.html", context, status=409)
    return redirect("study", study.pk)


def _posted(user: User, data: QueryDict) -> StudyForm:
    return StudyForm.of(user, data, list(workloads_of(user)))


def _begun(user: User, data: QueryDict) -> StudyForm:
    """Return the form as it is at first, or as a comparison or another study fills it in; a note
    names what is not there."""
    workloads = list(workloads_of(user))
    try:
        if key := data.get("comparison"):
            comparison = comparison_for(user, key)
            form = StudyForm.of(user, data_of(comparison), workloads)
            return form.of_comparison(ShownMethods.of(comparison, data))
        return StudyForm.of(user, data, workloads, _template(user, data))
    except Http404:
        return replace(StudyForm.of(user, data, workloads), notes=[_missing(data)])


def _missing(data: QueryDict) -> str:
    """Say what the form should be filled in from and is not there."""
    [(noun, key), *_] = [(BEGUN[name], data[name]) for name in BEGUN if data.get(name)]
    return f"There is no {noun} {key[:60]!r} to begin with, so this is an empty form."


def _template(user: User, data: QueryDict) -> str:
    """Return the text of the study that another one is made from, if any; raises Http404."""
    if key := data.get("from"):
        return as_toml(study_for(user, key).portable)
    if key := data.get("preset", ""):
        if key not in STUDIES:
            raise Http404
        return as_toml(STUDIES[key])
    return ""


def _read(request: HttpRequest) -> Study:
    """Read the file or the text that was sent; raises `InvalidError`."""
    text, name = _text(request)
    if not text.strip():
        raise InvalidError({"file": "choose a file, or paste its text"})
    return parsed(text, is_json=name.endswith(".json") or text.lstrip().startswith("{"))


def _text(request: HttpRequest) -> tuple[str, str]:
    """Return the text that was sent, and the name of its file, if it was one."""
    file = request.FILES.get("file")
    if isinstance(file, UploadedFile) and file.size:
        file.seek(0)
        return file.read(MOST_TEXT + 1).decode("utf-8", "replace"), file.name or ""
    return request.POST.get("text", ""), ""
