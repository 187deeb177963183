"""What pages say of results that an older version computed, and the button that renews them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from parsched.report.records import Records
from schedweb.runs.models import Comparison, Renewal, Run
from schedweb.runs.records import record_of, records_of
from schedweb.runs.renewing import Older, older_of
from schedweb.studies.models import Study
from schedweb.studies.reading import OLDER
from schedweb.studies.selectors import is_older
from schedweb.web.access import Access
from schedweb.web.contexts.news import News
from schedweb.workers.models import State


def mark_of(thing: Comparison | Run | Study) -> str:
    """Return what is said of something that an older version computed; blank where none did."""
    if isinstance(thing, Study):
        return OLDER if is_older(thing) else ""
    return (records_of(thing) if isinstance(thing, Comparison) else record_of(thing)).mark


@dataclass(frozen=True)
class OlderPart:
    """The mark of a comparison, or of one run of it, above its page; `back` says which page the
    button returns to."""

    comparison: Comparison
    access: Access
    records: Records
    back: str = ""

    @property
    def mark(self) -> str:
        """What an older version computed, and what changed since; blank for nothing."""
        return self.records.mark

    @cached_property
    def older(self) -> Older:
        """What is to be computed again."""
        return older_of(self.comparison)

    @cached_property
    def renewals(self) -> Sequence[Renewal]:
        """What is computed again, or could not be."""
        return self.comparison.renewals

    @property
    def is_active(self) -> bool:
        """True while something is computed again."""
        return any(not renewal.is_over for renewal in self.renewals)

    @property
    def can_renew(self) -> bool:
        """True where the reader may have something computed again."""
        has_some = bool(self.older.runs or self.older.bounds)
        return not self.access.is_shared and has_some and not self.is_active

    @property
    def failures(self) -> list[str]:
        """Why runs could not be computed again."""
        return [
            f"{one.run.label}: {one.error}" for one in self.renewals if one.state == State.FAILED
        ]

    @property
    def news(self) -> News | None:
        """What the page polls while something is computed again; None where it cannot."""
        return (
            News.of(self.comparison, self.access) if self.is_active and self.access.whole else None
        )
