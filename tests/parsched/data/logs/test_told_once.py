"""What cannot be kept of a job is counted once for each job, whatever number of columns say it."""

import io

import pytest

from parsched.data.files.findings import Finding
from parsched.data.formats import read

_PBS = (
    "02/14/2026 08:01:00;E;{0}.srv;user=u group=g jobname=a queue=q qtime=1771056001 "
    "start=1771056061 end=1771056121 Resource_List.ncpus=4 {1} Resource_List.walltime=01:00:00\n"
)


def pbs(resources: str) -> bytes:
    """Return four records of PBS that ask for some resources."""
    return "".join(_PBS.format(id, resources) for id in range(1, 5)).encode()


def table(names: str, *rows: str) -> bytes:
    """Return a table of jobs with some columns more."""
    lines = [f"{id},0,10,2,{row}" for id, row in enumerate(rows, 1)]
    return "\n".join((f"id,submit,run,cores,{names}", *lines, "")).encode()


def told(content: bytes, key: str) -> Finding:
    """Return the finding of what cannot be kept."""
    findings = read(io.BytesIO(content), name="x").report.findings
    (finding,) = (each for each in findings if each.kind.key == f"{key}_not_held")
    return finding


@pytest.mark.parametrize(
    ("content", "key", "count"),
    [
        (pbs("Resource_List.mem=8gb Resource_List.ngpus=1"), "memory", 4),
        (pbs("Resource_List.mem=8gb Resource_List.ngpus=1"), "gpus", 4),
        (pbs("Resource_List.pmem=8gb Resource_List.vmem=9gb"), "memory", 4),
        (pbs("Resource_List.select=1:ncpus=4:ngpus=2 Resource_List.ngpus=2"), "gpus", 4),
        (table("mem,req_mem", "4G,4G", "4G,5G"), "memory", 2),
        (table("gpus,num_gpus,tres", "1,1,gres/gpu=1", "1,0,gres/gpu=1"), "gpus", 2),
        (table("tres,alloctres", "mem=4G,mem=4G", ",mem=4G"), "memory", 2),
    ],
)
def test_each_job_counts_once(content: bytes, key: str, count: int) -> None:
    finding = told(content, key)
    lines = [example.line for example in finding.examples]
    assert finding.count == count
    assert lines == sorted(set(lines))
    assert len(lines) == count


def test_a_job_whose_second_column_alone_says_it_counts_too() -> None:
    finding = told(table("mem,req_mem", "0,5G", "4G,0", "0,0"), "memory")
    assert [(each.line, each.value) for each in finding.examples] == [(2, '"5G"'), (3, '"4G"')]
    assert finding.count == 2
