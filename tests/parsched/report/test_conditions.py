"""Rules and deployment times in words."""

from dataclasses import replace

import pytest

from parsched.model.problem.instance import Rules
from parsched.model.problem.platform import INSTANT, DeployTime, Platform
from parsched.report.conditions import Traits, conditions, every_condition

ARRIVING = Traits(has_releases=True, has_estimates=True)
ENVIRONED = Traits(environments=2)
ONE = Platform.of(1)
RAISED, TOGETHER = "estimates raised to run times", "events of an instant together"
SEVERAL = "3 systems installed at once on a processor"


@pytest.mark.parametrize(
    ("rules", "time", "traits", "words"),
    [
        (Rules(), INSTANT, Traits(), []),
        (Rules(), INSTANT, ARRIVING, [RAISED, TOGETHER]),
        (Rules(), INSTANT, Traits(has_releases=True), [TOGETHER]),
        (Rules(events="sequential"), INSTANT, ARRIVING, [RAISED, "events one by one"]),
        (Rules(estimates="kill"), INSTANT, Traits(), ["jobs killed at their estimates"]),
        (Rules(estimates="overrun"), INSTANT, Traits(), ["jobs may outlive their estimates"]),
        (Rules(), INSTANT, ENVIRONED, ["deployments that take no time"]),
        (Rules(), DeployTime(200.0, 100.0), ENVIRONED, ["deployments of 200–300 s"]),
        (Rules(), DeployTime(5.0), Traits(), ["deployments of 5 s"]),
    ],
)
def test_what_is_usual_is_said_where_it_matters(
    rules: Rules, time: DeployTime, traits: Traits, words: list[str]
) -> None:
    assert conditions(rules, replace(ONE, deployment=time), traits) == words


def test_several_systems_are_said_wherever_they_are() -> None:
    assert conditions(Rules(), replace(ONE, systems=3), Traits()) == [SEVERAL]


def test_files_say_all_of_them() -> None:
    assert every_condition(Rules(), ONE) == [
        RAISED,
        TOGETHER,
        "deployments that take no time",
    ]
    several = every_condition(Rules(), replace(ONE, systems=3))
    assert several[-1] == SEVERAL


@pytest.mark.parametrize("name", ["estimates", "events"])
def test_every_rule_has_words(name: str) -> None:
    (spec,) = (spec for spec in Rules.specs() if spec.name == name)
    told = {tuple(every_condition(Rules(**{name: choice}), ONE)) for choice in spec.choices}
    assert len(told) == len(spec.choices)
