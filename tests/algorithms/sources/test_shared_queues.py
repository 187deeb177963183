"""Small shared inputs of batch systems: recognised without being told, with their jobs."""

from pathlib import Path

import pytest

from tests.algorithms.sources.test_known import reading

SHARED = Path(__file__).parents[4] / "shared" / "cases" / "outside"


@pytest.mark.skipif(not SHARED.exists(), reason="the samples are not part of the project")
@pytest.mark.parametrize(
    ("name", "format", "widths"),
    [
        ("25-sge-accounting.acct", "sge", [16, 1, 4]),
        ("26-sge-qacct.txt", "sge-qacct", [16, 1]),
        ("27-oar.owf", "oar", [4, 8, 12]),
        ("28-scontrol-show-job.txt", "scontrol", [8, 16]),
        ("30-slurmsim-events.events", "slurmsim-events", [12, 24, 1]),
        ("34-flux-jobs.json", "flux", [8, 16]),
    ],
)
def test_a_shared_input_gives_its_jobs(name: str, format: str, widths: list[int]) -> None:
    found = reading((SHARED / name).read_bytes(), name)
    assert found.format == format
    assert found.workload.width.tolist() == widths
