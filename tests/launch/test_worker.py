"""A worker survives the death of any of its processes."""

import os
import signal

import pytest

from schedweb.runs.models import Run
from schedweb.workers.models import State
from tests import factories
from tests.launch.launched import Launched, children, eventually, launched


def finished() -> bool:
    return not Run.objects.exclude(state=State.DONE).exists()


def processes(running: Launched) -> set[int]:
    """Those that the worker computes in."""
    worker = running.programs().get("worker")
    return set(children(worker)) if worker else set()


@pytest.mark.night  # by day processes that compute are killed
def test_runs_go_on_after_every_idle_process_was_killed(environment: dict[str, str]) -> None:
    environment |= {"SCHEDWEB_WORKERS": "2"}
    alice = factories.person("alice")
    with launched("team", environment) as running:
        factories.comparison(alice)
        eventually(finished)
        killed = processes(running)
        for process in killed:
            os.kill(process, signal.SIGKILL)
        eventually(lambda: len(processes(running) - killed) == len(killed))
        factories.comparison(alice)
        eventually(finished)
