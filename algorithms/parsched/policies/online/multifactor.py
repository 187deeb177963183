"""Slurm's multifactor priority as an order of the queue: its weights, and the factors it weighs.

The priority of a waiting job is a sum of factors from 0 to 1, each times its weight, less its nice
value, without its decimals and at least 1; the job with the highest priority is the head, of equal
ones that which arrived first. It is a formula as any other (see `formula`), and its factors are
open to other formulas, too.

Source: the page "Multifactor Priority Plugin" of Slurm's manual.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from parsched.base.compiled.records import RecordArray
from parsched.declare.parameters import Params, choice, real, text
from parsched.declare.spec import Fault, When, plain
from parsched.model.problem.workload import Labels, Workload
from parsched.model.versions import Change, VersionedPart
from parsched.policies.online.fair_share import Sharing

MULTIFACTOR = "multifactor"
PRIORITY = VersionedPart(
    key=MULTIFACTOR,
    title="Slurm's priority",
    version=2,
    changes={2: Change("priorities are whole numbers of at least 1, as in Slurm")},
)
"""Its version: the order is no declaration of its own, as weights make its formula."""
FORMULA = "formula"
"""People's own order."""
WEIGHS = When("order", (MULTIFACTOR,))


def counts(factor: str) -> When:
    """Say that what a factor is made of applies where the priority or a formula has it."""
    formulas = ("formula", "backfill_formula")
    either = tuple(When(name, (factor,), mentions=True) for name in formulas)
    return When("order", (MULTIFACTOR,), either=either)


SHARES = counts("fairshare")
SIZES = {
    "wide": "q/m",
    "narrow": "1-q/m",
    "wide-per-minute": "min(q/m/max(p/60,1),1)",
    "narrow-per-minute": "1-min(q/m/max(p/60,1),1)",
}
"""Formulas of the factor of size."""
DAY = 86_400.0
LONGEST = 2_000


def pairs(given: str) -> dict[str, float]:
    """Return numbers by name, as written "NAME:NUMBER; NAME:NUMBER".

    Raises
    ------
    ValueError
        Says which entry is none.

    Examples
    --------
    >>> pairs("debug:10; batch:1.5")
    {'debug': 10.0, 'batch': 1.5}
    """
    values: dict[str, float] = {}
    for entry in filter(None, map(str.strip, given.split(";"))):
        name, colon, number = entry.rpartition(":")
        name = name.strip()
        try:
            value = float(number)
        except ValueError:
            value = -1.0
        if not colon or not name or not 0 <= value <= 1e15:
            raise ValueError(f"{entry!r} must be a name, a colon and a number from 0 to 1e15")
        if set(name) & set(",()"):
            raise ValueError(f"the name {name!r} may have no comma and no bracket")
        if name in values:
            raise ValueError(f"{name!r} is given twice")
        values[name] = value
    return values


def fault_of_pairs(given: str) -> Fault | None:
    """Say what is wrong with numbers by name, or return None."""
    try:
        pairs(given)
    except ValueError as error:
        return Fault(str(error))
    return None


def canonical_pairs(given: str) -> str:
    """Write numbers by name in order of the names.

    Examples
    --------
    >>> canonical_pairs("debug:10 ;batch: 1.50;")
    'batch:1.5; debug:10'
    """
    written = "; ".join(f"{name}:{plain(value)}" for name, value in sorted(pairs(given).items()))
    return written if len(written) <= LONGEST else given.strip()


def weight(default: float, help: str) -> Any:
    """Declare the weight of a factor."""
    return real(default, f"Weight of {help}.", low=0.0, high=1e12, when=WEIGHS)


def numbers_by_name(factor: str, help: str) -> Any:
    """Declare numbers by name that a factor is made of."""
    return text(
        "",
        f'{help}, as "NAME:NUMBER; NAME:NUMBER".',
        longest=LONGEST,
        when=counts(factor),
        fault=fault_of_pairs,
        canonical=canonical_pairs,
    )


