"""With list scheduling at the sites, MLB and MCT keep to the factors of theorems 1 to 4."""

from itertools import pairwise, permutations, product
from random import Random

import numpy as np
import pytest

from parsched.measure.bounds import bounds_of
from parsched.measure.bounds.makespan import on_sites
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.catalogue import algorithm
from parsched.policies.grid.admissible import as_typed, last_sites
from parsched.policies.grid.grid import GridParams
from parsched.policies.grid.measured import (
    FACTORS,
    PROVED,
    instances,
    largest_ratio,
    makespan,
    measured_points,
)
from parsched.policies.grid.theory import Case, bound, fitting_bound
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.factories import offline, rigid
from tests.parsched.optima import place

THEIRS = {"local": "list", "counting": "allocated"}


def scheduled(workload: Workload, platform: Platform, strategy: str, factor: float) -> Schedule:
    """Run the algorithm as the theorems have it; random instances have their sites in order."""
    params = GridParams.from_mapping({"strategy": strategy, "admissible": factor, **THEIRS})
    return algorithm("grid").schedule(Instance(workload, platform), params, Stop())


def shares(
    workload: Workload, platform: Platform, schedule: Schedule, factor: float
) -> tuple[float, float]:
    """Return s(f, m) / s(f0, m) and s(f, l) / s(f0, m) of the proofs.

    f to l are the sites that admit the last job of the site that ends last, f0 is the first one
    that holds the narrowest job on these.
    """
    sizes = [site.processors for site in platform.sites]
    latest = int(schedule.site[schedule.end.argmax()])
    final = np.flatnonzero(schedule.site == latest)[-1]
    first = int(np.searchsorted(sizes, workload.width[final]))
    last = last_sites(sizes, as_typed(factor), at_least=True)[first]
    there = (schedule.site >= first) & (schedule.site <= last)
    narrowest = int(np.searchsorted(sizes, workload.width[there].min()))
    whole = sum(sizes[narrowest:])
    return sum(sizes[first:]) / whole, sum(sizes[first : last + 1]) / whole


@pytest.mark.parametrize("online", [False, True])
@pytest.mark.parametrize("strategy", PROVED)
def test_no_makespan_exceeds_its_theorem_over_a_lower_bound(strategy: str, online: bool) -> None:
    """Theorems 1 to 3, and the factor of the instance itself, which is no larger."""
    seen: set[Case] = set()
    for number, (workload, platform) in enumerate(instances(7, amount(4_000), online=online)):
        factor = FACTORS[number % len(FACTORS)]
        schedule = scheduled(workload, platform, strategy, factor)
        least = on_sites(workload, platform)
        sites, admitted = shares(workload, platform, schedule, factor)
        case: Case = "few" if factor <= sites + 1e-12 else "many"
        seen.add(case)
        own = 1 + 2 * max(1.0, 1 / admitted) + (2 if online else 0)
        assert own <= bound(factor, case, online=online) + 1e-9, "the proof is about this one"
        assert schedule.end.max() <= own * least, (number, factor)
    assert seen == {"few", "many"}


@pytest.mark.parametrize("online", [False, True])
@pytest.mark.parametrize("strategy", PROVED)
def test_jobs_that_fit_everywhere_stay_within_theorem_4(strategy: str, online: bool) -> None:
    number = 0
    for workload, platform in instances(11, amount(3_000), online=online):
        if workload.width.max() <= platform.sites[0].processors:
            number += 1
            least = on_sites(workload, platform)
            longest = makespan(workload, platform, strategy, 1.0)
            assert longest <= fitting_bound(online=online) * least
    assert number > amount(1_000)


def optimum(workload: Workload, platform: Platform) -> float:
    """Return the least makespan over all choices of sites and all lists on each."""
    sizes = [site.processors for site in platform.sites]
    jobs, best = range(len(workload)), np.inf
    own = [(int(q), float(p)) for q, p in zip(workload.width, workload.runtime, strict=True)]
    for chosen in product(range(len(sizes)), repeat=len(workload)):
        if any(own[i][0] > sizes[site] for i, site in zip(jobs, chosen, strict=True)):
            continue
        ends = [0.0]
        for site, size in enumerate(sizes):
            here = [i for i in jobs if chosen[i] == site]
            some = workload.take(np.array(here, np.int64))
            lists = permutations(range(len(here)))
            jobs_here = tuple(own[i] for i in here)
            ends.append(min(max(place(some, jobs_here, o, size), default=0.0) for o in lists))
        best = min(best, max(ends))
    return float(best)


