"""Recorded starts that cannot have been measured."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from parsched import Instance, Platform, generate
from parsched.policies.catalogue import algorithm
from parsched.policies.recorded.recorded import FILLED_IN
from parsched.run.ready_made import READY_MADE
from tests.parsched.data.doubts.files import ZERO_WAITS, as_json, doubts, given, swf, table
from tests.parsched.factories import rigid

IMPOSSIBLE, EARLY, ALIKE = "impossible_waits", "most_starts_early", "equal_waits"


def jobs(count: int = 6, **columns: Any) -> list[dict[str, Any]]:
    """Jobs of 1,000 s on 8 processors, a minute apart, with more columns of their number."""
    return [
        {"id": n, "submit": 60 * n, "run": 1000, "procs": 8}
        | {name: of(n) for name, of in columns.items()}
        for n in range(1, count + 1)
    ]


def refusal(workload: Any, processors: int) -> str | None:
    """Why there is no run "As recorded" on a machine."""
    declared = algorithm("recorded")
    return declared.refusal(Instance(workload, Platform.of(processors)), declared.params())


def test_waits_of_nothing_on_a_machine_that_is_full_are_no_recording() -> None:
    found = given(ZERO_WAITS)
    assert found.workload.recorded is None
    told = doubts(found)[IMPOSSIBLE]
    assert (told.count, told.examples[0].line) == (6, 2)
    assert "are all 0 s, though 48 processors would be busy at once on a machine of 12" in (
        told.sentence
    )
    instance = Instance(found.workload, Platform.of(found.processors))
    assert READY_MADE["what-happened"].refusal(instance) == "needs starts that a log recorded"


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(swf(jobs(wait=lambda n: 5), 20), id="all wait 5 s"),
        pytest.param(swf(jobs(wait=lambda n: 0 if n > 2 else -1), 20), id="as far as known"),
        pytest.param(swf(jobs(wait=lambda n: n % 2), 20), id="up to a second"),
        pytest.param(
            swf([*jobs(wait=lambda n: 0), {"id": 9, "submit": 0, "wait": 0, "procs": 64}], 20),
            id="beside a job that is too wide",
        ),
        pytest.param(swf(jobs(2, wait=lambda n: 0), 8), id="two jobs"),
    ],
)
def test_others_that_are_no_recording(content: str) -> None:
    found = given(content)
    assert found.workload.recorded is None
    assert IMPOSSIBLE in doubts(found)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(swf(jobs(wait=lambda n: 0), 48), id="the machine has as many"),
        pytest.param(swf(jobs(wait=lambda n: 0)), id="the machine is not known"),
        pytest.param(swf(jobs(wait=lambda n: 10 * n), 20), id="jobs shared nodes"),
        pytest.param(
            swf([{"id": 1, "submit": 0, "wait": 0, "procs": 64}], 20), id="one job, too wide"
        ),
        pytest.param(
            swf(jobs(wait=lambda n: 0, submit=lambda n: 1000 * n), 8), id="one ends, one starts"
        ),
    ],
)
def test_what_a_machine_can_give_is_kept(content: str) -> None:
    found = given(content)
    assert found.workload.recorded is not None
    assert {IMPOSSIBLE, EARLY}.isdisjoint(doubts(found))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (
            "strict.csv",
            table([{"id": n, "release": n, "procs": 8, "time": 99, "start": n} for n in range(9)]),
        ),
        (
            "free.csv",
            table(
                [{"job": n, "submit": n, "start": n, "end": n + 99, "ncpus": 8} for n in range(9)]
            ),
        ),
        (
            "jobs.json",
            as_json(
                [{"id": str(n), "release": n, "procs": 8, "time": 99, "start": n} for n in range(9)]
            ),
        ),
        ("log.swf", swf([{"id": n, "submit": n, "wait": 0, "procs": 8} for n in range(1, 10)])),
        (
            "log.gwf",
            "".join(f"{n}\t{n}\t0\t99\t8" + "\t-1" * 24 + "\n" for n in range(1, 10)),
        ),
    ],
)
def test_of_an_unknown_machine_the_one_of_a_run_decides(name: str, content: str) -> None:
    workload = given(content, name).workload
    assert refusal(workload, 72) is None
    assert "are all 0 s, though 72 processors would be busy at once on a machine of 71" in (
        refusal(workload, 71) or ""
    )


def test_real_waits_are_measured_on_any_machine() -> None:
    made = rigid(*((n, 8, 1000) for n in range(6)))
    recorded = replace(made, recorded=made.release + np.arange(6) * 10)
    assert refusal(recorded, 8) is None


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("log.swf", swf(jobs(wait=lambda n: -50 * n))),
        (
            "strict.csv",
            table([{"id": n, "release": 90, "procs": 1, "time": 9, "start": n} for n in range(6)]),
        ),
        (
            "free.csv",
            table(
                [{"job": n, "submit": 90, "start": n, "end": n + 9, "ncpus": 8} for n in range(6)]
            ),
        ),
        (
            "jobs.json",
            as_json(
                [
                    {"id": str(n), "release": 90, "procs": 8, "time": 99, "start": n}
                    for n in range(6)
                ]
            ),
        ),
        (
            "mixed.swf",
            swf(jobs(wait=lambda n: -50 if n > 2 else 100)),
        ),
    ],
)
def test_starts_before_the_submission_of_most_jobs_are_no_recording(
    name: str, content: str
) -> None:
    found = given(content, name)
    assert found.workload.recorded is None
    assert EARLY in doubts(found)
    assert {"start_before_release", "start_before_submit"}.isdisjoint(doubts(found))


def test_some_early_starts_are_kept_and_told_as_before() -> None:
    found = given(swf(jobs(wait=lambda n: -50 if n < 3 else 100)))
    assert found.workload.recorded is not None
    assert "start_before_release" in doubts(found)


def test_equal_waits_of_an_unknown_machine_are_told() -> None:
    found = given(swf(jobs(20, wait=lambda n: 0)))
    assert doubts(found)[ALIKE].severity == "note"
    assert ALIKE not in doubts(given(swf(jobs(9, wait=lambda n: 0))))
    assert ALIKE not in doubts(given(swf(jobs(20, wait=lambda n: n))))


@pytest.mark.parametrize(
    ("wait", "count", "is_kept"),
    [(3600, 20, False), (61, 10, False), (3600, 9, True), (60, 20, True), (0, 20, True)],
)
def test_long_waits_that_are_all_equal_come_from_two_clocks(
    wait: int, count: int, *, is_kept: bool
) -> None:
    found = given(swf(jobs(count, wait=lambda n: wait)))
    assert (found.workload.recorded is not None) == is_kept
    assert ("shifted_waits" in doubts(found)) != is_kept


def test_old_results_of_such_waits_are_told_to_be_older() -> None:
    made = rigid(*((n, 8, 1000) for n in range(6)))
    assert algorithm("recorded").changes[2].concerns == FILLED_IN
    for start, processors, is_concerned in (
        (made.release, 16, True),
        (made.release, 48, False),
        (made.release + np.arange(6) * 9, 16, False),
    ):
        instance = Instance(replace(made, recorded=start), Platform.of(processors))
        assert FILLED_IN.holds(instance) == is_concerned


def test_generated_jobs_have_no_recording_to_doubt() -> None:
    assert "needs the starts that a log recorded, such as" in (
        refusal(generate("uniform", jobs=20, processors=8), 8) or ""
    )
