"""The classroom: its address carries the whole exercise, and nothing is stored."""

from itertools import zip_longest

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from parsched.base.digits import whole
from parsched.base.errors import AlgorithmsError, WorkloadError
from parsched.report.classroom import Exercise, ExerciseJob
from schedweb.web.contexts.classroom import (
    SHEETS,
    SIDES,
    ClassroomPage,
    address_of,
    first_exercise,
    typed,
)

COLUMNS = ("release", "width", "time", "estimate")
"""Fields of the table of jobs; each comes once per row."""
MOST_SECONDS, MOST_STEPS = 999_999_999, 999_999
"""Largest numbers that are read of a time and of a step; the exercise has limits of its own."""


@login_not_required
@require_safe
def classroom(request: HttpRequest) -> HttpResponse:
    """Step through an exercise; what was typed in the table becomes an address."""
    asked = request.GET
    chosen = {name: asked.get(name, usual)[:200] for name, usual in SIDES.items()}
    sheet = asked.get("sheet", "") if asked.get("sheet") in SHEETS else ""
    exercise = None
    try:
        exercise = _exercise(asked)
        if "width" in asked:
            return redirect(f"{reverse('classroom')}{address_of(exercise, chosen)}")
        step = whole(asked.get("step", ""), MOST_STEPS) or 0
        page = ClassroomPage.of(exercise, chosen, step, sheet)
    except AlgorithmsError as error:
        rows = typed(exercise) if exercise else _rows(asked)
        processors = asked.get("processors", "")
        page = ClassroomPage(None, rows, processors, chosen, error=str(error))
    template = "classroom/sheet.html" if page.sheet else "classroom/classroom.html"
    return render(request, template, {"page": page}, status=422 if page.error else 200)


def _exercise(asked: QueryDict) -> Exercise:
    """Return the exercise of an address or of the table; raises WorkloadError."""
    if "width" in asked:
        rows = [row for row in _rows(asked) if any(row.values())]
        tasks = tuple(_task(number, row) for number, row in enumerate(rows, 1))
        return Exercise(tasks, _number("The machine", "processors", asked.get("processors", "")))
    if "jobs" not in asked:
        return first_exercise()
    processors = _number("The machine", "processors", asked.get("processors", ""))
    return Exercise.of_text(asked.get("jobs", ""), processors)


def _rows(asked: QueryDict) -> list[dict[str, str]]:
    columns = [[text.strip() for text in asked.getlist(name)] for name in COLUMNS]
    rows = zip_longest(*columns, fillvalue="")
    return [dict(zip(COLUMNS, row, strict=True)) for row in rows]


def _task(number: int, row: dict[str, str]) -> ExerciseJob:
    job = f"Job {number}"
    width, time = _number(job, "processors", row["width"]), _number(job, "time", row["time"])
    release = _number(job, "release", row["release"] or "0")
    return ExerciseJob(release, width, time, _number(job, "estimate", row["estimate"] or str(time)))


def _number(whose: str, what: str, text: str) -> int:
    number = whole(text, MOST_SECONDS)
    if number is None:
        raise WorkloadError(f"{whose}: {what} must be a whole number, not “{text[:20]}”.")
    return number
