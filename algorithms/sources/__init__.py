"""Logs that people hold: which kinds there are, what their columns mean, and how to read others."""

from algorithms.sources.declared import SOURCES, LeftOut, Source, source
from algorithms.sources.families import (
    accounting,
    condor,
    data_sets,
    elastisim,
    flux,
    gpu_traces,
    grid_engine,
    oar,
    simulators,
    slurm,
    slurm_jobs,
    slurm_queue,
    slurm_simulator,
)
from algorithms.sources.mapping import Column, Mapping
from algorithms.sources.recognising import (
    is_json_lines,
    is_packed_table,
    is_table,
    known,
    lack_of,
    recognised_as,
    recognised_by,
    shape_of,
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
    "condor",
    "data_sets",
    "elastisim",
    "flux",
    "gpu_traces",
    "grid_engine",
    "is_json_lines",
    "is_packed_table",
    "is_table",
    "known",
    "lack_of",
    "oar",
    "recognised_as",
    "recognised_by",
    "shape_of",
    "simulators",
    "slurm",
    "slurm_jobs",
    "slurm_queue",
    "slurm_simulator",
    "source",
]
