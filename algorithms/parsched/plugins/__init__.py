"""Plugins: installed packages that add algorithms, orders, metrics and more.

What a plugin declares with stands here under names that stay; see `new-plugin` on the command line.
"""

from parsched.base.compiled import allocating, inlined, kernel
from parsched.base.errors import NoScheduleError, ParameterError
from parsched.data.files.mapping import Mapping, SourceColumn, columns
from parsched.data.generators.arrivals import exponential, load
from parsched.data.generators.registry import Setting, generator
from parsched.data.logs.declared import LeftOut, source
from parsched.data.logs.kinds import left_out
from parsched.declare.parameters import Params, choice, integer, nested, real, seed, text
from parsched.declare.references import add_references
from parsched.declare.sweeps import Sweep
from parsched.measure.bounds.registry import Condition, bound
from parsched.measure.metrics.registry import metric
from parsched.model.concerns import BEGINS_LATE, DECIMAL_WEIGHTS, DECIMALS
from parsched.model.outcome import Outcome
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.model.versions import Change, Concern
from parsched.policies.lists.placement import ListParams, place
from parsched.policies.online.orders import order
from parsched.policies.online.predictors import predictor
from parsched.policies.online.presets import preset
from parsched.policies.online.program import Job
from parsched.policies.registry import Supports, register
from parsched.report.figure import Figure
from parsched.report.records import Records
from parsched.report.registry import NoOptions, Report, report
from parsched.report.table import Cell, Column, Table
from parsched.run.record import Record

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
