"""The answer of a comparison in short: sentence, bars and how certain it is."""

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest

from parsched.report.answer import GOOD, MOST_BARS, WARNING, Answer, answer_of
from parsched.report.conditions import Traits
from parsched.report.standings import standings_of
from parsched.report.summary import sentence
from parsched.run.record import Record
from tests.parsched.report.factories import OFFLINE, ONLINE, record, records

WEIGHTED = Traits(has_weights=True)
BOUNDS = {"makespan": {"area": 50.0}, "minsum": {"squashed_area": 80.0}}


def run(label: str, **metrics: float | None) -> Record:
    return record(label, metrics=metrics)


def online(label: str, wait: float) -> Record:
    values = {"mean_wait": wait, "p95_wait": 3 * wait, "mean_bounded_slowdown": 1 + wait}
    return run(label, **values, makespan=100.0)


def offline(label: str, makespan: float, flow: float) -> Record:
    values = {"makespan": makespan, "mean_flow": flow, "sum_weighted_completion": 2 * flow}
    return run(label, **values, utilisation=0.5)


def found(
    *rows: Record,
    traits: Traits = OFFLINE,
    bounds: Mapping[str, Mapping[str, float]] | None = None,
    baseline: str | None = None,
) -> Answer:
    return answer_of(standings_of(records(rows, traits, bounds=bounds), baseline=baseline))


def keys(answer: Answer) -> list[str]:
    return [measure.key for measure in answer.measures]


def chips(answer: Answer) -> dict[str, str]:
    return {chip.text: chip.kind for chip in answer.chips}


def test_jobs_that_arrive_are_asked_about_waits_and_slowdowns() -> None:
    answer = found(online("FCFS", 60.0), online("EASY", 20.0), traits=ONLINE)
    assert keys(answer) == ["mean_wait", "p95_wait", "mean_bounded_slowdown"]


def test_jobs_that_are_there_are_asked_about_ends() -> None:
    rows = offline("LTF", 80.0, 70.0), offline("LPTF", 100.0, 50.0)
    assert keys(found(*rows)) == ["makespan", "mean_flow", "utilisation"]
    weighted = ["makespan", "sum_weighted_completion", "mean_flow"]
    assert keys(found(*rows, traits=WEIGHTED)) == weighted


def test_jobs_with_environments_are_asked_about_deployments() -> None:
    rows = [run("GLS", makespan=9.0, deployments=4.0), run("Blind", makespan=8.0, deployments=7.0)]
    assert keys(found(*rows, traits=Traits(environments=2)))[:2] == ["makespan", "deployments"]


def test_what_no_run_measures_has_no_bars() -> None:
    answer = found(run("A", makespan=5.0), run("B", makespan=6.0))
    assert keys(answer) == ["makespan"]


def test_bars_are_shares_of_the_longest_with_the_baseline_first() -> None:
    answer = found(online("EASY", 20.0), online("FCFS", 60.0), traits=ONLINE, baseline="fcfs")
    bars = answer.measures[0].bars
    assert [(bar.label, bar.is_baseline, bar.is_best) for bar in bars] == [
        ("FCFS", True, False),
        ("EASY", False, True),
    ]
    assert [bar.share for bar in bars] == [1.0, pytest.approx(1 / 3)]
    assert [bar.percent for bar in bars] == [100.0, 33.3]
    assert answer.keys == ("fcfs", "easy")


def test_no_wait_at_all_is_an_empty_bar() -> None:
    answer = found(online("FCFS", 0.0), online("EASY", 0.0), traits=ONLINE)
    assert {bar.share for bar in answer.measures[0].bars} == {0.0}
    assert answer.measures[0].bound_percent is None


def test_the_bound_stands_beside_the_bars() -> None:
    rows = offline("LTF", 80.0, 70.0), offline("LPTF", 100.0, 50.0)
    makespan, flow, _ = found(*rows, bounds=BOUNDS).measures
    assert makespan.bound == "any schedule: at least 50 s"
    assert makespan.bound_share == 0.5
    assert (flow.bound, flow.bound_share) == ("", None)


def test_a_bound_that_says_nothing_is_not_drawn() -> None:
    far = {"wait": {"price": 0.001}}
    for measure in found(online("FCFS", 60.0), online("EASY", 20.0), bounds=far).measures:
        assert measure.bound == ""


def test_of_many_runs_the_best_have_bars_and_the_others_are_counted() -> None:
    rows = [online(f"R{i}", 10.0 + i) for i in range(12)]
    answer = found(*rows, traits=ONLINE, baseline="r11")
    assert answer.keys == ("r11", "r0", "r1", "r2", "r3")
    assert len(answer.keys) == MOST_BARS
    assert answer.others == 12 - MOST_BARS


def test_the_sentence_fits_the_table_whatever_its_columns() -> None:
    subject = records([online("FCFS", 60.0), online("EASY", 20.0)], ONLINE)
    whole, other = standings_of(subject), standings_of(subject, metrics=["makespan"])
    assert answer_of(whole).sentence == sentence(whole)
    assert answer_of(whole) == answer_of(other)
    assert answer_of(whole, "It is known.").sentence == "It is known."


def test_what_is_proved_is_a_chip() -> None:
    rows = offline("LTF", 51.0, 70.0), offline("LPTF", 100.0, 50.0)
    assert "makespan within 2 % of the optimum" in chips(found(*rows, bounds=BOUNDS))
    optimal = found(offline("LTF", 50.0, 70.0), rows[1], bounds=BOUNDS)
    assert chips(optimal)["makespan proved optimal"] == GOOD
    assert not any("makespan" in text for text in chips(found(*rows, bounds=BOUNDS, traits=ONLINE)))


def test_schedules_that_keep_all_rules_are_checked_and_others_not_comparable() -> None:
    rows = offline("LTF", 80.0, 70.0), offline("LPTF", 100.0, 50.0)
    assert chips(found(*rows))["schedules checked"] == GOOD
    broken = chips(found(rows[0], replace(rows[1], violation_count=3)))
    assert "schedules checked" not in broken
    assert broken["1 run not comparable: rules broken"] == WARNING


def test_what_is_missing_or_lost_is_a_warning() -> None:
    rows = offline("LTF", 80.0, 70.0), record("Later", state="queued", status="", metrics={})
    early = replace(offline("Search", 81.0, 70.0), status="stopped early")
    answer = chips(found(*rows, early, traits=Traits(unmodelled=("dependencies",))))
    assert answer["1 run without a result"] == WARNING
    assert answer["1 run stopped early"] == WARNING
    assert answer["not comparable with the log: dependencies not kept"] == WARNING


def test_without_a_result_there_are_no_bars() -> None:
    answer = found(record("Later", state="queued", status="", metrics={}))
    assert (answer.measures, answer.keys, answer.others) == ((), (), 0)
    assert chips(answer) == {"1 run without a result": WARNING}


def test_it_is_plain_json() -> None:
    answer = found(offline("LTF", 80.0, 70.0), offline("LPTF", 100.0, 50.0), bounds=BOUNDS)
    read = json.loads(json.dumps(answer.as_json()))
    values = {bar["label"]: bar["value"] for bar in read["measures"][0]["bars"]}
    assert values == {"LTF": 80.0, "LPTF": 100.0}
    assert {chip["text"]: chip["kind"] for chip in read["chips"]} == chips(answer)
