"""What each site did: by hand, and in agreement with what the metrics say of all sites."""

import json
from dataclasses import replace

import numpy as np
import pytest

from parsched.measure.metrics import METRICS, measure
from parsched.model.outcome import Outcome
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Labels, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.run.per_site import COLUMNS, MOST_ORIGINS, UNKNOWN, per_site
from parsched.run.solve import solve
from tests.parsched.factories import rigid

TWO = Platform.of(2, 4, 8)
JOBS = rigid((10, 2, 20), (12, 1, 4), (20, 4, 0), (30, 3, 40))
"""On sites 1, 1, 2 and 2, started at 10, 30, 26 and 34: waits 0, 18, 6, 4; all ends by 74."""


def by_hand(workload: Workload = JOBS) -> Outcome:
    schedule = Schedule.of(
        workload,
        np.array([10.0, 30.0, 26.0, 34.0]),
        site=np.array([0, 0, 1, 1]),
        backfilled=np.array([False, True, False, False]),
    )
    return Outcome(workload, TWO, schedule)


def test_every_column_equals_its_value_by_hand() -> None:
    small, large, idle = per_site(by_hand())
    assert small.pop("submitted") == {}
    assert small == pytest.approx(
        {
            "name": "site 1",
            "processors": 2,
            "jobs": 2,
            "share": 0.5,
            "work": 2 * 20 + 4,
            "utilisation": 44 / (2 * 64),
            "mean_wait": 9,
            "max_wait": 18,
            "mean_bounded_slowdown": (1 + 22 / 10) / 2,
            "last_completion": 24,
            "backfilled": 1,
        }
    )
    assert (large["jobs"], large["work"], large["last_completion"]) == (2, 120, 64)
    assert large["mean_bounded_slowdown"] == pytest.approx((1 + 44 / 40) / 2)
    assert (idle["jobs"], idle["share"], idle["utilisation"], idle["backfilled"]) == (0, 0, 0, 0)
    unknown = ("mean_wait", "max_wait", "mean_bounded_slowdown", "last_completion")
    assert all(idle[key] is None for key in unknown)
    assert json.dumps(idle["jobs"]) == "0", "numbers of jobs are whole"


def test_a_grid_without_jobs_has_no_waits() -> None:
    no_jobs = rigid()
    found = per_site(Outcome(no_jobs, TWO, Schedule.of(no_jobs, np.empty(0))))
    assert [site["jobs"] for site in found] == [0, 0, 0]
    assert all(site["mean_wait"] is None and site["utilisation"] is None for site in found)


@pytest.mark.parametrize("strategy", ["random", "mpl", "mst"])
@pytest.mark.parametrize("seed", range(5))
def test_the_sites_together_are_what_the_metrics_say(strategy: str, seed: int) -> None:
    chance = np.random.default_rng(seed)
    drawn = zip(
        np.sort(chance.integers(0, 300, 200)),
        chance.integers(1, 9, 200),
        chance.integers(0, 90, 200),
        strict=True,
    )
    result = solve(Instance(rigid(*drawn), TWO), "grid", {"strategy": strategy, "seed": seed})
    outcome = Outcome(result.workload, TWO, result.schedule)
    found, metrics = per_site(outcome), measure(outcome)
    metrics |= {"jobs": 200.0, "share": 1.0, "work": outcome.work}
    for key, whole in COLUMNS.together(found).items():
        assert whole == pytest.approx(metrics[COLUMNS[key].metric or key]), key


def test_columns_name_metrics_that_there_are() -> None:
    for column in COLUMNS.values():
        assert column.help.endswith(".")
        assert not column.metric or METRICS[column.metric].unit == column.unit
    assert {key for key, c in COLUMNS.items() if not c.metric} == {"jobs", "share", "work"}


def test_jobs_are_counted_by_where_they_were_submitted() -> None:
    submitted = Labels(np.array([1, 0, -1, 1]), ("KTH", "CTC", "elsewhere"))
    small, large, idle = per_site(by_hand(replace(JOBS, origin=submitted)))
    assert small["submitted"] == {"KTH": 1, "CTC": 1}
    assert large["submitted"] == {"CTC": 1, UNKNOWN: 1}
    assert idle["submitted"] == {}


def test_of_very_many_origins_the_small_ones_are_counted_together() -> None:
    n = MOST_ORIGINS + 9
    jobs = rigid(*((0, 1, 1) for _ in range(n + 1)))
    origin = Labels(np.array([*range(n), 3]), tuple(f"o{i}" for i in range(n)))
    schedule = Schedule.of(jobs, np.arange(n + 1.0))
    only, _, _ = per_site(Outcome(replace(jobs, origin=origin), TWO, schedule))
    counts = only["submitted"]
    assert sum(counts.values()) == n + 1
    assert (len(counts), counts["o3"], counts["10 others"]) == (MOST_ORIGINS, 2, 10)
