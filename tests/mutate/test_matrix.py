"""Which tests notice what: summaries of a matrix by hand."""

import json
from dataclasses import asdict
from pathlib import Path

from tests.costs import Cost, part_of, table
from tests.mutate.matrix import Row, measured, summary


def test_tests_are_told_apart_by_what_they_notice() -> None:
    rows = [
        Row("one", ["a"], {"a": 1.0, "b": 3.0, "c": 0.5}),
        Row("two", ["a", "b"], {"a": 2.0, "b": 3.0}),
        Row("three", [], {"c": 0.5, "d": 4.0}),
    ]
    found = summary(rows)
    assert (found.alone, found.together, found.never) == (["a"], ["b"], ["d", "c"])
    assert found.cpu == {"a": 2.0, "b": 3.0, "c": 0.5, "d": 4.0}


def test_what_was_measured_is_read_and_not_measured_again(tmp_path: Path) -> None:
    kept = Row("one", ["a"], {"a": 1.0})
    file = tmp_path / "matrix.jsonl"
    file.write_text(json.dumps(asdict(kept)) + "\n", encoding="utf-8")
    assert measured([], ["no workshop is entered"], file) == [kept]  # type: ignore[list-item]


def test_costs_add_up_by_part_with_the_dearest_first() -> None:
    tests = {
        "tests/api/test_runs.py::test_a": Cost(1.0, 2.0),
        "tests/api/test_runs.py::test_b[x/y]": Cost(2.0, 2.5),
        "tests/parsched/run/test_solve.py::test_c": Cost(9.0, 9.0),
    }
    assert [part_of(test) for test in tests] == ["api", "api", "parsched/run"]
    assert [line.split() for line in table(tests)[1:4]] == [
        ["parsched/run", "1", "9.0", "9.0"],
        ["api", "2", "3.0", "4.5"],
        ["all", "3", "12.0", "13.5"],
    ]
