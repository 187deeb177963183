"""Sentences of reports and cards are short: one claim each, of 25 words at most."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

import parsched as sched
from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import DeployTime, Platform
from parsched.report.answer import answer_of
from parsched.report.records import Records
from parsched.report.registry import REPORTS
from parsched.report.standings import standings_of

LONGEST = 25
MODELS = {
    "lublin": (80, (32,), ("easy", "fcfs", "conservative", "easy-sjbf")),
    "uniform": (40, (16,), ("ltf", "lptf", "list-graham")),
    "mixed": (30, (32,), ("demt", "mrt")),
    "environments": (40, (16,), ("easy", "fcfs", "gls")),
    "lublin on a grid": (60, (16, 32), ("grid", "grid")),
}
"""Jobs, processors of each site, and algorithms by generator."""


@cache
def compared(model: str) -> Records:
    """A comparison of jobs of a model."""
    jobs, sites, algorithms = MODELS[model]
    platform = Platform.of(*sites)
    if model == "environments":
        platform = Platform.of(*sites, deployment=DeployTime(10.0))
    instance = Instance(generate(model.split()[0], jobs=jobs, processors=max(sites)), platform)
    return sched.compare(instance, *algorithms)


def sentences(model: str) -> Iterator[str]:
    """All that a comparison says in its card and its reports."""
    records = compared(model)
    answer = answer_of(standings_of(records))
    yield from (answer.sentence, answer.more, *(chip.reason for chip in answer.chips))
    for declared in REPORTS.values():
        if declared.suits(records):
            report = declared.of(records)
            yield from (*report.sentences, *report.notes)


@pytest.mark.parametrize("model", MODELS)
def test_no_sentence_is_long(model: str) -> None:
    said = [one for text in sentences(model) for one in re.split(r"(?<=[.!?:;])\s", text)]
    assert [one for one in said if len(one.split()) > LONGEST] == []


@pytest.mark.parametrize("model", MODELS)
def test_the_card_has_one_claim_and_the_others_behind_more(model: str) -> None:
    answer = answer_of(standings_of(compared(model)))
    assert len(re.split(r"(?<=\.)\s", answer.sentence)) == 1
    assert answer.more.endswith(".")
