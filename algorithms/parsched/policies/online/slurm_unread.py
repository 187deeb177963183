"""What a `slurm.conf` sets beside the order of its queue: which of it decides no start, and why the
rest is left out.

Source: the page "slurm.conf" of Slurm's manual.
"""

import re
from dataclasses import dataclass, field

from parsched.policies.online.slurm_effects import SlurmSetting

_NEUTRAL = re.compile(
    r"clustername|slurmctld(host|port|parameters|addr|timeout)|slurmd(port|timeout|user|spooldir)"
    r"|slurmuser|statesavelocation|(auth|cred|crypto|cli|hash|certmgr|certgen|tls)\w*"
    r"|control(machine|addr)|backup(controller|addr)|\w*(logfile|pidfile|debug|loc)|debugflags"
    r"|logtimeformat|mail\w+|plugindir|plugstackconfig|jobacctgather\w*|acctgather\w*"
    r"|accountingstorage(type|host|port|user|pass|backuphost|externalhost|tres)"
    r"|accountingstoreflags|jobcomp\w*|(message|tcp)timeout|mpi\w+|srunportrange|privatedata"
    r"|sallocdefaultcommand|x11parameters|trackwckey|tmpfs|propagate\w+|includeset",
    re.ASCII,
)
"""Names in lower case of settings that change no start: logs, files, hosts, ports, accounting."""
_OF_PARTITIONS = frozenset({"default", "hidden", "state=up", "nodes=all"})
"""Settings of partitions that change no start, by name or with their value."""
REASONS = {
    "nodename": "the machine is the one of the workload, and its processors are alike here",
    "nodes": "partitions share one machine here",
    "preempttype": "jobs are never preempted here",
    "preemptmode": "jobs are never preempted here",
    "selecttype": "jobs get processors here, on no particular nodes",
    "selecttypeparameters": "jobs get processors here, on no particular nodes",
    "accountingstorageenforce": "associations and QOS have no limits here",
    "maxtime": "partitions have no limits here",
    "maxnodes": "partitions have no limits here",
    "oversubscribe": "jobs share no processors here",
    "overtimelimit": "jobs run as long as the workload says",
}
"""Why some settings are left out; others have no counterpart."""
_HARMLESS = frozenset({"preempttype=preempt/none", "preemptmode=off", "accountingstorageenforce="})


def is_neutral(name: str, value: str, *, of_partition: bool = False) -> bool:
    """Tell whether a setting changes no start, whatever else is set.

    Examples
    --------
    >>> is_neutral("ClusterName", "x"), is_neutral("PreemptType", "preempt/qos")
    (True, False)
    """
    key = name.lower()
    both = f"{key}={value.lower()}"
    if of_partition:
        return key in _OF_PARTITIONS or both in _OF_PARTITIONS
    return _NEUTRAL.fullmatch(key) is not None or both in _HARMLESS


@dataclass
class UnreadSettings:
    """Collects settings that are not read: `neutral` and `missed` by name in lower case, each with
    its first line."""

    neutral: dict[str, str] = field(default_factory=dict)
    missed: dict[str, list[tuple[int, str, str]]] = field(default_factory=dict)

    def take(self, line: int, name: str, value: str, *, of_partition: bool = False) -> None:
        """Note one of them."""
        if is_neutral(name, value, of_partition=of_partition):
            self.neutral.setdefault(name.lower(), name)
        else:
            self.missed.setdefault(name.lower(), []).append((line, name, value))

    def settings(self) -> list[SlurmSetting]:
        """Return those that may change starts, once each."""
        return [
            SlurmSetting(*places[0], _said(key, len(places)), is_understood=False, is_missed=True)
            for key, places in self.missed.items()
        ]


def _said(key: str, places: int) -> str:
    reason = REASONS.get(key, "has no counterpart here")
    return f"{reason}; set {places:,} times" if places > 1 else reason
