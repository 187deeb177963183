"""Every declared order and predictor: the formula computes what the plain function does, its
source exists, and small cases worked out by hand."""

from typing import Any

import pytest

from parsched.model.problem.instance import Rules
from parsched.policies.online import predictors
from parsched.policies.online.orders import ORDERS, order
from parsched.policies.online.policy import QueueParams
from parsched.policies.online.predictors import PREDICTORS, predictor
from parsched.policies.online.program import Job, new_program, value_of
from tests.parsched.factories import rigid
from tests.parsched.policies.online.cases import effective
from tests.parsched.policies.online.queues import starts
from tests.twins import uncompiled

JOBS = [
    Job(0.0, 1.0, 1.0, 1.0, 0.0),
    Job(120.0, 60.0, 4.0, 1_000.0, 9.0),
    Job(86_400.0, 3_600.5, 100.0, 844_000_000.0, 1e9),
]


@pytest.mark.usefixtures("may_compile")
@pytest.mark.parametrize("key", ORDERS)
def test_the_formula_computes_what_the_function_does(key: str) -> None:
    declared = ORDERS[key]
    code = new_program(declared.program.ops, declared.program.constants)
    for job in JOBS:
        assert value_of(code, job) == declared.value(job)
    assert declared.title
    assert declared.help.endswith(".")
    assert all(reference.title for reference in declared.references)


def test_what_is_fixed() -> None:
    assert {key for key in ORDERS if not ORDERS[key].is_fixed} == {"xf", "wfp3", "unicef"}
    assert {k for k in PREDICTORS if PREDICTORS[k].fixed is None} == {"average-2", "user-mean"}
    assert all(p.help.endswith(".") and p.formula and p.references for p in PREDICTORS.values())


def test_declarations_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="declared as 'sjf'"):
        order("sjf", title="", formula="p")
    with pytest.raises(ValueError, match="unknown references"):
        order("new", title="", formula="p", cites=("nobody1900",))
    with pytest.raises(ValueError, match="missing before the end"):
        order("new", title="", formula="p*")
    with pytest.raises(ValueError, match="declared as 'exact'"):
        predictor("exact", title="", formula="")
    with pytest.raises(ValueError, match="numbered 1"):
        predictor("new", title="", formula="", number=1)
    with pytest.raises(ValueError, match="unknown references"):
        predictor("new", title="", formula="", cites=("nobody1900",))


@pytest.mark.parametrize("key", ["f1", "f2", "f3", "f4"])
def test_functions_by_regression_follow_arrival_early_and_size_late(key: str) -> None:
    """A large job, and a small one that arrives an hour later."""

    def first_is_first(submitted: float) -> bool:
        large = Job(0.0, 3_600.0, 16.0, submitted, 0.0)
        small = Job(0.0, 60.0, 1.0, submitted + 3_600.0, 0.0)
        return ORDERS[key].value(large) < ORDERS[key].value(small)

    assert first_is_first(60.0)
    assert not first_is_first(30 * 86_400.0)
    assert "early in a log this is nearly the order of arrival" in ORDERS[key].help


BLOCKED = (0, 4, 10)
"""Holds all four processors until second 10, while the others come."""


@pytest.mark.parametrize(
    ("key", "waiting", "expected"),
    [
        # Three jobs of all processors: the order of their starts is the order of the queue.
        ("arrival", [(1, 4, 5), (2, 4, 3), (3, 4, 4)], [10, 15, 18]),
        ("sjf", [(1, 4, 5), (2, 4, 3), (3, 4, 4)], [17, 10, 13]),
        ("ljf", [(1, 4, 5), (2, 4, 3), (3, 4, 4)], [10, 19, 15]),
        ("lcfs", [(1, 4, 5), (2, 4, 3), (3, 4, 4)], [17, 14, 10]),
        # 4·5 = 20, 3·3 = 9 and 2·6 = 12 processor-seconds; 3 and 2 do not fit beside each other.
        ("saf", [(1, 4, 5), (2, 3, 3), (3, 2, 6)], [19, 10, 13]),
        ("laf", [(1, 4, 5), (2, 3, 3), (3, 2, 6)], [10, 21, 15]),
        ("narrow", [(1, 4, 5), (2, 3, 3), (3, 2, 6)], [19, 16, 10]),
        ("wide", [(1, 4, 5), (2, 3, 3), (3, 2, 6)], [10, 15, 18]),
        # At 10, (w + p)/p is 14/5, 11/3 and 15/8; at 13 it is 17/5 for job 2 and 18/8 for job 4.
        ("xf", [(1, 4, 5), (2, 4, 3), (3, 4, 8)], [13, 10, 18]),
        # At 10, (w/p)³·q is (9/5)³·4 = 23.3, (8/3)³·3 = 56.9 and (7/2)³·1 = 42.9; at 13 the last
        # one alone can start beside no other job: job 2 is first with (12/5)³·4 = 55.3 to (10/2)³ =
        # 125.
        ("wfp3", [(1, 4, 5), (2, 3, 3), (3, 1, 2)], [13, 10, 10]),
        # At 10, w/(log₂ q · p) is 9/10, 8/4.75 and 7/2: job 4, then job 3 beside it.
        ("unicef", [(1, 4, 5), (2, 3, 3), (3, 1, 2)], [13, 10, 10]),
        # Submit times weigh most: 870·log₁₀ s is 0, 262 and 415.
        ("f1", [(1, 4, 5), (2, 4, 3), (3, 4, 4)], [10, 15, 18]),
        ("f2", [(1, 4, 5), (2, 4, 3), (3, 4, 4)], [10, 15, 18]),
        ("f3", [(1, 4, 5), (2, 4, 3), (3, 4, 4)], [10, 15, 18]),
        ("f4", [(1, 4, 5), (2, 4, 3), (3, 4, 4)], [10, 15, 18]),
        # At equal submit times, log₁₀ p·q is 2.8, 3.0 and 2.4.
        ("f1", [(1, 4, 5), (1, 3, 10), (1, 4, 4)], [14, 19, 10]),
    ],
)
def test_orders_by_hand(key: str, waiting: list[Any], expected: list[float]) -> None:
    params = QueueParams(order=key, backfill="off")
    workload = effective(rigid(BLOCKED, *waiting), Rules())
    assert starts(workload, params, 4)[1:] == expected


