"""Reading the lines of a `slurm.conf` that say how jobs are ordered and backfilled.

Every setting of the text comes back with what becomes of it: what `queue` does the same way, what
it has no need of, and what it cannot do. Source: the pages "slurm.conf" and "Multifactor Priority
Plugin" of Slurm's manual.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from parsched.base.errors import ParameterError
from parsched.declare.spec import plain
from parsched.policies.online.multifactor import LONGEST as MOST_PAIRS
from parsched.policies.online.policy import QueueParams
from parsched.policies.online.slurm_effects import SlurmSetting, seen_together, without_needless
from parsched.policies.online.slurm_settings import (
    AGAIN,
    DEFAULTS,
    FACTORS,
    OPTIONS,
    OTHER,
    SETTINGS,
    WEIGHTS,
    IgnoredError,
    Read,
    SlurmFacts,
    is_name,
    partition_factor,
    tier,
)
from parsched.policies.online.slurm_unread import UnreadSettings

LONGEST = 250_000
"""Characters of a text."""
_SETTING = re.compile(
    r"(?<!\w)([A-Za-z]\w*)\s*=\s*(\"[^\"]*\"|'[^']*'|\S+"
    # A list goes on after blanks beside a comma, up to the next setting of this kind.
    r"(?:(?:(?<=,)\s+|\s+,\s*)(?!(?:Priority|Scheduler|FairShare)\w*\s*=)\S+)*)",
    re.ASCII | re.IGNORECASE,
)
INCLUDE = "Include"
_INCLUDED = re.compile(r"\s*include\s+([^=]+)", re.IGNORECASE)


@dataclass(frozen=True)
class SlurmConf:
    """What a text says of the queue: parameters of `queue` by name, and all settings that may
    change when jobs start, in order. `others` names those that change no start, and `beware` says
    what is not the same here whatever is set; blank if nothing is."""

    params: Mapping[str, Any]
    settings: tuple[SlurmSetting, ...]
    others: tuple[str, ...]
    beware: str = ""

    @property
    def missed(self) -> tuple[str, ...]:
        """Names of settings for which Slurm may start jobs otherwise than `params` do, once
        each."""
        return tuple(dict.fromkeys(one.name for one in self.settings if one.is_missed))

    @property
    def is_same(self) -> bool:
        """Tell whether `params` do all that the text says."""
        return not self.missed and not self.beware

    @property
    def heading(self) -> str:
        """What the line with `params` is, in words."""
        if self.is_same:
            return "The same here:"
        count = len(self.missed)
        many = f": {count:,} setting{'s' * (count > 1)} may start jobs otherwise" if count else ""
        return f"The nearest here, not the same{many}."

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        settings = [
            {
                "line": one.line,
                "name": one.name,
                "value": one.value,
                "understood": one.is_understood,
                "missed": one.is_missed,
                "said": one.said,
            }
            for one in self.settings
        ]
        return {
            "params": dict(self.params),
            "settings": settings,
            "others": list(self.others),
            "beware": self.beware,
            "same": self.is_same,
        }


@dataclass
class _ConfReader:
    """Collects what lines say while they are read; `last` is the line that counts of each setting,
    by name in lower case."""

    last: Mapping[str, int]
    facts: SlurmFacts = field(default_factory=SlurmFacts)
    settings: list[SlurmSetting] = field(default_factory=list)
    unread: UnreadSettings = field(default_factory=UnreadSettings)
    partitions: set[str] = field(default_factory=set)

    def take(self, line: int, name: str, value: str) -> None:
        """Read one setting."""
        key = name.lower()
        again = AGAIN if line < self.last[key] and name != INCLUDE else None
        if key == "schedulerparameters":
            for option in filter(None, map(str.strip, value.split(","))):
                own, _, number = option.partition("=")
                self._note(line, own, number, again or OPTIONS.get(own.lower(), OTHER))
        elif key in SETTINGS:
            self._note(line, name, value, again or SETTINGS[key])
        elif key.startswith(("priority", "fairshare")):
            self._note(line, name, value, OTHER)
        else:
            self.unread.take(line, name, value)

    def take_partition(self, line: int, settings: list[tuple[str, str]]) -> None:
        """Read a line about a partition."""
        partition, facts = settings[0][1], self.facts
        if partition.upper() != "DEFAULT":
            self.partitions.add(partition)
        stated = {name.lower() for name, _ in settings[1:]} & FACTORS
        if not stated and partition.upper() != "DEFAULT" and is_name(partition):
            facts.partitions[partition] = facts.usual
            facts.unsaid.append(partition)
        for name, value in settings[1:]:
            if name.lower() in FACTORS:
                self._note(
                    line, name, value, lambda facts, v: partition_factor(facts, partition, v)
                )
            elif name.lower().startswith("priority"):
                self._note(line, name, value, tier)
            else:
                self.unread.take(line, name, value, of_partition=True)

    def _note(self, line: int, name: str, value: str, read: Read) -> None:
        try:
            said, missed = read(self.facts, value), False
        except IgnoredError as ignored:
            said, missed = str(ignored), True
        counts = missed and read is not AGAIN
        self.settings.append(SlurmSetting(line, name, value, said, not missed, counts))


def read_slurm_conf(text: str) -> SlurmConf:
    """Read settings from the text of a `slurm.conf`, or a part of one.

    Raises
    ------
    ParameterError
        For a text without any setting, or one that is too long.

    Examples
    --------
    >>> found = read_slurm_conf("PriorityType=priority/multifactor\\nPriorityWeightAge=500")
    >>> found.params["order"], found.params["weight_age"]
    ('multifactor', 500.0)
    """
    if len(text) > LONGEST:
        rule = f"may have up to {LONGEST:,} characters, this has {len(text):,}"
        raise ParameterError({"slurm_conf": f"a text {rule}"})
    lines = list(_lines(text))
    reader = _ConfReader({name.lower(): line for line, settings in lines for name, _ in settings})
    for line, settings in lines:
        if settings[0][0].lower() == "partitionname":
            reader.take_partition(line, settings)
        elif settings[0][0].lower() == "nodename":
            reader.unread.take(line, *settings[0])
        else:
            for name, value in settings:
                reader.take(line, name, value)
    if all(setting.name == INCLUDE for setting in reader.settings):
        raise ParameterError({"slurm_conf": NOTHING})
    _finish(reader)
    seen = [seen_together(reader.facts, one) for one in reader.settings]
    seen += reader.unread.settings()
    others = tuple(reader.unread.neutral.values())
    return SlurmConf(_applicable(reader), tuple(seen), others, " ".join(_beware(reader)))


def _beware(reader: _ConfReader) -> Iterator[str]:
    """Yield what is not the same here whatever is set."""
    if reader.facts.backfills:
        yield KEPT
    if len(reader.partitions) > 1:
        yield ONE_QUEUE


ONE_QUEUE = "Slurm keeps a line for each partition; here all jobs wait in one."
KEPT = (
    "Slurm plans all reservations afresh in each pass; here they are kept, and move forward in "
    "order of priority when jobs end early, so a job that comes later moves none."
)
NOTHING = (
    "the text sets nothing about priorities or backfilling: lines such as "
    "PriorityWeightAge=1000 or SchedulerParameters=bf_interval=60 are read"
)


def _lines(text: str) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """Yield the settings of each line, with the number of its first; a line may go on after a
    backslash, and the name of a file that is included counts as a value."""
    begun: list[str] = []
    first = 0
    for number, line in enumerate([*text.removeprefix("\ufeff").split("\n"), ""], 1):
        first = first if begun else number
        begun.append(line.partition("#")[0].rstrip())
        if begun[-1].endswith("\\"):
            begun[-1] = begun[-1][:-1]
            continue
        whole, begun = "".join(begun), []
        if included := _INCLUDED.fullmatch(whole):
            yield first, [(INCLUDE, included[1])]
        elif found := _SETTING.findall(whole):
            yield first, [(name, value.strip("\"'")) for name, value in found]


def _applicable(reader: _ConfReader) -> dict[str, Any]:
    """Return the parameters that apply beside each other and are not at their defaults."""
    values = QueueParams.applicable(without_needless(reader.facts))
    return QueueParams.from_mapping(values).changed() if values else {}


def _finish(reader: _ConfReader) -> None:
    """Add what follows from several settings, and Slurm's defaults for those that are missing."""
    params = reader.facts.params
    if not reader.facts.is_multifactor:
        named = {setting.name.lower() for setting in reader.settings}
        if "prioritytype" not in named:
            params["order"] = "multifactor"
            said = "jobs in order of their multifactor priority"
            reader.settings.append(
                SlurmSetting(0, "PriorityType", "priority/multifactor", said, True)
            )
    if params.get("order") == "multifactor":
        _finish_priority(reader)
    if reader.facts.backfills:
        params |= {"reservations": "all", "compress": "order"}
        for name, (parameter, value, text, said) in DEFAULTS.items():
            if parameter not in params:
                params[parameter] = value
                reader.settings.append(SlurmSetting(0, name, text, said, True))
    else:
        params["backfill"] = "off"


