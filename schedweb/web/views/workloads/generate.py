"""Workloads from models."""

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from parsched.data.generators import GENERATORS, Generator
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.web import used
from schedweb.web.contexts.contents import Contents
from schedweb.web.contexts.workloads import GeneratePage
from schedweb.web.forms.generate import GenerateForm
from schedweb.web.http import user_of
from schedweb.web.views.workloads.kept import question_in, ready
from schedweb.web.waiting import answered, answered_before, follow_up
from schedweb.workers.models import Task
from schedweb.workers.services import submit
from schedweb.workloads import services
from schedweb.workloads.storage import load_workload

PREVIEWED = 1_000_000
"""Most jobs that a preview makes."""


def generate(request: HttpRequest, key: str) -> HttpResponse:
    """Choose size and parameters of a model; look at the jobs; keep them."""
    if key not in GENERATORS:
        raise Http404
    generator = GENERATORS[key]
    if request.method == "POST":
        return _asked(request, generator)
    if "task" in request.GET:
        return answered_before(request, "generate", _outcome)
    return _render(request, GeneratePage(generator, GenerateForm.of(generator, request.GET)))


def _asked(request: HttpRequest, generator: Generator) -> HttpResponse:
    """Submit a task that generates the jobs, for a preview or to store them."""
    form, keep = GenerateForm.of(generator, request.POST), "keep" in request.POST
    size = form.size()
    if isinstance(size, GenerateForm):
        return _render(request, GeneratePage(generator, size))
    jobs, processors = size
    if text := services.too_many(jobs) or ("" if keep else _too_many_to_preview(jobs)):
        return _render(request, GeneratePage(generator, form.with_errors({"jobs": text})))
    try:
        params = services.checked_params(generator.key, form.params.values)
    except InvalidError as error:
        return _render(request, GeneratePage(generator, form.with_errors(error.errors)))
    arguments = {
        "generator": generator.key,
        "jobs": jobs,
        "processors": processors,
        "params": params,
        "name": form.name,
        "keep": keep,
        "form": request.POST.urlencode(),
    }
    try:
        task = submit(user_of(request), "generate", arguments)
    except RefusedError as error:
        refused = form.with_errors({"generator": str(error)})
        return _render(request, GeneratePage(generator, refused))
    return answered(request, task, _outcome)


def _outcome(request: HttpRequest, task: Task) -> HttpResponse:
    """Show the jobs, the workload made of them, or the errors of the form."""
    if "workload" in task.result:
        return ready(request, task)
    generator = GENERATORS.get(task.arguments["generator"])
    if generator is None:  # of a plugin that is not installed any more
        raise Http404
    form = GenerateForm.of(generator, QueryDict(task.arguments["form"]))
    if not task.is_done:
        form = form.with_errors(task.errors or {"generator": task.error})
        return _render(request, GeneratePage(generator, form))
    if request.method == "POST":  # so that going back finds the preview, or what was made of it
        return redirect(follow_up(task))
    if found := used.of_model(request, task):
        return found
    jobs = load_workload(task.output)
    contents = Contents.of(jobs, task.arguments["processors"], question_in(request))
    return _render(request, GeneratePage(generator, form, jobs, contents, task.pk))


def _too_many_to_preview(jobs: int) -> str | None:
    if jobs <= PREVIEWED:
        return None
    return f"a preview makes at most {PREVIEWED:,} jobs; keeping makes all {jobs:,}"


def _render(request: HttpRequest, page: GeneratePage) -> HttpResponse:
    return render(request, "workloads/generate.html", {"page": page})
