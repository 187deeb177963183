"""What is not as before of things that come back from the trash, in sentences."""

from typing import Any

from django.db.models import QuerySet

from schedweb.runs.models import Run
from schedweb.workers.models import State


def of_comparisons(rows: QuerySet[Any]) -> str:
    """Say how many of the runs were stopped, which putting away does with all that goes on."""
    runs = Run.objects.filter(comparison__in=list(rows.values_list("pk", flat=True)))
    cancelled = runs.filter(state=State.CANCELLED).count()
    ended_early = runs.filter(stopping__isnull=False).exclude(state=State.CANCELLED).count()
    sentences = []
    if cancelled:
        again = "start it again on the page of its comparison"
        if cancelled > 1:
            again = "start them again on the pages of their comparisons"
        sentences.append(f"{_were(cancelled, 'run')} cancelled: {again}.")
    if ended_early:
        sentences.append(f"{_were(ended_early, 'run')} stopped before the end.")
    return " ".join(sentences)


def of_studies(rows: QuerySet[Any]) -> str:
    """Say how many of the studies are paused."""
    paused = rows.filter(is_paused=True).count()
    if paused == 1:
        return "1 study is paused: continue it on its page."
    return f"{paused:,} studies are paused: continue them on their pages." if paused else ""


def _were(number: int, noun: str) -> str:
    return f"1 {noun} was" if number == 1 else f"{number:,} {noun}s were"
