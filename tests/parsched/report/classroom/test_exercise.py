"""Exercises as text: read, written, and refused with the job, the value and the rule."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.base.errors import WorkloadError
from parsched.data.generators import generate
from parsched.data.generators.samples import eight
from parsched.report.classroom import Exercise, ExerciseJob
from parsched.report.classroom.exercise import LONGEST, MOST_JOBS, MOST_PROCESSORS
from parsched.report.classroom.rows import rows

tasks = st.builds(
    lambda release, width, time, more: ExerciseJob(release, width, time, min(time + more, LONGEST)),
    st.integers(0, LONGEST),
    st.integers(1, MOST_PROCESSORS),
    st.integers(1, LONGEST),
    st.integers(0, LONGEST),
)


@given(st.lists(tasks, min_size=1, max_size=MOST_JOBS))
def test_text_is_read_as_it_is_written(listed: list[ExerciseJob]) -> None:
    exercise = Exercise(tuple(listed), MOST_PROCESSORS)
    assert Exercise.of_text(exercise.text, MOST_PROCESSORS) == exercise
    assert Exercise.of_workload(exercise.instance.workload, MOST_PROCESSORS) == exercise


def test_jobs_are_numbered_by_release() -> None:
    exercise = Exercise.of_text("1x2@5, 2x3~4", processors=2)
    assert exercise.tasks == (ExerciseJob(0, 2, 3, 4), ExerciseJob(5, 1, 2, 2))
    assert exercise.instance.workload.ids.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("text", "processors", "says"),
    [
        ("", 4, "Job 1, “”, is not of the form"),
        ("2x9 3y1", 4, "Job 2, “3y1”, is not of the form"),
        ("5x9", 4, "Job 1: processors must be from 1 to 4, not 5."),
        ("1x0", 4, "Job 1: time must be from 1 to 1,000, not 0."),
        ("1x2@1001", 4, "Job 1: release must be from 0 to 1,000, not 1,001."),
        ("1x9~8", 4, "Job 1: estimate must be from 9 to 1,000, not 8."),
        ("1x9", 33, "The machine: processors must be from 1 to 32, not 33."),
        ("1x9 " * 31, 4, "An exercise has from 1 to 30 jobs, and this one has 31."),
    ],
)
def test_bad_text_names_job_value_and_rule(text: str, processors: int, says: str) -> None:
    with pytest.raises(WorkloadError) as caught:
        Exercise.of_text(text, processors)
    assert says in str(caught.value)


def test_only_small_rigid_jobs_become_an_exercise() -> None:
    assert Exercise.of_workload(eight(), 4) is not None
    assert Exercise.of_workload(eight(), 3) is None
    assert Exercise.of_workload(generate("mixed", jobs=5, processors=4), 4) is None
    assert Exercise.of_workload(generate("uniform", jobs=31, processors=4), 4) is None


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9), st.integers(1, 4)), max_size=12))
def test_rows_never_move_and_never_meet(jobs: list[tuple[int, int, int]]) -> None:
    held: list[tuple[float, float, int]] = []
    running: list[tuple[int, int]] = []
    for start, length, width in sorted(jobs):
        running = [(end, wide) for end, wide in running if end > start]
        if sum(wide for _, wide in running) + width <= 8:
            running.append((start + length, width))
            held.append((float(start), float(start + length), width))
    chosen = rows(held, 8)
    assert [len(set(numbers)) for numbers in chosen] == [width for *_, width in held]
    for instant in np.arange(0, 20, 0.5):
        used = [
            n for (a, b, _), ns in zip(held, chosen, strict=True) if a <= instant < b for n in ns
        ]
        assert len(used) == len(set(used))
    for count in range(len(held)):
        assert rows(held[:count], 8) == chosen[:count]
