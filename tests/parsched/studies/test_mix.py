"""A mix of widths: which jobs remain."""

import numpy as np
import pytest

from parsched.base.errors import ParameterError
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload
from parsched.studies.instances import Traced
from parsched.studies.mix import mixed


def jobs(*counts: tuple[int, int]) -> Workload:
    """Jobs as (width, how many), in mixed order."""
    width = np.concatenate([np.full(count, of) for of, count in counts])
    width = np.random.default_rng(7).permutation(width)
    return Workload(
        name="jobs",
        ids=np.arange(len(width)),
        release=np.arange(len(width), dtype=float),
        profiles=Profiles.rigid(width, np.ones(len(width))),
    )


def counts(workload: Workload) -> dict[int, int]:
    widths, found = np.unique(workload.width, return_counts=True)
    return dict(zip(widths.tolist(), found.tolist(), strict=True))


def test_as_many_remain_as_the_scarcest_width_allows() -> None:
    found = mixed(jobs((1, 50), (2, 20), (8, 30)), {1: 0.5, 2: 0.4}, seed=1)
    assert counts(found) == {1: 25, 2: 20, 8: 5}
    assert np.all(np.diff(found.release) > 0)


def test_other_widths_are_taken_as_they_come() -> None:
    found = mixed(jobs((1, 10), (3, 300), (5, 300)), {1: 0.1}, seed=1)
    assert counts(found)[1] == 10
    assert len(found) == 100
    assert counts(found)[3] == pytest.approx(45, abs=12)


def test_shares_of_all_jobs_leave_out_other_widths() -> None:
    assert counts(mixed(jobs((1, 9), (2, 9), (4, 9)), {1: 0.5, 2: 0.5}, seed=1)) == {1: 9, 2: 9}


def test_a_width_without_jobs_leaves_none() -> None:
    assert len(mixed(jobs((1, 9)), {1: 0.5, 2: 0.5}, seed=1)) == 0


def test_the_seed_decides_which() -> None:
    given = jobs((1, 100), (2, 10))
    one, same, other = (mixed(given, {1: 0.5, 2: 0.5}, seed) for seed in (1, 1, 2))
    assert one.ids.tolist() == same.ids.tolist() != other.ids.tolist()


@pytest.mark.parametrize(
    ("mix", "rule"),
    [
        ({0: 0.5}, "mix must be by processors of at least 1, got 0"),
        ({1: 0.0}, "mix must have shares above 0 and up to 1, got 0"),
        ({1: 1.5}, "mix must have shares above 0 and up to 1, got 1.5"),
        ({1: 0.6, 2: 0.6}, "mix must have shares that add up to at most 1, got 1.2"),
        ({1: float("nan")}, "mix must have shares above 0 and up to 1, got nan"),
    ],
)
def test_what_is_no_mix_is_refused(mix: dict[int, float], rule: str) -> None:
    with pytest.raises(ParameterError, match=rule):
        Traced(merges={"Grid1": "grid1"}, mix=mix)


def test_without_a_mix_traces_are_what_they_were() -> None:
    plain = Traced(merges={"Grid1": "grid1"})
    assert plain.origin == [{"Grid1": "grid1"}, []]
    assert Traced(merges={"Grid1": "grid1"}, mix={1: 0.5}).origin != plain.origin
