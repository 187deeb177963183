"""API tokens: issue, find, list, revoke."""

import hashlib
import secrets
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone

from schedweb.accounts.models import User
from schedweb.api.models import ApiToken
from schedweb.base.errors import RefusedError, noting, refuse
from schedweb.base.numbers import number_problem
from schedweb.base.texts import checked_texts

PREFIX = "schedweb_"
MAX_TOKENS = 50
MAX_DAYS = 3650
USED_EVERY = timedelta(minutes=1)
"""How exactly the last use is known: a row is not written for every request."""


def issue_token(
    owner: User, *, label: str, expires_in_days: int | None = None
) -> tuple[ApiToken, str]:
    """Make a token and return it with its secret, which cannot be read again.

    Raises `InvalidError` with errors under `label` and `expires_in_days`, `RefusedError` when the
    person has too many.
    """
    errors: dict[str, str] = {}
    with noting(errors):
        label = checked_texts(ApiToken, label=label)["label"]
    if expires_in_days is not None and (
        problem := number_problem("expires_in_days", str(expires_in_days), 1, MAX_DAYS)
    ):
        errors["expires_in_days"] = problem
    refuse(errors)
    if tokens_of(owner).count() >= MAX_TOKENS:
        raise RefusedError(f"You have {MAX_TOKENS} API tokens, which is the limit: revoke some.")
    secret = PREFIX + secrets.token_urlsafe(32)
    days = None if expires_in_days is None else timedelta(days=expires_in_days)
    token = ApiToken.objects.create(
        owner=owner,
        label=label,
        hint=secret[: len(PREFIX) + 3],
        token_hash=hashed(secret),
        expires=None if days is None else timezone.now() + days,
    )
    return token, secret


def tokens_of(owner: User) -> QuerySet[ApiToken]:
    """Return a person's tokens, newest first."""
    return ApiToken.objects.filter(owner=owner).order_by("-created")


def token_for(owner: User, pk: str) -> ApiToken:
    """Return one of a person's tokens; raises Http404."""
    return get_object_or_404(tokens_of(owner), pk=pk)


def revoke_token(token: ApiToken) -> None:
    """End a token at once."""
    token.delete()


def open_token(secret: str) -> ApiToken | None:
    """Return the token of a secret if it is good, and note its use."""
    now = timezone.now()
    good = ApiToken.objects.filter(Q(expires=None) | Q(expires__gt=now), owner__is_active=True)
    token = good.select_related("owner").filter(token_hash=hashed(secret)).first()
    if token and (token.last_used is None or token.last_used < now - USED_EVERY):
        ApiToken.objects.filter(pk=token.pk).update(last_used=now)
    return token


def hashed(secret: str) -> str:
    """A random secret of 256 bits needs no salt and no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
