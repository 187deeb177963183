"""What is written reads back the same."""

import gzip
import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from parsched.base.errors import FormatError, UnknownKeyError, WorkloadError
from parsched.data.formats import FORMATS, read, write, write_schedule
from parsched.data.formats.swf import ORIGINS, RAN
from parsched.data.formats.swf.write import write_swf
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Cluster, Platform
from parsched.model.problem.workload import Labels, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.run.solve import solve
from tests.parsched.data.formats.workloads import names, same, same_profiles, workloads
from tests.parsched.factories import moldable, rigid

DATA = Path(__file__).parents[3] / "data"


def rewritten(workload: Workload, format: str) -> Workload:
    """Write and read again."""
    stream = io.BytesIO()
    write(workload, stream, format=format)
    stream.seek(0)
    return read(stream, name="again", format=format).workload


@given(workloads())
def test_json_keeps_everything(workload: Workload) -> None:
    again = rewritten(workload, "json")
    same(workload, again, "ids", "release", "estimate", "weight")
    same_profiles(workload, again)
    assert again.name == workload.name
    for label in ("user", "queue", "environment"):
        assert names(again, label) == names(workload, label)


@given(workloads(whole=True, moldable=False))
def test_swf_keeps_rigid_jobs_with_whole_times(workload: Workload) -> None:
    if not len(workload):
        return
    again = rewritten(workload, "swf")
    same(workload, again, "ids", "estimate")
    shift = workload.release[0] if workload.release[0] >= 1e8 else 0
    assert (again.release + shift).tolist() == workload.release.tolist()
    same_profiles(workload, again)


def test_swf_keeps_the_names_of_queues() -> None:
    jobs = read(DATA / "eight-jobs.swf").workload
    again = rewritten(jobs, "swf")
    assert names(again, "queue") == names(jobs, "queue")
    assert names(again, "user") == names(jobs, "user")


def test_a_schedule_on_a_grid_tells_where_jobs_ran() -> None:
    origin = Labels(np.array([1, 1, 0], np.int32), ("KTH", "CTC"))
    jobs = replace(rigid((0, 1, 5), (0, 2, 5), (0, 1, 5)), origin=origin)
    grid = Platform((Cluster("small", 2), Cluster("unused", 3), Cluster("large", 4)))
    schedule = Schedule.of(jobs, np.zeros(3), site=np.array([2, 0, 2]))
    for name, platform, column, notes in (
        ("large", grid, ["3", "1", "3"], [RAN]),
        ("one", Platform.of(9), ["2", "2", "1"], [ORIGINS]),
    ):
        on_one = schedule if name == "large" else Schedule.of(jobs, np.zeros(3))
        stream = io.BytesIO()
        write_swf(jobs, stream, on_one, platform)
        lines = stream.getvalue().decode().splitlines()
        assert [line.split()[15] for line in lines if line[0] != ";"] == column
        assert [line.removeprefix("; Note: ") for line in lines if "Note:" in line] == notes
    stream = io.BytesIO()
    write_swf(jobs, stream, schedule, grid)
    stream.seek(0)
    found = read(stream, name="again", format="swf")
    assert [v for key, v in found.header if key == "Partition"] == [
        "1 small",
        "2 unused",
        "3 large",
    ]
    assert names(found.workload, "partition") == ["large", "small", "large"]
    assert found.workload.origin is None


def test_names_that_are_one_number_stay_apart() -> None:
    queue = Labels(np.array([0, 1], np.int32), ("7", "07"))
    jobs = replace(rigid((0, 1, 5), (0, 2, 5)), queue=queue)
    assert names(rewritten(jobs, "swf"), "queue") == ["7", "07"]


def test_a_schedule_of_moldable_jobs_tells_what_they_were_given_and_no_request() -> None:
    jobs, stream = moldable([3, 2], [5]), io.BytesIO()
    schedule = Schedule.of(jobs, np.array([0.0, 2.0]), width=np.array([2, 1]))
    write_swf(jobs, stream, schedule, Platform.of(2))
    rows = [line.split() for line in stream.getvalue().decode().splitlines() if line[0] != ";"]
    assert [(row[2], row[3], row[4], row[7]) for row in rows] == [
        ("0", "2", "2", "-1"),
        ("2", "5", "1", "1"),
    ]
    stream.seek(0)
    assert list(read(stream, name="again", format="swf").workload.width) == [2, 1]


def test_swf_refuses_moldable_jobs() -> None:
    with pytest.raises(WorkloadError, match="rigid jobs only"):
        write(moldable([3, 2]), io.BytesIO(), format="swf")


def test_a_schedule_as_swf_has_waits_run_times_and_processors(tmp_path: Path) -> None:
    jobs = rigid((0, 2, 10, 5), (1, 2, 4, 4))
    result = solve(Instance(jobs, Platform.of(2), Rules(estimates="kill")), "fcfs")
    path = tmp_path / "out.swf.gz"
    write_schedule(path, result.workload, result.platform, result.schedule, original=jobs)
    text = gzip.decompress(path.read_bytes()).decode()
    rows = [line.split() for line in text.splitlines() if not line.startswith(";")]
    assert [row[:5] for row in rows] == [["1", "0", "0", "5", "2"], ["2", "1", "4", "4", "2"]]
    assert all(len(row) == 18 for row in rows)
    assert "; MaxProcs: 2\n" in text
    assert read(path).workload.runtime.tolist() == [5, 4]


@pytest.mark.parametrize("name", ["jobs.swf", "jobs.swf.gz", "jobs.json", "jobs.JSON.gz"])
def test_the_name_says_format_and_packing(tmp_path: Path, name: str) -> None:
    write(rigid((0, 2, 10)), tmp_path / name)
    content = (tmp_path / name).read_bytes()
    assert content.startswith(b"\x1f\x8b") == name.endswith(".gz")
    found = read(tmp_path / name)
    assert found.format == name.split(".")[1].lower()
    assert found.workload.runtime.tolist() == [10]


def test_packing_the_same_jobs_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.swf.gz", "b.swf.gz"):
        write(rigid((0, 2, 10)), tmp_path / name)
    assert (tmp_path / "a.swf.gz").read_bytes() == (tmp_path / "b.swf.gz").read_bytes()


def test_what_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    jobs = rigid((0, 2, 10))
    with pytest.raises(FormatError, match=r"name must end in \.json, \.gwf, \.csv, \.swf"):
        write(jobs, tmp_path / "jobs.xls")
    with pytest.raises(FormatError, match=r"none.* cannot be written: there is no folder"):
        write(jobs, tmp_path / "none" / "jobs.swf")
    with pytest.raises(UnknownKeyError, match="is called 'xls'; there are: json, gwf, csv, swf"):
        write(jobs, io.BytesIO(), format="xls")


def test_every_declared_format_reads_what_it_writes() -> None:
    jobs = rigid((0, 1, 3), (2, 2, 5))
    for key, declared in FORMATS.items():
        assert key == declared.key
        again = rewritten(jobs, key)
        same(jobs, again, "ids", "release")
        assert np.array_equal(again.width, jobs.width)
