"""Finding studies: people see their own, everything else is 404."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet, Sum
from django.shortcuts import get_object_or_404

from parsched import studies
from parsched.run.computed_by import everything
from parsched.studies import Part
from parsched.studies.origins import origin
from schedweb.accounts.models import User
from schedweb.base.errors import NotInstalledError
from schedweb.runs.selectors import forbidden
from schedweb.studies.models import Batch, Study, Summary
from schedweb.workers.models import ACTIVE, State

KEPT = 1_024
"""How many studies the cache of `is_older` holds."""


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


class Generation(NamedTuple):
    """Which numbers of a study are shown: for each part, numbers of one origin, so that versions
    are never mixed. It `is_older` where a part shows an older version's numbers, because fewer were
    computed again so far.
    """

    origins: tuple[str, ...]
    is_older: bool


def generation_of(study: Study) -> Generation:
    """Return which numbers of a study are shown; raises `NotInstalledError`."""
    now = origins_of(study.declared)
    done = Batch.objects.filter(study=study, state=State.DONE).order_by()
    counts = [Counter({one: 0}) for one in now]  # of equal ones, the first is the most common
    for place, first, end, of in done.values_list("part", "first", "end", "origin"):
        counts[place][of] += end - first
    shown = tuple(count.most_common(1)[0][0] for count in counts)
    return Generation(shown, is_older=[*shown] != now)


def is_older(study: Study) -> bool:
    """Tell whether the shown numbers of a study come from an older version; False where the study
    needs what is not installed."""
    versions = tuple(everything().items())
    return _is_older(study.pk, study.changed, study.instances, versions)


@lru_cache(maxsize=KEPT)
def _is_older(pk: str, changed: Any, instances: int, versions: Any) -> bool:
    try:
        return generation_of(Study.everything.get(pk=pk)).is_older
    except NotInstalledError:
        return False


def told(study: Study, content: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a summary of a study has to show: where an older version computed it, no claim
    has a verdict, and nothing is the best."""
    if not (content.get("is_older") or is_older(study)):
        return dict(content)
    return {**content, "is_older": True, "claims": [], "statements": {}}


def claims_of(listed: Sequence[Study]) -> dict[str, Sequence[Mapping[str, Any]]]:
    """Return the claims of studies by id with their last verdicts, as far as there are any; none
    of an older version."""
    current = [study for study in listed if not is_older(study)]
    rows = Summary.objects.filter(study__in=current, content__has_key="claims")
    return dict(rows.values_list("study_id", "content__claims"))


def answers_of(listed: Sequence[Study]) -> dict[str, dict[str, Any]]:
    """Return the claims and the means that were last summed up of studies, by id, without what is
    drawn; older summaries do not say what was asked. Of an older version nothing is returned."""
    current = [study for study in listed if not is_older(study)]
    rows = Summary.objects.filter(study__in=current)
    names = ("claims", "means", "asked")
    found = rows.values_list("study_id", *(f"content__{name}" for name in names))
    return {pk: {n: of for n, of in zip(names, values, strict=True) if of} for pk, *values in found}


def study_for(user: User, pk: str) -> Study:
    """Return one of a person's studies; raises Http404."""
    return get_object_or_404(Study.objects.filter(owner=user), pk=pk)


def outdated(study: Study) -> QuerySet[Batch]:
    """Return the batches of a study that other versions of what it uses computed."""
    current = of_origins(origins_of(study.declared))
    return Batch.objects.filter(study=study, state=State.DONE).exclude(current)


def origins_of(declared: studies.Study) -> list[str]:
    """Return what numbers of each part are stored under now."""
    return [origin(declared, part) for part in declared.parts]


def of_origins(origins: Iterable[str]) -> Q:
    """Return what batches have whose numbers are of some origins, by the place of their parts."""
    found = Q(pk=None)
    for place, one in enumerate(origins):
        found |= Q(part=place, origin=one)
    return found


def failed_batches(study: Study) -> QuerySet[Batch]:
    """Return the batches of a study that failed, the last first."""
    return Batch.objects.filter(study=study, state=State.FAILED).order_by("-finished")


def forbidden_method(owner: User, part: Part) -> str | None:
    """Return why the owner may not run the methods of a part, or None."""
    used = {request.algorithm for request in part.requests}
    reasons = ((one, forbidden(owner, one)) for one in used)
    return next((f"{one.title} {reason}" for one, reason in reasons if reason), None)


def is_confirmed(study: Study) -> bool:
    """Tell whether the owner let all commands of a stored study run; raises `NotInstalledError`."""
    return {*study.portable.commands} <= {*study.confirmed}


def forbidden_in(study: Study) -> str | None:
    """Return why the owner of a stored study may not run its methods, or None; raises
    `NotInstalledError`."""
    reasons = (forbidden_method(study.owner, part) for part in study.portable.parts)
    return next(filter(None, reasons), None)
