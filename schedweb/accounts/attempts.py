"""Waiting times after too many attempts: the rules, and the count of attempts.

Counts are rows of the database, so that all web processes share them. A stranger cannot lock an
owner out: the stranger's own address has to wait, and where an account is tried from many addresses
at once, the addresses from which its owner has logged in are spared.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from unicodedata import normalize

from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from schedweb.accounts.models import Attempt

KEPT, KNOWN = timedelta(days=1), timedelta(days=90)
"""How long attempts count at most, and how long an address is known; older rows are deleted in
passing."""


@dataclass(frozen=True, kw_only=True)
class AttemptRule:
    """When the next attempt is taken: the first `free` ones `within` a time are not slowed; each
    further one doubles the wait, from `first` seconds to `most`. A rule may spare addresses that
    are known for the account."""

    kind: Attempt.Kind
    by: tuple[str, ...]
    free: int
    within: timedelta
    first: int
    most: int
    spares_known: bool = False

    def wait(self, values: dict[str, str], now: datetime) -> int:
        """Return the seconds that are left to wait."""
        same = {name: values[name] for name in self.by}
        counted = Attempt.objects.filter(kind=self.kind, at__gt=now - self.within, **same)
        times = list(counted.order_by("-at").values_list("at", flat=True)[: self.free + 20])
        beyond = len(times) - self.free
        if beyond < 0 or (self.spares_known and _is_known(values)):
            return 0
        seconds = min(self.first << beyond, self.most)
        return max(0, ceil(seconds - (now - times[0]).total_seconds()))


_QUARTER = timedelta(minutes=15)
RULES = (
    AttemptRule(
        kind=Attempt.Kind.LOGIN,
        by=("account", "address"),
        free=5,
        within=_QUARTER,
        first=15,
        most=900,
    ),
    AttemptRule(
        kind=Attempt.Kind.LOGIN,
        by=("address",),
        free=20,
        within=_QUARTER,
        first=15,
        most=900,
        spares_known=True,
    ),
    AttemptRule(
        kind=Attempt.Kind.LOGIN,
        by=("account",),
        free=50,
        within=_QUARTER,
        first=5,
        most=60,
        spares_known=True,
    ),
    AttemptRule(
        kind=Attempt.Kind.SIGNUP,
        by=("address",),
        free=10,
        within=timedelta(hours=1),
        first=60,
        most=3600,
    ),
    AttemptRule(
        kind=Attempt.Kind.TOKEN, by=("address",), free=60, within=_QUARTER, first=5, most=300
    ),
)
"""Wrong passwords, accounts made, and wrong tokens of the API."""


@dataclass(frozen=True)
class Caller:
    """Who tries what: an account by its name, from an address."""

    kind: Attempt.Kind
    address: str
    name: str = ""

    @property
    def account(self) -> str:
        """What stands for the name: people type passwords there, too, which must not be
        readable."""
        plain = normalize("NFKC", self.name)  # as log-in compares names
        return salted_hmac("schedweb.accounts.attempts", plain, algorithm="sha256").hexdigest()

    def wait(self) -> int:
        """Return for how many seconds the caller must wait; 0 for not at all."""
        values, now = {"account": self.account, "address": self.address}, timezone.now()
        return max(rule.wait(values, now) for rule in RULES if rule.kind == self.kind)

    def count(self) -> None:
        """Count an attempt."""
        now = timezone.now()
        attempts = ~Q(kind=Attempt.Kind.KNOWN) & Q(at__lt=now - KEPT)
        Attempt.objects.filter(attempts | Q(at__lt=now - KNOWN)).delete()
        Attempt.objects.create(kind=self.kind, account=self.account, address=self.address, at=now)

    def succeed(self) -> None:
        """Reset the count for this account and address after a right password, and remember the
        address."""
        known, same = Attempt.Kind.KNOWN, {"account": self.account, "address": self.address}
        Attempt.objects.filter(kind__in=(self.kind, known), **same).delete()
        Attempt.objects.create(kind=known, at=timezone.now(), **same)


def _is_known(values: dict[str, str]) -> bool:
    """Tell whether the account was logged in to from the address."""
    successes = Attempt.objects.filter(
        kind=Attempt.Kind.KNOWN, at__gt=timezone.now() - KNOWN, **values
    )
    return successes.exists()
