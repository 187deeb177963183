"""What tests cost, by part: `make test` prints it at its end.

A part is a folder of `tests/`, in the library a floor. Processor time counts the process of the
test and the programs that it waited for; servers that a fixture of the session starts count with
the test that stops them.
"""

import json
import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple, cast

import pytest

SLOWEST = 15
"""Tests that are listed by themselves."""
FILE = "SCHEDWEB_COSTS"
"""Variable of the environment with the file that gets a line for each test."""


class Cost(NamedTuple):
    """Seconds of one test, of all processors and of a clock; whether it failed or was skipped."""

    cpu: float = 0.0
    wall: float = 0.0
    failed: bool = False
    skipped: bool = False


class Costs:
    """Plugin that adds up what the tests of all processes cost."""

    def __init__(self) -> None:
        self.tests: dict[str, Cost] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note the processor time before a test, whose last report carries the difference."""
        item.stash[_BEFORE] = _processor_time()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Let the report of the last phase carry what all three phases cost."""
        report = yield
        if report.when == "teardown":
            report.user_properties.append((_NAME, _processor_time() - item.stash[_BEFORE]))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a phase, wherever it ran; a test that is tried twice costs both."""
        cpu, wall, failed, skipped = self.tests.get(report.nodeid, Cost())
        spent = cast("float", dict(report.user_properties).get(_NAME, 0.0))
        self.tests[report.nodeid] = Cost(
            cpu + spent,
            wall + report.duration,
            failed or report.failed,
            skipped or report.skipped,
        )

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print seconds by part, the largest first, and the tests that cost most."""
        if "PYTEST_XDIST_WORKER" in os.environ or not self.tests:
            return
        terminalreporter.section("costs")
        for line in table(self.tests):
            terminalreporter.write_line(line)
        if FILE in os.environ:
            with Path(os.environ[FILE]).open("a", encoding="utf-8") as file:
                for test, cost in self.tests.items():
                    file.write(json.dumps({"test": test, **cost._asdict()}) + "\n")


_NAME = "processor time"
_BEFORE = pytest.StashKey[float]()


def pytest_configure(config: pytest.Config) -> None:
    """Count from the start; pytest calls this where it was given `-p tests.costs`."""
    config.pluginmanager.register(Costs())


def read(file: Path) -> dict[str, Cost]:
    """Return what tests cost by their ids, of a file with a line for each; none without a file."""
    if not file.exists():
        return {}
    rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return {row.pop("test"): Cost(**row) for row in rows}


def part_of(test: str) -> str:
    """Return the part that a test belongs to.

    >>> part_of("tests/parsched/policies/lists/test_orders.py::test_example")
    'parsched/policies'
    >>> part_of("tests/browser/test_lists.py::test_filter[x/y]")
    'browser'
    >>> part_of("tests/test_kept.py::test_bench")
    '.'
    """
    folders = Path(test.partition("::")[0]).parent.parts[1:]
    return "/".join(folders[: 2 if folders[:1] == ("parsched",) else 1]) or "."


def table(tests: dict[str, Cost]) -> list[str]:
    """Return lines with the number of tests, seconds of processors and of a clock by part.

    >>> table({"tests/api/test_runs.py::test_a": Cost(1.0, 2.0)})[1]
    'api                          1      1.0      2.0'
    """
    counts = Counter(part_of(test) for test in tests)
    cpu, wall = dict.fromkeys(counts, 0.0), dict.fromkeys(counts, 0.0)
    for test, cost in tests.items():
        part = part_of(test)
        cpu[part] += cost.cpu
        wall[part] += cost.wall
    rows = [
        f"{p:24} {counts[p]:5,} {cpu[p]:8.1f} {wall[p]:8.1f}"
        for p in sorted(counts, key=lambda p: -cpu[p])
    ]
    total = f"{'all':24} {counts.total():5,} {sum(cpu.values()):8.1f} {sum(wall.values()):8.1f}"
    by_cost = sorted(tests, key=lambda test: -tests[test].cpu)
    slowest = [f"{tests[t].cpu:8.1f} {tests[t].wall:8.1f}  {t}" for t in by_cost[:SLOWEST]]
    head = f"{'part':24} {'tests':>5} {'CPU s':>8} {'wall s':>8}"
    return [head, *rows, total, "", f"{'CPU s':>8} {'wall s':>8}  test", *slowest]


def _processor_time() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
