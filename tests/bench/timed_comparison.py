"""`python -m tests.bench.timed_comparison FILE`: processor time of a comparison."""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from parsched.run.request import RequestEntry  # noqa: E402
from schedweb.accounts.models import User  # noqa: E402
from schedweb.clusters.services import create_cluster  # noqa: E402
from schedweb.runs.models import Comparison, Proof  # noqa: E402
from schedweb.runs.samples import BACKFILLING, welcome  # noqa: E402
from schedweb.runs.selectors import active_runs_of  # noqa: E402
from schedweb.runs.services import create_comparison  # noqa: E402
from schedweb.workers.models import ENDED, State  # noqa: E402
from schedweb.workloads.services import keep_upload, read_upload  # noqa: E402
from tests.runs.workers import worker  # noqa: E402

PATIENCE = 900
"""Seconds until what a worker does not end is given up."""


def main(path: Path) -> None:
    """Let the worker compute the samples first: a warm worker is what people have."""
    call_command("migrate", verbosity=0)
    user = User.objects.create(username="alice")
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "schedweb.server.settings"}
    with worker(environment, processes=os.cpu_count() or 1):
        welcome(user)
        wait_for(user)
        began = time.process_time()
        compared = compare(user, path)
        upload = time.process_time() - began
        wait_for(user)
        proof = proof_of(compared)
    took = [run.result.cpu_seconds or 0.0 for run in compared.runs.all()]
    assert all(run.state == State.DONE for run in compared.runs.all())
    found = {
        "upload, preview and checks": upload,
        "the worst of three algorithms": max(took),
        "bounds": proof,
        "all of it": upload + sum(took) + proof,
    }
    sys.stdout.write(json.dumps(found))


def compare(user: User, path: Path) -> Comparison:
    """Do what a person does from the upload page to the comparison page."""
    with path.open("rb") as file:
        upload = read_upload(user, file, path.name)
    workload = keep_upload(upload, name=upload.name)
    sites = [{"processors": workload.processors}]
    machine = create_cluster(user, name=workload.name, sites=sites)
    entries = [RequestEntry(key) for key in BACKFILLING.algorithms]
    return create_comparison(user, workload, machine, entries)


def proof_of(compared: Comparison) -> float:
    """Wait until the bounds of the instance are known; return the seconds that they took."""
    proofs = Proof.objects.filter(known__comparisons=compared)
    wait_until(lambda: proofs.filter(state__in=ENDED).exists())
    proof = proofs.get()
    assert proof.is_done, proof.error
    return proof.cpu_seconds or 0.0


def wait_for(user: User) -> None:
    """Wait until no run of the person waits or computes."""
    wait_until(lambda: not active_runs_of(user).exists())


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for the worker, which may have died."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f"the worker has not done it within {PATIENCE} s")
        time.sleep(0.02)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
