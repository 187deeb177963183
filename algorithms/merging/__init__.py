"""Workloads merged from several traces, one per site, by a specification that can be repeated."""

from algorithms.merging.merge import Merged, NothingLeft, Trace, merge, read_traces
from algorithms.merging.merge_report import MergeReport, SiteReport
from algorithms.merging.presets import ABOUT, PRESETS
from algorithms.merging.rules import Filters
from algorithms.merging.specification import MergeSpec, Site, Source
from algorithms.merging.window import Window

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
