"""Values that span many orders of magnitude get few ticks that people can read."""

import pytest

from parsched.report.scales import bound_scale, label, ratio_scale, time_scale


def test_time_ticks_are_those_that_people_say() -> None:
    assert time_scale(86_400.0 * 7).texts() == ["0", "1 min", "10 min", "1 h", "6 h", "1 d", "5 d"]
    assert time_scale(20.0).texts() == ["0", "1 s", "2 s", "5 s", "10 s", "20 s"]
    places = time_scale(1e6).places()
    assert places == sorted(places)


def test_durations_have_three_digits() -> None:
    durations = (0, 42, 90, 12_600, 200_000)
    assert [label(x) for x in durations] == ["0", "42 s", "1.5 min", "3.5 h", "2.31 d"]


@pytest.mark.parametrize("largest", [1.0, 1.0004, 1.04, 1.7, 4.9, 5.1, 52.0, 3e5])
def test_ticks_of_ratios_are_few_and_begin_at_the_bound(largest: float) -> None:
    scale = bound_scale(largest)
    places = scale.places()
    assert scale.texts()[0] == "1"
    assert 2 <= len(places) <= 20
    assert places == sorted(set(places))
    assert len(set(scale.texts())) == len(places)


def test_ticks_of_slowdowns_are_written_in_full() -> None:
    assert ratio_scale(40_000.0).texts()[-3:] == ["3,000", "10,000", "30,000"]
