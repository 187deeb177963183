"""What backfilling promises to the jobs in the queue, and what the library promises to callers."""

from typing import Any

import numpy as np
import pytest
from algorithms.simulation.reservations import advance_conservative, new_conservative
from hypothesis import given, settings

from algorithms.errors import Cancelled
from algorithms.problem.instance import Instance, Rules
from algorithms.problem.platform import Platform
from algorithms.simulation.driver import columns
from algorithms.solve import solve
from algorithms.stop import Progress, Stop
from tests.algorithms.factories import rigid
from tests.algorithms.simulation.cases import (
    KEYS,
    by_hand,
    cases,
    crowd,
    effective,
    on_edges,
    scheduled,
)

KEPT = ("raise", "kill")
"""Modes in which no job runs longer than its estimate."""


@settings(max_examples=300)
@given(case=cases(modes=KEPT))
@on_edges
def test_easy_never_delays_the_reservation_of_the_head_of_the_queue(case: Any) -> None:
    starts = scheduled("easy", *case).start
    for job in by_hand("easy", *case):
        assert starts[job.number] <= job.promised


@settings(max_examples=300)
@given(case=cases(modes=KEPT))
@on_edges
def test_conservative_never_delays_the_reservation_of_any_job(case: Any) -> None:
    workload, processors, rules = case
    sim = new_conservative(len(workload), processors, rules.is_sequential)
    promised = np.full(len(workload), np.inf)
    done = False
    while not done:
        done = advance_conservative(sim, columns(workload), 1)
        known = ~np.isnan(sim.reserved)
        assert (sim.reserved[known] <= promised[known]).all()
        promised[known] = sim.reserved[known]
    assert np.array_equal(sim.start, promised)


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=150)
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
