"""Which settings of a `slurm.conf` have no effect beside the others, and why."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from parsched.policies.online.slurm_settings import FLAGS, OPTIONS, WEIGHTS, SlurmFacts

BACKFILLS = frozenset({"bf_max_job_test", "bf_window", "bf_interval"})
"""Options that say how jobs are backfilled."""
ASKS: Mapping[str, str] = {
    "prioritymaxage": "weight_age",
    "priorityfavorsmall": "weight_size",
    "prioritydecayhalflife": "weight_fairshare",
    "prioritycalcperiod": "weight_fairshare",
    "fairsharedampeningfactor": "weight_fairshare",
    "priorityjobfactor": "weight_partition",
    "priority": "weight_partition",
}
"""Settings, in lower case, that say how a factor is made, and the parameter that weighs it."""
MADE_OF: Mapping[str, tuple[str, ...]] = {
    "weight_age": ("max_age",),
    "weight_size": ("size",),
    "weight_fairshare": ("fair_share", "dampening", "half_life", "calc_period"),
    "weight_partition": ("partition_factors",),
    "weight_qos": (),
}
"""Parameters that a weight of 0 leaves without effect."""
UNLIKE: Mapping[str, str] = {
    "priorityweightage": "ages grow at each instant here, in Slurm with each PriorityCalcPeriod",
    "priorityweightfairshare": (
        "Slurm keeps shares in its database: give account_shares and user_shares where they are "
        "not 1"
    ),
    "priorityweightjobsize": "the size is that in processors here, in Slurm half of it in nodes",
}
"""What is not the same about factors that count, by the setting of their weight in lower case."""
USAGE: Mapping[str, str] = {
    "priorityusageresetperiod": "weight_fairshare",
    "priorityfavorsmall": "weight_size",
}
"""Settings that are left out, and the weight without which Slurm makes nothing of them either."""
SETTING = {parameter: setting for setting, parameter in WEIGHTS.items()}


@dataclass(frozen=True)
class SlurmSetting:
    """A setting, where it stands, and what becomes of it. `line` counts from 1; it is 0 for what is
    not set and so has Slurm's default. It `is_missed` if Slurm may start jobs otherwise for it."""

    line: int
    name: str
    value: str
    said: str
    is_understood: bool
    is_missed: bool = False


def seen_together(facts: SlurmFacts, setting: SlurmSetting) -> SlurmSetting:
    """Return a setting that was read, with what becomes of it beside all others."""
    name = setting.name.lower()
    if setting.is_missed and _is_idle(facts, name):
        return replace(setting, is_missed=False)
    if not setting.is_understood or not setting.line:
        return setting
    if name == "priorityflags":
        return _flags(facts, setting)
    reason = _option(facts, name) if name in OPTIONS else _priority(facts, name)
    if reason:
        missed = name == "priorityweightqos" and bool(facts.params.get("weight_qos"))
        return replace(_without_effect(setting, reason), is_missed=missed)
    return _unlike(facts, setting)


def without_needless(facts: SlurmFacts) -> dict[str, Any]:
    """Return the parameters without the parameters of factors with weight 0."""
    params = {**facts.params}
    if facts.is_ageless and params.get("weight_age"):
        params["weight_age"] = 0.0
    for weight, names in MADE_OF.items():
        if not params.get(weight):
            params = {name: value for name, value in params.items() if name not in names}
    return params


def _without_effect(setting: SlurmSetting, reason: str) -> SlurmSetting:
    return replace(setting, said=f"has no effect here: {reason}", is_understood=False)


def _is_idle(facts: SlurmFacts, name: str) -> bool:
    """Tell whether Slurm itself makes nothing of a setting that is left out, beside all others."""
    if name in OPTIONS and name.startswith("bf_"):
        return not facts.backfills
    weight = USAGE.get(name)
    return weight is not None and bool(_unweighed(facts, weight))


def _unlike(facts: SlurmFacts, setting: SlurmSetting) -> SlurmSetting:
    """Say of the weight of a factor what is not the same about the factor."""
    unlike = UNLIKE.get(setting.name.lower())
    if unlike is None:
        return setting
    return replace(setting, said=f"{setting.said}; {unlike}", is_missed=True)


def _option(facts: SlurmFacts, name: str) -> str:
    """Say why an option of the scheduler has no effect; blank if it has one."""
    switches_off = name == "bf_interval" and facts.is_switched_off
    if name in BACKFILLS and not facts.backfills and not switches_off:
        return "backfilling is switched off"
    return ""


def _priority(facts: SlurmFacts, name: str) -> str:
    """Say why a setting of priorities has no effect; blank if it has one."""
    own = {setting.lower(): parameter for setting, parameter in WEIGHTS.items()}
    weight = own.get(name) or ASKS.get(name)
    if weight is None:
        return ""
    if reason := _unweighed(facts, weight, asked=name in ASKS):
        return reason
    if name == "fairsharedampeningfactor" and facts.params.get("fair_share") != "classic":
        return "only the classic fair share knows it (PriorityFlags=NO_FAIR_TREE)"
    if name == "priorityweightage" and facts.is_ageless:
        return "with PriorityMaxAge=0 every job is of full age at once"
    if name == "priorityweightqos" and facts.params[weight]:
        return (
            "Slurm keeps the factors of QOS in its database; it counts once qos_factors are given"
        )
    if name == "priorityweightpartition" and facts.params[weight] and not facts.states_factors:
        return "no partition states a factor; it counts once partition_factors are given"
    return ""


def _unweighed(facts: SlurmFacts, weight: str, *, asked: bool = True) -> str:
    """Say why a factor counts for nothing; what is `asked` is how it is made, not its weight."""
    if facts.params.get("order") != "multifactor":
        return "jobs are taken in order of arrival"
    if asked and not facts.params.get(weight):
        return f"{SETTING[weight]} is 0"
    return ""


def _flags(facts: SlurmFacts, setting: SlurmSetting) -> SlurmSetting:
    """Tell flags with an effect from others."""
    flags = list(filter(None, map(str.strip, setting.value.upper().split(","))))
    known = {flag: FLAGS[flag] for flag in flags if flag in FLAGS}
    reasons = {flag: _unweighed(facts, one.weight) for flag, one in known.items()}
    heard = dict.fromkeys(one.said for flag, one in known.items() if not reasons[flag])
    idle = [f"{flag} has no effect here: {why}" for flag, why in reasons.items() if why]
    unknown = [flag for flag in flags if flag not in FLAGS]
    near = [flag for flag, one in known.items() if one.is_near and not reasons[flag]]
    left_out = [f"{flag} is only near to it" for flag in near]
    left_out += [f"left out: {', '.join(unknown)}"] if unknown else []
    said = "; ".join([*heard, *idle, *left_out])
    return replace(setting, said=said, is_understood=bool(heard), is_missed=bool(left_out))
