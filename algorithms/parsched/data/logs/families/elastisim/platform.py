"""The platform of ElastiSim: one cluster of SimGrid, with links to a parallel file system."""

import re
from dataclasses import dataclass
from xml.etree import ElementTree

from parsched.base.errors import FormatError
from parsched.model.problem.platform import MAX_PROCESSORS

_QUANTITY = re.compile(r"\s*([0-9.]+(?:[eE][+-]?[0-9]+)?)\s*([kKMGTPE]?)(i?)(f|bps|Bps)?\s*")
_PREFIXES = " KMGTPE"
_OTHER_NETWORK = {"bb_bw", "limiter_link", "topology", "topo_parameters", "sharing_policy"}
"""Attributes of a cluster whose links are others than one of its own for each node."""


@dataclass(frozen=True)
class ElastisimCluster:
    """Its nodes, computations per second of each, and bytes per second of the link of a node, and
    of what is read from and written to the parallel file system; None where the file does not say
    it in a way that is read."""

    nodes: int
    speed: float | None
    link: float | None
    reads: float | None
    writes: float | None


def cluster_of(text: bytes) -> ElastisimCluster:
    """Return the cluster of a platform file.

    Raises
    ------
    FormatError
        When it is none, or has not exactly one cluster.
    """
    if b"<!ENTITY" in text:
        raise FormatError("the platform file must not define entities")
    try:
        tree = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise FormatError(f"the platform file is not XML: {error}") from error
    clusters = [*tree.iter("cluster")]
    if len(clusters) != 1:
        raise FormatError(f"the platform file must have one cluster, got {len(clusters)}")
    (cluster,) = clusters
    is_plain = not _OTHER_NETWORK & cluster.attrib.keys()
    reads, writes = _routes(tree)
    return ElastisimCluster(
        nodes=_count(cluster.get("radical", "")),
        speed=_quantity(cluster.get("speed", "").split(",")[0]),
        link=_quantity(cluster.get("bw", "")) if is_plain else None,
        reads=reads,
        writes=writes,
    )


def _routes(tree: ElementTree.Element) -> tuple[float | None, float | None]:
    """Return the least bandwidths of the links from and to the zone of the file system."""
    links = {each.get("id"): _quantity(each.get("bandwidth", "")) for each in tree.iter("link")}
    zones = {
        zone.get("id")
        for zone in tree.iter("zone")
        for prop in zone.findall("host/prop")
        if prop.get("id") == "pfs_host" and prop.get("value") == "true"
    }
    found: list[float | None] = [None, None]
    for route in tree.iter("zoneRoute"):
        speeds = [links.get(each.get("id")) for each in route.findall("link_ctn")]
        known = [each for each in speeds if each is not None]
        both = (route.get("symmetrical") or "YES").upper() != "NO"
        for side, ends in enumerate((("src", "dst"), ("dst", "src"))):
            if speeds and len(known) == len(speeds) and route.get(ends[0]) in zones:
                found[side] = min(known)
            if both and speeds and len(known) == len(speeds) and route.get(ends[1]) in zones:
                found[side] = min(known)
    return found[0], found[1]


def _count(radical: str) -> int:
    """Return how many nodes a list such as `0-9,20` names; 0 where it is none or too long."""
    count = 0
    for part in radical.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,9})(?:-([0-9]{1,9}))?\s*", part)
        if match is None:
            return 0
        count += max(int(match[2] or match[1]) - int(match[1]) + 1, 0)
    return count if count <= MAX_PROCESSORS else 0


def _quantity(text: str) -> float | None:
    """Return computations or bytes per second."""
    match = _QUANTITY.fullmatch(text)
    if match is None:
        return None
    power = _PREFIXES.index((match[2] or " ").upper())
    try:
        value = float(match[1]) * float(1_024 if match[3] else 1_000) ** power
    except ValueError:
        return None
    value = value / 8 if match[4] == "bps" else value
    return value if 0 < value < float("inf") else None
