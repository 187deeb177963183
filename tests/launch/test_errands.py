"""What the launcher does once after a start."""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from schedweb.launch.supervisor import SupervisedProgram, run_once


def run(code: str) -> None:
    """Run an errand, in a thread of its own: the tests' thread may have an event loop."""
    errand = SupervisedProgram("errand", (sys.executable, "-c", code))
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(run_once(errand))).result()


def test_an_errand_that_fails_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    run("import sys; print('half'); sys.exit(3)")
    said = capsys.readouterr()
    assert said.out == "The errand ended (exit code 3).\n"
    assert said.err == "errand     | half\n"


def test_one_that_ends_well_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    run("")
    assert capsys.readouterr().out == ""
