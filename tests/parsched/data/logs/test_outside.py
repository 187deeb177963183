"""Every small input from outside as a whole: its format, its jobs, their times, and its marks.

Tests of single formats say more of some of them; here none may be missing.
"""

import io
import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from parsched.base.errors import FormatError
from parsched.data.formats import read, write
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.run.solve import solve

HOUR, DAY = 3_600, 86_400


class Case(NamedTuple):
    """What a file gives: jobs in order of release, with their waits where the file has starts."""

    format: str
    widths: Sequence[int]
    releases: Sequence[float]
    times: Sequence[float]
    waits: Sequence[float] | None = None
    unmodelled: tuple[str, ...] = ()
    found: str = ""
    """A finding that must be there."""


REFUSED = "35-elastisim-no-walltime.json"
LINKS = ("dependencies",)
CASES = {
    "01-swf-same-predecessor.swf": Case(
        "swf",
        [2] * 12,
        [0, *range(120, 721, 60)],
        [100_000, *[600] * 11],
        [0, *[5] * 11],
        LINKS,
        "filled_in_dependencies",
    ),
    "02-swf-two-predecessors.swf": Case("swf", [4] * 3, [0] * 3, [10, 10, 5], [0, 0, 10]),
    "03-swf-names.swf": Case("swf", [8] * 3, [0, 0, 5], [100] * 3, [0, 0, 95]),
    "04-swf-zero-waits.swf": Case("swf", [8] * 6, [0] * 6, [100] * 6, found="impossible_waits"),
    "05-swf-maxprocs-thousands.swf": Case("swf", [512, 1_024, 8], [0, 0, 5], [100] * 3),
    "06-table-procs-time.csv": Case("table", [2, 4, 2], [0, 300, 650], [100, 100, 50]),
    "08-dates-day-first.csv": Case(
        "table",
        [4] * 7,
        [day * DAY for day in (0, 2, 6, 8, 11, 17, 24)],
        [HOUR] * 7,
        [HOUR] * 7,
    ),
    "09-dates-compact.csv": Case("table", [4, 8], [0, 120], [HOUR, 600], [300, 3_780]),
    "10-dates-other-forms.csv": Case(
        "table",
        [4] * 5,
        [0, 60, 150, 3_480, 3_720],
        [600, 600, 600, HOUR, 600],
        [3_780, 3_720, 3_630, 300, 3_660],
    ),
    "11-columns-num-cores.csv": Case("table", [4, 16], [0, 15], [60, 600], [5, 50]),
    "12-lsf-run-limit.acct": Case("lsf", [2, 4, 1], [0, 10, 20], [600, 9_000, 100], [100, 90, 680]),
    "14-sacct-pipes-in-names.txt": Case(
        "sacct", [4, 8, 1, 4], [0] * 4, [600, 1_200, 600, 600], [300] * 4, ("nodes",)
    ),
    "15-sacct-lines-in-submitline.txt": Case(
        "sacct", [4, 8, 4, 4], [0] * 4, [600] * 4, [300] * 4, ("nodes",), "several_lines"
    ),
    "16-sacct-no-header.txt": Case(
        "table", [8, 4], [0, 0], [1_200, 600], [300] * 2, ("nodes",), "no_names"
    ),
    "18-sacct-two-encodings.txt": Case(
        "sacct", [4] * 3, [0] * 3, [600] * 3, [300] * 3, found="other_encoding"
    ),
    "19-sacct-ids-cut-off.txt": Case(
        "sacct", [4] * 3, [0] * 3, [600, 660, 660], [300, 300, 360], found="id_cut_off"
    ),
    "20-sacct-array-range-that-ran.txt": Case("sacct", [4] * 7, [0] * 7, [600] * 7, [300] * 7),
    "21-batsim-jobs-alone.csv": Case(
        "batsim-jobs", [2, 4, 2], [0, 10, 20], [60, 50, 40], [0, 50, 0]
    ),
    "23-batsim-other-type-names.json": Case("batsim", [4] * 4, [0, 1, 2, 3], [4] * 4),
    "25-sge-accounting.acct": Case(
        "sge", [16, 1, 4], [0, 60, 60], [HOUR, 60, 120], [300, 240, 240]
    ),
    "26-sge-qacct.txt": Case("sge-qacct", [16, 1], [0, 60], [HOUR, 60], [300, 240]),
    "27-oar.owf": Case("oar", [4, 8, 12], [0, 5, 10], [60, 30, 30], [1, 1, 51], ("reservations",)),
    "28-scontrol-show-job.txt": Case("scontrol", [8, 16], [0, 60], [600, DAY], [300, 840]),
    "29-squeue-json.json": Case("squeue-json", [8, 4], [0, 0], [600] * 2, [300, 900], ("nodes",)),
    "30-slurmsim-events.events": Case(
        "slurmsim-events", [12, 24, 1], [0, 49, 60], [15, 1_201, 960], None, ("memory",)
    ),
    "32-condor-restarted.hist": Case(
        "htcondor", [4, 4], [0, 0], [600] * 2, [DAY, 300], found="ran_before"
    ),
    "34-flux-jobs.json": Case("flux", [8, 16], [0, 1.5], [590.25, 100], [9.75, 598.5]),
    "38-swf-machine-kept.swf": Case(
        "swf", [4] * 5, [0, 1, 2, 3, 4], [100] * 4 + [50], [0, 0, 0, 0, 97]
    ),
    "39-table-decimal-times.csv": Case(
        "csv", [2, 2, 4], [0, 0.4, 1], [10.7, 3.2, 5.5], [0, 0, 9.7]
    ),
    "40-sacct-epoch-zero.txt": Case(
        "sacct", [8, 4], [0, 300], [600, 1_200], [0, 300], found="far_date"
    ),
    "41-sacct-eligible-later.txt": Case(
        "sacct", [4, 8, 4], [0, 600, 57_600], [600, 600, HOUR], [0, 2, 5], found="eligible_later"
    ),
    "43-sacct-gres.txt": Case("sacct", [4, 4], [0, 0], [600] * 2, [0, 600], ("GPUs",)),
}


