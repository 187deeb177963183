"""Logs that people hold: which kinds there are, what their columns mean, and how to read others."""

from algorithms.sources.declared import SOURCES, LeftOut, Source, source
from algorithms.sources.families import accounting, data_sets, simulators, slurm
from algorithms.sources.mapping import Column, Mapping
from algorithms.sources.recognising import (
    has_names,
    is_json_lines,
    is_packed_table,
    is_table,
    known,
    recognised_as,
    recognised_by,
)
from algorithms.sources.roles import ROLES, Role

__all__ = [
    "ROLES",
    "SOURCES",
    "Column",
    "LeftOut",
    "Mapping",
    "Role",
    "Source",
    "accounting",
    "data_sets",
    "has_names",
    "is_json_lines",
    "is_packed_table",
    "is_table",
    "known",
    "recognised_as",
    "recognised_by",
    "simulators",
    "slurm",
    "source",
]
