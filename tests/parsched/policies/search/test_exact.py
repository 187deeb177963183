"""Exact search finds the optimum, proves it, and leaves no process behind."""

import os
import resource
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from parsched.base.errors import Cancelled, UnsupportedError
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Progress, Stop
from parsched.policies.search import exact as module
from parsched.policies.search import solver
from parsched.policies.search.exact import ExactParams
from parsched.run.result import Result, Status
from parsched.run.solve import solve
from tests.everywhere import ROOT
from tests.parsched.factories import amdahl, moldable, offline
from tests.parsched.optima import optimum
from tests.parsched.policies.search.loads import PROCESSORS, cut, hard, three
from tests.parsched.strategies import moldable_cases, rigid_cases

MACHINE = Platform.of(PROCESSORS)
LONG = ExactParams(seconds=3_600)


@pytest.fixture(autouse=True)
def short_preparation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the local search before the solver be short, however long that one may search: it finds
    all that it can find of these few jobs at once."""
    monkeypatch.setattr(module, "MOST_EFFORT", 1.0)


@pytest.fixture
def unprepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start from the lists, without local search, so that the solver has something to do."""
    monkeypatch.setattr(module, "EFFORT", 0.0)


def children(parent: int) -> list[int]:
    """Processes that a process has started and that are still there, but for the one of Python's
    own that other tests leave."""
    listed = Path(f"/proc/{parent}/task").glob("*/children")
    found = [int(pid) for path in listed for pid in path.read_text().split()]
    return [pid for pid in found if b"resource_tracker" not in command_line(pid)]


def command_line(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def once_searching(do: Callable[[int], None]) -> Stop:
    """Do something to the solver's process when it is running; it is searching if it has told."""

    def hear(progress: Progress) -> None:
        if progress.message.startswith("CP-SAT") and (found := children(os.getpid())):
            do(found[0])

    return Stop(listener=hear, interval=0)


@settings(max_examples=15)
@given(moldable_cases(jobs=4) | rigid_cases(jobs=5))
def test_it_proves_the_optimum_of_a_few_jobs(case: tuple[Workload, int]) -> None:
    workload, m = case
    result = solve(Instance(workload, Platform.of(m)), "exact", {"seconds": 10})
    best = optimum(workload, m, weighted=False) if len(workload) else 0.0
    assert result.metrics["makespan"] == best
    assert result.certificates["makespan"].gap == 0


@pytest.mark.usefixtures("unprepared")
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    "workload",
    [
        offline((2, 3), (1, 5), (3, 2), (2, 2), (2, 4), (1, 1)),
        offline((2, 3), (2, 3), (2, 2), (2, 2), (2, 2), (4, 0)),
        moldable((6, 5, 3), (4, 2), (5, 3, 2, 2), (6, 4, 3)),
        moldable((4, 2), (4, 2), (4, 2), (5, 3, 2, 2), (5, 3, 2, 2)),
        moldable((2, 3, 1), (3, 3, 2, 1), (6,), (2, 1.5)),
    ],
    ids=["rigid", "equal", "moldable", "equal moldable", "gaps"],
)
def test_the_solver_finds_what_trying_everything_finds(workload: Workload, workers: int) -> None:
    params = ExactParams(seconds=10, workers=workers)
    result = solve(Instance(workload, Platform.of(4)), "exact", params)
    assert result.metrics["makespan"] == optimum(workload, 4, weighted=False)
    assert result.certificates["makespan"].gap == 0


@pytest.mark.usefixtures("unprepared")
def test_times_without_a_unit_are_bounded_from_below() -> None:
    """Sevenths of tenths are neither decimals nor fractions of a power of two."""
    tenths = (0.6, 0.5, 0.3), (0.4, 0.2), (0.5, 0.3, 0.2, 0.2), (0.7, 0.4, 0.3)
    workload = moldable(*([time / 7 for time in job] for job in tenths))
    result = solve(Instance(workload, Platform.of(4)), "exact", {"seconds": 10})
    best = optimum(workload, 4, weighted=False)
    assert result.metrics["makespan"] == pytest.approx(best, rel=1e-12)
    assert result.proved is not None
    assert best * (1 - 1e-3) <= result.proved <= best * (1 + 1e-12)


