"""Where a job was submitted, and how it ended, survive writing and reading."""

import io
from typing import Any

import pytest

from parsched.data.formats import Reading, read, write
from parsched.model.problem.workload import LABELS, Labels, Workload
from tests.parsched.data.formats.lines import findings, line, reading, swf
from tests.parsched.data.formats.workloads import names
from tests.parsched.factories import rigid


def jobs(**labels: list[str | None]) -> Workload:
    """Three jobs with name columns."""
    plain = rigid((0, 1, 3), (2, 2, 5), (4, 1, 1))
    columns: dict[str, Any] = {name: Labels.of(values) for name, values in labels.items()}
    return Workload(
        name="three", ids=plain.ids, release=plain.release, profiles=plain.profiles, **columns
    )


def again(workload: Workload, format: str) -> Reading:
    """Write and read."""
    stream = io.BytesIO()
    write(workload, stream, format=format)
    stream.seek(0)
    return read(stream, name="again", format=format)


def test_every_name_column_is_known_by_its_name() -> None:
    assert LABELS[:3] == ("user", "group", "executable")
    assert {"origin", "status", "environment"} <= set(LABELS)


@pytest.mark.parametrize("format", ["json", "swf"])
def test_origins_and_statuses_are_kept(format: str) -> None:
    origin, status = ["KTH", "SDSC SP2", None], ["completed", None, "cancelled"]
    found = again(jobs(origin=origin, status=status), format).workload
    assert names(found, "origin") == origin
    assert names(found, "status") == status


def test_in_swf_origins_take_the_place_of_partitions() -> None:
    found = again(jobs(origin=["a", "b", "a"], partition=["x", "y", "x"]), "swf")
    assert names(found.workload, "origin") == ["a", "b", "a"]
    assert found.workload.partition is None


def test_partitions_of_other_files_stay_partitions() -> None:
    found = reading(swf("; Partition: 1 small", line(partition=1))).workload
    assert names(found, "partition") == ["small"]
    assert found.origin is None


def test_every_status_of_the_standard_has_its_name() -> None:
    named = [
        "failed",
        "completed",
        "partial",
        "last part completed",
        "last part failed",
        "cancelled",
    ]
    found = reading(swf(*(line(id=i + 1, status=i) for i in range(len(named)))))
    assert names(found.workload, "status") == named
    assert names(again(found.workload, "swf").workload, "status") == named
    told = findings(found)["checkpointed"]
    assert (told.count, [example.value for example in told.examples]) == (3, ["2", "3", "4"])


def test_a_status_that_is_no_number_of_the_standard_keeps_its_number() -> None:
    statuses = [1, 265, -4, 0]
    content = swf(*(line(id=i + 1, status=status) for i, status in enumerate(statuses)))
    found = reading(content).workload
    assert names(found, "status") == ["completed", "265", None, "failed"]
    assert names(again(found, "swf").workload, "status") == ["completed", "265", None, "failed"]
