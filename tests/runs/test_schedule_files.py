"""Files of schedules say under which rules they were made, where their format has a place."""

import csv
import io

import pytest

from schedweb.runs.files import run_file
from tests import factories
from tests.web.conftest import computed

pytestmark = pytest.mark.django_db

SLOW = {"seconds": 200.0, "extra": 100.0}


def test_swf_has_a_note_on_rules_and_deployments() -> None:
    rules = {"estimates": "kill", "events": "sequential"}
    alice = factories.person("alice")
    run = computed(factories.comparison(alice, ["easy"], rules=rules, deployment=SLOW)).runs.get()
    header = [line for line in run_file(run, "swf").decode().splitlines() if line.startswith(";")]
    assert header[-1] == (
        "; Note: Conditions: jobs killed at their estimates, events one by one, deployments of "
        "200–300 s."
    )


def test_jobs_that_the_rules_kill_are_marked() -> None:
    content = factories.SWF.replace(b"1 0 -1 10 2 -1 -1 2 20", b"1 0 -1 10 2 -1 -1 2 6")
    alice, rules = factories.person("alice"), {"estimates": "kill"}
    run = computed(factories.comparison(alice, ["easy"], content, rules=rules)).runs.get()
    rows = list(csv.DictReader(io.StringIO(run_file(run, "csv").decode())))
    assert [row["success"] for row in rows] == ["0", "1", "1"]
    assert [row["execution_time"] for row in rows] == ["6", "10", "4"]


def test_deployments_take_the_time_of_the_machine_under_every_algorithm() -> None:
    alice = factories.person("alice")
    slow = factories.comparison(alice, ["fcfs"], factories.ENVIRONED, deployment=SLOW)
    rows = csv.DictReader(io.StringIO(run_file(computed(slow).runs.get(), "deployments").decode()))
    seconds = [float(row["seconds [s]"]) for row in rows]
    assert seconds
    assert min(seconds) >= 200
