"""Environments: groups, baselines and the count of deployments, all compiled, on one core."""

from collections.abc import Iterator
from contextlib import ExitStack

from parsched.data.generators import generate
from parsched.model.placing import graham_placement as lists
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules import affinity
from parsched.model.schedules import installed_replay as installed
from parsched.model.schedules import processor_choice as blocks
from parsched.model.schedules.installed import Installed
from parsched.model.stop import Stop
from parsched.policies.catalogue import algorithm
from parsched.policies.groups import deploying, gls_plus
from parsched.policies.groups import deployment_plan as plan
from parsched.policies.groups import fewest_processors as grouping
from parsched.policies.groups import within_groups as inside
from parsched.policies.groups import within_groups as insides
from parsched.report.trade_offs.points import trade_offs
from parsched.run.ready_made import READY_MADE
from parsched.run.request import run_all
from tests.bench.cpu import seconds
from tests.bench.row import Row
from tests.twins import uncompiled

PROCESSORS = 1_000
KEYS = ("gls", "gls-plus", "env-blind", "env-order", "env-barrier", "env-sequential")
MOST = {10_000: 2.0, 100_000: 4.0}
"""Seconds by jobs."""
TWIN_JOBS = 500
MODULES = (
    *(plan, inside, gls_plus, blocks, lists),
    *(affinity, installed, insides, deploying, grouping),
)
"""Kernels, and what calls them."""


def rows() -> Iterator[Row]:
    """Measure."""
    for key in KEYS:
        yield scheduling(key, 10_000, with_twin=key in ("gls", "env-blind"))
    for key in ("gls", "gls-plus", "env-blind"):
        yield scheduling(key, 100_000)
    yield arriving(10_000)
    yield counting(100_000)
    yield sweeping()


MACHINE = Platform.of(PROCESSORS, deployment=DeployTime(200.0, 100.0))


def environed(jobs: int) -> Workload:
    """Jobs of up to a tenth of the machine, in 50 environments."""
    return generate("environments", jobs=jobs, processors=PROCESSORS, params={"environments": 50})


def scheduling(key: str, jobs: int, *, with_twin: bool = False) -> Row:
    """Measure one algorithm with deployments that take time."""
    run(key, environed(100))
    workload = environed(jobs)
    took = seconds(lambda: run(key, workload), 3 if jobs <= 10_000 else 1)
    ratio = speed_up(key) if with_twin else None
    name = f"{key}, {jobs:,} jobs, 50 environments"
    return Row(name, took, "s", most=MOST[jobs], ratio=ratio)


def run(key: str, workload: Workload) -> object:
    declared = algorithm(key)
    return declared.solver(Instance(workload, MACHINE), declared.params(), Stop())


def speed_up(key: str) -> float:
    """Time of the plain twin over the time of the kernels."""
    workload = environed(TWIN_JOBS)
    fast = seconds(lambda: run(key, workload))
    with ExitStack() as stack:
        for module in MODULES:
            stack.enter_context(uncompiled(module))
        return seconds(lambda: run(key, workload), 1) / fast


def arriving(jobs: int) -> Row:
    """Measure batches of jobs as they arrive; each batch knows what is installed."""
    model = {"environments": 50, "load": 0.7}
    workload = generate("environments", jobs=jobs, processors=PROCESSORS, params=model)
    declared = algorithm("online-batch")
    params = declared.params.from_mapping({"algorithm": "gls"})

    def run() -> object:
        return declared.solver(Instance(workload, MACHINE), params, Stop())

    return Row(f"gls in on-line batches, {jobs:,} jobs", seconds(run), "s", most=0.25)


def counting(jobs: int) -> Row:
    """Measure the choice of processors for starts that are known, and the count of deployments."""
    declared, machine = algorithm("lpt"), Platform.of(PROCESSORS)
    workload = environed(jobs)
    schedule = declared.solver(Instance(workload, machine), declared.params(), Stop())

    def count() -> object:
        return Installed.of(workload, machine, schedule.with_processors(machine, workload))

    name = f"processors and deployments of LPT, {jobs:,} jobs"
    return Row(name, seconds(count, 1), "s", most=2)


def sweeping() -> Row:
    """Measure a sweep with its bounds."""
    workload, platform = environed(1_000), Platform.of(PROCESSORS)
    entries = READY_MADE["trade-offs"].requests

    def sweep() -> object:
        return trade_offs([(e.text, r) for e, r in run_all(Instance(workload, platform), entries)])

    took = seconds(sweep, 1)
    return Row("front over 12 λ, 1,000 jobs, 50 environments", took, "s", most=4)
