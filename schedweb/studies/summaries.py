"""What the page of a study shows: verdicts and figures, computed by a worker as numbers come in.

A summary of many cells takes seconds, so pages only read it; while a study goes on, it is renewed
now and then, and once more when everything has ended.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from parsched.report.table import Table
from parsched.studies import Cells
from parsched.studies.claims import Judgement
from parsched.studies.figures import pictures
from parsched.studies.headline import asked
from parsched.studies.means import means_of, missing
from parsched.studies.printed_tables import beside_table
from parsched.studies.tables import points
from parsched.studies.verdicts import judged, row_of
from schedweb.studies import reading
from schedweb.studies.models import Batch, Study, Summary
from schedweb.studies.selectors import generation_of
from schedweb.studies.storage import save_merged
from schedweb.workers import broker, lifecycle
from schedweb.workers.attempts import Ear, attempt
from schedweb.workers.database import persistently
from schedweb.workers.models import ACTIVE
from schedweb.workers.patience import patiently

LEAST_PAUSE = timedelta(seconds=3)
SHARE = 10
"""A summary is renewed after so many times as long as it took, while a study goes on."""
LOOSE = 64
"""Batches that are read one by one before all are merged into one file."""
BEHIND = Q(changed__isnull=False) & (
    Q(summary=None) | Q(summary__as_of=None) | Q(summary__as_of__lt=F("changed"))
)
"""Studies that have newer numbers than their summaries."""


def renew(study: Study) -> None:
    """Queue the summary of a study unless it is up to date, or was renewed a moment ago."""
    Summary.objects.get_or_create(study=study, defaults={"queued": timezone.now()})
    with transaction.atomic():
        summary = Summary.objects.select_for_update().get(study=study)
        study.refresh_from_db(fields=["changed"])
        if summary.state in ACTIVE:
            if summary.sent is None:
                broker.enqueue(Summary, summary.pk)
            return
        if _has_all(summary, study) or (_is_fresh(summary) and is_going_on(study)):
            return
        if lifecycle.recompute(summary) or lifecycle.retry(summary):
            broker.enqueue(Summary, summary.pk)


def renew_all() -> None:
    """Renew the summaries of studies that have newer numbers, in case their worker was killed
    before."""
    for study in Study.objects.filter(BEHIND):
        renew(study)


def is_going_on(study: Study) -> bool:
    """Tell whether more numbers will come by themselves."""
    return Batch.objects.filter(study=study, state__in=ACTIVE).exists()


def _has_all(summary: Summary, study: Study) -> bool:
    """Tell whether there is nothing new to say, or the same would fail once more."""
    if summary.is_done:
        return summary.as_of == study.changed
    if summary.finished is None or study.changed is None:
        return False
    return summary.finished > study.changed


def _is_fresh(summary: Summary) -> bool:
    if summary.finished is None or summary.started is None:
        return False
    pause = max(LEAST_PAUSE, SHARE * (summary.finished - summary.started))
    return timezone.now() - summary.finished < pause


def summarise(pk: str) -> None:
    """Compute a queued summary; once more if the study has ended meanwhile."""
    if attempt(Summary, pk, _compute):
        persistently(lambda: _again(pk), f"summary {pk}")


def _again(pk: str) -> None:
    if summary := Summary.objects.select_related("study").filter(pk=pk).first():
        renew(summary.study)


def _compute(pk: str, ear: Ear) -> Mapping[str, Any] | None:
    rows = Summary.objects.select_related("study")
    summary = persistently(lambda: rows.filter(pk=pk).first(), f"summary {pk}")
    if summary is None:
        return None
    study = summary.study
    # Read before the cells: what comes in between is in the next summary.
    as_of, is_over = study.changed, not is_going_on(study)
    generation = patiently(lambda: generation_of(study), ear.heart)
    merged = patiently(lambda: reading.merged_digest(study, generation), ear.heart)
    cells, loose = patiently(lambda: reading.read(study), ear.heart)
    content = content_of(cells) | {"origins": [*generation.origins]}
    if loose > max(LOOSE, Batch.objects.filter(study=study).count() // 4) or (is_over and loose):
        merged = patiently(lambda: save_merged(cells), ear.heart)
    return {"content": content, "as_of": as_of and as_of.isoformat(), "merged": merged}


def content_of(cells: Cells) -> dict[str, Any]:
    """Return what a page shows, as plain JSON values."""
    figures = [drawn for drawn in pictures(cells) if drawn.series]
    tables = [beside_table(cells, table) for table in cells.study.tables]
    verdicts = judged(cells)
    return {
        "is_older": bool(cells.mark),
        "done": cells.done,
        "problems": cells.problems,
        "missing": missing(cells),
        "unbounded": cells.unbounded,
        "means": [one.as_json() for one in means_of(cells)],
        "asked": found.as_json() if (found := asked(cells)) else None,
        "claims": [row_of(cells, *pair) for pair in verdicts],
        "statements": {claim.key: _statements(of) for claim, of in verdicts if of.counted},
        "figures": [{**drawn.as_json(), "table": texts_of(points(drawn))} for drawn in figures],
        "tables": [
            {"key": t.key, "title": t.title, "notes": t.notes, **texts_of(t)} for t in tables
        ],
    }


def _statements(judgement: Judgement) -> dict[str, Any]:
    """Return how many statements of a claim hold, and each with whether it does, those that do not
    first; null is open."""
    ordered = sorted(
        judgement.findings, key=lambda finding: (False, None, True).index(finding.holds)
    )
    return {"counted": judgement.counted, "each": [[one.text, one.holds] for one in ordered]}


def texts_of(table: Table) -> dict[str, Any]:
    """Return a table as people read it."""
    heads = [column.heading for column in table.columns]
    return {"heads": heads, "rows": [[cell.text for cell in row] for row in table.rows]}
