"""What can be compared on a stored workload and a machine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload as Jobs
from parsched.policies.registry import Algorithm
from parsched.policies.within import all_within
from parsched.run.ready_made import ReadyMade, suiting
from schedweb.accounts.models import User
from schedweb.runs.estimates import Estimator, lately
from schedweb.runs.selectors import Offer, forbidden, offers
from schedweb.workloads.models import Workload


@dataclass(frozen=True)
class Candidates:
    """All algorithms of the catalogue with the reasons against them, and the ready-made comparisons
    that suit; before workload and machine are known, there is no `instance`. The time of runs is
    only estimated where each is computed once (`is_timed`)."""

    user: User
    offers: Sequence[Offer]
    instance: Instance | None = None
    ready: Sequence[ReadyMade] = field(default=())
    is_timed: bool = True

    @classmethod
    def of(
        cls,
        user: User,
        workload: Workload | None,
        platform: Platform | None,
        rules: Rules | None = None,
    ) -> "Candidates":
        """Ask all algorithms and comparisons whether they take the jobs of a person under some
        rules, by default the usual ones."""
        if workload is None or platform is None:
            return cls(user, offers(user, None))
        instance = Instance(workload.load(), platform, rules or Rules())
        return cls(user, offers(user, instance), instance, suiting(instance))

    @property
    def jobs(self) -> Jobs | None:
        """The jobs, if they are known."""
        return None if self.instance is None else self.instance.workload

    def refusal(self, ready: ReadyMade) -> str | None:
        """Return why a ready-made comparison does not suit, or None."""
        if self.instance is None:
            return "choose a workload and a machine first"
        return ready.refusal(self.instance)

    @cached_property
    def notes(self) -> Mapping[str, Mapping[str, str]]:
        """What values of parameters mean for the jobs, by algorithm and parameter."""
        if self.instance is None:
            return {}
        fitting = [offer.algorithm for offer in self.offers if offer.refusal is None]
        return {a.key: a.params.notes(self.instance) for a in fitting}

    @cached_property
    def estimator(self) -> Estimator:
        """How long earlier runs took."""
        return lately()

    @cached_property
    def within(self) -> Mapping[str, tuple[Algorithm, str]]:
        """By key of an algorithm that cannot run by itself, the one that can run it, with the name
        of the parameter that says so."""
        if self.instance is None:
            return {}
        refused = [o.algorithm for o in self.offers if o.refusal is not None]
        may = [one.key for one in refused if forbidden(self.user, one) is None]
        return all_within(may, self.instance)
