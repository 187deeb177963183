"""Rules and deployment times in words."""

from typing import Any

import pytest

from algorithms.problem.instance import Rules
from algorithms.problem.platform import INSTANT, DeployTime
from schedweb.runs.conditions import conditions, every_condition

ARRIVING = {"releases": True, "estimates": True, "environments": 0}
RAISED, TOGETHER = "estimates raised to run times", "events of an instant together"


@pytest.mark.parametrize(
    ("rules", "time", "features", "words"),
    [
        (Rules(), INSTANT, {}, []),
        (Rules(), INSTANT, ARRIVING, [RAISED, TOGETHER]),
        (Rules(), INSTANT, ARRIVING | {"estimates": False}, [TOGETHER]),
        (Rules(events="sequential"), INSTANT, ARRIVING, [RAISED, "events one by one"]),
        (Rules(estimates="kill"), INSTANT, {}, ["jobs killed at their estimates"]),
        (Rules(estimates="overrun"), INSTANT, {}, ["jobs may outlive their estimates"]),
        (Rules(), INSTANT, {"environments": 2}, ["deployments that take no time"]),
        (Rules(), DeployTime(200.0, 100.0), {"environments": 2}, ["deployments of 200–300 s"]),
        (Rules(), DeployTime(5.0), {}, ["deployments of 5 s"]),
    ],
)
def test_what_is_usual_is_said_where_it_matters(
    rules: Rules, time: DeployTime, features: dict[str, Any], words: list[str]
) -> None:
    assert conditions(rules, time, features) == words


def test_files_say_all_of_them() -> None:
    assert every_condition(Rules(), INSTANT) == [
        RAISED,
        TOGETHER,
        "deployments that take no time",
    ]


@pytest.mark.parametrize("name", ["estimates", "events"])
def test_every_rule_has_words(name: str) -> None:
    (spec,) = (spec for spec in Rules.specs() if spec.name == name)
    told = {tuple(every_condition(Rules(**{name: choice}), INSTANT)) for choice in spec.choices}
    assert len(told) == len(spec.choices)
