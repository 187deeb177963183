"""Every cause that an explanation names is true: compared with all instants of the schedule, and
with a second engine, for thousands of small random runs."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import get_args

import numpy as np
import pytest

from parsched.base.errors import ParameterError
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.grid.local import LOCAL
from parsched.policies.online.policy import QueueParams
from parsched.policies.online.queue import scheduled
from parsched.report.explain import Explanation, explain, explain_row, thinned
from parsched.report.explain.explanation import Kind, Steps
from parsched.report.explain.reasons import MOST
from parsched.run.result import Result
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.factories import offline, rigid, waiting
from tests.parsched.policies.online.queues import random_case
from tests.parsched.report.explain.brute import breaks, free_at, instants, twin_at, twin_of

CASES = 500
"""As many as it takes to see each reason."""
PARTS = amount(3 * CASES, least=CASES) // CASES

PLAIN = [QueueParams(backfill="off"), *(QueueParams(reservations=k) for k in (0, 1, 2, "all"))]
Case = tuple[Instance, QueueParams, Schedule, int, Explanation]


def case(seed: int) -> Case:
    """A random run of a random policy, and the explanation of one of its jobs that waited."""
    chance = Random(seed)
    workload, processors, rules, policy = random_case(chance, jobs=12)
    if chance.random() < 0.5:
        policy = chance.choice(PLAIN)
    instance = Instance(workload, Platform.of(processors), rules)
    schedule = scheduled(instance, policy, Stop()).with_processors(instance.platform)
    waited = np.flatnonzero(schedule.start > workload.release)
    row = int(chance.choice(waited.tolist())) if len(waited) else 0
    return instance, policy, schedule, row, why_of(instance, policy, schedule, row)


def why_of(instance: Instance, policy: QueueParams, schedule: Schedule, row: int) -> Explanation:
    """The explanation of a row."""
    return explain_row(instance, schedule, "queue", policy.as_dict(), row)


@pytest.mark.parametrize("part", range(PARTS))
def test_all_that_is_said_of_random_runs_is_true(part: int) -> None:
    claims = dict.fromkeys(("cost", "lacked", *get_args(Kind)), 0)
    for seed in range(CASES * part, CASES * (part + 1)):
        instance, policy, schedule, row, why = case(seed)
        check_facts(instance, schedule, row, why)
        check_overtakers(instance, policy, schedule, row, why)
        check_lacking(instance, policy, row, why)
        check_reasons(instance, policy, row, why)
        claims["cost"] += any(one.cost for one in why.overtakers)
        claims["lacked"] += why.with_lacked is not None
        for held in why.held:
            claims[held.kind] += 1
    assert all(claims.values()), claims


def check_facts(instance: Instance, schedule: Schedule, row: int, why: Explanation) -> None:
    """What stands in the schedule: free processors, who held them, how early it could start."""
    jobs, processors = instance.jobs, instance.platform.processors
    start, width = float(schedule.start[row]), int(jobs.width[row])
    assert (why.released, why.start, why.width) == (float(jobs.release[row]), start, width)
    for at in instants(schedule, why.released, start):
        k = max(k for k, time in enumerate(why.steps.time[:-1]) if time <= at)
        assert why.steps.free[k] == free_at(schedule, processors, at)
        [part] = [one for one in why.stretches if one.begin <= at < one.end]
        assert part.short == (why.steps.free[k] < width)
        assert part.least <= why.steps.free[k] <= part.most
    check_possible(instance, schedule, row, why)
    check_holders(instance, schedule, row, why)
    for chain in (why.chain, why.critical):
        for one, following in pairwise(chain.links):
            assert one.end == following.start
    assert why.critical.end == why.makespan == float(schedule.end.max())


def check_possible(instance: Instance, schedule: Schedule, row: int, why: Explanation) -> None:
    """The checker takes the earliest start that is claimed, and no other start before it."""
    jobs, processors = instance.jobs, instance.platform.processors
    others = np.flatnonzero(np.arange(len(jobs)) != row)
    rest, run = schedule.take(others), float(schedule.duration[row])

    def fits(at: float) -> bool:
        until = max(at + run, np.nextafter(at, np.inf))
        return all(free_at(rest, processors, t) >= why.width for t in instants(rest, at, until))

    assert fits(why.possible) or why.possible == why.start
    earlier = [at for at in instants(schedule, why.released, why.possible) if at < why.possible]
    assert not any(fits(at) for at in earlier)


def check_holders(instance: Instance, schedule: Schedule, row: int, why: Explanation) -> None:
    """Processor by processor, who held it last."""
    sets, ids = schedule.processors, instance.jobs.ids
    assert sets is not None
    on = [
        {p for lo, hi in zip(*sets.intervals(job), strict=True) for p in range(lo, hi)}
        for job in range(len(ids))
    ]
    counted: dict[str, int] = {}
    for processor in on[row]:
        before = [
            (float(schedule.end[job]), job)
            for job in range(len(ids))
            if job != row and processor in on[job] and schedule.duration[job] > 0
            if schedule.end[job] <= schedule.start[row]
        ]
        if before:
            end, job = max(before)
            counted[str(ids[job])] = counted.get(str(ids[job]), 0) + 1
            assert any(
                one.id == str(ids[job])
                and one.end == end
                and one.made_room == (end == schedule.start[row])
                for one in why.holders
            )
    assert {one.id: one.processors for one in why.holders} == counted


def check_overtakers(
    instance: Instance, policy: QueueParams, schedule: Schedule, row: int, why: Explanation
) -> None:
    """Without an overtaker the second engine starts the job when it is claimed."""
    ids, start = instance.jobs.ids, schedule.start
    later = {str(ids[job]) for job in range(row + 1, len(ids)) if start[job] < start[row]}
    assert {one.id for one in why.overtakers} == later
    assert not why.unknown
    for one in why.overtakers:
        sooner = start_without(instance, policy, row, {one.id})
        if one.cost is not None:
            assert one.cost == max(0.0, why.start - sooner)
    if later:
        without = start_without(instance, policy, row, later)
        assert why.without_overtakers == (without if without < why.start else None)


def start_without(instance: Instance, policy: QueueParams, row: int, others: set[str]) -> float:
    """When the second engine starts a job if others never come."""
    kept = np.array([str(one) not in others for one in instance.jobs.ids])
    fewer = Instance(instance.jobs.take(kept), instance.platform, instance.rules)
    start = twin_of(fewer, policy).simulate().jobs[int(kept[:row].sum())].start
    assert start is not None
    return start


def check_lacking(instance: Instance, policy: QueueParams, row: int, why: Explanation) -> None:
    """With the processors it lacked on arrival it needs only those that were free."""
    if not why.wait:
        return
    assert why.lacking == max(0, why.width - why.steps.free[0])
    if not 1 <= why.steps.free[0] < why.width:
        assert why.with_lacked is None
        return
    twin = twin_of(instance, policy)
    twin.jobs[row].width = why.steps.free[0]
    start = twin.simulate().jobs[row].start
    assert start is not None
    assert why.with_lacked == (start if start < why.start else None)


def check_reasons(instance: Instance, policy: QueueParams, row: int, why: Explanation) -> None:
    """The second engine, stopped at the instant, plans what is claimed."""
    for held in why.held:
        twin = twin_at(instance, policy, held.at)
        line, ids = twin.line(), [str(one) for one in instance.jobs.ids]
        [job] = [one for one in line if one.row == row]
        assert held.free == twin.processors - sum(one.width for one in twin.running) >= job.width
        if held.kind == "order":
            assert policy.backfill == "off"
            assert ids[line[0].row] == held.by != why.id
        elif held.kind == "depth":
            assert line.index(job) >= policy.depth > 0
        elif held.kind == "interval":
            assert twin.last_full < held.at
        elif held.kind == "kept":
            assert job.reserved == held.reserved
            assert held.reserved > held.at
        else:
            [by] = [one for one in line if ids[one.row] == held.by]
            if policy.reservations == 1:
                shadow, _ = twin.shadow(by)
                assert by is line[0]
                by.reserved = shadow
            assert by.reserved == held.reserved
            assert breaks(twin, job, by, held.reserved)


@pytest.mark.parametrize("key", ["easy", "conservative", "fcfs", "maui", "first-fit"])
def test_whatever_a_named_policy_holds_back_has_a_reason(key: str) -> None:
    held = 0
    for seed in range(amount(60)):
        workload, processors, rules, _ = random_case(Random(seed))
        if rules.estimates == "overrun":
            continue
        result = solve(Instance(workload, Platform.of(processors), rules), key, bounds=())
        for row, job in enumerate(workload.ids.tolist()):
            why = explain(result, job)
            assert not why.unknown
            fits = sum(free >= why.width for free in why.steps.free)
            assert len(why.held) == min(fits, MOST), (seed, row)
            held += fits
    assert (held > 0) == (key != "first-fit")


def test_overtakers_cost_a_wide_job_what_they_run_longer() -> None:
    # 4 processors: job 1 holds 3 until 10; job 2 needs 4; job 3 fills the gap until 14.
    jobs = rigid((0, 3, 10), (1, 4, 5), (2, 1, 12))
    why = explain(solve(Instance(jobs, Platform.of(4)), "first-fit", bounds=()), 2)
    assert (why.released, why.start) == (1.0, 14.0)
    assert [(one.id, one.cost) for one in why.overtakers] == [("3", 4.0)]
    assert [(one.id, one.processors, one.made_room) for one in why.holders] == [
        ("1", 3, False),
        ("3", 1, True),
    ]
    assert why.sentences == (
        "Job 2 on 4 processors of 4 was released at 1 s and waited 13 s, until 14 s: all that "
        "time fewer than 4 processors were free.",
        "No job waited when it arrived; 1 later job overtook it, and without job 3 it would have "
        "started 4 s earlier; on arrival it lacked 3 processors, and had those been its own, "
        "it would have started at once.",
        "That made room for it: job 3 ended when it started, and had held 1 of its 4 processors.",
    )


def test_easy_names_the_reservation_that_a_job_would_break() -> None:
    jobs = rigid((0, 3, 10), (1, 4, 5), (2, 1, 12))
    why = explain(solve(Instance(jobs, Platform.of(4)), "easy", bounds=()), 3)
    [held] = why.held
    assert (held.at, held.free, held.kind, held.by, held.reserved) == (2, 1, "reservation", "2", 10)
    assert "for the reservation of job 2 at 10 s" in why.sentences[1]


def test_a_job_that_waits_for_another_is_explained_from_when_it_is_free() -> None:
    jobs = waiting(rigid((0, 1, 10), (0, 2, 3), (1, 2, 4)), (2, 0, 0))
    why = explain(solve(Instance(jobs, Platform.of(2)), "easy", bounds=()), 3)
    assert why.released == 10.0
    assert not why.unknown


def test_off_line_runs_say_what_bounds_a_start_and_the_critical_path() -> None:
    jobs = offline((2, 10), (1, 10), (2, 4), (1, 5))
    why = explain(solve(Instance(jobs, Platform.of(3)), "ltf", bounds=()), 3)
    assert why.bound == "full"
    assert not why.is_online
    assert [one.id for one in why.chain.links][-1] == "3"
    assert "machine was full" in why.sentences[1]
    assert f"ends at {why.makespan:,.0f} s" in why.sentences[2]


@pytest.mark.parametrize("key", ["ltf", "lptf", "saf", "lpt"])
def test_what_bounds_off_line_starts_is_true_of_random_jobs(key: str) -> None:
    bounds = set()
    for seed in range(40):
        chance = Random(seed)
        jobs = offline(*((chance.randint(1, 4), chance.randint(1, 9)) for _ in range(9)))
        result = solve(Instance(jobs, Platform.of(4)), key, bounds=(), metrics=())
        row = chance.randrange(9)
        why = explain(result, row + 1)
        check_facts(result.instance, result.schedule, row, why)
        bounds.add(why.bound)
        assert (why.bound == "release") == (why.start == 0)
        assert (why.bound == "order") == (why.possible < why.start)
    assert {"release", "full"} <= bounds


def test_a_schedule_of_another_policy_gets_no_claims() -> None:
    jobs = rigid((0, 3, 10), (1, 4, 5), (2, 1, 12))
    instance = Instance(jobs, Platform.of(4))
    easy = solve(instance, "easy", bounds=())
    why = explain_row(instance, easy.schedule, "first-fit", {}, 2)
    assert why.simulated == 0
    assert "gave other starts" in why.unknown
    assert why.held == ()


def test_a_window_that_is_too_large_is_said() -> None:
    jobs = rigid(*((0, 1, 10) for _ in range(10_001)))
    result = solve(Instance(jobs, Platform.of(1)), "fcfs", bounds=(), metrics=())
    why = explain(result, 10_001)
    assert why.simulated == 0
    assert why.unknown == "The start depends on 10,001 jobs, and up to 10,000 are simulated"


@pytest.mark.parametrize("local", ["fcfs", "easy", "conservative", "list"])
def test_a_job_of_a_grid_is_explained_as_its_site_alone_would_be(local: str) -> None:
    claims = 0
    for seed in range(amount(120, least=20)):
        workload, processors, rules, _ = random_case(Random(seed), jobs=14)
        on = Instance(
            workload, Platform.of(processors, processors + 1), replace(rules, events="batch")
        )
        result = solve(on, "grid", {"strategy": "random", "local": local, "seed": seed}, bounds=())
        for row in np.flatnonzero(result.schedule.start > workload.release).tolist():
            site = int(result.schedule.site[row])
            why = explain(result, workload.ids[row])
            alone = alone_at(result, site)
            plain = explain(solve(alone, LOCAL[local], bounds=()), workload.ids[row])
            assert why.site == on.platform.sites[site].name
            assert not why.unknown
            assert replace(why, algorithm="", site="", sentences=()) == replace(
                plain, algorithm="", sentences=()
            )
            claims += bool(why.held) + sum(bool(one.cost) for one in why.overtakers)
    assert claims
    assert why.sentences[0].startswith(f"Job {why.id} on")
    assert f" of {why.processors} at {why.site} was" in why.sentences[0]


def alone_at(result: Result, site: int) -> Instance:
    """One site of a grid, and the jobs that were sent there."""
    instance, there = result.instance, result.schedule.site == site
    machine = Platform.of(instance.platform.sites[site].processors)
    return replace(instance, workload=instance.workload.take(there), platform=machine)


def test_an_unknown_job_is_refused_by_name() -> None:
    result = solve(Instance(rigid((0, 1, 1)), Platform.of(1)), "fcfs", bounds=())
    with pytest.raises(ParameterError, match="none is called '7'"):
        explain(result, 7)


def test_many_steps_become_parts_with_the_fewest_free() -> None:
    steps = Steps(tuple(map(float, range(1_001))), tuple(range(1_000)))
    thin = thinned(steps, 10)
    assert thin.is_thinned
    assert thin.free == tuple(range(0, 1_000, 100))
    assert (thin.time[0], thin.time[-1]) == (0.0, 1_000.0)
