"""Thumbnails of studies: the first figure of the last summary, drawn once for each summary."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.http import Http404
from django.urls import reverse

from parsched import __version__
from parsched.report.printing import Sheet, Theme
from schedweb.studies.models import Study, Summary
from schedweb.web.contexts.answer import Thumbnail
from schedweb.web.study_figures import read

SECONDS = 86_400
"""How long a drawing is kept here; browsers keep it for good."""
FIRST = "content__figures__0"


def thumbnails_of(studies: Sequence[Study]) -> dict[str, Thumbnail]:
    """Return the thumbnails of studies by id, of those that are not in the trash, where nothing has
    an address, and have a figure with more than levels to compare with: one query, which reads no
    figure."""
    live = [study for study in studies if study.trashed is None]
    rows = Summary.objects.filter(study__in=live, as_of__isnull=False).values_list(
        "study_id", "as_of", f"{FIRST}__title", f"{FIRST}__series__0__shape"
    )
    return {
        pk: Thumbnail(title, "", _address(pk, as_of, "light"), _address(pk, as_of, "dark"))
        for pk, as_of, title, shape in rows
        if shape not in (None, "limit")
    }


def _address(pk: str, as_of: datetime, theme: Theme) -> str:
    return reverse(f"study_picture_{theme}", args=(pk, stamp_of(as_of)))


def stamp_of(as_of: datetime) -> str:
    """Return what names a drawing in addresses: the moment of its summary, and the version of what
    draws it."""
    return f"{int(as_of.timestamp() * 1_000_000):x}-{__version__}"


def picture(study: Study, theme: Theme) -> tuple[bytes, str]:
    """Return the thumbnail of a study as an SVG, and the stamp of what it shows; raises Http404."""
    summary = Summary.objects.filter(study=study, as_of__isnull=False).first()
    figures: Sequence[Any] = summary.content.get("figures", ()) if summary else ()
    if summary is None or summary.as_of is None or not figures:
        raise Http404
    stamp = stamp_of(summary.as_of)
    key = f"study-picture:{study.pk}:{stamp}:{theme}"
    content: bytes | None = cache.get(key)
    if content is None:
        content = read(figures[0]).printed("svg", Sheet(theme=theme))
        cache.set(key, content, SECONDS)
    return content, stamp
