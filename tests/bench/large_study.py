"""`python -m tests.bench.large_study`: what a study of 100,000 runs costs server and workers.

Its numbers are drawn, not computed, and stored in batches as workers do; the database is SQLite in
a temporary folder.
"""

import json
import sys
from statistics import median

import django

django.setup()

import numpy as np  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from parsched.studies import STUDIES, Generated, Part  # noqa: E402
from parsched.studies.computing import compute  # noqa: E402
from parsched.studies.measured import UnitRow  # noqa: E402
from schedweb.runs.models import Welcome  # noqa: E402
from schedweb.studies import services, summaries  # noqa: E402
from schedweb.studies.models import Batch, Study, Summary  # noqa: E402
from schedweb.studies.storage import save_rows  # noqa: E402
from schedweb.studies.units import count_of  # noqa: E402
from schedweb.workers.models import State  # noqa: E402
from tests import factories  # noqa: E402
from tests.bench.cpu import once  # noqa: E402
from tests.studies import declared as made  # noqa: E402

REPETITIONS = 417
UNITS = 10
"""Instances of a batch: two seconds, as long as the paper's take."""
ROUNDS = 7


def main() -> None:
    """Store a large study, sum it up, and ask for its page; then compute a quick one."""
    call_command("migrate", verbosity=0)
    alice = factories.person("alice")
    Welcome.objects.create(user=alice)
    study = stored()
    summary = Summary.objects.get(study=study)
    found = {"runs": float(study.runs), "batches": float(study.batches.count())}
    found["summary"] = once(lambda: summaries.summarise(summary.pk))
    client = Client(SERVER_NAME="localhost")
    client.force_login(alice)
    address = f"/studies/{study.pk}/"
    assert "confirmed" in client.get(address).content.decode()
    found["page"] = 1000 * median(once(lambda: client.get(address)) for _ in range(ROUNDS))
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    found["queries"] = float(len(queries))
    found["overhead"] = overhead()
    sys.stdout.write(json.dumps(found))


def stored() -> Study:
    """Store a study with drawn numbers, all of it done."""
    declared = STUDIES["demt"].changed(repetitions=REPETITIONS)
    study = services.create_study(factories.person("alice"), declared)
    Batch.objects.all().delete()
    rng = np.random.default_rng(1)
    batches = []
    for place, part in enumerate(declared.parts):
        count = count_of(part)
        for first in range(0, count, UNITS):
            end = min(first + UNITS, count)
            shape = len(part.requests), len(part.numbers)
            rows = [UnitRow(rng.uniform(1.0, 2.0, shape)) for _ in range(first, end)]
            values = {"part": place, "first": first, "end": end, "cells": save_rows(part, rows)}
            timings = [[value, 1, 0.2] for value in range(len(part.instances.values))]
            batches.append(
                Batch(
                    study=study,
                    state=State.DONE,
                    queued=timezone.now(),
                    finished=timezone.now(),
                    timings=timings,
                    **values,
                )
            )
    Batch.objects.bulk_create(batches, batch_size=500)
    Study.objects.filter(pk=study.pk).update(finished=timezone.now(), changed=timezone.now())
    study.refresh_from_db()
    summaries.renew(study)
    return study


def overhead() -> float:
    """Return milliseconds of a run of a quick study that its algorithm does not take."""
    quick = Part(
        key="quick",
        title="Quick",
        instances=Generated(generator="uniform", jobs=(5, 10), processors=(8,)),
        methods=("ltf", "ltf:placement=serial", "easy", "fcfs", "conservative"),
        measures=("makespan", "mean_wait"),
        repetitions=200,
    )
    study = made.stored(quick)
    declared = study.declared
    units = list(declared.units())
    for unit in units[:20]:
        compute(declared, unit)
    alone = once(lambda: [compute(declared, unit) for unit in units])
    whole = once(lambda: made.work(study))
    assert Study.objects.get(pk=study.pk).finished is not None
    return 1000 * (whole - alone) / study.runs


if __name__ == "__main__":
    main()
