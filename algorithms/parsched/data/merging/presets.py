"""Merged workloads of papers, by the traces of the Parallel Workloads Archive."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parsched.data.merging.specification import MergeSpec

_CTC = ("CTC", 430, "CTC-SP2-1996-3.1-cln")
_CTC_OF_THE_TRACE = ("CTC", 338, "CTC-SP2-1996-3.1-cln")
_DATA_STAR = "SDSC-DS"
_PARTITION = "batch partition"
"""What the trace of SDSC-DS calls its partition 2, of 171 nodes with 8 processors each."""


@dataclass(frozen=True)
class MergePreset:
    """A ready-made specification, and a sentence or two on how it differs from the others."""

    spec: MergeSpec
    about: str


def _grid1(
    name: str,
    *,
    ctc: tuple[str, int, str] = _CTC,
    partitions: str = _PARTITION,
    filters: Mapping[str, Any],
) -> MergeSpec:
    """Return the workload of Grid1 of Quezada-Pina et al. (2012), §6: half a year of seven sites.

    Parameters
    ----------
    ctc
        Name, processors and trace of that site.
    partitions
        Partitions of SDSC-DS whose jobs come along, "" for all.
    filters
        Filters of all sites.
    """
    sites = (
        ("KTH", 100, "KTH-SP2-1996-2.1-cln"),
        ("SDSC-SP2", 128, "SDSC-SP2-1998-4.2-cln"),
        ("HPC2N", 240, "HPC2N-2002-2.2-cln"),
        ctc,
        ("LANL", 1024, "LANL-CM5-1994-4.1-cln"),
        ("SDSC-BLUE", 1152, "SDSC-BLUE-2000-4.2-cln"),
        (_DATA_STAR, 1368, "SDSC-DS-2004-2.1-cln"),
    )
    return MergeSpec.from_json(
        {
            "name": name,
            "clock": "local",
            "window": {"align": "monday", "after_days": 30, "days": 182},
            "filters": filters,
            "sources": [
                {
                    "site": site,
                    "processors": processors,
                    "file": f"{file}.swf.gz",
                    "filters": {"partitions": partitions} if site == _DATA_STAR else {},
                }
                for site, processors, file in sites
            ],
        }
    )


# The paper filters "invalid jobs" and does not say which. Without the jobs that ran longer than
# requested, or have no request, the strategies rank nearly as published; with all jobs, whose load
# is 0.74, they do not.
_VALID = {"estimate": "covers"}

GRID1: Mapping[str, MergePreset] = {
    "grid1": MergePreset(
        _grid1("Grid1", filters=_VALID),
        "As in Quezada-Pina et al. 2012: CTC has 430 processors, though its trace is of 338; of "
        "SDSC-DS the jobs of partition 2, the one of 1,368 processors; no job without a requested "
        "time that covers its run.",
    ),
    "grid1-338": MergePreset(
        _grid1("Grid1, CTC as traced", ctc=_CTC_OF_THE_TRACE, filters=_VALID),
        "The same jobs, with the 338 processors at CTC that its trace is of.",
    ),
    "grid1-partitions": MergePreset(
        _grid1("Grid1, all partitions", partitions="", filters=_VALID),
        "As Grid1, with the jobs of all three partitions of SDSC-DS.",
    ),
    "grid1-all": MergePreset(
        _grid1("Grid1, all jobs", partitions="", filters={}),
        "As Grid1, with the jobs of all three partitions of SDSC-DS, and those that ran longer "
        "than requested or have no requested time: about twice the load.",
    ),
}

PRESETS: Mapping[str, MergeSpec] = {key: preset.spec for key, preset in GRID1.items()}
"""Specifications by key; the files are the archive's, packed."""

ABOUT: Mapping[str, str] = {key: preset.about for key, preset in GRID1.items()}
"""How each differs from the others."""
