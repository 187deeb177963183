"""What backfilling promises to the jobs in the queue, and what the library promises to callers."""

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from parsched.base.errors import Cancelled
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Progress, Stop
from parsched.policies.online.events import advance
from parsched.policies.online.multifactor import MultifactorParams
from parsched.policies.online.policy import COMPRESSIONS, QueueParams
from parsched.policies.online.queue import site_of
from parsched.policies.online.turns import reservations
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.factories import rigid
from tests.parsched.policies.online.cases import (
    KEYS,
    by_hand,
    cases,
    crowd,
    effective,
    on_edges,
    scheduled,
)
from tests.parsched.policies.online.queues import random_case, simulated
from tests.parsched.policies.online.twin import Twin

KEPT = ("raise", "kill")
"""Modes in which no job runs longer than its estimate."""


@settings(max_examples=amount(300))
@given(case=cases(modes=KEPT))
@on_edges
def test_easy_never_delays_the_reservation_of_the_head_of_the_queue(case: Any) -> None:
    starts = scheduled("easy", *case).start
    for job in by_hand("easy", *case):
        assert starts[job.number] <= job.promised


@settings(max_examples=amount(300))
@given(case=cases(modes=KEPT))
@on_edges
def test_conservative_never_delays_the_reservation_of_any_job(case: Any) -> None:
    workload, processors, rules = case
    start = kept_promises(workload, QueueParams(reservations="all"), processors, rules)
    assert len(start) == len(workload)


def kept_promises(
    workload: Workload, params: QueueParams, processors: int, rules: Rules
) -> NDArray[np.float64]:
    """Return the starts of a simulation during which no reservation was ever delayed, but for those
    that their jobs lost."""
    site = site_of(workload, params, processors, rules.is_sequential)
    promised, done = np.full(len(workload), np.inf), False
    while not done:
        done = advance(site, 1)
        reserved = np.where(np.isnan(site.start), np.inf, site.start)
        for job, instant in reservations(site.plan.turns).items():
            reserved[job] = instant
        lost = np.isnan(site.start) & (reserved == np.inf)
        held = ~np.isnan(site.start) | (reserved < np.inf)
        assert (reserved[held] <= promised[held]).all()
        promised[held], promised[lost] = reserved[held], np.inf
    return site.start


@pytest.mark.parametrize("compress", COMPRESSIONS)
@pytest.mark.parametrize("reservations", [2, 3, 4, 7, "all"])
def test_no_kept_reservation_is_delayed_by_a_later_job(
    reservations: int | str, compress: str
) -> None:
    for seed in range(amount(60)):
        chance = Random(seed)
        workload, processors, rules, _ = random_case(chance)
        if rules.estimates == "overrun":
            continue
        order = chance.choice(["arrival", "sjf", "wide", "wfp3"])
        params = QueueParams(reservations=reservations, compress=compress, order=order)
        kept_promises(workload, params, processors, rules)


@pytest.mark.parametrize("seed", range(150))
def test_no_head_is_delayed_beyond_its_shadow_time(seed: int) -> None:
    """In order of arrival no job comes before the head, so its first promise is kept, whichever job
    is tried behind it."""
    chance = Random(seed)
    workload, processors, rules, _ = random_case(chance)
    if rules.estimates != "overrun":
        params = QueueParams(backfill_order=chance.choice(["same", "sjf", "xf"]))
        start = simulated(workload, params, processors, rules.is_sequential).start
        for job in Twin(workload, params, processors, rules.is_sequential).simulate().jobs:
            assert not job.promised or start[job.number] <= job.promised[0]


@pytest.mark.parametrize("seed", range(200))
def test_with_exact_estimates_no_start_moves_under_conservative_backfilling(seed: int) -> None:
    """Every job starts exactly when its first reservation said."""
    chance = Random(seed)
    workload, processors, rules, _ = random_case(chance)
    exact = effective(replace(workload, estimate=workload.runtime), rules)
    compress = chance.choice(COMPRESSIONS)
    params = QueueParams(reservations="all", compress=compress, predict="exact")
    twin = Twin(exact, params, processors, rules.is_sequential).simulate()
    start = simulated(exact, params, processors, rules.is_sequential).start
    assert [job.promised[0] for job in twin.jobs] == start.tolist()


@pytest.mark.parametrize("seed", range(200))
def test_an_order_equal_to_arrival_changes_nothing(seed: int) -> None:
    workload, processors, rules, params = random_case(Random(seed))
    same = ("s", "-w", "1")[seed % 3]
    if seed % 3 < 2:  # submit times below 1 s count as 1 s
        workload = replace(workload, release=workload.release + 1.0)
    own = ("order", "formula", *(spec.name for spec in MultifactorParams.specs()))
    values = {n: v for n, v in params.as_dict().items() if n not in own}
    by_arrival = QueueParams(**values, order="arrival")
    by_formula = QueueParams(**values, order="formula", formula=same)
    one, other = (
        simulated(workload, p, processors, rules.is_sequential) for p in (by_arrival, by_formula)
    )
    assert one.start.tolist() == other.start.tolist()
    assert one.backfilled.tolist() == other.backfilled.tolist()


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=amount(150))
@given(case=cases())
@on_edges
def test_every_schedule_is_feasible(key: str, case: Any) -> None:
    workload, processors, _ = case
    platform = Platform.of(processors)
    schedule = scheduled(key, *case).with_processors(platform)
    schedule.check(workload, platform)


@pytest.mark.parametrize("key", KEYS)
def test_a_cancelled_run_ends(key: str) -> None:
    heard: list[Progress] = []

    def cancel(progress: Progress) -> None:
        heard.append(progress)
        if "jobs started" in progress.message:
            raise Cancelled("cancelled")

    with pytest.raises(Cancelled):
        solve(Instance(crowd(3_000), Platform.of(16)), key, stop=Stop(listener=cancel, interval=0))
    assert heard[-1].fraction < 1


@pytest.mark.parametrize("key", KEYS)
def test_progress_rises_to_the_end(key: str) -> None:
    heard: list[Progress] = []
    solve(
        Instance(crowd(3_000), Platform.of(16)), key, stop=Stop(listener=heard.append, interval=0.0)
    )
    fractions = [progress.fraction for progress in heard]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    assert heard[-1].message == "3,000 of 3,000 jobs started"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("mode", ["raise", "kill", "overrun"])
def test_missing_estimates_become_run_times(key: str, mode: str) -> None:
    rules = Rules(estimates=mode)
    with_none = effective(rigid((0, 1, 5), (1, 2, 3), (2, 1, 3)), rules)
    exact = effective(rigid((0, 1, 5, 5), (1, 2, 3, 3), (2, 1, 3, 3)), rules)
    assert np.array_equal(
        scheduled(key, with_none, 2, rules).start, scheduled(key, exact, 2, rules).start
    )


@pytest.mark.parametrize("key", KEYS)
def test_no_jobs_make_an_empty_schedule(key: str) -> None:
    assert len(scheduled(key, rigid(), 4, Rules())) == 0