def test_every_order_has_a_case_by_hand() -> None:
    marks = vars(test_orders_by_hand)["pytestmark"]
    assert {case[0] for case in marks[0].args[1]} == {"arrival", *ORDERS}


@pytest.mark.parametrize(
    ("predict", "expected"),
    [
        # Job 5 needs all processors and has them at 40. Job 6 asks for 20 s and runs 6.
        # As estimated, it would end after 40.
        ("estimate", 45),
        ("double", 45),
        # Believed to run 6 s, or ⌊(4 + 9) / 2⌋ = 6 s, or ⌊(2 + 4 + 9) / 3⌋ = 5 s, it overtakes.
        ("exact", 30),
        ("average-2", 30),
        ("user-mean", 30),
    ],
)
def test_predictors_by_hand(predict: str, expected: float) -> None:
    workload = rigid(
        *((0, 1, 2, 20), (2, 1, 4, 20), (6, 1, 9, 20), (20, 3, 20, 20)),
        *((21, 4, 5, 5), (30, 1, 6, 20)),
        users=["a", "a", "a", "b", "b", "a"],
    )
    assert starts(workload, QueueParams(predict=predict), 4)[5] == expected


def test_every_predictor_has_a_case_by_hand() -> None:
    marks = vars(test_predictors_by_hand)["pytestmark"]
    assert {case[0] for case in marks[0].args[1]} == set(PREDICTORS)


def learned(number: int, runs: list[float], estimate: float) -> float:
    """What is believed after a user's jobs ran so long."""
    history = predictors.UserHistory.new()[0]
    for run in runs:
        history.completed += 1
        history.total += run
        history.before, history.last = history.last, run
    with uncompiled(predictors):
        return float(predictors.learned(number, history, estimate))


def test_learned_predictions_are_whole_seconds_from_one_to_the_estimate() -> None:
    average, mean = predictors.AVERAGE_2, predictors.USER_MEAN
    assert learned(average, [], 50) == learned(average, [7], 50) == learned(mean, [], 50) == 50
    assert learned(average, [1, 8, 9], 50) == 8
    assert learned(mean, [1, 8, 9], 50) == 6
    assert learned(average, [80, 90], 50) == learned(mean, [80], 50) == 50
    assert learned(average, [0, 1], 50) == learned(mean, [0], 50) == 1
    assert learned(average, [0, 1], 0) == 0


def test_a_job_of_an_unknown_user_has_its_estimate() -> None:
    workload = rigid(
        *((0, 1, 2, 20), (2, 1, 4, 20), (20, 3, 20, 20), (21, 4, 5, 5), (30, 1, 6, 20)),
        users=[None, None, "b", "b", None],
    )
    assert starts(workload, QueueParams(predict="average-2"), 4)[4] == 45


@pytest.mark.parametrize(
    ("correct", "ends", "late"),
    [
        # Believed to run 10 s, job 3 outlives that at 110; then it is believed to run 70 s, and at
        # 170 it is believed to run 310 s: then there is time for a longer job 5, too.
        ("increments", 110 + 60, 170),
        # It is believed to run its 1,000 s, so that job 5 may run until 1,100.
        ("estimate", 1_100, 1_005),
        # It is believed to run 20 s, and 40 s from 120 on.
        ("doubling", 120, 120),
    ],
)
def test_corrections_by_hand(correct: str, ends: float, late: float) -> None:
    """At 111, job 4 waits for all four processors, and job 5 wants to run just until the planned
    end of job 3: it overtakes; one that takes a second longer does not."""
    first = ((0, 1, 10, 10), (10, 1, 10, 10), (100, 3, 900, 1_000), (101, 4, 5, 5))
    params = QueueParams(predict="average-2", correct=correct)
    for longer, expected in ((0, 111), (1, late)):
        last = (111, 1, ends - 111 + longer, ends - 111 + longer)
        workload = rigid(*first, last, users=["a", "a", "a", "b", "b"])
        assert starts(workload, params, 4)[4] == expected


@pytest.mark.parametrize(("correct", "expected"), [("doubling", 11), ("increments", 20)])
def test_doubling_applies_to_jobs_that_overrun_their_estimates(
    correct: str, expected: float
) -> None:
    """Job 1 overruns its 10 s. Planned to end now, its processors count as free for job 2, so that
    job 3 may not overtake; believed to run 20 s, it lets job 3 run until then."""
    workload = effective(
        rigid((0, 3, 15, 10), (1, 4, 5, 5), (11, 1, 9, 9)), Rules(estimates="overrun")
    )
    assert starts(workload, QueueParams(correct=correct), 4)[2] == expected