def test_what_the_bounds_prove_of_tenths_needs_no_proof() -> None:
    """All work takes 0.575 s at least, so the multiple of 0.1 s is 0.6 s."""
    workload = moldable((0.6, 0.5, 0.3), (0.4, 0.2), (0.5, 0.3, 0.2, 0.2), (0.7, 0.4, 0.3))
    result = solve(Instance(workload, Platform.of(4)), "exact", {"seconds": 10})
    assert result.metrics["makespan"] == pytest.approx(0.6)
    assert result.certificates["makespan"].is_proof
    assert result.proved is None


def test_the_solver_proves_more_than_the_bounds() -> None:
    result = solve(Instance(cut(), MACHINE), "exact", {"seconds": 20})
    assert result.metrics["makespan"] == result.proved == 27
    assert result.certificates["makespan"].gap == 0
    assert max(result.bounds["makespan"].values()) < 27


def test_what_meets_a_known_bound_needs_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(*_: object, **__: object) -> None:
        raise AssertionError("there is nothing to prove")

    monkeypatch.setattr(module, "solver", start)
    result = solve(Instance(three(), Platform.of(5)), "exact", LONG)
    assert result.certificates["makespan"].gap == 0
    with pytest.raises(AssertionError):
        module.exact(Instance(three(), Platform.of(5)), LONG, Stop())


def assert_stopped(result: Result) -> None:
    assert result.status is Status.STOPPED_EARLY
    assert result.metrics["makespan"] == 38
    assert result.proved is None, "the bounds, rounded up, said 37 s before"
    assert result.certificates["makespan"].text == "within 2.8 % of the optimum"


def test_the_limit_keeps_the_best_and_says_how_near_it_is() -> None:
    result = solve(Instance(hard(), MACHINE), "exact", {"seconds": 1})
    assert result.status is Status.FINISHED
    assert (result.metrics["makespan"], result.proved) == (38, None)
    assert result.certificates["makespan"].text == "within 2.8 % of the optimum"
    assert children(os.getpid()) == []


def test_the_memory_of_the_solver_is_told_and_not_its_parents() -> None:
    """The system ascribes to a process what its parent held when it was started."""
    held = np.ones(400 * 2**17)  # 400 MB
    result = solve(Instance(hard(), MACHINE), "exact", {"seconds": 0.1})
    assert 20 * 2**20 < result.helper_memory < held.nbytes


def test_without_the_solver_there_is_no_memory_of_it() -> None:
    assert solve(Instance(cut(), MACHINE), "local-search", {"effort": 1}).helper_memory == 0


def test_a_cancel_ends_the_process_and_keeps_the_best() -> None:
    def cancel(child: int) -> None:
        raise Cancelled("cancelled")

    assert_stopped(solve(Instance(hard(), MACHINE), "exact", LONG, stop=once_searching(cancel)))
    assert children(os.getpid()) == []


def test_a_time_limit_ends_the_process_and_keeps_the_best() -> None:
    def hear(progress: Progress) -> None:
        if progress.message.startswith("CP-SAT"):
            stop.time_limit = 0.0

    stop = Stop(time_limit=3_600, listener=hear, interval=0)
    assert_stopped(solve(Instance(hard(), MACHINE), "exact", LONG, stop=stop))
    assert children(os.getpid()) == []


def test_a_solver_that_is_killed_leaves_the_best_schedule_and_says_why() -> None:
    stop = once_searching(lambda child: os.kill(child, signal.SIGKILL))
    result = solve(Instance(hard(), MACHINE), "exact", LONG, stop=stop)
    assert_stopped(result)
    assert "signal 9" in result.interruption
    assert children(os.getpid()) == []


def test_a_solver_without_memory_is_told_from_other_failures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solver, "MEMORY", 150 * 2**20)
    result = solve(Instance(hard(), MACHINE), "exact", LONG)
    assert_stopped(result)
    assert result.interruption == "the process of CP-SAT ran out of memory"


LARGE = {"jobs": [[[1, 1]] * 100] * 1_000}
"""More than a pipe holds."""


def program(
    monkeypatch: pytest.MonkeyPatch, path: Path, text: str
) -> Generator[solver.Line, None, None]:
    """Start a program in place of the solver, with a large model; yield what it tells."""
    path.write_text(text)
    monkeypatch.setattr(solver, "PROGRAM", path)
    with solver.solver(LARGE, seconds=1, workers=1, seed=1, helped=lambda memory: None) as lines:
        yield from lines


