"""Groups and their jobs in Smith's order."""

import numpy as np
import pytest

from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.policies.groups.gls_tri import in_smiths_order
from parsched.run.solve import solve

LAWS = ("narrow", "uniform", "powers", "some-whole", "log-uniform", "lublin")


def instance(law: str, seed: int, jobs: int = 30, processors: int = 16) -> Instance:
    params = {"widths": law, "environments": 3, "seed": seed}
    workload = generate("environments", jobs=jobs, processors=processors, params=params)
    return Instance(workload, Platform.of(processors))


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("lam", [1.0, 1.5, 4.0])
def test_it_keeps_what_is_proved_of_groups(law: str, lam: float) -> None:
    for seed in range(5):
        given = instance(law, seed)
        found, printed = (solve(given, key, {"lam": lam}) for key in ("gls-tri", "gls"))
        assert found.schedule.groups is not None
        target = found.schedule.groups.target
        assert found.metrics["makespan"] < 4 * target
        assert found.metrics["group_widths"] < 2 * found.metrics["d_lambda"]
        assert found.metrics["group_widths"] == printed.metrics["group_widths"]


def test_jobs_and_groups_come_by_weight_over_work() -> None:
    workload = instance("narrow", 1).jobs
    groups = [(np.arange(0, 12), 3), (np.arange(12, 20), 4), (np.arange(20, 30), 2)]
    found = in_smiths_order(groups, workload)
    value = workload.weight / (workload.width * workload.runtime)
    assert sorted(np.concatenate([jobs for jobs, _ in found]).tolist()) == list(range(30))
    for jobs, width in found:
        assert np.all(np.diff(value[jobs]) <= 0)
        assert any(width == of and {*jobs} == {*members} for members, of in groups)
    work = workload.width * workload.runtime
    ratios = [workload.weight[jobs].sum() / work[jobs].sum() for jobs, _ in found]
    assert ratios == sorted(ratios, reverse=True)


def test_average_ends_are_mostly_earlier_than_with_gls() -> None:
    ends = np.array(
        [
            [
                solve(instance(law, seed), key).metrics["sum_completion"]
                for key in ("gls-tri", "gls")
            ]
            for law in LAWS
            for seed in range(5)
        ]
    )
    assert (ends[:, 0] < ends[:, 1]).mean() > 0.8
    assert ends[:, 0].sum() < ends[:, 1].sum()
