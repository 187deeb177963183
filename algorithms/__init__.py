"""A library of parallel-job schedulers: workloads, algorithms, bounds, metrics and an independent
checker.

    >>> import algorithms as sched
    >>> jobs = sched.generate("uniform", jobs=20, processors=8)
    >>> records = sched.compare(sched.Instance(jobs, sched.Platform.of(8)), "ltf", "lptf")
    >>> sched.report("results", records).tables[0].key
    'results'
"""

import os

from algorithms.program import end_when_interrupted, is_starting

if is_starting(__name__):  # what is loaded below takes a second
    end_when_interrupted()

# The products of vectors here are short: more threads of NumPy's would only wait for them, and keep
# a processor busy with that. Has to be said before NumPy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Functions have the names of the modules `solve`, `explain` and `report`, which are imported from,
# not used.
from algorithms.explain import explain
from algorithms.face import check, compare, report, reports
from algorithms.formats import read
from algorithms.generators import generate
from algorithms.given import judge
from algorithms.plugins.loading import load as _load_plugins
from algorithms.problem.instance import Instance, Rules
from algorithms.problem.platform import Platform
from algorithms.problem.workload import Workload
from algorithms.questions import select
from algorithms.report.schedules import plot_gantt
from algorithms.solve import solve
from algorithms.version import __version__ as __version__

__all__ = [
    "Instance",
    "Platform",
    "Rules",
    "Workload",
    "check",
    "compare",
    "explain",
    "generate",
    "judge",
    "plot_gantt",
    "read",
    "report",
    "reports",
    "select",
    "solve",
]

_load_plugins()  # last, as plugins import what stands above
