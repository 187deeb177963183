"""Merged workloads of papers, by the traces of the Parallel Workloads Archive."""

from typing import Any

from algorithms.merging.specification import MergeSpec

_GRID1 = (
    ("KTH", 100, "KTH-SP2-1996-2.1-cln"),
    ("SDSC-SP2", 128, "SDSC-SP2-1998-4.2-cln"),
    ("HPC2N", 240, "HPC2N-2002-2.2-cln"),
    ("CTC", 430, "CTC-SP2-1996-3.1-cln"),
    ("LANL", 1024, "LANL-CM5-1994-4.1-cln"),
    ("SDSC-BLUE", 1152, "SDSC-BLUE-2000-4.2-cln"),
    ("SDSC-DS", 1368, "SDSC-DS-2004-2.1-cln"),
)


def grid1(name: str, **filters: Any) -> MergeSpec:
    """Return the workload of Grid1 of Quezada-Pina et al. (2012), §6.1: half a year of seven sites.

    Their filter of "invalid jobs" is not given: jobs that ran longer than requested, or without a
    request, are those whose absence gives the paper's load. Their CTC has 430 processors, though
    the trace is of 338; SDSC-DS is its batch partition of 1368 processors, and the jobs of its
    other partitions come along as far as they fit.
    """
    return MergeSpec.from_json(
        {
            "name": name,
            "clock": "local",
            "window": {"align": "monday", "after_days": 30, "days": 182},
            "filters": filters,
            "sources": [
                {"site": site, "processors": processors, "file": f"{file}.swf.gz"}
                for site, processors, file in _GRID1
            ],
        }
    )


PRESETS: dict[str, MergeSpec] = {
    "grid1": grid1("Grid1", estimate="covers"),
    "grid1-all": grid1("Grid1, all jobs"),
}
"""Specifications by key; the files are those of the archive, packed."""
