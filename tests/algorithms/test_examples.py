"""Every algorithm is shown on a few jobs."""

import numpy as np
import pytest

from algorithms.catalogue import ALGORITHMS, Algorithm
from algorithms.examples import LINES, PICTURES, example
from algorithms.solve import solve

MOST_JOBS = 8


@pytest.fixture(params=ALGORITHMS.values(), ids=list(ALGORITHMS))
def declared(request: pytest.FixtureRequest) -> Algorithm:
    found: Algorithm = request.param
    return found


def test_every_algorithm_schedules_its_example(declared: Algorithm) -> None:
    shown = example(declared)
    assert len(shown.workload) <= MOST_JOBS
    for picture in shown.pictures:
        assert picture.result.algorithm == declared.key
        picture.result.schedule.check(shown.workload, shown.platform)
        given = declared.params.from_mapping(picture.settings)
        assert picture.result.params == given.as_dict()


def test_the_last_picture_is_that_of_the_defaults(declared: Algorithm) -> None:
    assert example(declared).pictures[-1].result.params == declared.params().as_dict()


def test_the_example_has_the_kind_of_jobs_that_the_algorithm_is_for(declared: Algorithm) -> None:
    shown = example(declared)
    assert shown.workload.is_rigid != declared.supports.moldable
    assert shown.workload.has_releases == declared.supports.release_times


def test_what_is_said_of_algorithms_is_said_of_those_that_exist() -> None:
    assert {*LINES, *PICTURES} <= set(ALGORITHMS)


@pytest.mark.parametrize("key", ["slp-hybrid", "slp-pure"])
def test_linear_programs_prove_what_ltf_does_not_find(key: str) -> None:
    shown = example(ALGORITHMS[key])
    listed = solve(shown.workload, shown.platform, "ltf", {"placement": "serial"})
    result = shown.pictures[-1].result
    assert listed.metrics["makespan"] == 13
    assert result.metrics["makespan"] == 12
    assert result.certificates["makespan"].gap == 0


@pytest.mark.parametrize(
    ("key", "listed", "found", "proved"), [("local-search", 20, 17, None), ("exact", 12, 11, 11)]
)
def test_searches_find_what_lists_do_not(
    key: str, listed: float, found: float, proved: float | None
) -> None:
    """The bounds know that 17 s are the least of the one; of the other only exact search does."""
    shown = example(ALGORITHMS[key])
    for placement in ("graham", "serial"):
        ltf = solve(shown.workload, shown.platform, "ltf", {"placement": placement})
        assert ltf.metrics["makespan"] == listed
    result = shown.pictures[-1].result
    assert (result.metrics["makespan"], result.proved) == (found, proved)
    assert result.certificates["makespan"].gap == 0


def test_strategies_and_admissible_sets_differ_in_the_pictures_of_grids() -> None:
    pictures = example(ALGORITHMS["grid"]).pictures
    waits = [picture.result.metrics["mean_wait"] for picture in pictures]
    assert waits == [0.75, 1.25, 1.75]
    assert len({tuple(picture.result.schedule.site) for picture in pictures}) == len(pictures)
    assert all(len({*picture.result.schedule.site}) == 3 for picture in pictures)


@pytest.mark.parametrize("key", ["demt", "online-batch"])
def test_jobs_begin_in_their_batches(key: str) -> None:
    picture = example(ALGORITHMS[key]).pictures[0]
    assert picture.lines is not None
    begins = np.array(list(picture.lines.times.values()))
    starts, ends = picture.result.schedule.start, picture.result.schedule.end
    assert len(begins) > 1
    for begin, after in zip(begins, [*begins[1:], np.inf], strict=True):
        inside = (starts >= begin) & (starts < after)
        assert inside.any()
        assert ends[inside].max() <= after + 1e-9
    assert starts.min() >= begins[0]


def test_the_three_shelves_end_where_the_lines_are() -> None:
    picture = example(ALGORITHMS["mrt"]).pictures[0]
    assert picture.lines is not None
    shelf, end = picture.lines.times.values()
    assert picture.result.schedule.end.max() <= end
    assert end == 1.5 * shelf
