"""Plugins: installed packages that add algorithms, orders, metrics and more.

What a plugin declares with stands here under names that stay; see `new-plugin` on the command line.
"""

from algorithms.bounds.registry import Condition, bound
from algorithms.compiled import allocating, inlined, kernel
from algorithms.declare.concerns import BEGINS_LATE, DECIMAL_WEIGHTS, DECIMALS
from algorithms.declare.parameters import Params, choice, integer, nested, real, seed, text
from algorithms.declare.references import add_references
from algorithms.declare.registry import Supports, register
from algorithms.declare.sweeps import Sweep
from algorithms.declare.versions import Change, Concern
from algorithms.errors import NoScheduleError, ParameterError
from algorithms.generators.arrivals import exponential, load
from algorithms.generators.registry import Setting, generator
from algorithms.lists.placement import ListParams, place
from algorithms.metrics.registry import metric
from algorithms.outcome import Outcome
from algorithms.problem.instance import Instance
from algorithms.problem.platform import Platform
from algorithms.problem.profiles import Profiles
from algorithms.problem.workload import Workload
from algorithms.record import Record
from algorithms.report.figure import Figure
from algorithms.report.records import Records
from algorithms.report.registry import NoOptions, Report, report
from algorithms.report.table import Cell, Column, Table
from algorithms.schedules.schedule import Schedule
from algorithms.simulation.orders import order
from algorithms.simulation.predictors import predictor
from algorithms.simulation.presets import preset
from algorithms.simulation.program import Job
from algorithms.sources.declared import LeftOut, source
from algorithms.sources.kinds import left_out
from algorithms.sources.mapping import Column as SourceColumn
from algorithms.sources.mapping import Mapping, columns
from algorithms.stop import Stop

__all__ = [
    "BEGINS_LATE",
    "DECIMALS",
    "DECIMAL_WEIGHTS",
    "Cell",
    "Change",
    "Column",
    "Concern",
    "Condition",
    "Figure",
    "Instance",
    "Job",
    "LeftOut",
    "ListParams",
    "Mapping",
    "NoOptions",
    "NoScheduleError",
    "Outcome",
    "ParameterError",
    "Params",
    "Platform",
    "Profiles",
    "Record",
    "Records",
    "Report",
    "Schedule",
    "Setting",
    "SourceColumn",
    "Stop",
    "Supports",
    "Sweep",
    "Table",
    "Workload",
    "add_references",
    "allocating",
    "bound",
    "choice",
    "columns",
    "exponential",
    "generator",
    "inlined",
    "integer",
    "kernel",
    "left_out",
    "load",
    "metric",
    "nested",
    "order",
    "place",
    "predictor",
    "preset",
    "real",
    "register",
    "report",
    "seed",
    "source",
    "text",
]
