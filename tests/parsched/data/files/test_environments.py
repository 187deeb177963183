"""What stands for the environments of a file's jobs."""

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from parsched.base.errors import FormatError
from parsched.data.formats import (
    ENVIRONMENT_FROM,
    FORMATS,
    ReadOptions,
    as_executables,
    held_by,
    read,
    sources_of,
    with_environments,
    write,
    write_schedule,
)
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Labels, Workload
from parsched.run.solve import solve
from tests.parsched.data.formats.workloads import workloads
from tests.parsched.factories import rigid

SWF = b"""; Queue: 1 short
; Queue: 2 long
1 0 0 9 2 -1 -1 2 9 -1 1 7 1 3 1 1 -1 -1
2 1 0 9 2 -1 -1 2 9 -1 1 8 1 4 2 -1 -1 -1
3 2 0 9 2 -1 -1 2 9 -1 1 7 1 3 2 2 -1 -1
"""
JSON = b"""{"format": "schedweb-workload", "version": 1, "jobs": [
{"id": "1", "procs": 1, "time": 1, "environment": "debian", "queue": "night"},
{"id": "2", "procs": 1, "time": 1}]}
"""


def names(workload: Workload) -> list[str | None] | None:
    labels = workload.environment
    return None if labels is None else [labels.name(i) for i in range(len(workload))]


def found(content: bytes, source: str) -> list[str | None] | None:
    options = ReadOptions(environment_from=source)
    return names(read(io.BytesIO(content), name="x", options=options).workload)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("as-given", None),
        ("executable", ["3", "4", "3"]),
        ("user", ["7", "8", "7"]),
        ("partition", ["1", None, "2"]),
    ],
)
def test_columns_of_swf_may_be_environments(source: str, expected: list[str] | None) -> None:
    assert found(SWF, source) == expected


def test_queues_have_the_names_of_the_header() -> None:
    queues = found(SWF, "queue")
    assert queues is not None
    assert queues[1] == queues[2] != queues[0]


def test_names_of_the_header_can_be_shown_and_stored() -> None:
    assert found(SWF.replace(b"1 short", b"1 sh\0o\trt"), "queue") == ["sh?o rt", "long", "long"]


def test_what_a_file_calls_an_environment_is_one_unless_told_otherwise() -> None:
    assert found(JSON, "as-given") == ["debian", None]
    assert found(JSON, "queue") == ["night", None]


def test_a_column_that_no_job_has_is_refused() -> None:
    rule = "must be one of as-given, queue for these jobs, got 'user': no job has one"
    with pytest.raises(FormatError, match=rule):
        found(JSON, "user")


def test_an_unknown_column_is_refused() -> None:
    with pytest.raises(FormatError, match="environment_from must be one of as-given, executable"):
        found(JSON, "colour")


def test_the_choice_is_declared_once() -> None:
    assert ENVIRONMENT_FROM.default == ReadOptions().environment_from
    assert ENVIRONMENT_FROM.choices[1:] == ("executable", "queue", "user", "partition")


def test_the_choices_of_a_file_are_the_names_that_its_jobs_have() -> None:
    swf, own = (read(io.BytesIO(content), name="x").workload for content in (SWF, JSON))
    counts = {"as-given": 0, "executable": 2, "queue": 2, "user": 2, "partition": 2}
    assert sources_of(swf) == counts
    assert sources_of(own) == {"as-given": 1, "queue": 1}
    assert sources_of(own.take(slice(1, 2))) == {"as-given": 0}, "names that no job has left"


def test_names_without_jobs_are_no_environments() -> None:
    jobs = read(io.BytesIO(JSON), name="x").workload.take(slice(1, 2))
    with pytest.raises(FormatError, match="got 'queue': no job has one"):
        with_environments(jobs, "queue")


def again(workload: Workload, format: str, source: str = "as-given") -> Workload:
    """Write and read again."""
    stream = io.BytesIO()
    write(workload, stream, format=format)
    stream.seek(0)
    return read(stream, name="x", options=ReadOptions(environment_from=source)).workload


