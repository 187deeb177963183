"""The presets do what an independent, plain simulation of the same rules does."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.declare.parameters import Params
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.policies.online.presets import PRESETS
from tests.amount import amount
from tests.parsched.policies.online.cases import (
    EVENTS,
    KEYS,
    MODES,
    by_hand,
    cases,
    crowd,
    effective,
    on_edges,
    scheduled,
)
from tests.parsched.policies.online.queues import simulated


def chunked(key: str, chunk: int, workload: Workload, processors: int, rules: Rules) -> list[float]:
    """Starts by a kernel that is called again after each small chunk."""
    params = PRESETS[key].policy(Params())
    instance = Instance(workload, Platform.of(processors), rules)
    site = simulated(instance.counted.jobs, params, processors, rules.is_sequential, chunk)
    return list(instance.ticks.seconds(site.start).tolist())


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=amount(300))
@given(case=cases())
@on_edges
def test_starts_equal_the_plain_simulations(key: str, case: Any) -> None:
    jobs = by_hand(key, *case)
    assert scheduled(key, *case).start.tolist() == [job.start for job in jobs]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("events", EVENTS)
def test_starts_are_equal_with_a_long_queue(key: str, mode: str, events: str) -> None:
    rules = Rules(estimates=mode, events=events)
    workload = effective(crowd(200), rules)
    jobs = by_hand(key, workload, 16, rules)
    assert scheduled(key, workload, 16, rules).start.tolist() == [job.start for job in jobs]


@pytest.mark.parametrize("key", KEYS)
@given(case=cases())
@on_edges
def test_the_same_jobs_count_as_backfilled(key: str, case: Any) -> None:
    jobs = by_hand(key, *case)
    assert scheduled(key, *case).backfilled.tolist() == [job.backfilled for job in jobs]


@pytest.mark.parametrize("key", KEYS)
@given(cases(), st.integers(1, 20))
def test_a_simulation_may_pause_anywhere(key: str, case: Any, chunk: int) -> None:
    assert chunked(key, chunk, *case) == scheduled(key, *case).start.tolist()


@given(case=cases())
@on_edges
def test_fcfs_does_not_depend_on_the_order_of_events(case: Any) -> None:
    workload, processors, rules = case
    other = Rules(
        estimates=rules.estimates, events="batch" if rules.is_sequential else "sequential"
    )
    here = scheduled("fcfs", workload, processors, rules)
    there = scheduled("fcfs", workload, processors, other)
    assert np.array_equal(here.start, there.start)
