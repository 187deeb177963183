"""Recent things on the first page: what each found, with thumbnails of its schedules."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from parsched.report.palette import style
from parsched.report.phrases import counted
from schedweb.runs.models import Comparison
from schedweb.runs.outcomes import OutcomeFindings
from schedweb.runs.pictures import undrawn
from schedweb.studies.answers import sentence_of
from schedweb.studies.models import Study
from schedweb.studies.selectors import answers_of
from schedweb.web.access import Access
from schedweb.web.contexts.answer import MOST_PICTURES, Thumbnail
from schedweb.web.contexts.study_list import StudyLine, lines_of
from schedweb.web.study_pictures import thumbnails_of


@dataclass(frozen=True)
class Card:
    """One thing in short: badges are words with their looks, `facts` a grey line, `pictures`
    pictures of schedules, and `figure` a picture of a study."""

    title: str
    url: str
    facts: str
    created: datetime
    sentence: str = ""
    badges: Sequence[tuple[str, str]] = ()
    pictures: Sequence[Thumbnail] = ()
    figure: Thumbnail | None = None


def has_ended(comparison: Comparison) -> bool:
    """Tell whether the runs of a comparison that `selectors.recent_of` fetched have all ended, at
    least one with a result."""
    counts = (getattr(comparison, f"{name}_count") for name in ("run", "over", "done"))
    runs, over, done = counts
    return bool(done) and over == runs


def comparison_cards(
    comparisons: Sequence[Comparison], findings: Mapping[str, OutcomeFindings]
) -> list[Card]:
    """Return the cards of comparisons that `selectors.recent_of` fetched; those with findings, by
    key, say what they found."""
    return [
        Card(
            title=c.title,
            url=Access().home(c),
            facts=f"{c.workload.name} · {c.cluster_name}",
            created=c.created,
            sentence=findings[c.pk].sentence if c.pk in findings else "",
            badges=[_badge(c)],
            pictures=_pictures(findings[c.pk]) if c.pk in findings else (),
        )
        for c in comparisons
    ]


def _badge(comparison: Comparison) -> tuple[str, str]:
    counts = (getattr(comparison, f"{name}_count") for name in ("over", "failed", "run"))
    over, failed, runs = counts
    if over < runs:
        return f"{over} of {runs} done", "running"
    if failed:
        return f"{failed} of {runs} failed", "failed"
    return counted(runs, "run"), "done"


def _pictures(findings: OutcomeFindings) -> list[Thumbnail]:
    """Return thumbnails of the first runs of a comparison."""
    done = [row.record.key for row in findings.table.rows if row.record.is_done]
    runs = [findings.runs[key] for key in done[:MOST_PICTURES]]
    return [
        Thumbnail(
            title=run.label,
            color=style(run.algorithm).color,
            url=Access().run("run_poster", run.pk, run.schedule),
            dark_url=Access().run("run_dark_poster", run.pk, run.schedule),
        )
        for run in runs
        if run.schedule and not undrawn(run.comparison.workload)
    ]


def lines_with_pictures(studies: Iterable[Study]) -> list[StudyLine]:
    """Return studies with verdicts and thumbnails, as their list shows them."""
    lines = lines_of(studies)
    pictures = thumbnails_of([line.study for line in lines])
    return [replace(line, picture=pictures.get(line.pk)) for line in lines]


def _size(study: Study) -> str:
    return f"{counted(study.runs, 'run')} on {counted(study.instances, 'instance')}"


def study_cards(studies: Iterable[Study]) -> list[Card]:
    """Return the cards of studies that `studies_of` fetched."""
    lines = lines_with_pictures(studies)
    answers = answers_of([line.study for line in lines])
    return [
        Card(
            title=line.study.title,
            url=Access().home(line.study),
            facts=_size(line.study),
            created=line.study.created,
            sentence=sentence_of(line.study, answers.get(line.study.pk, {})),
            badges=[line.badge, *((f"{n} {words}", look) for n, words, look in line.verdicts)],
            figure=line.picture,
        )
        for line in lines
    ]
