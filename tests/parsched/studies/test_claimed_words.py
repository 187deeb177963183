"""Claims of studies are judged by all that their texts name, and drawn limits have their values."""

import re

import pytest

from parsched.studies import STUDIES, Study
from parsched.studies.judge import Judge
from parsched.studies.judges import Better, Gain

SHOWN = re.compile(r" = (\d[\d.]*)$")


def judges(study: str, claim: str) -> tuple[Judge, ...]:
    return next(one.judges for one in STUDIES[study].claims if one.key == claim)


@pytest.mark.parametrize("study", STUDIES.values(), ids=lambda study: study.key)
def test_limits_have_the_values_that_their_labels_say(study: Study) -> None:
    for plot in study.plots:
        for label, value in plot.limits.items():
            if match := SHOWN.search(label):
                decimals = len(match[1].partition(".")[2])
                assert f"{value:.{decimals}f}" == match[1], (plot.key, label)


def test_gang_is_judged_against_all_others() -> None:
    (judge,) = judges("demt-text", "gang-others")
    assert isinstance(judge, Better)
    (linear,) = (part for part in STUDIES["demt-text"].parts if part.key == "linear")
    methods = {method.label for method in linear.requests}
    assert {judge.method, *judge.than} == methods
    assert "Sequential" in judge.than


@pytest.mark.parametrize("claim", ["three-deployments", "three-length"])
def test_three_criteria_are_judged_against_the_two_of_gls(claim: str) -> None:
    gains = [j for j in judges("group-lists-three", claim) if isinstance(j, Gain)]
    assert {(gain.method, gain.than) for gain in gains} == {
        (f"GLS, three criteria, λ = {factor}", f"GLS, λ = {factor}") for factor in (1, 2, 4)
    }
    assert {(gain.low, gain.parts) for gain in gains} == {(-0.1, ("realistic", "alike"))}
