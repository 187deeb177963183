"""What stands for the environments of a file's jobs."""

import io

import pytest

from algorithms.errors import FormatError
from algorithms.formats import ENVIRONMENT_FROM, Options, read, sources_of, with_environments
from algorithms.workload import Workload

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
    options = Options(environment_from=source)
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
    assert ENVIRONMENT_FROM.default == Options().environment_from
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