def _finish_priority(reader: _ConfReader) -> None:
    """Add weights that are not set, which are 0 in Slurm, and factors of size and partitions."""
    params = reader.facts.params
    for setting, parameter in WEIGHTS.items():
        if parameter not in params:
            params[parameter] = 0.0
            reader.settings.append(
                SlurmSetting(0, setting, "0", "its factor counts for nothing", True)
            )
    params["size"] = ("narrow" if reader.facts.favours_small else "wide") + (
        "-per-minute" if reader.facts.per_minute else ""
    )
    if reader.facts.states_factors and params["weight_partition"]:
        _finish_partitions(reader)


def _finish_partitions(reader: _ConfReader) -> None:
    """Add factors of partitions, over the largest of them unless a flag says otherwise."""
    facts = reader.facts
    for name in dict.fromkeys(facts.unsaid):
        usual = plain(facts.partitions[name])
        said = f"factor of partition {name}"
        reader.settings.append(SlurmSetting(0, "PriorityJobFactor", usual, said, True))
    most = 1.0 if facts.raw_factors else max(facts.partitions.values(), default=0.0)
    factors = {name: plain(value / most) for name, value in facts.partitions.items() if most}
    text = "; ".join(f"{name}:{value}" for name, value in factors.items())
    if len(text) <= MOST_PAIRS:
        facts.params["partition_factors"] = text
        return
    said = f"{len(factors):,} partitions are more than {MOST_PAIRS:,} characters can name"
    reader.settings.append(SlurmSetting(0, "PriorityJobFactor", "", said, False))