@pytest.fixture
def outside(shared: Path) -> Path:
    return shared / "cases" / "outside"


def test_no_input_is_missing_here(outside: Path) -> None:
    files = {path.name for path in outside.iterdir() if path.name != "README.md"}
    assert files == {*CASES, REFUSED}
    assert len(files) == 33


@pytest.mark.parametrize("name", CASES)
def test_an_input_gives_its_jobs(outside: Path, name: str) -> None:
    found, right = read(outside / name), CASES[name]
    jobs = found.workload
    assert (found.format, jobs.width.tolist()) == (right.format, right.widths)
    assert jobs.release.tolist() == right.releases
    assert jobs.runtime.tolist() == right.times
    assert jobs.unmodelled == right.unmodelled
    if right.waits is None:
        assert jobs.recorded is None
    else:
        assert jobs.recorded is not None
        np.testing.assert_allclose(jobs.recorded - jobs.release, right.waits, atol=1e-9)
    assert right.found in {"", *(each.kind.key for each in found.report.findings)}


def test_what_has_no_walltime_is_told_what_to_add_and_read_with_its_model(outside: Path) -> None:
    content = (outside / REFUSED).read_text()
    with pytest.raises(FormatError, match='pack both as a zip, or add "walltime", seconds, to the'):
        read(outside / REFUSED)
    task = {"type": "cpu", "flops": "flops / num_nodes^0.5", "computation_pattern": "uniform"}
    model = {"phases": [{"iterations": "iterations", "tasks": [task]}]}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("jobs.json", content)
        archive.writestr("model.json", json.dumps(model))
    packed.seek(0)
    jobs = read(packed, name="example.zip").workload
    assert jobs.profiles.counts.tolist() == [1, 7]
    assert jobs.profiles.widths.tolist() == [4, *range(2, 9)]
    right = [20_000, *(80_000 / np.sqrt(np.arange(2, 9)))]
    np.testing.assert_allclose(jobs.profiles.times, right)


@pytest.mark.parametrize("name", ["38-swf-machine-kept.swf", "39-table-decimal-times.csv"])
def test_what_is_written_as_swf_comes_back(outside: Path, name: str, tmp_path: Path) -> None:
    first = read(outside / name)
    write(first.workload, tmp_path / "x.swf")
    again = read(tmp_path / "x.swf")
    assert again.processors == first.processors
    assert again.workload.machine == first.workload.machine
    assert again.workload.runtime.tolist() == first.workload.runtime.tolist()
    assert again.workload.release.tolist() == first.workload.release.tolist()


def test_every_input_of_the_second_round_is_right(shared: Path) -> None:
    """Starts, waits and the profile of the others are in tests of their own."""
    folder = shared / "cases" / "outside-2"
    files = sorted(path.name for path in folder.iterdir() if path.name != "README.md")
    assert files == [
        "01-late-first-release.csv",
        "02-decimal-hole-x10.csv",
        "02-decimal-hole.csv",
        "03-sum-of-decimals.csv",
        "04-end-of-summer-time.sacct.txt",
        "04-end-of-summer-time.toml",
    ]
    late = read(folder / "01-late-first-release.csv").workload
    result = solve(Instance(late, Platform.of(4)), "easy")
    assert result.metrics["makespan"] == 150
    assert result.metrics["throughput"] == pytest.approx(0.02)
    for name, processors, waits in (
        ("02-decimal-hole.csv", 2, [0, 0.25, 0]),
        ("02-decimal-hole-x10.csv", 2, [0, 2.5, 0]),
        ("03-sum-of-decimals.csv", 1, [0, 0, 0]),
    ):
        jobs = read(folder / name).workload
        result = solve(Instance(jobs, Platform.of(processors)), "easy")
        assert result.metrics["max_wait"] == max(waits)
        assert result.metrics["mean_wait"] == pytest.approx(sum(waits) / 3)
