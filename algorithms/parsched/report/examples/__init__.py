"""A tiny workload for each algorithm, and what the algorithm makes of it.

Which one follows from what the algorithm supports: jobs that arrive, moldable jobs, or rigid jobs.
The few algorithms that need more have it here: `OWN` holds other jobs, `PICTURES` the settings that
one picture after the other shows, `FURTHER` and `BROKEN` more examples.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from parsched.data.generators.samples import eight
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import INSTANT, DeployTime, Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.policies.catalogue import Algorithm
from parsched.report.examples import jobs
from parsched.report.examples.environments import GROUPED, broken, figure_1
from parsched.report.examples.group_figures import figure_4, figure_5, figure_6
from parsched.report.examples.pictures import Lines, Picture, WorkedExample
from parsched.report.examples.structure import LINES, kinds, targets
from parsched.run.solve import solve

__all__ = ["Lines", "Picture", "WorkedExample", "counterexamples", "example", "further", "kinds"]

PROCESSORS = 4

OWN: dict[str, tuple[Callable[[], Workload], tuple[int, ...]]] = {
    "mrt": (jobs.shelved, (6,)),
    "local-search": (jobs.improvable, (PROCESSORS,)),
    "exact": (jobs.provable, (PROCESSORS,)),
    "grid": (jobs.spread, (2, 2, 4)),
    "recorded": (jobs.logged, (PROCESSORS,)),
    **dict.fromkeys(GROUPED, (jobs.deployed, (6,))),
}
"""Jobs and sizes of sites of algorithms whose principle the usual ones do not show."""

PICTURES: dict[str, Sequence[Mapping[str, Any]]] = {
    "demt": ({"compaction": "shelves", "shuffles": 0}, {}),
    "grid": ({"strategy": "mst", "admissible": 0.5}, {"strategy": "mst"}, {}),
    **dict.fromkeys(GROUPED, ({}, {})),
}
"""Settings of the pictures of an algorithm; one picture of the defaults where none are given."""

SLOW = DeployTime(1.0)
"""Time of deployments in the first picture of an algorithm for environments."""

FURTHER: dict[str, Sequence[Callable[[Algorithm], WorkedExample]]] = {
    **dict.fromkeys(GROUPED, (figure_1,)),
    "gls": (figure_1, figure_4, figure_5, figure_6),
}
"""What shows other sides of an algorithm."""

BROKEN: dict[str, Callable[[Algorithm], Sequence[WorkedExample]]] = {"gls": broken}
"""What shows that an algorithm does not work as it was printed."""


@cache
def example(declared: Algorithm) -> WorkedExample:
    """Run an algorithm on its example, once per process."""
    make, sizes = OWN.get(declared.key) or (partial(_workload, declared), (PROCESSORS,))
    workload = make()
    pictures = []
    for place, settings in enumerate(PICTURES.get(declared.key, ({},))):
        slow = declared.key in GROUPED and place == 0
        platform = Platform.of(*sizes, deployment=SLOW if slow else INSTANT)
        # Commands here come from declared defaults: no user named them.
        stop = Stop(allow_commands=True)
        result = solve(Instance(workload, platform), declared.key, settings, stop=stop)
        structure = LINES.get(declared.key) if place == 0 else None
        lines = structure(result) if structure else targets(result, 1, 2)
        pictures.append(Picture(settings, result, lines))
    return WorkedExample(workload, Platform.of(*sizes), pictures)


@cache
def further(declared: Algorithm) -> tuple[WorkedExample, ...]:
    """Run an algorithm on what else shows how it works, once per process."""
    return tuple(make(declared) for make in FURTHER.get(declared.key, ()))


@cache
def counterexamples(declared: Algorithm) -> tuple[WorkedExample, ...]:
    """Run an algorithm on what breaks it as printed, once per process."""
    make = BROKEN.get(declared.key)
    return tuple(make(declared)) if make else ()


def _workload(declared: Algorithm) -> Workload:
    supports = declared.supports
    if supports.whole_times:
        return jobs.cut()
    if supports.release_times:
        return jobs.arriving() if supports.moldable else eight()
    return jobs.moldable() if supports.moldable else jobs.rigid()
