"""Fair share and Slurm's priority: small cases worked out by hand, and clear refusals."""

import math
from dataclasses import replace
from typing import Any

import pytest

from parsched.base.errors import ParameterError
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Labels
from parsched.policies.online.fair_share import Factors, hold, mark_at, new_factors, refresh
from parsched.policies.online.formula import parsed
from parsched.policies.online.multifactor import (
    pairs,
    priority,
    sharing_of,
)
from parsched.policies.online.policy import QueueParams
from parsched.policies.registry import ALGORITHMS
from parsched.run.computed_by import run_by, untold, versions_above_1
from tests.parsched.factories import rigid
from tests.parsched.policies.online.queues import starts

pytestmark = pytest.mark.usefixtures("may_compile")
DAY = 86_400.0


def factors_after(
    used: dict[tuple[str, str], float], **values: Any
) -> dict[tuple[str, str], float]:
    """Return the fair-share factor by (account, user), given the processor-seconds that each has
    used."""
    workload = rigid(*[(0, 1, 1)] * len(used), users=[user for _, user in used])
    workload = replace(workload, group=Labels.of([account for account, _ in used]))
    params = QueueParams(order="multifactor", **values)
    factors = new_factors(workload, sharing_of(params), params.shares())
    for job, amount in enumerate(used.values()):
        association = factors.association[job]
        factors.associations["used"][association] += amount
        factors.accounts["used"][factors.associations["account"][association]] += amount
    refresh(factors, 0.0)
    return dict(zip(used, factors.associations["factor"][factors.association], strict=True))


USED = {("a", "1"): 30.0, ("a", "2"): 10.0, ("b", "3"): 60.0, ("b", "4"): 0.0}


def test_the_tree_ranks_accounts_before_users() -> None:
    # Account a has used 40 % of half the shares, b 60 %: a's users come first, 2 before 1.
    found = factors_after(USED)
    assert found == {("a", "2"): 1.0, ("a", "1"): 0.75, ("b", "4"): 0.5, ("b", "3"): 0.25}


def test_shares_move_accounts() -> None:
    # With three times the shares, b has 0.75 / 0.6 = 1.25, a 0.25 / 0.4 = 0.625.
    found = factors_after(USED, account_shares="b:3")
    assert found == {("b", "4"): 1.0, ("b", "3"): 0.75, ("a", "2"): 0.5, ("a", "1"): 0.25}


def test_equals_share_a_rank_and_equal_accounts_are_one() -> None:
    used = {("a", "1"): 10.0, ("a", "2"): 30.0, ("b", "3"): 30.0, ("b", "4"): 10.0}
    found = factors_after(used)
    assert found == {("a", "1"): 1.0, ("b", "4"): 1.0, ("a", "2"): 0.5, ("b", "3"): 0.5}
    assert set(factors_after(dict.fromkeys(used, 0.0)).values()) == {1.0}
    assert factors_after(USED, user_shares="4:0")["b", "4"] == 0.25


def test_the_classic_factor_halves_at_the_share() -> None:
    # User 1 of a: 30 % of all, drawn by half of the way to the 40 % of a: 35 % of his 25 %.
    found = factors_after(USED, fair_share="classic")
    assert found["a", "1"] == pytest.approx(2 ** -(0.35 / 0.25))
    assert found["b", "4"] == pytest.approx(2 ** -(0.30 / 0.25))
    damped = factors_after(USED, fair_share="classic", dampening=2.0)
    assert damped["a", "1"] == pytest.approx(2 ** -(0.35 / 0.25 / 2))
    assert factors_after(USED, fair_share="classic", account_shares="a:0")["a", "1"] == 0.0


def test_usage_counts_while_jobs_run_and_halves() -> None:
    workload = rigid((0, 4, 1), users=["u"])
    factors = new_factors(
        workload, sharing_of(QueueParams(order="multifactor", half_life=10)), _no_shares()
    )
    hold(factors, 0, 4.0, 0.0)
    hold(factors, 0, -4.0, 20.0)
    whole = 4 * 10 / math.log(2) * (1 - 0.25)  # the integral of 4·2^(−t/10) from 0 to 20
    assert used_at(factors, 20.0) == pytest.approx(whole)
    assert used_at(factors, 30.0) == pytest.approx(whole / 2)
    forever = new_factors(
        workload, sharing_of(QueueParams(order="multifactor", half_life=0)), _no_shares()
    )
    hold(forever, 0, 4.0, 0.0)
    hold(forever, 0, -4.0, 20.0)
    assert used_at(forever, 1e6) == 80.0


def test_usage_of_very_long_ago_is_forgotten_without_overflow() -> None:
    workload = rigid((0, 4, 1), users=["u"])
    params = QueueParams(order="multifactor", half_life=1, calc_period=0)
    factors = new_factors(workload, sharing_of(params), params.shares())
    for instant in (0.0, 400.0, 900.0, 901.0):
        hold(factors, 0, 4.0, instant)
        refresh(factors, instant)
        assert 0 <= used_at(factors, instant) < 4 * 4 / math.log(2)
    assert used_at(factors, 901.0) == pytest.approx(10 / math.log(2))


def used_at(factors: Factors, instant: float) -> float:
    """Return what the only user has used, in processor-seconds of that instant."""
    rules, usage = factors.rules[0], factors.associations[0]
    used = usage.used + usage.running * (mark_at(rules, instant) - usage.mark)
    if rules.half_life == math.inf:
        return float(used)
    return float(used * 2.0 ** ((rules.origin - instant) / rules.half_life))


def _no_shares() -> dict[str, dict[str, float]]:
    return {name: {} for name in ("account", "user", "partition", "qos", "nice")}


