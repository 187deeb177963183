"""A library of parallel-job schedulers: workloads, algorithms, bounds, metrics and an independent
checker.

    >>> import parsched as sched
    >>> jobs = sched.generate("uniform", jobs=20, processors=8)
    >>> records = sched.compare(sched.Instance(jobs, sched.Platform.of(8)), "ltf", "lptf")
    >>> sched.report("results", records).tables[0].key
    'results'
"""

import os

from parsched.base.program import end_when_interrupted, is_starting

if is_starting(__name__):  # what is loaded below takes a second
    end_when_interrupted()

# The products of vectors here are short: more threads of NumPy's would only wait for them, and keep
# a processor busy with that. Has to be said before NumPy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Functions have the names of the modules `solve`, `explain` and `report`, which are imported from,
# not used.
from parsched.apps.face import check, compare, report, reports
from parsched.base.version import __version__ as __version__
from parsched.data.formats import read
from parsched.data.generators import generate
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.plugins.loading import load as _load_plugins
from parsched.report.explain import explain
from parsched.report.questions import select
from parsched.report.schedules import plot_gantt
from parsched.run.given import judge
from parsched.run.solve import solve

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
