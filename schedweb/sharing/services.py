"""Making, opening and closing share links."""

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from django.db.models import Q
from django.http import Http404
from django.utils import timezone

from schedweb.accounts.models import User
from schedweb.base.errors import InvalidError, noting, refuse
from schedweb.base.texts import checked_texts
from schedweb.runs.models import Comparison, Run
from schedweb.sharing.models import ShareLink, Target
from schedweb.studies.models import Study

TOKEN_BYTES = 24
USED_AGAIN = timedelta(minutes=1)
"""`last_used` is not written more often than this."""


class GoneError(Exception):
    """A link that was revoked or has expired (410); the text says which, and when."""


@dataclass(frozen=True)
class NewLink:
    """A link and its token, which is known only now: what is stored cannot bring it back."""

    link: ShareLink
    token: str


def share(
    owner: User,
    target: Target,
    *,
    label: str = "",
    expires: datetime | None = None,
    embed: Mapping[str, Any] | None = None,
) -> NewLink:
    """Make a link to something of a person, or to the one figure or table of it that `embed`
    describes; raises `InvalidError` under `label`, `expires`."""
    errors: dict[str, str] = {}
    with noting(errors):
        label = checked_texts(ShareLink, label=label)["label"]
    with noting(errors):
        refuse_past(expires)
    refuse(errors)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    link = ShareLink.objects.create(
        owner=owner,
        label=label,
        comparison=target if isinstance(target, Comparison) else None,
        run=target if isinstance(target, Run) else None,
        study=target if isinstance(target, Study) else None,
        token_hash=_hash(token),
        expires=expires,
        embed=dict(embed or {}),
    )
    return NewLink(link, token)


def refuse_past(expires: datetime | None) -> None:
    """Raise `InvalidError` under `expires` where a link would be closed before it opens."""
    if expires is not None and expires <= timezone.now():
        moment = timezone.localtime(expires)
        is_whole_day = moment.time() == time.max
        got = f"{moment:%-d %B %Y}" if is_whole_day else f"{moment:%-d %B %Y, %H:%M:%S %Z}"
        raise InvalidError({"expires": f"expires must be in the future, got {got}"})


def resolve(token: str) -> Target:
    """Return what a link shows and note that it was used; raises Http404, `GoneError`. A link that
    embeds one figure or table opens nothing else."""
    return _opened(token, is_embed=False).target


def resolve_embed(token: str) -> ShareLink:
    """Return a link that embeds one figure or table, and note that it was used; raises the same."""
    return _opened(token, is_embed=True)


def _opened(token: str, *, is_embed: bool) -> ShareLink:
    link = (
        ShareLink.objects.filter(token_hash=_hash(token))
        .select_related(
            "comparison__workload",
            "comparison__known",
            "run__comparison__workload",
            "run__comparison__known",
            "study",
        )
        .defer("run__details")
        .first()
    )
    if link is None or bool(link.embed) != is_embed:
        raise Http404("No such link.")
    if link.revoked is not None:
        raise GoneError(f"This link was revoked on {link.revoked:%-d %B %Y}.")
    if link.expires is not None and not link.is_open:
        raise GoneError(f"This link expired on {link.expires:%-d %B %Y}.")
    if _is_trashed(link.target):
        raise GoneError("What this link showed was deleted.")
    _note_use(link)
    return link


def _is_trashed(target: Target) -> bool:
    whole = target.comparison if isinstance(target, Run) else target
    return whole.trashed is not None


def _note_use(link: ShareLink) -> None:
    now = timezone.now()
    old = Q(last_used=None) | Q(last_used__lt=now - USED_AGAIN)
    if link.last_used is None or link.last_used < now - USED_AGAIN:
        ShareLink.objects.filter(old, pk=link.pk).update(last_used=now)


def revoke(link: ShareLink) -> None:
    """Close a link for ever; a second time changes nothing."""
    ShareLink.objects.filter(pk=link.pk, revoked=None).update(revoked=timezone.now())


def opened_by(links: Iterable[ShareLink], token: str) -> ShareLink | None:
    """Return the link that a token opens; None where it opens no link (any more)."""
    return next((link for link in links if link.token_hash == _hash(token)), None)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
