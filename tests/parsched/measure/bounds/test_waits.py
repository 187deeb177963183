"""The price bounds on waits, flows and bounded slowdowns of jobs that arrive over time."""

from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.data.formats import read
from parsched.measure.bounds import bounds_of, wait_ascent, wait_relaxation, waits
from parsched.measure.bounds.wait_ascent import AscentLevel
from parsched.measure.bounds.wait_relaxation import ArrivalRelaxation, arrivals_of
from parsched.measure.bounds.wait_response import Arrivals
from parsched.measure.bounds.waits import ARRIVALS, flow_price, slowdown_price, wait_price
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Floats, Workload
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.factories import moldable, rigid
from tests.parsched.optima import place
from tests.parsched.strategies import rigid_cases

SIZES = {
    "KTH-SP2-1996-2.1-cln": 100,
    "SDSC-SP2-1998-4.2-cln": 128,
    "HPC2N-2002-2.2-cln": 240,
    "CTC-SP2-1996-3.1-cln": 338,
    "LANL-CM5-1994-4.1-cln": 1024,
    "SDSC-BLUE-2000-4.2-cln": 1152,
    "SDSC-DS-2004-2.1-cln": 1664,
    "DAS2-fs1-2003-1": 64,
}
METRICS = {"wait": "mean_wait", "flow": "mean_flow", "slowdown": "mean_bounded_slowdown"}


def waited(workload: Workload, ends: Floats) -> float:
    return float((ends - workload.runtime - workload.release).mean())


def flowed(workload: Workload, ends: Floats) -> float:
    return float((ends - workload.release).mean())


def slowed(workload: Workload, ends: Floats) -> float:
    flow = ends - workload.release
    return float(np.maximum(1, flow / np.maximum(workload.runtime, 10)).mean())


BOUNDED = ((wait_price, waited), (flow_price, flowed), (slowdown_price, slowed))


def least(workload: Workload, m: int) -> list[float]:
    """The least mean wait, flow and bounded slowdown of all schedules: none falls when a job is
    delayed, so some list of the jobs, each placed at its earliest fit, is optimal."""
    jobs = range(len(workload))
    rows = tuple((int(q), float(p)) for q, p in zip(workload.width, workload.runtime, strict=True))
    ends = [np.array(place(workload, rows, order, m)) for order in permutations(jobs)]
    return [min(measured(workload, each) for each in ends) for _, measured in BOUNDED]


