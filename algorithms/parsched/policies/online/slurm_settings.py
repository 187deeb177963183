"""What becomes of each setting of a `slurm.conf` that is about the queue."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from parsched.base.digits import counted
from parsched.base.naming import is_seen
from parsched.declare.spec import plain
from parsched.policies.online.multifactor import fault_of_pairs

MINUTE = 60.0
YES, NO = ("YES", "UP", "TRUE", "1"), ("NO", "DOWN", "FALSE", "0")
NEVER = ("UNLIMITED", "INFINITE", "-1")
_TIME = re.compile(r"(?:(\d+)-)?(\d+)(?::(\d+))?(?::(\d+))?")


class IgnoredError(ValueError):
    """A setting has no effect here; the message says why."""


@dataclass
class SlurmFacts:
    """What settings have said so far: parameters of `queue` by name, and what parameters follow
    from when all of them are read.

    `partitions` are priorities by name, `usual` is the priority of partitions whose lines come
    later and say none; their names are `unsaid`. Backfilling `is_switched_off` by one of its
    options, and the queue `is_ageless` if all jobs have their full factor of age at once.
    """

    params: dict[str, Any] = field(default_factory=dict)
    partitions: dict[str, float] = field(default_factory=dict)
    usual: float = 1.0
    unsaid: list[str] = field(default_factory=list)
    states_factors: bool = False
    raw_factors: bool = False
    favours_small: bool = False
    per_minute: bool = False
    backfills: bool = True
    is_switched_off: bool = False
    is_ageless: bool = False
    is_multifactor: bool = False


Read = Callable[[SlurmFacts, str], str]
"""Takes the value of a setting over and says what becomes of it, or raises `IgnoredError`."""


def _number(value: str, most: float = 1e9) -> float:
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 <= number <= most:
        raise IgnoredError(f"is no number from 0 to {most:g}, so it is left out")
    return number


def seconds(value: str) -> float:
    """Return a time as Slurm writes it, "minutes", "minutes:seconds", "hours:minutes:seconds",
    "days-hours", "days-hours:minutes" or "days-hours:minutes:seconds", in seconds."""
    if value.upper() in NEVER:
        return math.inf
    match = _TIME.fullmatch(value)
    if match is None:
        raise IgnoredError("is no time such as 7-0 or 12:30:00, so it is left out")
    days, *rest = match.groups()
    numbers = [float(part) for part in rest if part is not None]
    if days is not None:
        units = (3_600.0, 60.0, 1.0)
    else:
        units = (3_600.0, 60.0, 1.0) if len(numbers) == 3 else (60.0, 1.0, 0.0)
    hours = sum(number * unit for number, unit in zip(numbers, units, strict=False))
    return min(float(days or 0) * 86_400.0 + hours, 1e12)


def _type(facts: SlurmFacts, value: str) -> str:
    facts.is_multifactor = value.lower().endswith("multifactor")
    if facts.is_multifactor:
        facts.params["order"] = "multifactor"
        return "jobs in order of their multifactor priority"
    if value.lower().endswith("basic"):
        facts.params["order"] = "arrival"
        return "jobs in order of arrival"
    raise IgnoredError("is not known, so jobs are taken in order of arrival")


def _weight(parameter: str) -> Read:
    def read(facts: SlurmFacts, value: str) -> str:
        facts.params[parameter] = _number(value, 1e12)
        return f"{parameter} = {plain(facts.params[parameter])}"

    return read


def _time(parameter: str, never: float) -> Read:
    def read(facts: SlurmFacts, value: str) -> str:
        time = seconds(value)
        time = never if math.isinf(time) else time
        if parameter == "max_age" and time == 0.0:
            facts.is_ageless = True
            return "every job is of full age at once, so age orders none"
        facts.params[parameter] = time
        return f"{parameter} = {plain(time)} s"

    return read


def _favour_small(facts: SlurmFacts, value: str) -> str:
    word = value.upper()
    if word not in (*YES, *NO):
        raise IgnoredError("is neither YES nor NO, so the default is taken: wide jobs are favoured")
    facts.favours_small = word in YES
    return f"{'narrow' if facts.favours_small else 'wide'} jobs are favoured"


class PriorityFlag(NamedTuple):
    """A flag of priorities: what is said of it, the parameter that weighs what it changes, and
    whether Slurm does not quite do what is said."""

    said: str
    weight: str
    is_near: bool = False


CLASSIC = PriorityFlag("the classic fair share", "weight_fairshare")
RAW = PriorityFlag("factors of partitions as they stand", "weight_partition")
FLAGS: Mapping[str, PriorityFlag] = {
    "NO_FAIR_TREE": CLASSIC,
    "TICKET_BASED": CLASSIC._replace(is_near=True),
    "DEPTH_OBLIVIOUS": CLASSIC._replace(is_near=True),
    "NO_NORMAL_ALL": RAW,
    "NO_NORMAL_PART": RAW,
    "FAIR_TREE": PriorityFlag("the tree of fair shares", "weight_fairshare"),
    "SMALL_RELATIVE_TO_TIME": PriorityFlag("size per minute of the time limit", "weight_size"),
}
"""What has a counterpart here."""


def _flags(facts: SlurmFacts, value: str) -> str:
    flags = list(filter(None, map(str.strip, value.upper().split(","))))
    known = {flag: FLAGS[flag] for flag in flags if flag in FLAGS}
    if not known:
        raise IgnoredError("has no counterpart here" if flags else "says nothing")
    for flag, one in known.items():
        if one.weight == "weight_fairshare":
            facts.params["fair_share"] = "classic" if one.said == CLASSIC.said else "tree"
        facts.raw_factors |= one is RAW
        facts.per_minute |= flag == "SMALL_RELATIVE_TO_TIME"
    return "; ".join(dict.fromkeys(one.said for one in known.values()))


def _reset(facts: SlurmFacts, value: str) -> str:
    if value.upper() == "NONE":
        return "usage is never set back, here neither"
    raise IgnoredError("usage is never set back here, so what was used long ago may count for more")


def _dampening(facts: SlurmFacts, value: str) -> str:
    number = _number(value, 1e6)
    if number == 0.0:
        raise IgnoredError("must be above 0, so 1 is taken")
    facts.params["dampening"] = number
    return f"dampening = {plain(number)}, of the classic fair share"


def _scheduler(facts: SlurmFacts, value: str) -> str:
    facts.backfills = value.lower().rpartition("/")[2] != "builtin"
    if facts.backfills and value.lower().rpartition("/")[2] != "backfill":
        raise IgnoredError("is not known, so the default is taken: backfilling")
    return "backfilling" if facts.backfills else "no job overtakes"


FACTORS = frozenset({"priorityjobfactor", "priority"})
"""What says the factor of a partition; the latter did in former versions, with its tier."""


def is_name(partition: str) -> bool:
    """Can factors be given to a partition of this name?"""
    several = set(partition) & set("[]:")
    return is_seen(partition) and not several and fault_of_pairs(f"{partition}:1") is None


def partition_factor(facts: SlurmFacts, partition: str, value: str) -> str:
    """Take the priority of a partition over, or of those below that say none."""
    factor = _number(value, 65_533)
    if partition.upper() == "DEFAULT":
        facts.usual, facts.states_factors = factor, True
        return "factor of the partitions below that say none"
    if not is_name(partition):
        raise IgnoredError(f"the name {partition!r} does not name one partition")
    facts.partitions[partition] = factor
    facts.states_factors = True
    return f"factor of partition {partition}"


def tier(facts: SlurmFacts, value: str) -> str:
    """Leave the tier of a partition out."""
    raise IgnoredError("partitions share one machine and one queue here")


def _positive(value: str, most: float) -> float:
    """Return a number of backfilling, for which Slurm takes its default where it is not allowed."""
    number = _number(value, most)
    if number < 1:
        raise IgnoredError("must be at least 1, so the default is taken")
    return number


def _depth(facts: SlurmFacts, value: str) -> str:
    facts.params["depth"] = int(_positive(value, 1e6))
    return f"a pass looks at {counted(facts.params['depth'], 'job')}"


def _window(facts: SlurmFacts, value: str) -> str:
    facts.params["window"] = _positive(value, 43_200) * MINUTE
    return f"reservations begin within {plain(facts.params['window'])} s"


def _interval(facts: SlurmFacts, value: str) -> str:
    if value == "-1":
        facts.backfills, facts.is_switched_off = False, True
        return "backfilling is switched off"
    facts.params["interval"] = _positive(value, 10_800)
    return f"a full pass every {plain(facts.params['interval'])} s"


def _because(reason: str) -> Read:
    def read(facts: SlurmFacts, value: str) -> str:
        raise IgnoredError(reason)

    return read


def _unless(nothing: tuple[str, ...], reason: str) -> Read:
    """Leave a setting out, unless its value says that nothing is set."""

    def read(facts: SlurmFacts, value: str) -> str:
        if value.upper() in nothing:
            return "nothing is set, here neither"
        raise IgnoredError(reason)

    return read


OTHER = _because("has no counterpart here")
"""For settings that are not listed."""
AGAIN = _because("is set again below: the last one counts")
"""For settings that come twice."""
WEIGHTS = {
    "PriorityWeightAge": "weight_age",
    "PriorityWeightFairshare": "weight_fairshare",
    "PriorityWeightJobSize": "weight_size",
    "PriorityWeightPartition": "weight_partition",
    "PriorityWeightQOS": "weight_qos",
}
SETTINGS: dict[str, Read] = {
    "prioritytype": _type,
    **{name.lower(): _weight(parameter) for name, parameter in WEIGHTS.items()},
    "prioritymaxage": _time("max_age", 1e12),
    "prioritydecayhalflife": _time("half_life", 0.0),
    "prioritycalcperiod": _time("calc_period", 1e12),
    "priorityfavorsmall": _favour_small,
    "priorityflags": _flags,
    "priorityusageresetperiod": _reset,
    "priorityweightassoc": _unless(("0",), "no log tells of priorities of associations"),
    "priorityweighttres": _unless(("",), "processors are the only resource here"),
    "prioritysitefactorplugin": _because("programs of a site cannot run here"),
    "prioritysitefactorparameters": _because("programs of a site cannot run here"),
    "fairsharedampeningfactor": _dampening,
    "schedulertype": _scheduler,
    "include": _because("other files are not read: paste their lines here, too"),
}
OPTIONS: dict[str, Read] = {
    "bf_max_job_test": _depth,
    "bf_window": _window,
    "bf_interval": _interval,
    "bf_resolution": _because("instants are exact here"),
    "bf_continue": _because("nothing changes during a pass here"),
    "bf_yield_interval": _because("nothing changes during a pass here"),
    "bf_yield_sleep": _because("nothing changes during a pass here"),
    "bf_max_time": _because("a pass takes no time here"),
    "bf_max_job_user": _because("users have no limits here"),
    "bf_max_job_part": _because("partitions have no limits here"),
    "bf_max_job_assoc": _because("associations have no limits here"),
    "default_queue_depth": _because("the heads of the queue start at every event here"),
    "sched_interval": _because("the heads of the queue start at every event here"),
    "sched_min_interval": _because("the heads of the queue start at every event here"),
    "defer": _because("every arrival makes a pass here"),
}
DEFAULTS: Mapping[str, tuple[str, float, str, str]] = {
    "bf_max_job_test": ("depth", 500, "500", "a pass looks at 500 jobs"),
    "bf_window": ("window", 86_400.0, "1440", "reservations begin within 86400 s"),
    "bf_interval": ("interval", 30.0, "30", "a full pass every 30 s"),
}
"""Of settings of backfilling that are missing: the parameter and its value, the value in Slurm, and
what is said of it."""