def alike(labels: Labels | None) -> list[int]:
    """The first job with the same name as each, -1 for none."""
    codes = [] if labels is None else labels.codes.tolist()
    return [-1 if code < 0 else codes.index(code) for code in codes]


NAMED = Labels.of(["debian", "b (old)", "b (new)", None, "debian"])
OTHERS = Labels.of(["x", None, "y", "y", "x"])
FIVE = replace(rigid(*[(i, 1, 5) for i in range(5)]), environment=NAMED)


@given(workloads(whole=True, moldable=False))
def test_swf_brings_back_who_shares_an_environment(workload: Workload) -> None:
    if not len(workload) or workload.environment is None:
        return
    found = again(workload, "swf")
    assert alike(found.environment) == alike(workload.environment)


def test_environments_are_numbered_and_named_in_swf() -> None:
    found = again(FIVE, "swf")
    assert found.executable is None
    assert names(found) == names(FIVE) == ["debian", "b (old)", "b (new)", None, "debian"]
    twice = again(replace(found, executable=found.environment), "swf")
    assert (names(twice), held_by(twice)) == (names(found), "executable")


def test_names_that_are_their_numbers_are_not_listed() -> None:
    stream = io.BytesIO()
    write(replace(FIVE, environment=Labels.of(["7", "3", "9", None, "7"])), stream, format="swf")
    assert b"executables are" in stream.getvalue()
    assert b"Executable:" not in stream.getvalue()
    stream.seek(0)
    assert names(read(stream, name="x").workload) == ["7", "3", "9", None, "7"]


def test_a_schedule_as_swf_keeps_them_too(tmp_path: Path) -> None:
    jobs, path = replace(FIVE, release=np.zeros(5)), tmp_path / "schedule.swf"
    result = solve(Instance(jobs, Platform.of(2)), "gls")
    write_schedule(path, result.workload, result.platform, result.schedule)
    assert names(read(path).workload) == names(again(jobs, "swf"))


def test_gwf_has_the_names_of_environments() -> None:
    found = again(FIVE, "gwf")
    assert names(found) == ["debian", "b (old)", "b (new)", None, "debian"]


@pytest.mark.parametrize("format", ["swf", "gwf"])
def test_other_executables_stay_what_they_are(format: str) -> None:
    jobs = replace(FIVE, executable=OTHERS)
    assert held_by(as_executables(jobs)) is None
    found = again(jobs, format)
    assert (found.environment, alike(found.executable)) == (None, alike(OTHERS))


@pytest.mark.parametrize("source", ["user", "queue"])
def test_no_executables_are_made_up_where_other_names_tell(source: str) -> None:
    user, queue = (OTHERS, None) if source == "user" else (None, OTHERS)
    jobs = with_environments(replace(FIVE, environment=None, user=user, queue=queue), source)
    assert held_by(jobs) == source
    plain = again(jobs, "swf")
    assert (plain.executable, alike(plain.environment)) == (None, alike(OTHERS))
    assert alike(again(jobs, "swf", source).environment) == alike(OTHERS)


@pytest.mark.parametrize("format", ["json", "csv"])
def test_formats_with_environments_need_nothing_else(format: str) -> None:
    jobs = replace(FIVE, executable=OTHERS)
    assert FORMATS[format].unkept(jobs) == []
    found = again(jobs, format)
    assert (alike(found.environment), alike(found.executable)) == (alike(NAMED), alike(OTHERS))


@pytest.mark.parametrize(
    ("user", "holds"),
    [
        (["2", "1", "3", None, "2"], True),
        (["2", "1", "1", None, "2"], False),
        (["2", "1", "3", None, "4"], False),
        (["2", "1", "3", "4", "2"], False),
        (["2", "1", None, None, "2"], False),
    ],
)
def test_a_column_holds_environments_if_the_same_jobs_share_a_name(
    user: list[str | None], holds: bool
) -> None:
    assert (held_by(replace(FIVE, user=Labels.of(user))) == "user") == holds


def test_jobs_without_environments_have_nothing_to_hold() -> None:
    bare = replace(FIVE, environment=None, user=OTHERS)
    assert as_executables(bare) is bare
    assert held_by(bare) is None
