"""Comparisons run several entries and say which is best at what."""

import pytest

from algorithms.compare import Entry, Values, best, difference, run_all
from algorithms.errors import ParameterError, UnknownKeyError, UnsupportedError
from algorithms.platform import Platform
from tests.algorithms.factories import rigid

NAN = float("nan")


def test_an_entry_is_a_key_with_parameters() -> None:
    entry = Entry.parse("easy:estimates=kill,events=sequential")
    assert entry.key == "easy"
    assert entry.params.as_dict() == {"estimates": "kill", "events": "sequential"}
    assert Entry.parse("easy") == Entry.of("easy")


def test_the_label_names_what_differs_from_the_defaults() -> None:
    assert Entry.parse("easy:estimates=raise,events=sequential").label == "easy:events=sequential"
    assert Entry.parse("easy").label == "easy"


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("none", UnknownKeyError, "no algorithm is called 'none'"),
        ("easy:speed=1", ParameterError, "speed is not a parameter"),
        ("easy:estimates=no", ParameterError, "estimates must be one of raise, kill, overrun"),
        ("easy:estimates", ParameterError, "must be given as name=value, got 'estimates'"),
        ("easy:=1", ParameterError, "must be given as name=value, got '=1'"),
        ("easy:events=batch,events=batch", ParameterError, "events is given twice"),
    ],
)
def test_a_wrong_entry_is_one_sentence(text: str, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        Entry.parse(text)


def test_entries_run_on_the_same_jobs_in_their_order() -> None:
    entries = [Entry.parse("easy"), Entry.parse("fcfs")]
    jobs = rigid((0, 1, 5), (1, 2, 5), (2, 1, 3))
    found = list(run_all(jobs, Platform.of(2), entries))
    assert [entry for entry, _ in found] == entries
    assert [result.schedule.start.tolist() for _, result in found] == [[0, 5, 2], [0, 5, 10]]


def test_an_entry_that_cannot_take_the_jobs_stops_all_before_the_first_runs() -> None:
    entries = [Entry.parse("easy"), Entry.parse("ltf")]
    with pytest.raises(UnsupportedError, match="off-line"):
        run_all(rigid((1, 1, 5)), Platform.of(2), entries)


def test_the_best_is_lowest_or_highest_as_the_metric_says() -> None:
    rows: list[Values] = [
        {"makespan": 5.0, "utilisation": 0.5, "backfilled": 1.0, "mean_wait": 3.0},
        {"makespan": 4.0, "utilisation": 0.6, "backfilled": 2.0, "mean_wait": 3.0},
        {"makespan": 4.0, "utilisation": NAN, "backfilled": 3.0, "mean_wait": None},
    ]
    assert best(rows) == {"makespan": {1, 2}, "utilisation": {1}}


def test_a_difference_is_relative_to_the_baseline() -> None:
    assert difference(6.0, 4.0) == 0.5
    assert difference(3.0, 4.0) == -0.25
    assert difference(3.0, 0.0) is None
    assert difference(NAN, 4.0) is None
    assert difference(3.0, None) is None
