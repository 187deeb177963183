"""Workloads merged from several traces, one per site, by a specification that can be repeated."""

from parsched.data.merging.merge import Merged, NothingLeft, SiteTrace, merge, read_traces
from parsched.data.merging.merge_report import MergeReport, SiteReport
from parsched.data.merging.presets import ABOUT, PRESETS
from parsched.data.merging.rules import Filters
from parsched.data.merging.specification import MergedSite, MergeSpec, TraceSource
from parsched.data.merging.window import TraceWindow

__all__ = [
    "ABOUT",
    "PRESETS",
    "Filters",
    "MergeReport",
    "MergeSpec",
    "Merged",
    "MergedSite",
    "NothingLeft",
    "SiteReport",
    "SiteTrace",
    "TraceSource",
    "TraceWindow",
    "merge",
    "read_traces",
]
