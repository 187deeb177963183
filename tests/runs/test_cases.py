"""Other comparisons of the same methods, which a ranking may have as cases."""

from typing import Any

import pytest

from parsched.report.ranking.cases import cases_of
from parsched.report.ranking.methods import Ranking
from parsched.report.records import Records
from parsched.run.request import RequestEntry
from schedweb.runs.models import Comparison, Run
from schedweb.runs.records import possible_cases, records_of
from schedweb.runs.selectors import with_runs
from schedweb.runs.services import create_comparison
from schedweb.workers.models import State
from tests import factories

pytestmark = pytest.mark.django_db

BOTH = ("mean_wait", "utilisation")


def compared(*rows: tuple[str, float | None, float | None], owner: str = "alice") -> Comparison:
    """A comparison whose runs have these mean waits and utilisations."""
    made = factories.comparison(factories.person(owner))
    made.runs.all().delete()
    for i, (label, wait, used) in enumerate(rows):
        factories.done_run(made, i, label, mean_wait=wait, utilisation=used)
    return Comparison.objects.get(pk=made.pk)


def other(place: Comparison, *keys: str) -> list[Records]:
    """Records of other comparisons, as far as they may be cases of this one."""
    read = records_of(place).read_others(keys)
    return [read[key] for key in keys if key in read]


def test_comparisons_of_one_person_in_which_all_methods_have_a_result_are_possible() -> None:
    first = compared(("A", 10.0, 0.5), ("B", 20.0, 0.5))
    second = compared(("B", 10.0, 0.5), ("A", 40.0, 0.5), ("C", 1.0, 0.5))
    third = compared(("A", 1.0, 0.5), ("C", 1.0, 0.5))
    hers = compared(("A", 1.0, 0.5), ("B", 1.0, 0.5), owner="bob")
    assert possible_cases(first) == [second]
    assert possible_cases(second) == []
    wanted = [third.pk, second.pk, hers.pk, first.pk, "gone", "\0"]
    assert [case.pk for case in possible_cases(first, wanted)] == [second.pk]
    ranking = Ranking.of(records_of(first), BOTH, other(first, *wanted))
    assert len(ranking.cases) == 2
    assert ranking.mean == [75.0, 25.0]


def test_a_case_that_lost_a_result_is_no_longer_possible() -> None:
    first, second = (compared(("A", 10.0, 0.5), ("B", 20.0, 0.5)) for _ in range(2))
    assert len(other(first, second.pk)) == 1
    second.runs.filter(label="B").update(state=State.FAILED)
    assert other(first, second.pk) == []


def split(*rows: tuple[str, dict[str, Any], float]) -> Comparison:
    """A comparison of runs of these algorithms, with parameters and mean waits."""
    place = compared(*((f"{key} {i}", wait, 0.5) for i, (key, _, wait) in enumerate(rows)))
    for run, (key, params, _) in zip(place.runs.all(), rows, strict=True):
        Run.objects.filter(pk=run.pk).update(algorithm=key, params=params)
    return Comparison.objects.get(pk=place.pk)


def test_a_number_is_the_same_however_it_was_written() -> None:
    """JSON has 1 and 1.0, forms send text, and rows of earlier versions hold what came."""
    owner = factories.person("alice")
    place, text = (
        create_comparison(
            owner,
            factories.workload(owner),
            factories.cluster(owner, 4, 8, name=f"Grid {one!r}"),
            [RequestEntry("grid", {"strategy": s, "admissible": one}) for s in ("mct", "mst")],
        )
        for one in (1, "1")
    )
    Run.objects.update(state=State.DONE, record={"metrics": {"mean_wait": 1.0}})
    place, text = (Comparison.objects.get(pk=pk) for pk in (place.pk, text.pk))
    assert possible_cases(place) == [text]
    earlier = split(("grid", {"strategy": "mct", "admissible": 1}, 1.0), ("fcfs", {}, 2.0))
    later = split(("grid", {"strategy": "mct", "admissible": 1.0}, 3.0), ("fcfs", {}, 2.0))
    assert possible_cases(earlier) == [later]
    _, cases = cases_of(records_of(earlier), other(earlier, later.pk))
    assert cases[1].values("mean_wait") == [3.0, 2.0]


def test_candidates_are_found_without_what_came_out(django_assert_num_queries: Any) -> None:
    """However many they are: two queries, and of their runs algorithm and parameters alone; one
    more reads the runs of those that are wanted, without what is long."""
    rows = [("A", 1.0, 0.5), ("B", 2.0, 0.5)]
    places = [compared(*rows) for _ in range(12)]
    place = with_runs(Comparison.objects.filter(pk=places[0].pk)).get()
    with django_assert_num_queries(2) as seen:
        assert len(possible_cases(place)) == 11
    assert not any('"record"' in query["sql"] for query in seen.captured_queries)
    with django_assert_num_queries(3) as seen:
        _, cases = cases_of(records_of(place), other(place, *(one.pk for one in places[1:])))
        assert [case.values("mean_wait") for case in cases] == [[1.0, 2.0]] * 12
    assert not any('"details"' in query["sql"] for query in seen.captured_queries)
