"""Fair share and priority once more, in plain Python."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from parsched.model.problem.workload import Labels, Workload
from parsched.policies.online.policy import QueueParams
from parsched.policies.online.program import Job as Seen

SIZES: dict[str, Callable[[Seen], float]] = {
    "wide": lambda job: job.q / job.m,
    "narrow": lambda job: 1 - job.q / job.m,
    "wide-per-minute": lambda job: min(job.q / job.m / max(job.p / 60, 1), 1),
    "narrow-per-minute": lambda job: 1 - min(job.q / job.m / max(job.p / 60, 1), 1),
}


def priority(job: Seen, params: QueueParams) -> float:
    """Slurm's priority of a waiting job."""
    whole = math.floor(
        params.weight_age * min(job.w / params.max_age, 1)
        + params.weight_fairshare * job.fairshare
        + params.weight_size * SIZES[params.size](job)
        + params.weight_partition * job.partition
        + params.weight_qos * job.qos
        - job.nice
    )
    return max(whole, 1)


@dataclass(eq=False)
class Used:
    """What an account, or a user in an account, has used."""

    name: str
    account: "Used | None"
    shares: float
    used: float = 0.0
    since: float = 0.0
    running: int = 0
    factor: float = 0.0

    def bring_up(self, now: float, half_life: float) -> None:
        """Count usage up to now."""
        passed, self.since = now - self.since, now
        if not half_life:
            self.used += self.running * passed
            return
        rate = math.log(2.0) / half_life
        forgotten = -math.expm1(-rate * passed)
        self.used += self.running * forgotten / rate - self.used * forgotten

    def part(self, siblings: "list[Used]") -> float:
        """Its part of the shares."""
        whole = sum(sibling.shares for sibling in siblings)
        return self.shares / whole if whole else 0.0

    def level(self, siblings: "list[Used]", total: float) -> float:
        """Its part of the shares over its part of the usage."""
        if not (part := self.part(siblings)):
            return 0.0
        return part * total / self.used if self.used > 0 else math.inf


class FairShareTwin:
    """Usage and factors of all users and accounts."""

    def __init__(self, workload: Workload, params: QueueParams, second: float = 1.0) -> None:
        self.params, self.due, self.shares = params, 0.0, params.shares()
        self.half_life, self.period = params.half_life * second, params.calc_period * second
        self.workload = workload
        self.accounts: dict[str | None, Used] = {}
        self.users: dict[tuple[str | None, str], Used] = {}
        for job in range(len(workload)):
            user, group = self.named(workload.user, job), self.named(workload.group, job)
            if user is None:
                continue
            account = Used(group or "", None, self.shares["account"].get(group or "", 1.0))
            account = self.accounts.setdefault(group, account)
            used = Used(user, account, self.shares["user"].get(user, 1.0))
            self.users.setdefault((group, user), used)

    def named(self, labels: Labels | None, job: int) -> str | None:
        """A name of a job."""
        return None if labels is None else labels.name(job)

    def of(self, job: int) -> Used | None:
        """The user of a job, in his account."""
        workload = self.workload
        user = self.named(workload.user, job)
        return self.users[self.named(workload.group, job), user] if user is not None else None

    def factors(self, job: int) -> tuple[float, float, float, float]:
        """Fair share, partition, QOS and nice value of a job."""
        used, workload, shares = self.of(job), self.workload, self.shares
        return (
            used.factor if used else 0.0,
            shares["partition"].get(self.named(workload.partition, job) or "", 0.0),
            shares["qos"].get(self.named(workload.queue, job) or "", 0.0),
            shares["nice"].get(self.named(workload.user, job) or "", 0.0),
        )

    def hold(self, job: int, width: int, now: float) -> None:
        """Let the user of a job hold more processors."""
        if used := self.of(job):
            assert used.account is not None
            for one in (used, used.account):
                one.bring_up(now, self.half_life)
                one.running += width

    def pass_time(self, now: float) -> None:
        """Compute the factors again if it is time to."""
        if now < self.due:
            return
        if period := self.period:
            due = (math.floor(now / period) + 1) * period
            self.due = max(due, math.nextafter(now, math.inf))
        for one in (*self.accounts.values(), *self.users.values()):
            one.bring_up(now, self.half_life)
        if self.params.fair_share == "classic":
            self.make_classic()
        else:
            self.make_tree()

    def siblings(self, user: Used) -> list[Used]:
        """The users of the same account."""
        return [other for other in self.users.values() if other.account is user.account]

    def make_classic(self) -> None:
        """2^(-usage / shares / dampening)."""
        accounts = list(self.accounts.values())
        total = self.total()
        for user in self.users.values():
            assert user.account is not None
            own = user.used / total if total > 0 else 0.0
            above = user.account.used / total if total > 0 else 0.0
            part = user.part(self.siblings(user))
            shares = part * user.account.part(accounts)
            usage = own + (above - own) * part
            user.factor = 2.0 ** (-usage / shares / self.params.dampening) if shares > 0 else 0.0

    def make_tree(self) -> None:
        """Ranks in the tree; equals share theirs."""
        accounts, total = list(self.accounts.values()), self.total()

        def levels(user: Used) -> tuple[float, float]:
            assert user.account is not None
            account = user.account
            return (
                -account.level(accounts, total),
                -user.level(self.siblings(user), account.used),
            )

        ranked, place = sorted(self.users.values(), key=levels), 0
        for _, equals in groupby(ranked, key=levels):
            group = list(equals)
            for user in group:
                user.factor = (len(ranked) - place) / len(ranked)
            place += len(group)

    def total(self) -> float:
        """What all accounts have used, added up in order of their names' codes."""
        labels = self.workload.group
        names = () if labels is None else labels.names
        codes: dict[str | None, int] = {None: -1}
        codes |= {name: code for code, name in enumerate(names)}
        total = 0.0
        for name in sorted(self.accounts, key=lambda name: codes[name]):
            total += self.accounts[name].used
        return total
