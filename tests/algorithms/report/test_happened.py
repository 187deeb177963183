"""How far a policy is from what happened is the first thing that a comparison says."""

from dataclasses import replace

import numpy as np

from algorithms.problem.instance import Instance
from algorithms.problem.platform import Platform
from algorithms.report.highlights import highlights
from algorithms.report.records import Records
from algorithms.report.results import table_of
from algorithms.report.standings import standings_of
from algorithms.report.summary import sentence
from algorithms.solve import solve
from tests.algorithms.factories import rigid

JOBS = rigid((0, 2, 100), (0, 4, 100), (10, 2, 90))


def told(*starts: float, keys: tuple[str, ...] = ("recorded", "fcfs", "easy")) -> str:
    """The sentence about runs on JOBS; under EASY they wait 0, 100 and 0 s."""
    return sentence(standings_of(compared(*starts, keys=keys)))


def compared(*starts: float, keys: tuple[str, ...] = ("recorded", "fcfs", "easy")) -> Records:
    instance = Instance(replace(JOBS, recorded=np.array(starts)), Platform.of(4))
    return Records.of((key.upper(), solve(instance, key)) for key in keys)


def test_waits_are_compared_with_those_of_the_log() -> None:
    first = told(0, 200, 110)
    assert first.startswith("EASY waits 67 % less than what happened (100 → 33.33 s). ")
    assert told(0, 100, 10).startswith("EASY waits as long as what happened (33.33 → 33.33 s). ")


def test_what_breaks_rules_in_the_log_is_said() -> None:
    """Jobs 2 and 3 start while too few processors are free."""
    first = told(0, 40, 60)
    assert first.startswith("EASY waits 11 % more than what happened (30 → 33.33 s); the log ")
    assert "the log breaks rules 1 time. " in first


def test_jobs_without_a_start_are_said() -> None:
    first = told(0, np.nan, 10)
    assert first.startswith(
        "EASY waits 33.33 s, what happened 0 s; the log breaks rules 1 time; 1 "
    )
    assert "1 of 3 jobs has no recorded start: metrics are those of the others. " in first


def test_without_easy_another_run_is_compared_and_alone_it_stands_for_itself() -> None:
    assert told(0, 200, 110, keys=("recorded", "fcfs")).startswith("FCFS waits ")
    alone = told(0, 40, 60, keys=("recorded",))
    assert alone == "The mean wait of what happened is 30 s; the log breaks rules 1 time."
    assert "what happened" not in told(0, 200, 110, keys=("fcfs", "easy"))


def test_tables_mark_it_and_the_few_runs_that_are_looked_at_have_it() -> None:
    table = standings_of(compared(0, 40, 60))
    assert table_of(table).rows[0][0].text == (
        "RECORDED (made by the machine, as its log says, breaks rules)"
    )
    keys, choice = highlights(table)
    assert table.rows[0].record.key in keys
    assert "what was made elsewhere" in choice
