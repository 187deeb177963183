"""Recent things on the first page: what each found, with thumbnails of its schedules."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from algorithms.errors import UnknownKeyError
from algorithms.report.palette import style
from algorithms.studies.answer import answer_of
from algorithms.studies.means import Means
from algorithms.studies.verdicts import standing_of
from schedweb.runs import pictures
from schedweb.runs.models import Comparison, Run
from schedweb.runs.outcomes import Findings, findings_of
from schedweb.studies.models import Study
from schedweb.studies.selectors import answers_of
from schedweb.web.access import Access
from schedweb.web.contexts.answer import MOST_PICTURES, Thumbnail
from schedweb.web.contexts.study_list import Line, lines_of
from schedweb.web.study_pictures import thumbnails_of


@dataclass(frozen=True)
class Card:
    """One thing in short: badges are words with their looks, `facts` a grey line, `pictures` those
    of schedules, and `figure` that of a study."""

    title: str
    url: str
    facts: str
    created: datetime
    sentence: str = ""
    badges: Sequence[tuple[str, str]] = ()
    pictures: Sequence[Thumbnail] = ()
    figure: Thumbnail | None = None


def comparison_cards(comparisons: Sequence[Comparison]) -> list[Card]:
    """Return the cards of comparisons that `selectors.recent_of` fetched; those that have ended
    say what they found."""
    ended = [c for c in comparisons if 0 < c.run_count == c.over_count and c.done_count]  # type: ignore[attr-defined]
    findings = dict(zip([c.pk for c in ended], findings_of(ended), strict=True))
    pictures = _pictures(findings)
    return [
        Card(
            title=c.title,
            url=Access().home(c),
            facts=f"{c.workload.name} · {c.cluster_name}",
            created=c.created,
            sentence=findings[c.pk].sentence if c.pk in findings else "",
            badges=[_badge(c)],
            pictures=pictures.get(c.pk, ()),
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
    return "1 run" if runs == 1 else f"{runs} runs", "done"


def _pictures(findings: Mapping[str, Findings]) -> dict[str, list[Thumbnail]]:
    """Return thumbnails of the first runs of each comparison: one query for all."""
    first = {
        pk: [row.record.key for row in found.table.rows if row.record.is_done][:MOST_PICTURES]
        for pk, found in findings.items()
    }
    keys = [key for of in first.values() for key in of]
    drawn = Run.objects.filter(comparison__workload__jobs__lte=pictures.MOST_JOBS)
    rows = drawn.filter(pk__in=keys).exclude(schedule="")
    runs = {row["pk"]: row for row in rows.values("pk", "label", "schedule", "algorithm")}
    return {
        pk: [
            Thumbnail(
                title=runs[key]["label"],
                color=style(runs[key]["algorithm"]).color,
                url=Access().run("run_poster", key, runs[key]["schedule"]),
                dark_url=Access().run("run_dark_poster", key, runs[key]["schedule"]),
            )
            for key in of
            if key in runs
        ]
        for pk, of in first.items()
    }


def lines_with_pictures(studies: Iterable[Study]) -> list[Line]:
    """Return studies with verdicts and thumbnails, as their list shows them."""
    lines = lines_of(studies)
    pictures = thumbnails_of([line.study for line in lines])
    return [replace(line, picture=pictures.get(line.pk)) for line in lines]


def study_cards(studies: Iterable[Study]) -> list[Card]:
    """Return the cards of studies that `studies_of` fetched."""
    lines = lines_with_pictures(studies)
    answers = answers_of([line.study for line in lines])
    return [
        Card(
            title=line.study.title,
            url=Access().home(line.study),
            facts=f"{line.study.runs:,} runs on {line.study.instances:,} instances",
            created=line.study.created,
            sentence=_sentence(line.study, answers.get(line.study.pk, {})),
            badges=[line.badge, *((f"{n} {words}", look) for n, words, look in line.verdicts)],
            figure=line.picture,
        )
        for line in lines
    ]


def _sentence(study: Study, content: Mapping[str, Sequence[Mapping[str, object]]]) -> str:
    """Say what the last summary of a study says; blank before there is one."""
    standings = [standing_of(row) for row in content.get("claims", ())]
    means = [Means.from_json(values) for values in content.get("means", ())]
    try:
        return answer_of(study.title, standings, means).sentence if means else ""
    except UnknownKeyError:  # of a measure whose plugin is gone: the page of the study says so
        return ""
