"""Workloads from models."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from algorithms.errors import ParameterError
from algorithms.generators import GENERATORS, Generator
from algorithms.generators import generate as make
from schedweb.errors import InvalidError
from schedweb.web.asking import user_of
from schedweb.web.contexts.contents import Contents
from schedweb.web.contexts.workloads import GeneratePage
from schedweb.web.forms.generate import GenerateForm
from schedweb.workloads import services

PREVIEWED = 1_000_000
"""Most jobs that a preview makes."""


def generate(request: HttpRequest, key: str) -> HttpResponse:
    """Choose size and parameters of a model; look at the jobs; keep them."""
    if key not in GENERATORS:
        raise Http404
    generator = GENERATORS[key]
    if request.method != "POST":
        form = GenerateForm.of(generator, request.GET)
        return _render(request, GeneratePage(generator, form))
    form = GenerateForm.of(generator, request.POST)
    size = form.size()
    if isinstance(size, GenerateForm):
        return _render(request, GeneratePage(generator, size))
    if "keep" not in request.POST:
        return _render(request, _preview(generator, form, *size))
    return _keep(request, generator, form, *size)


def _preview(generator: Generator, form: GenerateForm, jobs: int, processors: int) -> GeneratePage:
    if text := services.too_many(jobs) or _too_many_to_preview(jobs):
        return GeneratePage(generator, form.with_errors({"jobs": text}))
    try:
        made = make(generator.key, jobs=jobs, processors=processors, params=form.params.values)
    except ParameterError as error:
        own = ("jobs", "processors")
        errors = {n if n in own else f"params.{n}": text for n, text in error.errors.items()}
        return GeneratePage(generator, form.with_errors(errors))
    return GeneratePage(generator, form, made, Contents.of(made, processors))


def _too_many_to_preview(jobs: int) -> str | None:
    if jobs <= PREVIEWED:
        return None
    return f"a preview makes at most {PREVIEWED:,} jobs; keeping makes all {jobs:,}"


def _keep(
    request: HttpRequest, generator: Generator, form: GenerateForm, jobs: int, processors: int
) -> HttpResponse:
    try:
        kept = services.generate_workload(
            user_of(request),
            generator.key,
            jobs=jobs,
            processors=processors,
            params=form.params.values,
            name=form.name,
        )
    except InvalidError as error:
        return _render(request, GeneratePage(generator, form.with_errors(error.errors)))
    messages.success(request, f"{kept.name} is ready.")
    return redirect("workload", kept.pk)


def _render(request: HttpRequest, page: GeneratePage) -> HttpResponse:
    return render(request, "workloads/generate.html", {"page": page})
