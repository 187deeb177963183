"""Steps of policies: the sample by hand, and laws on random exercises."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.data.generators.samples import eight
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.online.policy import QueueParams
from parsched.policies.online.presets import PRESETS
from parsched.report.classroom import Exercise, ExerciseJob, steps
from parsched.report.classroom.steps import ExerciseSteps
from tests.amount import amount

PROCESSORS = 5
exercises = st.lists(
    st.builds(
        lambda release, width, time, more: ExerciseJob(release, width, time, time + more),
        st.integers(0, 12),
        st.integers(1, PROCESSORS),
        st.integers(1, 9),
        st.integers(0, 4),
    ),
    min_size=1,
    max_size=10,
).map(lambda listed: Exercise(tuple(listed), PROCESSORS))


def by(key: str) -> QueueParams:
    return PRESETS[key].policy(ALGORITHMS[key].params())


def of_eight(key: str) -> ExerciseSteps:
    exercise = Exercise.of_workload(eight(), 4)
    assert exercise is not None
    return steps(exercise, by(key))


def said(found: ExerciseSteps, at: float, what: str) -> dict[int, str]:
    return {one.job + 1: one.text for one in getattr(found.at(at), what)}


def test_easy_by_hand() -> None:
    found = of_eight("easy")
    assert said(found, 0, "started") == dict.fromkeys((1, 2), "is the head of the queue, and fits")
    assert said(found, 3, "started") == {
        5: "fits, and ends by 9, the reservation of job 3: it overtakes"
    }
    assert said(found, 6, "started") == {
        7: "fits, and takes only processors that job 3 leaves over at 9, its reservation: "
        "it overtakes"
    }
    assert said(found, 6, "waiting") == {
        3: "needs 3, and 1 processor is free; it is reserved at 9",
        4: "needs 4, and 1 processor is free",
        6: "needs 3, and 1 processor is free",
    }
    assert found.at(6).reserved == {2: 9}
    assert found.at(6).free == 1


def test_fcfs_and_conservative_by_hand() -> None:
    assert said(of_eight("fcfs"), 3, "waiting")[5] == (
        "fits, but job 3 is the head of the queue, and no job may overtake it"
    )
    found = of_eight("conservative")
    assert said(found, 6, "waiting")[7] == (
        "fits, but would leave too few processors for job 4, which is reserved at 10"
    )
    assert said(found, 3, "started") == {5: "fits, and delays no reservation: it overtakes"}
    assert said(found, 10, "started") == {4: "starts at its reservation, 10"}
    assert found.at(7).reserved == {2: 9, 3: 10, 5: 19, 6: 19}


def test_what_ends_early_lets_reservations_move_forward() -> None:
    exercise = Exercise.of_text("2x4~9 2x5@1 1x3~20@1", processors=2)
    found = steps(exercise, by("conservative"))
    assert said(found, 4, "started") == {
        2: "moves forward from its reservation at 9, as jobs ended early"
    }


@pytest.mark.parametrize("policy", [*map(by, PRESETS), QueueParams(order="wfp3")], ids=str)
@settings(max_examples=amount(40))
@given(exercise=exercises)
def test_steps_tell_the_whole_schedule(policy: QueueParams, exercise: Exercise) -> None:
    found = steps(exercise, policy)
    jobs = range(len(exercise.tasks))
    listed: dict[str, list[Any]] = {"arrived": [], "ended": []}
    for step in found.steps:
        listed["arrived"] += step.arrived
        listed["ended"] += step.ended
        waits = [one.job for one in step.waiting]
        released = [job for job in jobs if exercise.tasks[job].release <= step.at]
        assert sorted([*waits, *step.running, *listed["ended"]]) == released
        held = sum(exercise.tasks[job].processors for job in step.running)
        assert step.free == PROCESSORS - held
        assert all(found.schedule.start[job] > step.at for job in waits)
        assert set(step.reserved) <= set(waits)
        assert all(at >= step.at for at in step.reserved.values())
    assert listed["arrived"] == list(jobs)
    assert sorted(listed["ended"]) == list(jobs)
    starts = {one.job: step.at for step in found.steps for one in step.started}
    assert [starts[job] for job in jobs] == found.schedule.start.tolist()
    assert all(one.text for step in found.steps for one in (*step.started, *step.waiting))
