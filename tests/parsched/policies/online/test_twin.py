"""The engine does what its plain twin does: thousands of random workloads under random policies,
with ties, zero run times, corrections, all rules of compression and both rules of events."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random

import pytest

from parsched.model.availability import changes, profile
from parsched.model.problem.instance import Rules
from parsched.model.problem.workload import Workload
from parsched.policies.online import compression, gaps, held, turns
from parsched.policies.online.policy import QueueParams
from tests.amount import amount
from tests.parsched.factories import rigid
from tests.parsched.policies.online.cases import EDGES, EVENTS, effective
from tests.parsched.policies.online.queues import (
    crowded_case,
    random_case,
    random_params,
    simulated,
)
from tests.parsched.policies.online.twin import Twin
from tests.twins import uncompiled

CASES, PARTS = amount(300), 12


def agree(
    workload: Workload, params: QueueParams, processors: int, rules: Rules, chunk: int = 10**6
) -> bool:
    """Do starts and backfilled jobs agree? An assertion says where not."""
    site = simulated(workload, params, processors, rules.is_sequential, chunk)
    jobs = Twin(workload, params, processors, rules.is_sequential).simulate().jobs
    assert site.start.tolist() == [job.start for job in jobs], params
    assert site.backfilled.tolist() == [job.backfilled for job in jobs], params
    return True


@pytest.mark.parametrize("part", range(PARTS))
def test_random_policies_agree_with_the_twin(part: int) -> None:
    for seed in range(CASES * part, CASES * (part + 1)):
        workload, processors, rules, params = random_case(Random(seed))
        assert agree(workload, params, processors, rules), seed


@pytest.mark.parametrize("seed", range(amount(30)))
def test_long_queues_agree_with_the_twin(seed: int) -> None:
    workload, processors, rules, params = random_case(Random(-seed - 1), jobs=150)
    assert agree(workload, params, processors, rules), seed


@pytest.mark.parametrize("seed", range(amount(40)))
def test_growing_lines_agree_with_the_twin(seed: int) -> None:
    workload, processors, rules, params = crowded_case(Random(seed))
    assert agree(workload, params, processors, rules), seed


@pytest.mark.parametrize("seed", range(amount(100)))
def test_a_simulation_may_pause_anywhere(seed: int) -> None:
    workload, processors, rules, params = random_case(Random(seed))
    for chunk in (1, 7, 30):
        assert agree(workload, params, processors, rules, chunk), seed
    workload, processors, rules, params = crowded_case(Random(seed), jobs=30)
    assert agree(workload, params, processors, rules, 1 + seed % 20), seed


@pytest.mark.parametrize("events", EVENTS)
@pytest.mark.parametrize("number", range(len(EDGES)))
def test_edges_agree_with_the_twin(number: int, events: str) -> None:
    processors, jobs = EDGES[number]
    rules, chance = Rules(events=events), Random(number)
    workload = effective(rigid(*jobs), rules)
    for _ in range(40):
        assert agree(workload, random_params(chance), processors, rules)


@contextmanager
def all_uncompiled() -> Iterator[None]:
    """Put plain functions in the places of all kernels of the engine."""
    parts = ("parsched.policies.online.", "parsched.model.availability.")
    with ExitStack() as stack:
        for name, module in sorted(sys.modules.items()):
            if name.startswith(parts):
                stack.enter_context(uncompiled(module))
        yield


def test_the_plain_functions_of_the_kernels_agree() -> None:
    for seed in range(amount(120)):
        workload, processors, rules, params = random_case(Random(seed), jobs=12)
        with all_uncompiled():
            plain = simulated(workload, params, processors, rules.is_sequential)
        site = simulated(workload, params, processors, rules.is_sequential)
        assert plain.start.tolist() == site.start.tolist()
        assert plain.backfilled.tolist() == site.backfilled.tolist()


def test_many_small_blocks_agree_with_the_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    """With blocks of 4 jobs and chunks of 8 segments, short lines have many of them."""
    for module in (turns, held, compression):
        monkeypatch.setattr(module, "BLOCK", 4)
    monkeypatch.setattr(turns, "MERGED", 3)
    for module in (profile, changes, gaps):
        monkeypatch.setattr(module, "CHUNK", 8)
    for module in (profile, changes):
        monkeypatch.setattr(module, "MERGED", 6)
    for seed in range(amount(60)):
        workload, processors, rules, params = crowded_case(Random(1_000 + seed))
        with all_uncompiled():
            assert agree(workload, params, processors, rules), seed
