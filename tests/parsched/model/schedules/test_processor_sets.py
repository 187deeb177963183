"""Processors are disjoint, lowest and contiguous where possible; their text form round-trips."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parsched.base.errors import FormatError, InfeasibleError
from parsched.model.problem.instance import Rules
from parsched.model.schedules import interval_text, processor_choice
from parsched.model.schedules.processor_sets import ProcessorSets, assign
from tests.amount import amount
from tests.parsched.factories import counted
from tests.parsched.policies.online.cases import cases, scheduled
from tests.twins import uncompiled


def chosen(*jobs: tuple[float, float, int], machine: int) -> list[str]:
    """Assign processors to (start, duration, width) and return their text."""
    start, duration, width = (np.array([job[k] for job in jobs]) for k in range(3))
    return assign(start.astype(float), duration.astype(float), width, machine).text()


def blocks(free: Iterable[int]) -> list[list[int]]:
    """Return the maximal runs of consecutive numbers, ascending."""
    runs: list[list[int]] = []
    for number in sorted(free):
        if runs and runs[-1][-1] + 1 == number:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def expected(free: set[int], width: int) -> list[int]:
    """Return the processors that a job should get, by the rule in words."""
    taken: list[int] = []
    while len(taken) < width:
        rest = width - len(taken)
        runs = blocks(free - set(taken))
        fitting = [run for run in runs if len(run) >= rest]
        largest: list[int] = max(runs, key=len)
        taken += fitting[0][:rest] if fitting else largest
    return sorted(taken)


def test_a_job_gets_the_lowest_free_block() -> None:
    assert chosen((0, 9, 2), (0, 2, 3), (0, 9, 1), (3, 1, 2), machine=8) == [
        "0-1",
        "2-4",
        "5",
        "2-3",
    ]


def test_a_block_that_is_large_enough_goes_before_lower_ones_that_are_not() -> None:
    jobs = [(0, 1, 1), (0, 9, 1), (0, 1, 3), (2, 9, 3)]
    assert chosen(*jobs, machine=5)[-1] == "2-4"


def test_without_a_large_enough_block_the_largest_ones_are_joined() -> None:
    jobs = [(0, 1, 1), (0, 9, 1), (0, 1, 3), (0, 9, 1), (0, 1, 2), (2, 9, 4)]
    assert chosen(*jobs, machine=8)[-1] == "0 2-4"


def test_processors_are_free_again_at_the_instant_at_which_a_job_ends() -> None:
    assert chosen((5, 5, 4), (0, 5, 4), machine=4) == ["0-3", "0-3"]


def test_a_job_of_zero_length_takes_no_processors_away() -> None:
    assert chosen((0, 0, 3), (0, 5, 4), (2, 0, 4), machine=4) == ["0-2", "0-3", "0-3"]


def test_a_job_without_a_start_gets_no_processors() -> None:
    assert chosen((np.nan, 1, 2), (0, 1, 2), machine=2) == ["", "0-1"]


def test_too_many_jobs_at_a_time_are_refused() -> None:
    with pytest.raises(InfeasibleError, match="row 2 of the schedule needs 2 processors at 3, but"):
        chosen((0, 9, 3), (3, 9, 2), machine=4)


@settings(max_examples=amount(300))
@given(cases(jobs=40))
def test_every_job_gets_exactly_what_the_rule_says(case: Any) -> None:
    workload, machine = counted(*case[:2]), case[1]
    start = scheduled("easy", workload, machine, Rules()).start
    end, width = start + workload.runtime, workload.width
    sets = assign(start, workload.runtime, width, machine)
    held: dict[int, set[int]] = {}
    for job in np.lexsort((end > start, start)):
        held = {other: taken for other, taken in held.items() if end[other] > start[job]}
        free = set(range(machine)).difference(*held.values())
        taken = [p for lo, hi in zip(*sets.intervals(job), strict=True) for p in range(lo, hi)]
        if end[job] > start[job] or width[job] <= len(free):
            assert taken == expected(free, int(width[job]))
            assert len(sets.intervals(job)[0]) == len(blocks(taken))
        if end[job] > start[job]:
            held[int(job)] = set(taken)


@settings(max_examples=amount(50))
@given(cases(jobs=20))
def test_the_plain_twin_assigns_the_same_processors(case: Any) -> None:
    workload, machine = counted(*case[:2]), case[1]
    start = scheduled("easy", workload, machine, Rules()).start
    compiled = assign(start, workload.runtime, workload.width, machine).text()
    end = start + workload.runtime
    by_start = np.lexsort((end > start, start))
    by_end = np.array([j for j in np.argsort(end, kind="stable") if end[j] > start[j]], np.int64)
    with uncompiled(processor_choice):
        first, count, lo, hi, lacking = processor_choice.assign_processors(
            by_start, by_end, start, end, workload.width, machine
        )
    offsets = np.concatenate([[0], np.cumsum(count)])
    rows = np.repeat(first - offsets[:-1], count) + np.arange(offsets[-1])
    assert (lacking == -1).all()
    assert ProcessorSets(offsets, lo[rows], hi[rows]).text() == compiled


SETS = st.lists(st.sets(st.integers(0, 30)), max_size=8)


def text_of(numbers: set[int]) -> str:
    """Canonical text of a set, by hand."""
    return " ".join(f"{r[0]}-{r[-1]}" if len(r) > 1 else str(r[0]) for r in blocks(numbers))


@given(SETS)
@example([])
@example([set()])
@example([{0}, set(), {0, 1, 3}])
def test_text_is_read_and_written_canonically(sets: list[set[int]]) -> None:
    canonical = [text_of(numbers) for numbers in sets]
    singles = [" ".join(map(str, sorted(numbers, reverse=True))) for numbers in sets]
    assert ProcessorSets.parse(canonical).text() == canonical
    assert ProcessorSets.parse(singles).text() == canonical
    assert ProcessorSets.parse(singles).sizes().tolist() == [len(numbers) for numbers in sets]


@given(SETS)
@example([])
@example([set()])
def test_the_plain_twins_read_and_write_the_same_text(sets: list[set[int]]) -> None:
    rows = [" ".join(map(str, numbers)) for numbers in sets]
    parsed = ProcessorSets.parse(rows)
    lo, hi, offsets = (np.empty(300, np.int64) for _ in range(3))
    text = np.frombuffer("".join(row + "\n" for row in rows).encode(), np.uint8)
    with uncompiled(interval_text):
        written = interval_text.write_intervals(parsed.offsets, parsed.lo, parsed.hi)
        fault, _, _ = interval_text.read_intervals(text, len(rows), 99, lo, hi, offsets)
    assert written.tobytes().decode().splitlines() == parsed.text()
    assert fault == interval_text.GOOD
    assert lo[: offsets[len(rows)]].tolist() == [p for numbers in sets for p in numbers]


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("x", "row 2: 'x' must be a processor"),
        ("1-", "row 2: '1-' must be a processor"),
        ("-1", "row 2: '-1' must be a processor"),
        ("1,2", "row 2: '1,2' must be a processor"),
        ("5-3", "row 2: '5-3' must be an interval with its lower end first"),
        ("0 99999999999999999999", "row 2: '99999999999999999999' must name processors below"),
        ("4 0-2 1", "row 2: processor 1 is named twice"),
        ("0-2 2", "row 2: processor 2 is named twice"),
        ("3 3", "row 2: processor 3 is named twice"),
        ("7\n8", r"row 2: '7\\n8' is not a set of processors"),
        ("\N{DIGIT ONE}\N{SUPERSCRIPT TWO}", "row 2: '1²' is not a set of processors"),
    ],
)
def test_text_that_is_no_set_is_refused_by_row_and_word(row: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        ProcessorSets.parse(["0-3", row])


def test_zeros_in_front_of_a_number_do_not_count() -> None:
    [row] = ProcessorSets.parse([f"{'0' * 12}3-{'0' * 20}5 {'0' * 30}"]).text()
    assert row == "0 3-5"
    with pytest.raises(FormatError, match="must name processors below"):
        ProcessorSets.parse([f"0000{'9' * 30}"])


def test_sets_of_groups_of_jobs_are_joined_and_taken_apart() -> None:
    parts = [
        (np.array([2, 0]), ProcessorSets.parse(["0-1 5", "7"])),
        (np.array([1]), ProcessorSets.parse(["3"])),
    ]
    joined = ProcessorSets.gather(3, parts)
    assert joined.text() == ["7", "3", "0-1 5"]
    assert joined.take(np.array([2, 1])).text() == ["0-1 5", "3"]
    assert joined.take(np.array([True, False, True])).text() == ["7", "0-1 5"]


def test_columns_of_sets_are_read_only_copies() -> None:
    lo = np.array([0])
    sets = ProcessorSets(np.array([0, 1]), lo, np.array([4]))
    lo[0] = 3
    assert sets.text() == ["0-3"]
    with pytest.raises(ValueError, match="read-only"):
        sets.lo[0] = 1


@given(st.lists(st.text("01 -\t\r\v\f\x1c\x1f\n\x85\u2028", max_size=5), max_size=4))
@example(["\v"])
@example(["1\f2", ""])
@example(["", " \x1c"])
@example(["\u2028"])
@example(["0-\t"])
def test_white_space_of_any_kind_is_a_blank_or_refused(rows: list[str]) -> None:
    try:
        sets = ProcessorSets.parse(rows)
    except FormatError:
        return
    assert set("".join(rows)) <= set("01 -")
    assert sets.text() == ProcessorSets.parse(sets.text()).text()
    assert len(sets) == len(rows)


@pytest.mark.parametrize("cell", ["\x0b", "\x0c", "1 \x1c", "\r", "\x0b 2", "\t"])
def test_blanks_that_are_no_blanks_are_named(cell: str) -> None:
    with pytest.raises(FormatError, match=r"^row 2: '\\\\?[xtr0-9a-f]*' must be a processor"):
        ProcessorSets.parse(["1", cell])
