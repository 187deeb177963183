"""Every published start of FCFS and EASY, to the second."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from parsched.data.formats import read
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.run.solve import solve
from tests.parsched.factories import rigid

FILES = {"lublin1000_m64": 64, "ties2000_m128": 128}


def starts(workload: Workload, processors: int, words: list[str]) -> list[float]:
    """Starts under a rule named by its words, such as easy, kill, seq."""
    rules = Rules(
        estimates=next((w for w in words if w in ("raise", "kill", "overrun")), "raise"),
        events="sequential" if {"seq", "sequential"} & set(words) else "batch",
    )
    result = solve(Instance(workload, Platform.of(processors), rules), words[0])
    return list(result.schedule.start.tolist())


@pytest.fixture(scope="module")
def rules(shared: Path) -> list[dict[str, Any]]:
    """Micro instances, one rule each."""
    return list(json.loads((shared / "cases" / "hand_rules.json").read_text()))


def test_each_rule_holds_on_its_hand_made_instance(rules: list[dict[str, Any]]) -> None:
    wrong = []
    for rule in rules:
        jobs = ((submit, procs, run, estimate) for submit, run, procs, estimate in rule["jobs"])
        workload = rigid(*jobs)
        for name, expected in rule["start"].items():
            found = starts(workload, rule["m"], name.split("_"))
            if found != expected:
                wrong.append((rule["name"], name, expected, found))
    assert rules
    assert wrong == []


@pytest.mark.parametrize("name", FILES)
def test_each_start_of_the_published_files_is_identical(name: str, shared: Path) -> None:
    with (shared / "cases" / f"{name}.starts.csv").open() as file:
        rows = list(csv.DictReader(file))
    workload = read(str(shared / "cases" / f"{name}.swf")).workload
    columns = [column for column in rows[0] if column.startswith("start_")]
    assert len(columns) == 7
    for column in columns:
        expected = [float(row[column]) for row in rows]
        rule = column.removeprefix("start_").split("_")
        assert starts(workload, FILES[name], rule) == expected, column