BLOCKED = (0, 4, 10)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        # Three jobs of the whole machine wait until 10: age puts them in order of arrival.
        ({}, [10, 15, 18]),
        # Factors stay as at time 0 for 300 s. Then user a, who held the machine, comes last.
        ({"weight_fairshare": 1e6}, [10, 15, 18]),
        ({"weight_fairshare": 1e6, "calc_period": 0}, [17, 10, 13]),
        ({"weight_partition": 1e6, "partition_factors": "fast:1"}, [14, 19, 10]),
        ({"weight_qos": 1e6, "qos_factors": "low:0.5; high:1"}, [13, 10, 18]),
        ({"nice": "b:1e6"}, [10, 19, 15]),
    ],
)
def test_each_factor_orders_the_queue(values: dict[str, Any], expected: list[float]) -> None:
    jobs = [BLOCKED, (1, 4, 5), (2, 4, 3), (3, 4, 4)]
    workload = rigid(*jobs, users=["a", "a", "b", "c"])
    partition = Labels.of(["slow", "slow", "slow", "fast"])
    workload = replace(workload, partition=partition, queue=Labels.of(["low", "low", "high", None]))
    weights = {"weight_fairshare": 0.0, "weight_size": 0.0, "max_age": 100.0}
    params = QueueParams(order="multifactor", **{**weights, **values})
    assert starts(workload, params, 4)[1:] == expected


WAITING = [BLOCKED, (1, 4, 5), (2, 4, 3), (3, 4, 4)]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        # 0.9 and 0 are both 0, so both priorities are 1: jobs stand in order of arrival.
        ({"weight_partition": 0.9, "partition_factors": "fast:1"}, [10, 15, 18]),
        # So are 1.9 and, at least, 1.
        ({"weight_partition": 1.9, "partition_factors": "fast:1"}, [10, 15, 18]),
        ({"weight_partition": 2.0, "partition_factors": "fast:1"}, [14, 19, 10]),
        # 5.4 and 5.9 are equal, 5.9 and 6.0 are not.
        ({"weight_qos": 10.0, "qos_factors": "low:0.54; high:0.59"}, [10, 15, 18]),
        ({"weight_qos": 10.0, "qos_factors": "low:0.59; high:0.6"}, [13, 10, 18]),
        # No priority falls below 1, however nice.
        ({"weight_partition": 0.0, "nice": "b:1e6"}, [10, 15, 18]),
        # What is taken away counts before decimals are left out: 5.9 - 0.5 is 5, and so is 5.0.
        (
            {
                "weight_partition": 5.9,
                "weight_qos": 5.9,
                "partition_factors": "fast:0.85; slow:0.85",
                "nice": "a:0.001",
            },
            [10, 15, 18],
        ),
    ],
)
def test_priorities_are_whole_numbers_of_at_least_1(
    values: dict[str, Any], expected: list[float]
) -> None:
    workload = rigid(*WAITING, users=["a", "a", "b", "c"])
    partition = Labels.of(["slow", "slow", "slow", "fast"])
    workload = replace(workload, partition=partition, queue=Labels.of(["low", "low", "high", None]))
    weights = {f"weight_{name}": 0.0 for name in ("age", "fairshare", "size", "partition", "qos")}
    params = QueueParams(order="multifactor", **{**weights, **values})
    assert starts(workload, params, 4)[1:] == expected


def test_results_of_priorities_with_decimals_are_outdated() -> None:
    assert versions_above_1(run_by("queue", {"order": "multifactor"}))["parts/multifactor"] == 2
    assert "parts/multifactor" not in versions_above_1(run_by("queue", {"order": "saf"}))
    assert untold(("parts", "multifactor")) == 1


@pytest.mark.parametrize("size", ["wide", "narrow", "wide-per-minute", "narrow-per-minute"])
def test_the_formula_of_any_weights_can_be_read(size: str) -> None:
    for weight in (0.0, 1e-9, 3.0, 1e12):
        params = QueueParams(order="multifactor", weight_age=weight, size=size, weight_size=weight)
        assert "nice" in parsed(priority(params)).variables


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("debug", "must be a name, a colon and a number"),
        (":3", "must be a name"),
        ("a:-1", "number from 0"),
        ("a:nan", "number from 0"),
        ("a:1; a:2", "'a' is given twice"),
        ("a,b:1", "no comma"),
        ("a(:1", "no bracket"),
    ],
)
def test_numbers_by_name_are_checked(text: str, rule: str) -> None:
    with pytest.raises(ParameterError, match=rule):
        QueueParams(order="multifactor", nice=text)
    assert pairs("a b:1;; c:d:2") == {"a b": 1.0, "c:d": 2.0}


def test_names_that_no_job_has_are_refused() -> None:
    workload = rigid((0, 1, 1), users=["a"])
    instance = Instance(workload, Platform.of(4))
    declared = ALGORITHMS["queue"]
    good = QueueParams(order="multifactor", user_shares="a:2; absent:1")
    bad = QueueParams(order="multifactor", partition_factors="fast:2")
    assert declared.refusal(instance, good) is None
    refusal = declared.refusal(instance, bad)
    assert refusal == "Queue gives partition_factors to fast, and no job has any; they have none"


def test_parameters_of_fair_share_apply_to_orders_that_know_it() -> None:
    QueueParams(order="formula", formula="-fairshare", half_life=0)
    with pytest.raises(ParameterError, match="half_life applies only with order=multifactor, or"):
        QueueParams(order="sjf", half_life=0)
    with pytest.raises(ParameterError, match="weight_age applies only with order=multifactor"):
        QueueParams(order="formula", weight_age=0)
