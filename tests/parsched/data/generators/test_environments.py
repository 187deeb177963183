"""Jobs that need environments."""

import numpy as np
import pytest

from parsched.data.generators import generate
from parsched.data.generators.environments import NARROW
from parsched.data.generators.lublin import ALL
from parsched.model.problem.workload import Workload


def made(jobs: int = 20_000, processors: int = 100, **params: float | str) -> Workload:
    return generate("environments", jobs=jobs, processors=processors, params=params)


def shares(workload: Workload) -> list[float]:
    assert workload.environment is not None
    counts = np.bincount(workload.environment.codes, minlength=len(workload.environment.names))
    return [float(share) for share in counts / len(workload)]


def test_environments_follow_the_law_of_zipf() -> None:
    whole = sum(1 / k for k in range(1, 6))
    assert shares(made()) == pytest.approx([1 / k / whole for k in range(1, 6)], abs=0.02)
    assert shares(made(skew=0.0)) == pytest.approx([0.2] * 5, abs=0.02)
    squares = sum(1 / k**2 for k in range(1, 4))
    found = shares(made(skew=2.0, environments=3))
    assert found == pytest.approx([1 / k**2 / squares for k in range(1, 4)], abs=0.02)


def test_their_names_are_numbered() -> None:
    environment = made(jobs=10, environments=3).environment
    assert environment is not None
    assert environment.names == ("env1", "env2", "env3")


@pytest.mark.parametrize(
    ("kind", "widest", "mean"),
    [("narrow", 10, 5.5), ("uniform", 100, 50.5), ("powers", 64, 127 / 7)],
)
def test_widths_follow_their_model(kind: str, widest: int, mean: float) -> None:
    width = made(widths=kind).width
    assert (int(width.min()), int(width.max())) == (1, widest)
    assert width.mean() == pytest.approx(mean, rel=0.03)


def test_one_job_in_twenty_takes_the_whole_machine() -> None:
    width = made(widths="some-whole").width
    assert (width == 100).mean() == pytest.approx(0.05, abs=0.01)
    assert int(width[width < 100].max()) == 100 // NARROW


def test_as_many_widths_from_1_to_4_as_from_4_to_16_where_they_are_log_uniform() -> None:
    width = made(processors=63, widths="log-uniform").width
    assert (int(width.min()), int(width.max())) == (1, 63)
    shares = [((width >= 4**k) & (width < 4 ** (k + 1))).mean() for k in range(3)]
    assert shares == pytest.approx([1 / 3] * 3, abs=0.02)


def test_realistic_jobs_come_from_lublin_and_feitelson() -> None:
    """A quarter is sequential, most widths are powers of two, and wide jobs are longer."""
    jobs = made(processors=64, widths="lublin", times="lublin", max_time=200_000)
    width, time = jobs.width, jobs.runtime
    assert (width == 1).mean() == pytest.approx(ALL.serial, abs=0.01)
    powers = (width & (width - 1)) == 0
    assert powers.mean() > ALL.serial + ALL.powers - 0.01
    assert np.median(time[width > 32]) > np.median(time[width == 1])
    assert float(time.min()) >= 1
    short = made(widths="lublin", times="lublin", max_time=60).runtime
    assert (float(short.min()), float(short.max())) == (1, 60)


def test_times_follow_their_model() -> None:
    uniform, logarithmic = made().runtime, made(times="log-uniform", max_time=999).runtime
    assert (uniform.min(), uniform.max()) == (1, 100)
    assert uniform.mean() == pytest.approx(50.5, rel=0.03)
    decades = [((logarithmic >= 10**k) & (logarithmic < 10 ** (k + 1))).mean() for k in range(3)]
    assert decades == pytest.approx([1 / 3] * 3, abs=0.02)
    assert logarithmic.max() == 999


def test_no_jobs_have_no_environments() -> None:
    assert made(jobs=0).environment is None
