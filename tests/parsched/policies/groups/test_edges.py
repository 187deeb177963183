"""Groups at the very edge of 2λ, the longest that a group may last; worked out by hand, λ = 10."""

import numpy as np
import pytest

from parsched.model.stop import Stop
from parsched.policies.groups.gls_groups import AT_LEAST, MORE_THAN, WidthGroup, gls_groups
from parsched.policies.groups.gls_plus import best_groups

TARGET = 10.0


def gls(*jobs: tuple[int, float], merge: str = AT_LEAST) -> list[WidthGroup]:
    width, time = np.array(jobs).T
    return gls_groups(width.astype(np.int64), time.astype(float), TARGET, merge)


def plus(*jobs: tuple[int, float]) -> list[WidthGroup]:
    width, time = np.array([w for w, _ in jobs], np.int64), np.array([t for _, t in jobs], float)
    printed = gls_groups(width, time, TARGET, AT_LEAST)
    return list(best_groups(width, time, TARGET, printed, Stop(), layered=True))


def test_jobs_in_turn_may_take_exactly_twice_the_target() -> None:
    """Two jobs of 10 s in turn on three processors; a little longer, and their work exceeds 60 and
    needs more than six."""
    assert gls((3, 10), (3, 10)) == [WidthGroup(0, 2, 3)]
    assert plus((3, 10), (3, 10)) == [WidthGroup(0, 2, 3)]
    assert gls((3, 10), (3, 9), (2, 1.5)) == [WidthGroup(0, 3, 6)]
    assert sum(group.width for group in plus((3, 10), (3, 9), (2, 1.5))) == 5, "3 and then 2"
    assert gls((3, 10), (3, 10), (2, 1)) == [WidthGroup(0, 3, 7)]
    assert sum(group.width for group in plus((3, 10), (3, 10), (2, 1))) == 5, "also in exactly 20 s"


def test_a_job_is_in_turn_with_the_first_on_more_than_half_of_its_processors() -> None:
    assert gls((4, 2), (3, 2)) == [WidthGroup(0, 2, 4)]
    assert gls((5, 2), (3, 2), (2, 2)) == [WidthGroup(0, 2, 5), WidthGroup(2, 3, 2)]
    assert gls((4, 2), (2, 2)) == [WidthGroup(0, 1, 4), WidthGroup(1, 2, 2)]


@pytest.mark.parametrize(
    ("merge", "expected"),
    [(AT_LEAST, [WidthGroup(0, 4, 5)]), (MORE_THAN, [WidthGroup(0, 1, 5), WidthGroup(1, 4, 5)])],
)
def test_a_canonical_group_as_wide_as_the_one_before_takes_it_in_or_not(
    merge: str, expected: list[WidthGroup]
) -> None:
    """The last three jobs take 21 s in turn, too long; their work, 42, needs five processors, as
    many as the first job has."""
    assert gls((5, 1), (2, 7), (2, 7), (2, 7), merge=merge) == expected
