"""The same jobs on other machines, and without those who use them most."""

import pytest

from parsched.base.errors import WorkloadError
from parsched.data.what_if import with_more_processors, without_largest_users
from parsched.model.problem.platform import MAX_PROCESSORS, Platform
from tests.parsched.factories import offline, rigid

JOBS = rigid(
    *((0, 1, 10), (1, 2, 10), (2, 4, 5), (3, 1, 1), (4, 1, 3)), users=["a", "b", "c", None, "a"]
)
"""Users b and c have 20 processor-seconds each, a has 13, and 1 has no user."""


def test_users_with_most_work_are_left_out_and_those_unknown_stay() -> None:
    rest, left = without_largest_users(JOBS, 1)
    assert rest.ids.tolist() == [1, 3, 4, 5]
    assert rest.release.tolist() == [0, 2, 3, 4]
    assert (left.users, left.jobs, left.share) == (("b",), 1, 20 / 54)
    assert rest.name == "tiny, without its largest user"
    rest, left = without_largest_users(JOBS, 3)
    assert rest.ids.tolist() == [4]
    assert left.users == ("b", "c", "a")
    assert left.text == "the 4 jobs of the 3 users with most work (98 % of it)"


@pytest.mark.parametrize("count", [0, 4, -1])
def test_as_many_users_must_be_known(count: int) -> None:
    with pytest.raises(WorkloadError, match=f"must be 1 to 3, got {count}: 3 users are known"):
        without_largest_users(JOBS, count)
    with pytest.raises(WorkloadError, match="no users can be left out: no job has a known user"):
        without_largest_users(offline((1, 1)), 1)


def test_some_job_must_be_left() -> None:
    with pytest.raises(WorkloadError, match="without the 1 largest users no job is left"):
        without_largest_users(rigid((0, 1, 1), users=["a"]), 1)


@pytest.mark.parametrize(
    ("sizes", "percent", "expected"),
    [
        ((128,), 10, [141]),
        ((100,), 10, [110]),
        ((100, 7), 50, [150, 11]),
        ((100,), -50, [50]),
        ((3,), -99, [1]),
        ((1000,), 0.1, [1001]),
    ],
)
def test_every_site_grows_or_shrinks_by_a_share(
    sizes: tuple[int, ...], percent: float, expected: list[int]
) -> None:
    platform = with_more_processors(Platform.of(*sizes), percent)
    assert [site.processors for site in platform.sites] == expected
    assert [site.name for site in platform.sites] == [s.name for s in Platform.of(*sizes).sites]


def test_what_changes_nothing_or_too_much_is_refused() -> None:
    with pytest.raises(WorkloadError, match="change nothing"):
        with_more_processors(Platform.of(8), 0)
    with pytest.raises(WorkloadError, match="are more than"):
        with_more_processors(Platform.of(MAX_PROCESSORS), 10)
    with pytest.raises(WorkloadError, match="installed at first"):
        with_more_processors(Platform(Platform.of(2).sites, (("a", 2),)), 10)
