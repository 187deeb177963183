"""Of jobs that ask for what is not kept no bound, ratio or certificate is shown anywhere."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import cache

import pytest

from parsched.apps.cli.texts import front_text, results_text
from parsched.data.files.findings import ReadReport
from parsched.data.formats import Reading
from parsched.data.generators import generate
from parsched.measure.bounds.registry import BOUNDS
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.unmodelled import (
    DEPENDENCIES,
    GPUS,
    MEMORY,
    PARTITIONS,
    TOGETHER,
    without_bounds,
)
from parsched.model.problem.workload import Workload
from parsched.report.bounds import bound_groups
from parsched.report.proofs import proved_for
from parsched.report.records import Records
from parsched.report.registry import REPORTS
from parsched.report.standings import standings_of
from parsched.report.summary import sentence
from parsched.report.trade_offs.points import trade_offs
from parsched.report.trade_offs.trades import Trades
from parsched.run.result import Result
from parsched.run.solve import solve

MODELS = {
    "uniform": ("ltf", "lptf"),
    "lublin": ("easy", "fcfs"),
    "mixed": ("demt", "mrt"),
    "environments": ("gls", "env-blind"),
    "search": ("exact", "ltf"),
}
"""Algorithms by generator; a search proves more than bounds."""
LOST = (DEPENDENCIES, MEMORY, GPUS, PARTITIONS, TOGETHER)
CLAIMS = re.compile(
    r"optim(um|al)\b|/ bound|No schedule|no schedule (is|has)|of any schedule|certified"
)
"""Words of what bounds prove."""
EXPLAINED = re.compile(r"nothing is proved of how far from optimal they are|optimality|optimal or")


@cache
def results(model: str, lost: str = "") -> list[tuple[str, Result]]:
    """Two runs on the same jobs, whose source may have said more."""
    name = "uniform" if model == "search" else model
    jobs = generate(name, jobs=8 if model == "search" else 20, processors=16)
    jobs = replace(jobs, unmodelled=(lost,) if lost else ())
    deployment = DeployTime(10.0 if model == "environments" else 0.0)
    instance = Instance(jobs, Platform.of(16, deployment=deployment))
    return [(key, solve(instance, key)) for key in MODELS[model]]


def reading_of(jobs: Workload) -> Reading:
    """Return the jobs as if they had been read from a file."""
    report = ReadReport(kept=len(jobs), dropped=0, repaired=0)
    return Reading(workload=jobs, report=report, format="swf", processors=16)


def said(model: str, lost: str = "") -> Iterator[str]:
    """All that reports, sentences and the command line say."""
    found = results(model, lost)
    records, instance = Records.of(found), found[0][1].instance
    for declared in REPORTS.values():
        if declared.suits(records):
            yield declared.of(records).as_text()
    yield sentence(standings_of(records))
    reading = reading_of(instance.workload)
    yield results_text(reading, instance, found)
    if model == "environments":
        yield front_text(reading, instance, trade_offs(found))


def claims(model: str, lost: str = "") -> list[str]:
    lines = [line for text in said(model, lost) for line in text.splitlines()]
    return [line for line in lines if CLAIMS.search(EXPLAINED.sub("", line))]


@pytest.mark.parametrize("lost", LOST)
@pytest.mark.parametrize("model", MODELS)
def test_no_text_speaks_of_bounds(model: str, lost: str) -> None:
    assert claims(model, lost) == []


@pytest.mark.parametrize("model", MODELS)
def test_of_jobs_that_are_kept_whole_it_does(model: str) -> None:
    assert claims(model)


@pytest.mark.parametrize("lost", LOST)
@pytest.mark.parametrize("model", MODELS)
def test_no_value_of_a_bound_is_told(model: str, lost: str) -> None:
    records = Records.of(results(model, lost))
    assert not records.about.bounds
    assert records.about.proved is None
    for record, (_, result) in zip(records, results(model, lost), strict=True):
        assert bound_groups(record, records) == []
        assert proved_for(record, records) is None
        told = result.as_json()
        assert (told["bounds"], told["ratios"], told["proved"]) == ({}, {}, None)
        assert (result.bounds, result.best_proof, record.proved) == ({}, None, None)
        assert told["metrics"]["competitive_factor"] is None
        assert record.metrics["competitive_factor"] is None
        assert result.metrics["competitive_factor"] >= 1, "of the problem that is kept"
        assert "bound" not in told["trace"]
        assert {one["text"] for one in told["certificates"].values()} == {"no certificate"}
    search = REPORTS["search"]
    if search.suits(records):
        figures = search.of(records).figures
        assert all(one.title != "bound" for figure in figures for one in figure.series)


def test_a_ratio_to_a_bound_that_was_stored_is_not_told() -> None:
    found = Records.of(results("lublin"))
    traits = replace(found.about.traits, unmodelled=(MEMORY,))
    assert all(record.metrics["competitive_factor"] for record in found)
    marked = replace(found, about=replace(found.about, traits=traits))
    assert [record.metrics["competitive_factor"] for record in marked] == [None, None]
    assert all(record.metrics["mean_wait"] is not None for record in marked)


@pytest.mark.parametrize("lost", ["", MEMORY])
def test_the_table_of_the_command_line_has_it_only_where_all_is_kept(lost: str) -> None:
    found = results("lublin", lost)
    instance = found[0][1].instance
    text = results_text(reading_of(instance.workload), instance, found)
    assert ("makespan / simple bound" in text) == (not lost)


@pytest.mark.parametrize("model", MODELS)
def test_of_jobs_that_are_kept_whole_bounds_are_told(model: str) -> None:
    for _, result in results(model):
        assert result.bounds
        assert result.metrics["competitive_factor"] >= 1


def test_trade_offs_have_neither_floor_nor_least() -> None:
    found = results("environments", MEMORY)
    trades, whole = (Trades.of(Records.of(of)) for of in (found, results("environments")))
    assert trades
    assert whole
    assert (trades.floor, trades.least_sum) == ((), None)
    assert (trades.trade_offs.least_makespan, trades.trade_offs.least_deployments) == (0.0, 0)
    assert trades.trade_offs.steps == ()
    assert whole.floor
    assert whole.trade_offs.least_makespan > 0
    assert whole.trade_offs.least_deployments > 0
    front = json.dumps(asdict(trade_offs(found)))
    assert '"steps": []' in front
    assert without_bounds([MEMORY]) in front_text(
        reading_of(found[0][1].workload),
        found[0][1].instance,
        trade_offs(found),
    )


def test_a_sentence_says_why() -> None:
    assert without_bounds(()) == ""
    assert without_bounds([MEMORY, GPUS]) == (
        "No lower bound is shown, as memory and GPUs of the jobs are not kept: "
        "it would be one of another problem."
    )
    assert all(BOUNDS.values())
