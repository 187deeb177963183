"""A grid of one site does what the single machine does: the published cases hold for it, too."""

import csv
import json
from pathlib import Path

import pytest

from parsched.data.formats import read
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.run.solve import solve
from tests.parsched.factories import rigid

FILES = {"lublin1000_m64": 64, "ties2000_m128": 128}


def starts(workload: Workload, platform: Platform, words: list[str]) -> list[float]:
    """Starts under a rule named by its words, such as easy, kill."""
    mode = next((w for w in words if w in ("raise", "kill", "overrun")), "raise")
    instance = Instance(workload, platform, Rules(estimates=mode))
    params = {"local": words[0], "strategy": "mst"}
    return list(solve(instance, "grid", params).schedule.start.tolist())


def is_batch(words: list[str]) -> bool:
    """True for the rule of events that grids follow."""
    return not {"seq", "sequential"} & set(words)


def test_each_rule_holds_on_its_hand_made_instance(shared: Path) -> None:
    rules = json.loads((shared / "cases" / "hand_rules.json").read_text())
    assert rules
    for rule in rules:
        jobs = ((submit, procs, run, estimate) for submit, run, procs, estimate in rule["jobs"])
        workload = rigid(*jobs)
        for name, expected in rule["start"].items():
            if is_batch(name.split("_")):
                found = starts(workload, Platform.of(rule["m"]), name.split("_"))
                assert found == expected, (rule["name"], name)


@pytest.mark.parametrize("name", FILES)
def test_each_start_of_the_published_files_is_identical(name: str, shared: Path) -> None:
    with (shared / "cases" / f"{name}.starts.csv").open() as file:
        rows = list(csv.DictReader(file))
    workload = read(str(shared / "cases" / f"{name}.swf")).workload
    columns = [column for column in rows[0] if column.startswith("start_")]
    checked = 0
    for column in columns:
        words = column.removeprefix("start_").split("_")
        if is_batch(words):
            expected = [float(row[column]) for row in rows]
            assert starts(workload, Platform.of(FILES[name]), words) == expected, column
            checked += 1
    assert checked >= 4
