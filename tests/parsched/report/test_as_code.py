"""Programs of algorithms run as they are shown."""

from pathlib import Path
from typing import Any

import pytest

from parsched.data.formats import write
from parsched.policies.catalogue import ALGORITHMS
from parsched.report.as_code import algorithm_as_code
from parsched.report.examples import example


@pytest.mark.parametrize("key", [key for key, each in ALGORITHMS.items() if not each.runs_commands])
def test_the_program_of_an_algorithm_runs_on_a_file_of_jobs(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(example(ALGORITHMS[key]).workload, Path("jobs.json"))
    namespace: dict[str, Any] = {}
    exec(algorithm_as_code(key), namespace)
    assert namespace["result"].metrics["makespan"] > 0
