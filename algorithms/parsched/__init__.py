"""A library of parallel-job schedulers: workloads, algorithms, bounds, metrics and an independent
checker.

    >>> import parsched as sched
    >>> jobs = sched.generate("uniform", jobs=20, processors=8)
    >>> records = sched.compare(sched.Instance(jobs, sched.Platform.of(8)), "ltf", "lptf")
    >>> sched.report("results", records).tables[0].key
    'results'
"""

import os
import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from parsched.base.origins import may_have_plugins
from parsched.base.program import end_when_interrupted, is_starting
from parsched.base.version import __version__ as __version__

if is_starting(__name__):  # what is loaded next takes a second
    end_when_interrupted()

# The products of vectors here are short: more threads of NumPy's would only wait for them, and keep
# a processor busy with that. Has to be said before NumPy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

if TYPE_CHECKING:
    from parsched.apps.face import check, compare, report, reports
    from parsched.data.formats import read
    from parsched.data.generators import generate
    from parsched.model.problem.instance import Instance, Rules
    from parsched.model.problem.platform import Platform
    from parsched.model.problem.workload import Workload
    from parsched.report.explain.explain import explain
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

_MODULES = {
    "parsched.apps.face": ("check", "compare", "report", "reports"),
    "parsched.data.formats": ("read",),
    "parsched.data.generators": ("generate",),
    "parsched.model.problem.instance": ("Instance", "Rules"),
    "parsched.model.problem.platform": ("Platform",),
    "parsched.model.problem.workload": ("Workload",),
    "parsched.report.explain.explain": ("explain",),
    "parsched.report.questions": ("select",),
    "parsched.report.schedules": ("plot_gantt",),
    "parsched.run.given": ("judge",),
    "parsched.run.solve": ("solve",),
}
"""Where each public name stands; the module is loaded when its name is first used (PEP 562)."""
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_MODULE_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Library(ModuleType):
    """The package, whose `report` is the function, also once the floor `parsched.report` is
    loaded: Python sets each loaded submodule as an attribute of its package."""

    @property
    def report(self) -> Any:
        return __getattr__("report")

    @report.setter
    def report(self, floor: ModuleType) -> None:
        """Keep the function; `import parsched.report.records` finds the floor by its full name."""


sys.modules[__name__].__class__ = _Library

if may_have_plugins():  # last, as plugins import what stands above
    import_module("parsched.plugins.loading").load()
