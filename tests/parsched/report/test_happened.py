"""How far a policy is from what happened is the first thing that a comparison says."""

import re
from dataclasses import replace

import numpy as np
import pytest

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.report.answer import answer_of
from parsched.report.highlights import highlights
from parsched.report.phrases import how_often
from parsched.report.records import Records
from parsched.report.results import table_of
from parsched.report.standings import standings_of
from parsched.report.summary import sentence
from parsched.run.solve import solve
from tests.parsched.factories import rigid

KEYS = "recorded", "fcfs", "easy"
JOBS = rigid((0, 2, 100), (0, 4, 100), (10, 2, 90))


def told(*starts: float, keys: tuple[str, ...] = ("recorded", "fcfs", "easy")) -> str:
    """The sentence about runs on JOBS; under EASY they wait 0, 100 and 0 s."""
    return sentence(standings_of(compared(*starts, keys=keys)))


def compared(*starts: float, keys: tuple[str, ...] = ("recorded", "fcfs", "easy")) -> Records:
    instance = Instance(replace(JOBS, recorded=np.array(starts)), Platform.of(4))
    return Records.of((key.upper(), solve(instance, key)) for key in keys)


def test_waits_are_compared_with_the_logs() -> None:
    first = told(0, 200, 110)
    assert first.startswith(
        "With 3 jobs, EASY waits 67 % less than what happened (100 → 33.33 s).\n"
    )
    assert told(0, 100, 10).startswith(
        "With 3 jobs, EASY waits as long as what happened (33.33 → 33.33 s).\n"
    )


def test_what_breaks_rules_in_the_log_is_said() -> None:
    """Jobs 2 and 3 start while too few processors are free."""
    first = told(0, 40, 60)
    assert first.startswith(
        "With 3 jobs, EASY waits 11 % more than what happened (30 → 33.33 s); the log "
    )
    assert "the log breaks rules once.\n" in first
    assert "In the log, jobs start when too few processors are free (once)." in first


@pytest.mark.parametrize(
    ("starts", "rules"),
    [
        ((0, 100, 0), "start before their release (once)"),
        ((-1, 100, 0), "start before their release (2 times)"),
        ((0, 40, 60), "start when too few processors are free (once)"),
        (
            (0, 40, 5),
            "start before their release (once) and start when too few processors are free (once)",
        ),
        ((0, 0, 0), ""),
    ],
)
def test_each_broken_rule_is_named_once_with_its_count(
    starts: tuple[float, ...], rules: str
) -> None:
    text = told(*starts)
    if rules:
        assert f"In the log, jobs {rules}." in text
    count = sum(map(int, re.findall(r"\((\d+) times", text))) + text.count("(once)")
    assert f"the log breaks rules {how_often(count)}." in text


def test_a_log_that_keeps_all_rules_breaks_no_rule() -> None:
    assert "In the log" not in told(0, 200, 110)
    assert "breaks rules" not in told(0, 200, 110)


def test_one_job_on_one_processor_is_not_counted_in_the_plural() -> None:
    alone = replace(rigid((0, 1, 10)), recorded=np.zeros(1), unmodelled=("memory",))
    records = Records.of((k.upper(), solve(Instance(alone, Platform.of(1)), k)) for k in KEYS)
    assert sentence(standings_of(records)).startswith(
        "With 1 job, EASY takes 10 s, FCFS 10 s, on 1 processor; memory is not kept."
    )


def test_jobs_without_a_start_are_said() -> None:
    first = told(0, np.nan, 10)
    assert first.startswith(
        "With 3 jobs, EASY waits 33.33 s, FCFS 96.67 s, on 4 alike processors. As recorded: 0 s; "
    )
    assert "1 of 3 jobs has no recorded start: metrics are computed from the others.\n" in first


def test_nothing_is_said_of_all_runs_that_is_false_of_what_happened() -> None:
    """The log's jobs overlap, so it is not ranked; it waits less than EASY."""
    assert "\nNo other ranked run has a lower mean wait than EASY." in told(0, 40, 20)
    alone = told(0, 40, 20, keys=("fcfs", "easy"))
    assert alone.startswith("With 3 jobs, no other run has a lower mean wait")
    same = told(0, 40, 20, keys=("recorded", "easy", "conservative"))
    assert "\nAll ranked runs have the same mean wait." in same


MANY = rigid(*((float(i), 2, 100.0) for i in range(40)))


@pytest.mark.parametrize(
    ("unmodelled", "guess", "first"),
    [
        (("memory",), "", "EASY waits {}, FCFS {}, on 4 alike processors; memory is not kept."),
        (
            ("memory", "GPUs"),
            "",
            "EASY waits {}, FCFS {}, on 4 alike processors; memory and GPUs are not kept.",
        ),
        (
            (),
            "busiest",
            "EASY waits {}, FCFS {}, on 4 alike processors. The machine is guessed: the most "
            "processors that were busy at once.",
        ),
        (
            ("partitions",),
            "widest",
            "EASY waits {}, FCFS {}, on 4 alike processors; partitions are not kept. The machine "
            "is guessed: as many processors as the widest job has.",
        ),
    ],
)
def test_where_a_condition_decides_no_share_of_what_happened_is_said(
    unmodelled: tuple[str, ...], guess: str, first: str
) -> None:
    starts = np.array([110.0 * (job // 2) + 60 for job in range(40)])
    jobs = replace(MANY, recorded=starts, unmodelled=unmodelled)
    instance = Instance(jobs, Platform.of(4))
    runs = [(key.upper(), solve(instance, key)) for key in ("recorded", "fcfs", "easy")]
    found = Records.of(runs, guess=guess)
    answer = answer_of(standings_of(found))
    wait = "15.52 minutes"
    assert answer.sentence == f"{first.format(wait, wait)} As recorded: 18.09 minutes."
    assert "%" not in answer.sentence
    assert "RECORDED" not in answer.more
    assert found[0].is_feasible
    assert not found[0].is_ranked
    if unmodelled:
        assert not any(measure.bound for measure in answer.measures)
    assert ("machine guessed" in [chip.text for chip in answer.chips]) == bool(guess)


def test_lost_data_are_said_where_nothing_was_recorded() -> None:
    instance = Instance(replace(MANY, unmodelled=("memory",)), Platform.of(4))
    runs = [(key.upper(), solve(instance, key)) for key in ("fcfs", "easy", "conservative", "maui")]
    answer = answer_of(standings_of(Records.of(runs)))
    assert answer.sentence.startswith("EASY waits 15.52 minutes, CONSERVATIVE 15.52 minutes, ")
    assert answer.sentence.endswith(" on 4 alike processors; memory is not kept.")
    assert len(answer.sentence.split()) <= 25


def test_without_easy_another_run_is_compared_and_alone_it_stands_for_itself() -> None:
    assert told(0, 200, 110, keys=("recorded", "fcfs")).startswith("With 3 jobs, FCFS waits ")
    alone = told(0, 40, 60, keys=("recorded",))
    assert alone.startswith(
        "With 3 jobs, the mean wait of what happened is 30 s; the log breaks rules once.\n"
    )
    assert "what happened" not in told(0, 200, 110, keys=("fcfs", "easy"))


def test_tables_mark_it_and_the_few_runs_that_are_looked_at_have_it() -> None:
    table = standings_of(compared(0, 40, 60))
    assert table_of(table).rows[0][0].text == (
        "RECORDED (made by the machine, as its log says, breaks rules)"
    )
    keys, choice = highlights(table)
    assert table.rows[0].record.key in keys
    assert "what was made elsewhere" in choice
