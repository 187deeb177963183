"""The answer card: what a comparison found, with its colours and thumbnails of schedules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from parsched.report.answer import Answer, answer_of
from parsched.report.palette import Style
from schedweb.runs.models import Comparison
from schedweb.runs.pictures import undrawn
from schedweb.web.access import Access
from schedweb.web.contexts.comparisons import ResultsPart

MOST_PICTURES = 3


@dataclass(frozen=True)
class Thumbnail:
    """The schedule of a run, small."""

    title: str
    color: str
    url: str
    dark_url: str


@dataclass(frozen=True)
class AnswerCard:
    """An answer with the style of each run; `schedules` is the address that thumbnails lead to."""

    answer: Answer
    looks: Mapping[str, Style]
    pictures: Sequence[Thumbnail]
    schedules: str

    @classmethod
    def of(cls, part: ResultsPart) -> Self:
        """Build it for a comparison under a view of its results."""
        results = part.results
        answer = answer_of(results.table, part.sentence)
        pictures = thumbnails(part.access, part.comparison, answer.keys, results.looks)
        query = results.view.page_query
        address = part.access.tab(part.comparison, "schedules")
        schedules = f"{address}?{query}" if query else address
        return cls(answer, results.looks, pictures, schedules)


def thumbnails(
    access: Access, comparison: Comparison, keys: Sequence[str], looks: Mapping[str, Style]
) -> list[Thumbnail]:
    """Return the schedules of the first of some runs, in their order; none that is not drawn."""
    if undrawn(comparison.workload):
        return []
    runs = {run.pk: run for run in comparison.runs.all() if run.is_done and run.schedule}
    return [
        Thumbnail(
            title=run.label,
            color=looks[run.pk].color,
            url=access.run("run_poster", run.pk, run.schedule),
            dark_url=access.run("run_dark_poster", run.pk, run.schedule),
        )
        for run in [runs[key] for key in keys if key in runs][:MOST_PICTURES]
    ]
