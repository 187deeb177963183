"""The workloads that the product ships, each with the machine that it is meant for."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from parsched.data.generators.registry import generate
from parsched.model.problem.machine import StatedMachine
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload, ceil_times


@dataclass(frozen=True, kw_only=True)
class BundledSample:
    """A bundled workload and its machine of `processors`, or the sites of a `grid` that have
    them together."""

    key: str
    title: str
    processors: int
    make: Callable[[], Workload]
    grid: tuple[int, ...] = ()

    @property
    def sites(self) -> tuple[int, ...]:
        """Processors of each site of the machine."""
        return self.grid or (self.processors,)

    @property
    def sentence(self) -> str:
        """What it shows, in one sentence."""
        return self.description.split("\n", 1)[0]

    @property
    def description(self) -> str:
        """The whole docstring."""
        return inspect.getdoc(self.make) or ""

    def workload(self) -> Workload:
        """Make the jobs; they are the same each time."""
        machine = StatedMachine(processors=self.processors)
        return replace(self.make(), name=self.title, machine=machine)


def eight() -> Workload:
    """Eight jobs on four processors that FCFS, EASY and conservative place differently, by hand.

    Users ask for exactly the run time.

    | job | release | processors | time | FCFS | conservative | EASY |
    |---|---|---|---|---|---|---|
    | 1 | 0 | 2 | 9 | 0 | 0 | 0 |
    | 2 | 0 | 2 | 2 | 0 | 0 | 0 |
    | 3 | 1 | 3 | 1 | 9 | 9 | 9 |
    | 4 | 2 | 4 | 9 | 10 | 10 | 12 |
    | 5 | 3 | 1 | 2 | 19 | 3 | 3 |
    | 6 | 5 | 3 | 1 | 19 | 19 | 10 |
    | 7 | 6 | 1 | 6 | 20 | 19 | 6 |
    | 8 | 7 | 1 | 2 | 20 | 7 | 7 |

    FCFS: job 3 waits for job 1 until 9, and everybody behind waits with it although two processors
    are idle from 2 on. Mean wait 73/8 s, makespan 26 s.

    Conservative: job 3 is promised 9, job 4 all processors from 10 to 19. Jobs 5 and 8 end by 9, so
    they may overtake. Job 7 would run into the promise of job 4, so it waits until 19, as does job
    6. Mean wait 43/8 s, makespan 25 s.

    EASY: only the head of the queue, job 3, has a promise, 9, and it leaves one processor over. Job
    7 takes that one at 6 until 12, job 6 uses the others at 10, so job 4 starts at 12: the one job
    that is worse off than with conservative backfilling. Mean wait 23/8 s, makespan 21 s.
    """
    release = [0, 0, 1, 2, 3, 5, 6, 7]
    width = [2, 2, 3, 4, 1, 3, 1, 1]
    runtime = [9.0, 2.0, 1.0, 9.0, 2.0, 1.0, 6.0, 2.0]
    return Workload(
        name="",
        ids=np.arange(1, 9),
        release=np.array(release, np.float64),
        profiles=Profiles.rigid(width, runtime),
        estimate=np.array(runtime),
    )


def week() -> Workload:
    """Nine days of a small cluster: the queue grows by day, and backfilling fills the holes.

    Lublin–Feitelson model at load 0.7, with estimates as users give them.
    """
    return generate("lublin", jobs=1_000, processors=64, params={"load": 0.7, "seed": 1})


def season() -> Workload:
    """Ten thousand jobs of a machine that is nearly full: without backfilling it drowns.

    Lublin–Feitelson model at load 0.9, with estimates as users give them.
    """
    return generate("lublin", jobs=10_000, processors=256, params={"load": 0.9, "seed": 1})


def offline() -> Workload:
    """Forty rigid jobs, all there at time 0: which order packs them best?

    Widths from 1 to 8 and times from 1 to 25 s, the setting of Chrétien et al. (2012).
    """
    return generate("uniform", jobs=40, processors=32, params={"max_time": 25, "seed": 1})


def moldable() -> Workload:
    """Ten jobs that may run on more or fewer processors, and differ in weight.

    Jobs 1 to 4 are measured: they gain less from each further processor. Jobs 5 to 8 are cut into
    equal parts: what takes t on q processors takes ⌈q/k⌉·t on k. Jobs 9 and 10 are rigid.
    """
    measured = ([9, 5, 4, 3.5], [20, 11, 8, 6.5, 5.5, 5], [6, 3.5], [12, 7, 5, 4, 3.5, 3.2, 3, 2.9])
    profiles = [(np.arange(1, len(t) + 1, dtype=np.int64), np.array(t)) for t in measured]
    profiles += [ceil_times(q, time) for q, time in ((8, 3.0), (6, 2.0), (16, 1.0), (5, 4.0))]
    profiles += [(np.array([4]), np.array([6.0])), (np.array([10]), np.array([3.0]))]
    weight = [3.5, 8, 1, 5, 2, 9, 4, 6, 7, 2.5]
    return Workload(
        name="",
        ids=np.arange(1, 11),
        release=np.zeros(10),
        profiles=Profiles.of(profiles),
        weight=np.array(weight, np.float64),
    )


def bicriteria() -> Workload:
    """A hundred moldable jobs: many gain little from more processors, the long ones much.

    Model *mixed* of Dutot et al. (2004), all there at time 0, weights from 1 to 10. To end early as
    a whole, the large jobs have to start first, on many processors; to finish weight early, the
    small ones have to. Which rule does well at both?
    """
    return generate("mixed", jobs=100, processors=200, params={"seed": 1})


def published() -> Workload:
    """Twenty-five moldable jobs of a published model: how near to the optimum can one get?

    Model *paper-uniform*, the setting of Chrétien et al. (2012) with 64 processors: what takes t on
    q processors takes ⌈q/k⌉·t on k. No schedule is shorter than 38 s; LTF takes 42 s.
    """
    params = {"profile": "ceil", "seed": 5}
    return generate("paper-uniform", jobs=25, processors=64, params=params)


def deployed() -> Workload:
    """Eighty rigid jobs that need eight operating systems: how often is it worth to deploy one?

    All there at time 0, two of them as wide as the machine; environments by Zipf's law. Half of the
    jobs take no more than 34 s, and Moulaï and Mounié (2007) measured 200 s for a deployment on one
    processor and 300 s on 100. With these, group list scheduling ends after 1,504 s, and a list
    that deploys what is needed as it comes after 1,777 s; without, such a list is the shortest.
    """
    params = {"widths": "some-whole", "environments": 8, "times": "log-uniform", "max_time": 600}
    return generate("environments", jobs=80, processors=100, params={**params, "seed": 3})


def sites() -> Workload:
    """Five days on eleven small sites: where should each job wait?

    Lublin–Feitelson model for the 32 processors of the largest sites, at 0.7 of what all 136 of
    them can do: Grid 3 of Quezada-Pina et al. (2012). Four sites have 4 processors, three 8, two 16
    and two 32, so wide jobs have few to choose from, and are held up there by narrow ones.
    """
    processors = sum(GRID3)
    params = {"load": 0.7 * processors / max(GRID3), "seed": 1}
    return generate("lublin", jobs=2_500, processors=max(GRID3), params=params)


GRID3 = (4, 4, 4, 4, 8, 8, 8, 16, 16, 32, 32)
"""Sites of Grid 3 of Quezada-Pina et al. (2012)."""
SAMPLES = (
    BundledSample(key="eight", title="Eight jobs, by hand", processors=4, make=eight),
    BundledSample(key="week", title="A small cluster, 1,000 jobs", processors=64, make=week),
    BundledSample(key="season", title="A busy machine, 10,000 jobs", processors=256, make=season),
    BundledSample(key="offline", title="Forty rigid jobs, off-line", processors=32, make=offline),
    BundledSample(key="moldable", title="Ten moldable jobs", processors=16, make=moldable),
    BundledSample(
        key="bicriteria", title="A hundred moldable jobs", processors=200, make=bicriteria
    ),
    BundledSample(
        key="published", title="Twenty-five moldable jobs", processors=64, make=published
    ),
    BundledSample(
        key="environments",
        title="Eighty jobs in eight environments",
        processors=100,
        make=deployed,
    ),
    BundledSample(
        key="sites",
        title="Eleven small sites, 2,500 jobs",
        processors=sum(GRID3),
        make=sites,
        grid=GRID3,
    ),
)
"""What a new installation offers, simplest first."""
