"""Answers that are kept for a day, so that who sends a request twice is not served twice.

A row has neither the key that the request named nor the answer in words, since some answers hold a
secret that is shown once: it has the hash of the key, and the answer under a pad that only the key
and the secret key of this installation give.
"""

import hashlib
import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from schedweb.accounts.models import KeptAnswer, User

KEPT = timedelta(hours=24)
LOST = timedelta(minutes=10)
"""After so long a request that has no answer is one whose server was killed."""
SALT = "schedweb.accounts.answers"


@dataclass(frozen=True)
class GivenAnswer:
    """What was answered."""

    status: int
    headers: dict[str, str]
    data: Any


def claim(owner: User, key: str, request: str) -> tuple[KeptAnswer, bool]:
    """Return the row of a key, and whether it is new: the caller then carries the request out.

    `request` is the digest of what is asked for.
    """
    hashed = _hash(owner, key)
    _spent().filter(owner=owner).delete()
    try:
        with transaction.atomic():
            row = KeptAnswer.objects.create(owner=owner, key=hashed, request=request)
    except IntegrityError:
        return KeptAnswer.objects.get(owner=owner, key=hashed), False
    return row, True


def keep(row: KeptAnswer, key: str, answer: GivenAnswer) -> None:
    """Keep the answer to a request."""
    text = json.dumps({"headers": answer.headers, "data": answer.data}).encode()
    content = _padded(row, key, text).hex()
    KeptAnswer.objects.filter(pk=row.pk).update(status=answer.status, content=content)


def kept(row: KeptAnswer, key: str) -> GivenAnswer:
    """Return the answer that was kept."""
    assert row.status is not None
    content = json.loads(_padded(row, key, bytes.fromhex(row.content)))
    return GivenAnswer(row.status, content["headers"], content["data"])


def forget_spent() -> int:
    """Delete answers that were kept for long enough, and return how many there were."""
    count, _ = _spent().delete()
    return count


def _spent() -> QuerySet[KeptAnswer]:
    now = timezone.now()
    unanswered = KeptAnswer.objects.filter(status=None, created__lt=now - LOST)
    return unanswered | KeptAnswer.objects.filter(created__lt=now - KEPT)


def _hash(owner: User, key: str) -> str:
    return salted_hmac(SALT, f"{owner.pk}\0{key}", algorithm="sha256").hexdigest()


def _padded(row: KeptAnswer, key: str, text: bytes) -> bytes:
    """Put a text under the pad of its row, or take it from there: no two rows have the same."""
    secret = salted_hmac(f"{SALT}.pad", f"{row.pk}\0{key}", algorithm="sha256").digest()
    pad = hashlib.shake_256(secret).digest(len(text))
    mixed = int.from_bytes(text) ^ int.from_bytes(pad)
    return mixed.to_bytes(len(text))
