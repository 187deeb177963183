"""What runs and their renewals have in common: fields for what an algorithm computes."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.db import models

from parsched.run.record import LONG, SHORT
from schedweb.store.confirmed import ConfirmedField
from schedweb.store.references import BlobField, BlobRole
from schedweb.workers.models import Work

FORMER = ("bounds", "is_cut")
"""What results of earlier versions have, which may be delivered late."""


class Computed(Work):
    """What an algorithm computes.

    `record` is what came out as `parsched.run.record.Record` declares it, and `details` the long
    part of it; both are empty until that is done, but for what is known while it computes.
    `schedule` names a blob, and `checkpoint` the best schedule of a search that has not ended.
    `confirmed` has the commands that its owner let it run.
    """

    LINE = "runs"
    RESULT = frozenset({"version", "message", "record", "details", "schedule", "checkpoint"})
    KEPT = frozenset({"version"})
    UNTRIED = MappingProxyType({"record": {}, "details": {}})

    version = models.PositiveIntegerField()
    confirmed = ConfirmedField()
    record = models.JSONField(default=dict)
    details = models.JSONField(default=dict)
    schedule = BlobField(BlobRole.ORIGINAL, blank=True)
    checkpoint = BlobField(BlobRole.DISPOSABLE, blank=True)

    class Meta(Work.Meta):
        abstract = True

    @classmethod
    def time_limit(cls) -> int:
        return int(settings.SCHEDWEB_RUN_SECONDS)

    @classmethod
    def accepted(cls, result: Mapping[str, Any]) -> dict[str, Any]:
        """Return a result by field: earlier versions had all values side by side, and some that are
        stored elsewhere now."""
        named = {name: value for name, value in result.items() if name not in FORMER}
        for field, names in {"record": SHORT, "details": LONG}.items():
            loose = {name: named.pop(name) for name in names if name in named}
            if loose:
                named[field] = loose
        return named