@dataclass(frozen=True, kw_only=True)
class MultifactorParams(Params):
    """Parameters of the order `multifactor`, and of the factors that formulas can name."""

    weight_age: float = weight(1_000.0, "the time waited over `max_age`, at most 1")
    weight_fairshare: float = weight(10_000.0, "the fair-share factor of the job's user")
    weight_size: float = weight(1_000.0, "the factor of the job's size")
    weight_partition: float = weight(1_000.0, "the factor of the job's partition")
    weight_qos: float = weight(1_000.0, "the factor of the job's queue, taken as its QOS")
    max_age: float = real(
        7 * DAY,
        "Time after which the factor of age is 1.",
        above=0.0,
        high=1e12,
        unit="s",
        when=WEIGHS,
    )
    size: str = choice(
        "wide",
        tuple(SIZES),
        "What the factor of size favours: "
        + "; ".join(f"{key}: {formula}" for key, formula in SIZES.items())
        + ".",
        when=WEIGHS,
    )
    fair_share: str = choice(
        "tree",
        ("tree", "classic"),
        "How usage becomes a factor: by rank in the tree of accounts (the groups of the jobs) and "
        "users, or 2^(-(usage/shares)/dampening).",
        when=SHARES,
    )
    dampening: float = real(
        1.0,
        "So much less usage counts.",
        above=0.0,
        high=1e6,
        when=When("fair_share", ("classic",)),
    )
    half_life: float = real(
        7 * DAY,
        "Time after which half of what was used is forgotten; 0: nothing is.",
        low=0.0,
        high=1e12,
        unit="s",
        when=SHARES,
    )
    calc_period: float = real(
        300.0,
        "Interval after which fair-share factors are computed again; 0: at each instant.",
        low=0.0,
        high=1e12,
        unit="s",
        when=SHARES,
    )
    account_shares: str = numbers_by_name("fairshare", "Shares of accounts, 1 by default")
    user_shares: str = numbers_by_name(
        "fairshare", "Shares of users in their accounts, 1 by default"
    )
    partition_factors: str = numbers_by_name("partition", "Factors of partitions, 0 by default")
    qos_factors: str = numbers_by_name("qos", "Factors of queues, taken as QOS, 0 by default")
    nice: str = numbers_by_name(
        "nice", "What the priority of the jobs of users is less by, 0 by default"
    )

    def refusal(self, instance: Any) -> str | None:
        """Refuse names if no job has any of them."""
        return next(self._strangers(instance.workload), None)

    def shares(self) -> Mapping[str, Mapping[str, float]]:
        """Return values by name of each kind, as `fair_share.new_factors` takes them."""
        return {
            "account": pairs(self.account_shares),
            "user": pairs(self.user_shares),
            "partition": pairs(self.partition_factors),
            "qos": pairs(self.qos_factors),
            "nice": pairs(self.nice),
        }

    def _strangers(self, workload: Workload) -> Iterator[str]:
        columns: dict[str, tuple[str, Labels | None]] = {
            "account": ("account_shares", workload.group),
            "user": ("user_shares", workload.user),
            "partition": ("partition_factors", workload.partition),
            "qos": ("qos_factors", workload.queue),
            "nice": ("nice", workload.user),
        }
        for kind, values in self.shares().items():
            name, labels = columns[kind]
            known = () if labels is None else labels.names
            if values and not set(values) & set(known):
                some = ", ".join(known[:5]) + (", …" if len(known) > 5 else "") or "none"
                given = ", ".join(values)
                yield f"gives {name} to {given}, and no job has any; they have {some}"


def sharing_of(params: MultifactorParams, second: float = 1.0) -> RecordArray[Sharing]:
    """Return the rules of fair share where a second has `second` units of time."""
    rules = Sharing.new()
    one = rules[0]
    one.half_life = params.half_life * second or float("inf")
    one.period = params.calc_period * second
    one.classic = params.fair_share == "classic"
    one.dampening = params.dampening
    return rules


def priority(params: MultifactorParams) -> str:
    """Return the formula of the order: less the priority, so that the highest comes first.

    Examples
    --------
    >>> from parsched.policies.online.policy import QueueParams
    >>> weights = {"weight_age": 0, "weight_partition": 0, "weight_qos": 0}
    >>> priority(QueueParams(order="multifactor", **weights))
    '-max(floor(10000*fairshare+1000*(q/m)-nice),1)'
    """
    terms = [
        (params.weight_age, f"min(w/{plain(params.max_age)},1)"),
        (params.weight_fairshare, "fairshare"),
        (params.weight_size, f"({SIZES[params.size]})"),
        (params.weight_partition, "partition"),
        (params.weight_qos, "qos"),
    ]
    weighed = [f"{plain(weight)}*{factor}" for weight, factor in terms if weight]
    return f"-max(floor({'+'.join(weighed) or '0'}-nice),1)"