def test_while_the_solver_loads_its_caller_has_its_turn(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A program that never takes the model."""
    text = "import threading\nthreading.Event().wait()"
    lines = program(monkeypatch, tmp_path / "deaf.py", text)
    assert [next(lines) for _ in range(3)] == [{}, {}, {}]
    lines.close()
    assert children(os.getpid()) == []


def test_a_large_model_arrives_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = """
import json, sys
given = json.loads(sys.stdin.readline())
print(json.dumps({"state": "read", "jobs": given["jobs"], "seed": given["seed"]}))
"""
    told = [line for line in program(monkeypatch, tmp_path / "echo.py", text) if line]
    assert told == [{"state": "read", **LARGE, "seed": 1}]


def test_it_works_under_the_memory_limit_of_a_run() -> None:
    """As `schedweb.workers.limits` sets it, for itself and the processes that it starts."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (6 * 2**30, before[1]))
    try:
        result = solve(Instance(cut(), MACHINE), "exact", {"seconds": 20})
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
    assert result.certificates["makespan"].gap == 0


ALONE = """
import os, sys
from pathlib import Path
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.policies.search import exact
from parsched.run.solve import solve
from parsched.model.stop import Stop
from tests.parsched.policies.search.loads import hard

exact.MOST_EFFORT = 1.0
told = []

def hear(progress):
    listed = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    found = [pid for path in listed for pid in path.read_text().split()]
    if found and not told:
        told.append(True)
        print(found[0], "ortools" in sys.modules, flush=True)

stop = Stop(listener=hear, interval=0)
solve(Instance(hard(), Platform.of(32)), "exact", exact.ExactParams(seconds=3600), stop=stop)
"""


def test_the_process_ends_when_its_parent_is_killed_and_only_it_loads_ortools() -> None:
    command = [sys.executable, "-c", ALONE]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child, loaded = parent.stdout.readline().split()
        watched = os.pidfd_open(int(child))
        parent.kill()
    poll = select.poll()
    poll.register(watched)
    ended = poll.poll(20_000)
    os.close(watched)
    assert ended, "the process of CP-SAT outlived its parent"
    assert loaded == "False"


def test_equal_runs_end_equally_though_the_limit_ends_them() -> None:
    workload = amdahl(20, 16)
    one, two = (
        solve(Instance(workload, Platform.of(16)), "exact", {"seconds": 1}) for _ in range(2)
    )
    assert one.certificates["makespan"].gap
    assert np.array_equal(one.schedule.start, two.schedule.start)
    assert np.array_equal(one.schedule.width, two.schedule.width)
    assert one.proved == two.proved


def test_a_model_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_CHOICES", 100)
    with pytest.raises(UnsupportedError, match="at most 100 configurations"):
        solve(Instance(amdahl(10, 16), Platform.of(16)), "exact")


@pytest.mark.parametrize("seed", range(6))
def test_tenths_of_seconds_are_proved_as_whole_seconds_are(seed: int) -> None:
    chance = np.random.default_rng(seed)
    width, time = chance.integers(1, 5, 9), chance.integers(1, 20, 9)
    found = [
        solve(
            Instance(offline(*zip(width, time / scale, strict=True)), Platform.of(6)),
            "exact",
            None,
        )
        for scale in (1, 10)
    ]
    whole, tenths = found
    assert whole.certificates["makespan"].text == "proved optimal"
    assert tenths.certificates["makespan"].text == "proved optimal"
    assert tenths.metrics["makespan"] == pytest.approx(whole.metrics["makespan"] / 10, rel=1e-12)
    assert tenths.proved is None or tenths.proved <= tenths.metrics["makespan"]


def test_programs_that_an_algorithm_runs_count_for_its_processor_time() -> None:
    result = solve(Instance(hard(), MACHINE), "exact", {"seconds": 0.1})
    assert result.helper_memory > 0
    assert result.cpu_seconds > 0.1, "a program that loads OR-tools takes longer"
    assert result.record().algorithm_cpu_seconds == result.cpu_seconds
    assert result.record().cpu_seconds is None, "the whole attempt was not measured"
