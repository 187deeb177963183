"""Event logs of HTCondor as text, XML and JSON."""

import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from tests.parsched.data.logs.written import FIRST, at

_TEXTS = {
    0: ("SubmitEvent", "Job submitted from host: <1.2.3.4:9618?addrs=1.2.3.4-9618>"),
    1: ("ExecuteEvent", "Job executing on host: <1.2.3.5:9618>"),
    4: ("JobEvictedEvent", "Job was evicted."),
    5: ("JobTerminatedEvent", "Job terminated."),
    6: ("JobImageSizeEvent", "Image size of job updated: 12"),
    7: ("ShadowExceptionEvent", "Shadow exception!"),
    9: ("JobAbortedEvent", "Job was aborted."),
    12: ("JobHeldEvent", "Job was held."),
    13: ("JobReleasedEvent", "Job was released."),
    22: ("JobDisconnectedEvent", "Job disconnected, attempting to reconnect"),
    23: ("JobReconnectedEvent", "Job reconnected to startd"),
    24: ("JobReconnectFailedEvent", "Job reconnection failed"),
}
TABLE = """\tPartitionable Resources :    Usage  Request Allocated
\t   Cpus                 :     {used:>4} {asked:>8} {given:>9}
\t   Disk (KB)            :    25944  4194304  35008281
"""


class Event(NamedTuple):
    """An event of a job: its code, when it is, and the processors that it tells."""

    code: int
    at: float
    id: tuple[int, int] = (7, 0)
    cpus: int = 0


def as_text(events: Iterable[Event], *, year: bool = True, ending: str = "") -> str:
    """Return events as lines, with dates that have a `year` or none."""
    lines = ""
    for code, seconds, (cluster, proc), cpus in events:
        date = at(seconds, " ") if year else at(seconds, " ").replace("2025-03-01", "03/01")
        lines += f"{code:03} ({cluster:03}.{proc:03}.000) {date}{ending} {_TEXTS[code][1]}\n"
        if code == 5 and cpus:
            lines += TABLE.format(used=0.99, asked=cpus, given=cpus)
        elif cpus:
            lines += f"\tSlotName: slot1@n1\n\tCpus = {cpus}\n\tGPUs = 0\n"
        lines += "...\n"
    return lines


def as_ads(events: Iterable[Event]) -> list[dict[str, object]]:
    """Return events as ClassAds."""
    return [
        {
            "EventTypeNumber": code,
            "MyType": _TEXTS[code][0],
            "EventTime": datetime.fromtimestamp(FIRST + seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S"),
            "Cluster": cluster,
            "Proc": proc,
            "Subproc": 0,
            **({"Cpus": cpus, "RequestCpus": cpus} if cpus and code == 5 else {}),
            **({"ExecuteProps": {"Cpus": cpus}} if cpus and code == 1 else {}),
        }
        for code, seconds, (cluster, proc), cpus in events
    ]


def as_xml(events: Iterable[Event]) -> str:
    """Return events as XML, an ad within another on lines of its own."""

    def value(of: object) -> str:
        if isinstance(of, dict):
            return f"<c>\n{attributes(of)}</c>"
        return f"<i>{of}</i>" if isinstance(of, int) else f"<s>{of}</s>"

    def attributes(ad: dict[str, object]) -> str:
        return "".join(f'    <a n="{name}">{value(of)}</a>\n' for name, of in ad.items())

    return "".join(f"<c>\n{attributes(ad)}</c>\n" for ad in as_ads(events))


def as_json(events: Iterable[Event], indent: int | None = 4) -> str:
    """Return events as objects, one after the other."""
    return "".join(json.dumps(ad, indent=indent) + "\n" for ad in as_ads(events))


WRITERS: dict[str, Callable[[Iterable[Event]], str]] = {
    "text": as_text,
    "text without years": lambda events: as_text(events, year=False),
    "text of UTC": lambda events: as_text(events, ending=".000Z"),
    "XML": as_xml,
    "JSON over several lines": as_json,
    "JSON, one a line": lambda events: as_json(events, None),
    "a list of JSON": lambda events: json.dumps(as_ads(events)),
    "a list of JSON over several lines": lambda events: json.dumps(as_ads(events), indent=2),
}

JOBS = (
    *(Event(0, 0), Event(1, 5, cpus=8), Event(0, 10, (8, 0)), Event(6, 50)),
    *(Event(5, 105), Event(1, 110, (8, 0)), Event(5, 160, (8, 0), cpus=4)),
)
EVENTS = as_text(JOBS).encode()