def assert_bounds(workload: Workload, m: int) -> list[float]:
    """Assert that no bound is above the optimum; return them."""
    found = [bound(workload, Platform.of(m)) for bound, _ in BOUNDED]
    rounding = 1e-12 * float(workload.release[-1] + workload.runtime.sum())
    for value, best in zip(found, least(workload, m), strict=True):
        assert value <= best * (1 + 1e-12) + min(rounding, 1e-9)
    return found


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few steps: any prices give a bound."""
    monkeypatch.setattr(wait_ascent, "LEVELS", (AscentLevel(12, 0.3), AscentLevel(6, 0.2)))
    monkeypatch.setattr(wait_ascent, "INTERVALS", (24, 24))


@pytest.mark.usefixtures("quick")
def test_it_never_exceeds_the_optimum_on_thousands_of_instances() -> None:
    rng = np.random.default_rng(1)
    above, cases = 0, amount(2_000)
    for _ in range(cases):
        n, m = int(rng.integers(2, 6)), int(rng.integers(1, 6))
        longest = int(rng.choice([3, 9, 40]))
        release = np.sort(rng.integers(0, rng.integers(1, 2 * longest), n))
        width, time = rng.integers(1, m + 1, n), rng.integers(0, longest + 1, n)
        found = assert_bounds(rigid(*zip(release, width, time, strict=True)), m)
        above += found[0] > 0
    assert above > 0.3 * cases


@settings(max_examples=amount(300), deadline=None)
@given(rigid_cases(released=True, jobs=4), st.sampled_from([0.1, 1 / 3, 1e-9, 1e9, 1e-200]))
def test_it_never_exceeds_the_optimum_whatever_the_unit(
    case: tuple[Workload, int], unit: float
) -> None:
    jobs, m = case
    if len(jobs):
        rows = zip(jobs.release * unit, jobs.width, jobs.runtime * unit, strict=True)
        assert_bounds(rigid(*rows), m)


def test_a_narrow_job_lets_a_short_one_go_first() -> None:
    """One processor: the long job waits for the short one, or the short one for the long one."""
    jobs = rigid((0, 1, 9), (0, 1, 1), (50, 1, 1))
    assert least(jobs, 1)[0] == pytest.approx(1 / 3)
    assert 0.3 <= wait_price(jobs, Platform.of(1)) <= 1 / 3


def test_jobs_that_fill_the_machine_wait_for_each_other() -> None:
    """Three jobs as wide as the machine, 10 s each: waits of 0, 10 and 20 s."""
    jobs = rigid((5, 4, 10), (5, 4, 10), (5, 4, 10))
    waits = wait_price(jobs, Platform.of(4))
    assert 9.5 <= waits <= 10
    assert flow_price(jobs, Platform.of(4)) == pytest.approx(waits + 10)
    assert 1.95 <= slowdown_price(jobs, Platform.of(4)) <= 2


def test_short_jobs_wait_free_of_cost_until_10_s_have_passed() -> None:
    """Of two jobs of 4 s one waits 4 s, and ends after 8; of two of 8 s it ends after 16."""
    one = Platform.of(1)
    assert slowdown_price(rigid((1, 1, 4), (1, 1, 4)), one) == 1
    assert least(rigid((1, 1, 8), (1, 1, 8)), 1)[2] == pytest.approx(1.3)
    assert 1.25 <= slowdown_price(rigid((1, 1, 8), (1, 1, 8)), one) <= 1.3


def test_jobs_without_length_and_with_room_need_not_wait() -> None:
    jobs = rigid((0, 4, 0), (0, 2, 5), (1, 2, 5), (7, 4, 0))
    assert assert_bounds(jobs, 4) == [0, 2.5, 1]
    assert [bound(rigid((3, 2, 0)), Platform.of(2)) for bound, _ in BOUNDED] == [0, 0, 1]


def test_jobs_are_as_long_as_the_rules_let_them_be() -> None:
    """Killed at their estimates of 1 s, jobs wait less than with their 10 s."""
    jobs = rigid((1, 1, 10, 1), (1, 1, 10, 1))
    for estimates, longest in (("raise", 5), ("overrun", 5), ("kill", 0.5)):
        instance = Instance(jobs, Platform.of(1), Rules(estimates=estimates))
        bound = bounds_of(instance, ["wait_price"])["wait"]["wait_price"]
        assert 0.9 * longest <= bound <= longest


def test_sites_count_as_one_machine_and_others_have_no_bound() -> None:
    jobs = rigid((1, 2, 10), (1, 2, 10), (2, 2, 10))
    assert wait_price(jobs, Platform.of(2, 2)) == wait_price(jobs, Platform.of(4))
    assert ARRIVALS.holds(jobs, Platform.of(4))
    assert not ARRIVALS.holds(rigid((0, 1, 1)), Platform.of(1))
    assert not ARRIVALS.holds(moldable([2, 1]), Platform.of(2))
    assert "wait_price" not in bounds_of(Instance(rigid((0, 1, 1)), Platform.of(1)))["wait"]


@settings(max_examples=amount(150), deadline=None)
@given(rigid_cases(released=True, jobs=4), st.data())
def test_any_prices_on_any_intervals_give_a_bound(
    case: tuple[Workload, int], data: st.DataObject
) -> None:
    jobs, m = case
    n = len(jobs)
    arrivals = arrivals_of(jobs, np.ones(n), np.zeros(n))
    if not len(arrivals.release):
        return
    lengths = np.array(data.draw(st.lists(st.integers(1, 8), min_size=1, max_size=9))) / 2
    edges = arrivals.release[0] + np.append(0.0, np.cumsum(lengths))
    rates = np.array([data.draw(st.integers(0, 8)) / 4 for _ in lengths])
    relaxation = ArrivalRelaxation(arrivals, m, edges, arrivals.release.copy())
    best = least(jobs, m)[0] * n
    for _ in range(2):  # the second time from the starts of the first
        assert relaxation.value(rates, lambda: None) <= best * (1 + 1e-12)


def test_the_margin_is_small_and_covers_rounding() -> None:
    """With 0.1 s and thousands of jobs the sums are rounded everywhere."""
    rng = np.random.default_rng(2)
    n = 4_000
    jobs = rigid(*((t / 10, 1, p / 10) for t, p in enumerate(rng.integers(1, 99, n))))
    arrivals = arrivals_of(jobs, np.ones(n), np.zeros(n))
    edges = np.linspace(0, 1_000, 300)
    relaxation = ArrivalRelaxation(arrivals, 4, edges, arrivals.release.copy())
    rates = rng.uniform(0, 3, 299)
    value = relaxation.value(rates, lambda: None)
    charged = sum(cheapest(arrivals, job, edges, rates) for job in range(n))
    exact = charged - 4 * float(rates @ np.diff(edges))
    assert abs(value - exact) <= 1e-9 * charged
    assert value < exact


def cheapest(jobs: Arrivals, job: int, edges: Floats, rates: Floats) -> float:
    """The least cost of a job over all starts at which it starts or ends on an edge."""
    release, time = jobs.release[job], jobs.time[job]
    starts = np.concatenate(([release], edges, edges - time))
    starts = starts[starts >= release]
    paid = np.append(0.0, np.cumsum(rates * np.diff(edges)))
    price = np.interp(starts + time, edges, paid) - np.interp(starts, edges, paid)
    cost = jobs.weight[job] * (starts - release) + jobs.width[job] * price
    return float(cost.min())


def test_overload_has_a_bound_from_the_first_prices_on() -> None:
    """One processor and twice the work: the flow of the shortest first is nearly optimal."""
    rng = np.random.default_rng(3)
    n = 300
    jobs = rigid(*((i, 1, p) for i, p in enumerate(rng.integers(1, 4, n))))
    found = wait_price(jobs, Platform.of(1))
    shortest_first = solve_shortest_first(jobs)
    assert 0.9 * shortest_first <= found <= shortest_first


def solve_shortest_first(jobs: Workload) -> float:
    """Mean wait on one processor where the shortest job that is there goes first."""
    waiting = list(range(len(jobs)))
    now, total = 0.0, 0.0
    while waiting:
        there = [j for j in waiting if jobs.release[j] <= now] or waiting[:1]
        job = min(there, key=lambda j: jobs.runtime[j])
        begin = max(now, float(jobs.release[job]))
        total += begin - float(jobs.release[job])
        now = begin + float(jobs.runtime[job])
        waiting.remove(job)
    return total / len(jobs)


def test_flows_take_the_waits_that_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    ascend: Any = wait_ascent.ascend

    def counting(*args: object) -> float:
        calls.append(1)
        return float(ascend(*args))

    monkeypatch.setattr(waits, "ascend", counting)
    jobs = rigid((1, 1, 3), (1, 1, 3))
    wait_price(jobs, Platform.of(1))
    flow_price(jobs, Platform.of(1))
    assert len(calls) == 1


def test_it_pauses_for_each_part_of_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = rigid((1, 1, 3), (1, 1, 3))
    steps = sum(level.steps + 1 for level in wait_ascent.LEVELS)
    for chunk, parts in ((wait_relaxation.CHUNK, 1), (1, 2)):
        pauses: list[None] = []
        monkeypatch.setattr(wait_relaxation, "CHUNK", chunk)
        slowdown_price(jobs, Platform.of(1), lambda told=pauses: told.append(None))
        assert len(pauses) == parts * steps


@pytest.mark.parametrize("name", SIZES)
def test_no_schedule_of_a_trace_is_below_its_bounds(
    name: str, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With few steps, which take a tenth of the time: any prices give a bound."""
    monkeypatch.setattr(wait_ascent, "LEVELS", (AscentLevel(20, 0.2), AscentLevel(3, 0.1)))
    jobs = read(str(shared / "traces" / f"{name}.swf.gz")).workload
    instance = Instance(jobs, Platform.of(SIZES[name]))
    keys = ["wait_price", "flow_price", "slowdown_price"]
    bounds = bounds_of(instance, keys)
    # Shortest and smallest first have the least means that are known on these traces.
    runs: list[tuple[str, dict[str, str]]]
    runs = [("fcfs", {}), ("easy", {}), ("conservative", {})]
    runs += [("queue", {"order": order, "predict": "exact"}) for order in ("sjf", "saf", "f4")]
    for key, params in runs:
        found = solve(instance, key, params, bounds=(), metrics=METRICS.values()).metrics
        for criterion, metric in METRICS.items():
            bound = bounds[criterion][f"{criterion}_price"]
            assert 0 < bound <= found[metric], (key, params, metric)
