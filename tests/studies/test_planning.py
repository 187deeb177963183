"""Batches are whole instances for about two seconds, and together exactly what there is."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from parsched.studies import Generated, Part
from schedweb.studies.planning import (
    BATCH_SECONDS,
    FAILURES,
    MOST_BATCHES,
    MOST_UNITS,
    Pace,
    Taken,
    next_place,
)
from schedweb.studies.units import InstanceSpan, count_of, gaps, number_of, unit_at
from tests.studies import declared as made

JOBS = tuple(range(1, 7))


def of_six(repetitions: int, key: str = "six") -> Part:
    instances = Generated(generator="uniform", jobs=JOBS, processors=(8,))
    return made.part(key, instances=instances, repetitions=repetitions)


def planned(
    repetitions: int, seconds: float | dict[int, float], parts: int = 1
) -> list[tuple[int, InstanceSpan]]:
    """Return all batches of equal parts whose instances take so many seconds by value."""
    every = [of_six(repetitions, str(i)) for i in range(parts)]
    of_value = seconds if isinstance(seconds, dict) else dict.fromkeys(range(6), seconds)
    spans: dict[int, list[InstanceSpan]] = {i: [] for i in range(parts)}
    known: dict[int, dict[int, float]] = {i: {} for i in range(parts)}
    batches: list[tuple[int, InstanceSpan]] = []
    while True:
        taken = {i: Taken(own, done=len(own)) for i, own in spans.items()}
        place = next_place(every, taken, {i: Pace(of) for i, of in known.items()})
        if place is None:
            return batches
        batches.append((place.part, place.span))
        spans[place.part].append(place.span)
        values = {number % 6 for number in range(*place.span)}
        known[place.part] |= {value: of_value[value] for value in values}


@pytest.mark.parametrize("seconds", [1e-4, 0.05, 0.7, 3.0, 500.0])
def test_batches_cover_everything_once(seconds: float) -> None:
    spans = [span for _, span in planned(40, seconds)]
    assert sorted(n for span in spans for n in range(*span)) == list(range(240))


def test_batches_take_about_two_seconds_once_their_values_are_known() -> None:
    of_value = {i: 0.02 * 3**i for i in range(6)}
    batches = planned(200, of_value)
    took = [sum(of_value[n % 6] for n in range(*span)) for _, span in batches[12:]]
    assert max(took) <= max(BATCH_SECONDS, max(of_value.values()))
    assert sum(took) / len(took) > BATCH_SECONDS / 3


def test_nothing_unknown_makes_a_long_batch() -> None:
    of_value = dict.fromkeys(range(5), 1e-4) | {5: 60.0}
    first = [span for _, span in planned(10, of_value)][:4]
    assert [span.end - span.first for span in first[:3]] == [1, 1, 2]
    assert sum(number % 6 > 3 for number in range(*first[3])) <= 4, "as many as are known"


def test_a_long_study_has_no_more_batches_than_thousands() -> None:
    assert len(planned(6_000, 2.0)) <= MOST_BATCHES + 10
    assert max(end - first for _, (first, end) in planned(2_000, 1e-6)) <= MOST_UNITS


def test_parts_take_turns() -> None:
    parts = [part for part, _ in planned(4, 1.0, parts=3)]
    assert set(parts[: len(parts) // 2]) == {0, 1, 2}
    assert parts != sorted(parts)


def test_a_part_whose_batches_fail_is_given_up() -> None:
    part = of_six(40)
    spans = [InstanceSpan(i, i + 1) for i in range(FAILURES)]
    assert next_place([part], {0: Taken(spans, failed=FAILURES)}, {}) is None
    assert next_place([part], {0: Taken(spans, done=1, failed=FAILURES)}, {}) is not None


def test_what_was_taken_back_is_planned_again() -> None:
    place = next_place(
        [of_six(4)], {0: Taken([InstanceSpan(0, 3), InstanceSpan(5, 24)], done=2)}, {}
    )
    assert place is not None
    assert (place.span.first, place.span.end) == (3, 4)


@given(some.lists(some.tuples(some.integers(0, 30), some.integers(1, 9)), max_size=8))
def test_gaps_are_what_no_span_covers(found: list[tuple[int, int]]) -> None:
    spans = [InstanceSpan(first, min(first + size, 30)) for first, size in found if first < 30]
    covered = {n for span in spans for n in range(*span)}
    assert [n for gap in gaps(30, spans) for n in range(*gap)] == sorted(set(range(30)) - covered)


def test_instances_are_numbered_repetition_by_repetition() -> None:
    part = of_six(3)
    units = [unit_at(part, number) for number in range(count_of(part))]
    assert [number_of(part, unit) for unit in units] == list(range(18))
    assert units == list(made.declared(part).units())
