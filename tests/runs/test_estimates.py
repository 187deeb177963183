"""How long runs will take, as earlier ones took."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from parsched.policies.catalogue import ALGORITHMS
from parsched.run.request import RequestEntry
from schedweb.base.errors import InvalidError
from schedweb.base.models import new_id
from schedweb.runs.estimates import Estimate, Estimator, ends_of, estimate_all, lately, total
from schedweb.runs.models import Comparison, Run
from schedweb.workers.models import State
from tests import factories

pytestmark = pytest.mark.django_db

EASY = ALGORITHMS["easy"].params()
MRT = {"algorithm": {"key": "mrt", "params": {"epsilon": 0.1}}}


@pytest.fixture
def place() -> Comparison:
    """A comparison whose runs wait."""
    return factories.comparison(factories.person("alice"))


def finished(place: Comparison, jobs: int, seconds: float, **fields: object) -> Run:
    """Store a run on so many jobs that took so long."""
    place.workload.pk, place.workload.jobs = new_id(), jobs
    place.workload.save()
    other = Comparison.objects.get(pk=place.pk)
    other.pk, other.workload = new_id(), place.workload
    other.save()
    now = timezone.now()
    run = factories.done_run(other, 0, "easy")
    values = {"started": now - timedelta(seconds=seconds), "finished": now, **fields}
    Run.objects.filter(pk=run.pk).update(**values)
    return run


def seconds_of(algorithm: str, jobs: int) -> float | None:
    estimate = Estimator.of_stored().of(algorithm, ALGORITHMS[algorithm].params(), jobs)
    return None if estimate is None else estimate.seconds


def test_where_nothing_has_run_there_is_no_estimate(place: Comparison) -> None:
    assert seconds_of("easy", 3) is None


def test_one_size_scales_with_the_number_of_jobs(place: Comparison) -> None:
    finished(place, 1_000, 2.0)
    assert seconds_of("easy", 1_000) == pytest.approx(2)
    assert seconds_of("easy", 5_000) == pytest.approx(10)
    assert seconds_of("fcfs", 1_000) is None, "of the same algorithm only"


def test_several_sizes_say_how_time_grows(place: Comparison) -> None:
    for jobs, seconds in ((100, 0.1), (1_000, 10.0)):  # with the square
        finished(place, jobs, seconds)
    assert seconds_of("easy", 2_000) == pytest.approx(40, rel=0.01)
    assert seconds_of("easy", 10) == pytest.approx(0.001, rel=0.01)


def test_far_beyond_what_has_run_there_is_no_estimate(place: Comparison) -> None:
    finished(place, 10, 0.1)
    assert seconds_of("easy", 200) == pytest.approx(2)
    assert seconds_of("easy", 201) is None


def test_time_in_which_a_worker_waited_does_not_count(place: Comparison) -> None:
    finished(place, 100, 60.0, record={"cpu_seconds": 2.0})
    assert seconds_of("easy", 100) == pytest.approx(2)
    Run.objects.filter(state=State.DONE).update(record={"cpu_seconds": 500.0})
    assert seconds_of("easy", 100) == pytest.approx(60), "several processors computed"


def test_the_same_parameters_count_before_others(place: Comparison) -> None:
    finished(place, 100, 4.0, algorithm="conservative", params={"strange": 1})
    declared = ALGORITHMS["conservative"].params()
    first = Estimator.of_stored().of("conservative", declared, 100)
    assert first is not None
    assert not first.same
    assert first.seconds == pytest.approx(4)
    finished(place, 100, 1.0, algorithm="conservative", params=declared.as_dict())
    second = Estimator.of_stored().of("conservative", declared, 100)
    assert second is not None
    assert second.same
    assert second.seconds == pytest.approx(1)


def test_what_runs_within_tells_runs_apart(place: Comparison) -> None:
    finished(place, 100, 4.0, algorithm="online-batch", params=MRT)
    estimator = Estimator.of_stored()
    other = {"algorithm": {"key": "mrt", "params": {"epsilon": 0.5}}}
    assert estimator.of_stored_params("online-batch", other, 100) is not None
    ltf = {"algorithm": {"key": "ltf", "params": {}}}
    assert estimator.of_stored_params("online-batch", ltf, 100) is None


def test_an_estimate_says_what_it_rests_on(place: Comparison) -> None:
    for jobs in (100, 1_000, 1_000):
        finished(place, jobs, 1.0, params=EASY.as_dict())
    estimate = Estimator.of_stored().of("easy", EASY, 500)
    assert estimate is not None
    assert estimate.basis == "from 3 earlier runs with 100 to 1,000 jobs and the same parameters"


def test_stopped_runs_give_no_estimate_unless_they_used_up_their_time(
    place: Comparison,
) -> None:
    early = {"status": "stopped early"}
    stopped = finished(place, 100, 0.5, stopping=timezone.now(), record=early)
    assert seconds_of("easy", 100) is None
    Run.objects.filter(pk=stopped.pk).update(stopping=None)
    assert seconds_of("easy", 100) == pytest.approx(0.5), "a limit among its parameters ended it"


def test_what_many_runs_ask_is_computed_once(place: Comparison) -> None:
    for jobs in (100, 1_000):
        finished(place, jobs, jobs / 100)
    estimator = Estimator.of_stored()
    first = estimator.of_stored_params("easy", {"seed": 1}, 500)
    assert first is not None
    assert estimator.of_stored_params("easy", {"seed": 2}, 500) is first
    assert estimator.of_stored_params("easy", {"seed": 2}, 501) != first


def test_finished_runs_are_read_once_for_several_pages(
    place: Comparison, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    finished(place, 100, 1.0)
    with django_assert_num_queries(1):
        assert lately() is lately()


def test_failed_runs_say_nothing(place: Comparison) -> None:
    finished(place, 100, 4.0, state=State.FAILED)
    assert seconds_of("easy", 100) is None


def test_runs_share_the_workers_that_are_free() -> None:
    known = [Estimate(s, 1, 1, 1, same=True) for s in (4.0, 1.0, 2.0)]
    assert total([*known, None], 1).seconds == 7
    both = total([*known, None], 2)
    assert (both.seconds, both.runs, both.unknown, both.known) == (4, 4, 1, 3)
    assert total([None], 0).seconds == 0


def test_who_is_free_first_takes_the_next() -> None:
    assert list(ends_of([1.0, 1.0, 5.0], [0.0, 3.0])) == [1.0, 2.0, 7.0]


def test_the_runs_of_entries_are_estimated_and_what_is_wrong_is_refused(place: Comparison) -> None:
    finished(place, 3, 0.5, params=EASY.as_dict())
    runs = estimate_all([RequestEntry("easy"), RequestEntry("fcfs")], place.instance())
    assert [(r.request.algorithm.key, r.estimate and r.estimate.seconds) for r in runs] == [
        ("easy", pytest.approx(0.5)),
        ("fcfs", None),
    ]
    with pytest.raises(InvalidError, match="no algorithm is called"):
        estimate_all([RequestEntry("none")], place.instance())
