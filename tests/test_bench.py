"""`make bench` fails where a target is missed, and says which."""

import sys
from types import ModuleType

import pytest

from tests.bench import __main__ as bench
from tests.bench.row import Row


@pytest.mark.parametrize(
    ("value", "most", "least", "missed"),
    [
        (2.0, 2.0, None, False),
        (2.1, 2.0, None, True),
        (2.0, None, 2.0, False),
        (1.9, None, 2.0, True),
        (1.5, 2.0, 1.0, False),
        (2.5, 2.0, 1.0, True),
        (float("nan"), 2.0, None, True),
        (float("inf"), 2.0, None, True),
    ],
)
def test_a_target_is_missed(
    value: float, most: float | None, least: float | None, missed: bool
) -> None:
    assert Row("something", value, "s", most=most, least=least).missed is missed


def test_every_row_has_a_target() -> None:
    with pytest.raises(ValueError, match="'something' has no target"):
        Row("something", 1.0, "s")


def test_values_have_four_digits() -> None:
    assert Row("x", 0.0123451, "s", most=1).text == "0.01235 s"
    assert Row("x", 1234567.8, "jobs/s", most=1).text == "1,234,568 jobs/s"
    assert Row("x", 999.7, "ms", most=1, least=0.5).target == "≥ 0.5 ms, ≤ 1 ms"
    assert Row("x", 9999.7, "ms", most=1).text == "10,000 ms"


@pytest.mark.parametrize("slow", [1.0, 9.0])
def test_missed_targets_are_named_and_fail(
    slow: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    part = ModuleType("tests.bench.bench_of_this_test")
    found = [Row("quick", 1.0, "s", most=2), Row("slow", slow, "s", most=2, ratio=3.0)]
    monkeypatch.setattr(part, "rows", lambda: iter(found), raising=False)
    monkeypatch.setitem(sys.modules, part.__name__, part)
    monkeypatch.setattr(bench, "modules", lambda words: ["bench_of_this_test"])
    assert bench.main([]) == (1 if slow > 2 else 0)
    told = capsys.readouterr().out
    assert ("slow: 9 s, not ≤ 2 s" in told) == (slow > 2)
    assert "quick: " not in told


def test_a_word_that_fits_no_part_fails() -> None:
    assert bench.main(["no such part"]) == 1
