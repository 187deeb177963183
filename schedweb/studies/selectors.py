"""Finding studies: people see their own, everything else is 404."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum
from django.shortcuts import get_object_or_404

from algorithms.studies import Part
from algorithms.studies.journal import origin
from schedweb.accounts.models import User
from schedweb.runs.selectors import forbidden
from schedweb.studies.models import Batch, Study, Summary
from schedweb.workers.models import ACTIVE, State


def studies_of(user: User, *, trashed: bool = False) -> QuerySet[Study]:
    """Return a person's studies, newest first, without their definitions; or those in the trash.

    Annotations: `done_count` (instances that are computed), `active_count` and `failed_count` (of
    batches).
    """
    done = Q(batches__state=State.DONE)
    return (
        Study.everything.filter(owner=user, trashed__isnull=not trashed)
        .defer("definition")
        .annotate(
            done_count=Sum(F("batches__end") - F("batches__first"), filter=done, default=0),
            active_count=Count("batches", filter=Q(batches__state__in=ACTIVE)),
            failed_count=Count("batches", filter=Q(batches__state=State.FAILED)),
        )
        .order_by("-created")
    )


def active_studies_of(user: User) -> QuerySet[Study]:
    """Return a person's studies that go on by themselves, as `studies_of` does."""
    return studies_of(user).filter(is_paused=False, stopped=None, finished=None)


def claims_of(studies: Sequence[Study]) -> dict[str, Sequence[Mapping[str, Any]]]:
    """Return the claims of studies by id with their last verdicts, as far as there are any."""
    rows = Summary.objects.filter(study__in=studies, content__has_key="claims")
    return dict(rows.values_list("study_id", "content__claims"))


def answers_of(studies: Sequence[Study]) -> dict[str, dict[str, Any]]:
    """Return the claims and the means that were last summed up of studies, by id, without what is
    drawn; null where an older summary has none."""
    rows = Summary.objects.filter(study__in=studies)
    found = rows.values_list("study_id", "content__claims", "content__means")
    return {pk: {"claims": claims or [], "means": means or []} for pk, claims, means in found}


def study_for(user: User, pk: str) -> Study:
    """Return one of a person's studies; raises Http404."""
    return get_object_or_404(Study.objects.filter(owner=user), pk=pk)


def outdated(study: Study) -> QuerySet[Batch]:
    """Return the batches of a study that other versions of its methods computed."""
    declared = study.declared
    current = Q()
    for place, part in enumerate(declared.parts):
        current |= Q(part=place, origin=origin(declared, part))
    return Batch.objects.filter(study=study, state=State.DONE).exclude(current)


def failed_batches(study: Study) -> QuerySet[Batch]:
    """Return the batches of a study that failed, the last first."""
    return Batch.objects.filter(study=study, state=State.FAILED).order_by("-finished")


def forbidden_method(owner: User, part: Part) -> str | None:
    """Return why the owner may not run the methods of a part, or None."""
    used = {request.algorithm for request in part.requests}
    reasons = ((one, forbidden(owner, one)) for one in used)
    return next((f"{one.title} {reason}" for one, reason in reasons if reason), None)


def forbidden_in(study: Study) -> str | None:
    """Return why the owner of a stored study may not run its methods, or None; raises
    `NotInstalledError`."""
    reasons = (forbidden_method(study.owner, part) for part in study.portable.parts)
    return next(filter(None, reasons), None)
