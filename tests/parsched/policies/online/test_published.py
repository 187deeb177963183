"""Every start of 23 policies on the KTH trace, as simulators of others published them.

Cases and traces are not part of the repository: where they are missing, `shared` says so.
"""

import csv
import gzip
from functools import cache
from typing import Any

import numpy as np
import pytest

from parsched.data.formats import read
from parsched.declare.parameters import Params
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.policies.online.policy import QueueParams
from parsched.policies.online.presets import PRESETS
from parsched.run.solve import solve
from tests.everywhere import SHARED
from tests.parsched.policies.online.queues import simulated

CASES, TRACES = SHARED / "cases" / "policies", SHARED / "traces"
PROCESSORS = 100
LEARNED = {"predict": "average-2"}
SJBF: dict[str, Any] = {"backfill_order": "sjf"}
POLICIES: dict[str, dict[str, Any]] = {
    "easy": {},
    "easy-clairvoyant": {"predict": "exact"},
    "easy-sjbf": SJBF,
    "easy-sjbf-clairvoyant": {"predict": "exact", **SJBF},
    "easy-double": {"predict": "double"},
    "easy++": LEARNED | SJBF,
    "easy++-reqtime": LEARNED | SJBF | {"correct": "estimate"},
    "easy++-doubling": LEARNED | SJBF | {"correct": "doubling"},
    "easy-ave2-if-fits": LEARNED | {"pass_on_arrival": "if-fits"},
    "easy-ave2-always": LEARNED,
}
ORDERS = ("sjf", "ljf", "saf", "laf", "narrow", "wide", "wfp3", "unicef", "xf")
POLICIES |= {f"order-{key}": {"order": key} for key in (*ORDERS, "f1", "f2", "f3", "f4")}

pytestmark = pytest.mark.usefixtures("shared")


@cache
def instance() -> Instance:
    """The trace, with events one by one."""
    workload = read(str(CASES / "kth.swf.gz")).workload
    return Instance(workload, Platform.of(PROCESSORS), Rules(events="sequential"))


@cache
def published() -> dict[str, list[float]]:
    """Starts by policy, in order of the trace."""
    with gzip.open(CASES / "kth.starts.csv.gz", "rt") as file:
        rows = {row["job_id"]: row for row in csv.DictReader(file)}
    ids = [str(number) for number in instance().jobs.ids]
    assert rows.keys() == set(ids)
    return {
        key: [float(rows[number][key]) for number in ids] for key in rows[ids[0]] if key != "job_id"
    }


def test_all_published_policies_are_tried() -> None:
    assert set(published()) == set(POLICIES)


@pytest.mark.parametrize("key", POLICIES)
def test_every_start_is_the_published_one(key: str) -> None:
    site = simulated(instance().jobs, QueueParams(**POLICIES[key]), PROCESSORS, True)
    assert np.array_equal(site.start, published()[key])


@pytest.mark.parametrize("key", ["easy", "easy-sjbf", "easy++"])
def test_presets_start_as_published(key: str) -> None:
    assert PRESETS[key].policy(Params()) == QueueParams(**POLICIES[key])
    start = solve(instance(), key, bounds=()).schedule.start
    assert np.array_equal(start, published()[key])


@pytest.mark.parametrize(
    ("name", "processors", "by_reservation", "by_arrival", "differing"),
    [
        ("KTH-SP2-1996-2.1-cln", 100, 7_217, 7_301, 11_021),
        ("SDSC-SP2-1998-4.2-cln", 128, 26_352, 23_449, 33_247),
    ],
)
def test_who_moves_first_under_conservative_backfilling(
    name: str, processors: int, by_reservation: int, by_arrival: int, differing: int
) -> None:
    """Mean waits and how many starts differ, as published with the rules."""
    workload = read(str(TRACES / f"{name}.swf.gz")).workload
    jobs = Instance(workload, Platform.of(processors)).jobs
    one, other = (
        simulated(jobs, QueueParams(reservations="all", compress=rule), processors, False).start
        for rule in ("reservation", "arrival")
    )
    assert round(float((one - jobs.release).mean())) == by_reservation
    assert round(float((other - jobs.release).mean())) == by_arrival
    assert (one != other).sum() == differing