@pytest.mark.parametrize("online", [False, True])
def test_the_lower_bound_is_one_and_tiny_cases_keep_to_the_factor_of_the_optimum(
    online: bool,
) -> None:
    number, tight = 0, 0
    for workload, platform in instances(3, 400, online=online):
        if len(workload) <= 5 and len(platform.sites) <= 3:
            number += 1
            best, least = optimum(workload, platform), on_sites(workload, platform)
            assert least <= best + 1e-9
            tight += best <= least + 1e-9
            for strategy in PROVED:
                assert makespan(workload, platform, strategy, 0.5) <= bound(0.5) * best
    assert number > 30
    assert tight > number / 2


def test_the_lower_bound_counts_what_only_large_sites_hold() -> None:
    """Sites of 1, 1 and 4: the work of both jobs of two processors is for four processors."""
    platform = Platform.of(1, 1, 4)
    assert on_sites(offline((2, 6), (2, 6), (2, 6), (1, 1)), platform) == 9
    assert on_sites(rigid((0, 1, 1), (7, 4, 3), (7, 4, 3)), platform) == 13
    assert on_sites(rigid((0, 1, 1), (7, 4, 3)), platform) == 10
    assert bounds_of(Instance(rigid(), platform))["makespan"]["sites"] == 0


def test_a_job_that_overtakes_may_delay_others_for_longer_than_it_takes() -> None:
    """The step of theorem 1 that does not hold, and the smallest example that was found."""
    jobs = ((1, 5), (2, 1), (3, 5), (2, 3), (2, 4), (1, 2))
    before, after = (
        solve(Instance(offline(*some), Platform.of(4)), "grid", {"strategy": "mct", **THEIRS})
        for some in (jobs[:-1], jobs)
    )
    assert after.metrics["makespan"] - before.metrics["makespan"] == 3 > jobs[-1][1]


def test_the_last_of_four_jobs_has_not_been_seen_to_do_so() -> None:
    """Of random lists on up to five processors, 3,000 in `make fuzz`: the example has few jobs
    more."""
    chance = Random(5)
    for _ in range(amount(3_000)):
        processors = chance.randint(2, 5)
        jobs = [(chance.randint(1, processors), chance.randint(1, 5)) for _ in range(4)]
        machine = Platform.of(processors)
        before, after = (
            makespan(Instance(offline(*some), machine).jobs, machine, "mct", 1.0)
            for some in (jobs[:-1], jobs)
        )
        assert after <= before + jobs[-1][1]


def test_live_counters_forget_what_the_proof_counts() -> None:
    """Jobs of all processors of the first site that end before the next one comes: its live
    counter is 0 each time, while the other counter sends each second one to the second site."""
    jobs = rigid(*((2 * k, 1, 1) for k in range(6)))
    sites = {}
    for counting in ("unfinished", "allocated"):
        given = {"strategy": "mlb", "local": "list", "counting": counting}
        sites[counting] = solve(Instance(jobs, Platform.of(1, 1)), "grid", given).schedule.site
    assert sites["unfinished"].tolist() == [0] * 6
    assert sites["allocated"].tolist() == [0, 1] * 3


def test_measured_points_equal_the_algorithms_own() -> None:
    factor, strategy = 0.3, "mlb"
    ratios = [
        float(scheduled(*case, strategy, factor).end.max()) / on_sites(*case)
        for case in instances(1, 60, online=True)
    ]
    assert largest_ratio(strategy, factor) == max(ratios)
    points = measured_points()
    assert [curve.title.partition(",")[0] for curve in points] == ["MLB", "MCT"]
    assert points[0].x.tolist() == list(FACTORS)
    assert points[0].y[2] == max(ratios)
    assert all(1 < y < bound(x, "few") for c in points for x, y in zip(c.x, c.y, strict=True))


def test_the_same_seed_gives_the_same_instances() -> None:
    one, two, other = (
        [
            (w.release.tolist(), w.width.tolist(), w.runtime.tolist(), repr(p))
            for w, p in instances(seed, 30, online=True)
        ]
        for seed in (1, 1, 2)
    )
    assert one == two != other
    assert all(a <= b for releases, *_ in one for a, b in pairwise(releases))
