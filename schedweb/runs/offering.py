"""What can be compared on a stored workload and a machine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from algorithms.platform import Platform
from algorithms.ready_made import READY_MADE, ReadyMade
from algorithms.workload import Workload as Jobs
from schedweb.runs.selectors import Offer, offers
from schedweb.workloads.models import Workload


@dataclass(frozen=True)
class Offering:
    """All algorithms of the catalogue with the reasons against them, and the ready-made comparisons
    that suit; before workload and machine are known, `jobs` and `platform` are None."""

    offers: Sequence[Offer]
    jobs: Jobs | None = None
    platform: Platform | None = None
    ready: Sequence[ReadyMade] = field(default=())

    @classmethod
    def of(cls, workload: Workload | None, platform: Platform | None) -> "Offering":
        """Ask all algorithms and comparisons whether they take the jobs."""
        known = offers(workload, platform)
        if workload is None or platform is None:
            return cls(known)
        jobs = workload.load()
        return cls(known, jobs, platform, suiting(jobs, platform))

    def refusal(self, ready: ReadyMade) -> str | None:
        """Return why a ready-made comparison does not suit, or None."""
        if self.jobs is None or self.platform is None:
            return "choose a workload and a machine first"
        return ready.refusal(self.jobs, self.platform)

    @cached_property
    def notes(self) -> Mapping[str, Mapping[str, str]]:
        """What values of parameters mean for the jobs, by algorithm and parameter."""
        if self.jobs is None or self.platform is None:
            return {}
        fitting = [offer.algorithm for offer in self.offers if offer.refusal is None]
        return {a.key: a.params.notes(self.jobs, self.platform) for a in fitting}


def suiting(jobs: Jobs, platform: Platform) -> list[ReadyMade]:
    """Return the ready-made comparisons that suit jobs and machine."""
    return [ready for ready in READY_MADE.values() if ready.refusal(jobs, platform) is None]
