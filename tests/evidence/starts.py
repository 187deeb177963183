"""Schedules: every start against what others published, and against plain twins."""

import csv
import json
from random import Random

import numpy as np

from parsched.data.formats import read
from parsched.policies.online.policy import QueueParams
from tests.evidence.entry import SHARED, Tally, entry, shared
from tests.parsched.factories import rigid
from tests.parsched.policies.conformance.test_published_starts import FILES, starts
from tests.parsched.policies.online import test_published as kth
from tests.parsched.policies.online.queues import random_case, simulated
from tests.parsched.policies.online.test_twin import agree

SCHEDULES = "Schedules"
CASES = SHARED / "cases"


@entry(
    "hand-made",
    title="Rules of FCFS and EASY",
    about=SCHEDULES,
    ours="starts on instances that show one rule each",
    against="starts worked out by hand",
    where="tests/parsched/policies/conformance/test_published_starts.py",
    unit="starts",
    size=10_000,
    full=10_000,
    lacks=shared("cases/hand_rules.json"),
)
def hand_made(size: int) -> Tally:
    """Compare each start; the files are small, so all of them."""
    rules = json.loads((CASES / "hand_rules.json").read_text(encoding="utf-8"))
    tally = Tally(f"{len(rules)} instances")
    for rule in rules:
        jobs = ((submit, procs, run, estimate) for submit, run, procs, estimate in rule["jobs"])
        workload = rigid(*jobs)
        for name, expected in rule["start"].items():
            found = starts(workload, rule["m"], name.split("_"))
            _compare(tally, found, expected, f"{rule['name']}, {name}")
    return tally


@entry(
    "fcfs-easy",
    title="FCFS and EASY under all rules",
    about=SCHEDULES,
    ours="starts on 3,000 jobs with many ties",
    against="starts of an independent simulator, to the second",
    where="tests/parsched/policies/conformance/test_published_starts.py",
    unit="starts",
    size=7,
    full=7,
    lacks=shared(*(f"cases/{name}.starts.csv" for name in FILES)),
)
def fcfs_easy(size: int) -> Tally:
    """Compare the starts under so many rules on each file."""
    tally = Tally(f"{len(FILES)} files, {size} rules each")
    for name, processors in FILES.items():
        with (CASES / f"{name}.starts.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        workload = read(str(CASES / f"{name}.swf")).workload
        for column in [each for each in rows[0] if each.startswith("start_")][:size]:
            expected = [float(row[column]) for row in rows]
            found = starts(workload, processors, column.removeprefix("start_").split("_"))
            _compare(tally, found, expected, f"{name}, {column}")
    return tally


@entry(
    "policies",
    title="Policies on the trace of KTH",
    about=SCHEDULES,
    ours="starts of backfilling with orders, predictions and corrections",
    against="starts that simulators of others published, to the second",
    where="tests/parsched/policies/online/test_published.py",
    unit="starts",
    size=100,
    full=100,
    lacks=shared("cases/policies/kth.starts.csv.gz", "cases/policies/kth.swf.gz"),
)
def policies(size: int) -> Tally:
    """Compare every start of the first `size` policies: there are fewer than a hundred."""
    chosen = [*kth.POLICIES][:size]
    jobs = kth.instance().jobs
    tally = Tally(f"{len(chosen)} policies, {len(jobs):,} jobs")
    for key in chosen:
        found = simulated(jobs, QueueParams(**kth.POLICIES[key]), kth.PROCESSORS, True).start
        _compare(tally, found.tolist(), kth.published()[key], key)
    return tally


@entry(
    "twin",
    title="The engine of queues",
    about=SCHEDULES,
    ours="starts and overtaking under random policies, compiled",
    against="a plain program without any index, written from the rules",
    where="tests/parsched/policies/online/test_twin.py",
    unit="workloads",
    size=4_000,
    full=40_000,
)
def twin(size: int) -> Tally:
    """Run both on random workloads."""
    tally = Tally(f"{size:,} random workloads and policies")
    for seed in range(size):
        workload, processors, rules, params = random_case(Random(seed))
        try:
            agree(workload, params, processors, rules)
        except AssertionError as error:
            tally.take(1, f"seed {seed}: {error!s:.200}")
        else:
            tally.take(0, "")
    tally.worst = "; ".join(tally.examples) or "equal to the second"
    return tally


def _compare(tally: Tally, found: list[float], expected: list[float], what: str) -> None:
    ours, theirs = np.array(found), np.array(expected, np.float64)
    differing = int((ours != theirs).sum())
    far = float(np.abs(ours - theirs).max(initial=0.0))
    tally.take(differing, f"{what}: {differing:,} starts, by up to {far:g} s", len(theirs))
    tally.worst = tally.worst or "equal to the second"
    if differing:
        tally.worst = "; ".join(tally.examples)
