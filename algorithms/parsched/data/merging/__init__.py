"""Workloads merged from several traces, one per site, by a specification that can be repeated."""

from parsched.data.merging.merge import Merged, NothingLeft, Trace, merge, read_traces
from parsched.data.merging.merge_report import MergeReport, SiteReport
from parsched.data.merging.presets import ABOUT, PRESETS
from parsched.data.merging.rules import Filters
from parsched.data.merging.specification import MergeSpec, Site, Source
from parsched.data.merging.window import Window

__all__ = [
    "ABOUT",
    "PRESETS",
    "Filters",
    "MergeReport",
    "MergeSpec",
    "Merged",
    "NothingLeft",
    "Site",
    "SiteReport",
    "Source",
    "Trace",
    "Window",
    "merge",
    "read_traces",
]
