"""One instance on the command line: rules, deployments, bounds, and algorithms within others."""

import pytest

from parsched.measure.bounds import BOUNDS
from tests.parsched.apps.test_cli import RUN, Output, fail, run_json


def test_an_algorithm_within_another_takes_its_parameters(capsys: Output) -> None:
    inner = "online-batch:algorithm=ltf,algorithm.placement=serial"
    found = run_json(capsys, "compare", *RUN[1:], inner, "online-batch:algorithm=ltf")
    assert [row["label"] for row in found["results"]] == [inner, "online-batch:algorithm=ltf"]
    nested = {"key": "ltf", "params": {"placement": "serial"}}
    assert found["results"][0]["params"] == {"algorithm": nested}
    chosen = ("--param", "algorithm=ltf", "--param", "algorithm.placement=serial")
    again = run_json(capsys, *RUN, "--algorithm", "online-batch", *chosen)
    assert again["params"] == {"algorithm": nested}


def test_only_the_bounds_that_are_asked_for_are_computed(capsys: Output) -> None:
    argv = (*RUN, "--algorithm", "easy", "--bounds")
    chosen = run_json(capsys, *argv, "area,price")["bounds"]
    keys = {criterion: [*values] for criterion, values in chosen.items() if values}
    assert keys == {"makespan": ["area"], "minsum": ["price"]}
    assert run_json(capsys, *argv, "none")["bounds"] == {criterion: {} for criterion in BOUNDS}
    everything = run_json(capsys, *RUN, "--algorithm", "easy")["bounds"]
    assert run_json(capsys, *argv, "all")["bounds"] == everything
    assert {"area", "dual"} <= set(everything["makespan"])


@pytest.mark.parametrize(
    ("value", "option"),
    [
        ("estimates=kill", "--estimates"),
        ("events=batch", "--events"),
        ("deploy_seconds=2", "--deploy SECONDS[:EXTRA]"),
        ("deploy_extra=2", "--deploy SECONDS[:EXTRA]"),
    ],
)
def test_what_is_a_rule_is_no_parameter(capsys: Output, value: str, option: str) -> None:
    told = f"For all algorithms alike it is given as {option} on the command line"
    for argv in (
        (*RUN, "--algorithm", "easy", "--param", value),
        ("compare", *RUN[1:], f"easy:{value}"),
    ):
        assert told in fail(capsys, *argv)
