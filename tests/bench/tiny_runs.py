"""`python -m tests.bench.tiny_runs`: what runs of eight jobs cost in a worker that has run before.

Compiled code is warm, the database is SQLite in a temporary folder.
"""

import json
import sys
from statistics import median

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from parsched.run.request import RequestEntry  # noqa: E402
from schedweb.accounts.models import User  # noqa: E402
from schedweb.clusters.models import Cluster  # noqa: E402
from schedweb.runs.execution import execute  # noqa: E402
from schedweb.runs.models import Run  # noqa: E402
from schedweb.runs.services import create_comparison  # noqa: E402
from schedweb.workers.models import State  # noqa: E402
from schedweb.workloads.models import Workload  # noqa: E402
from schedweb.workloads.services import generate_workload  # noqa: E402
from tests import factories  # noqa: E402
from tests.bench.cpu import once  # noqa: E402

WARM, RUNS, TOGETHER = 6, 36, 3
"""Runs that are not counted, those that are, and how many belong to one comparison."""
PROCESSORS = 8


def main() -> None:
    """Measure FCFS on one workload, which has its bounds; DEMT on one and on a new one each."""
    call_command("migrate", verbosity=0)
    alice, machine = factories.person("alice"), factories.cluster(factories.person("alice"), 8)
    rigid = generate_workload(alice, "uniform", jobs=8, processors=PROCESSORS, params={})
    jobs = moldable(alice, 0)
    found = {
        "milliseconds": middle(queued(alice, machine, [rigid], "ltf")),
        "demt": middle(queued(alice, machine, [jobs], "demt")),
        "demt with bounds": middle(
            queued(alice, machine, [moldable(alice, seed) for seed in range(1, 40)], "demt", 1)
        ),
        "queries": float(queries(queued(alice, machine, [rigid], "ltf")[0])),
    }
    assert not Run.objects.exclude(state__in=(State.DONE, State.QUEUED)).exists()
    sys.stdout.write(json.dumps(found))


def moldable(owner: User, seed: int) -> Workload:
    """Eight moldable jobs."""
    params = {"seed": seed}
    return generate_workload(owner, "mixed", jobs=8, processors=PROCESSORS, params=params)


def queued(
    owner: User, machine: Cluster, jobs: list[Workload], key: str, together: int = TOGETHER
) -> list[str]:
    """Return enough runs that wait, some of them in one comparison."""
    keys: list[str] = []
    while len(keys) < WARM + RUNS:
        workload = jobs[(len(keys) // together) % len(jobs)]
        entries = [RequestEntry(key, label=f"{key} {i}") for i in range(together)]
        made = create_comparison(owner, workload, machine, entries)
        keys += made.runs.values_list("pk", flat=True)
    return keys


def middle(keys: list[str]) -> float:
    """Return the median of the milliseconds of a run."""
    for key in keys[:WARM]:
        execute(key)
    return 1000 * median(once(lambda key=key: execute(key)) for key in keys[WARM:])  # type: ignore[misc]


def queries(key: str) -> int:
    """Return how many statements a run sends to the database."""
    with CaptureQueriesContext(connection) as captured:
        execute(key)
    return len(captured)


if __name__ == "__main__":
    main()
