"""Plain jobs of a JSON file by whole columns: what comes of them is what reading each job makes."""

import io
import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parsched.base.errors import AlgorithmsError
from parsched.data.formats import Reading, ReadOptions, read, write
from parsched.data.formats.jobs_json import KEYS
from parsched.data.formats.jobs_json import read as reader
from parsched.data.formats.jobs_json.plain import plain_jobs
from parsched.model.problem.workload import LABELS, Workload
from tests.amount import amount
from tests.parsched.data.formats.json_files import document, job
from tests.parsched.data.formats.workloads import names, same, same_profiles, workloads

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**60) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=4,
)
FIELDS = st.sampled_from((*sorted(KEYS), "colour"))
"""Every field of a job, and one that means nothing."""


def both(content: bytes, plain_from: int) -> tuple[Reading | None, str]:
    """Return what is read, or None and why; files from a size on as plain jobs first."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "LEAST_PLAIN", plain_from)
        try:
            return read(io.BytesIO(content), name="jobs.json", options=ReadOptions()), ""
        except AlgorithmsError as error:
            return None, str(error)


def agree(content: bytes) -> None:
    """Fail unless both ways come to the same."""
    (fast, why), (careful, other) = both(content, 0), both(content, 1 << 40)
    assert why == other
    if careful is None or fast is None:
        assert fast is careful
        return
    assert fast.report.as_json() == careful.report.as_json()
    same_jobs(fast.workload, careful.workload)


def same_jobs(one: Workload, other: Workload) -> None:
    """Fail unless all columns agree."""
    assert one.ids.dtype.kind == other.ids.dtype.kind
    same(one, other, "ids", "release", "estimate", "weight")
    same_profiles(one, other)
    assert all(names(one, label) == names(other, label) for label in LABELS)
    assert (one.unmodelled, one.name, one.zone) == (other.unmodelled, other.name, other.zone)
    assert (one.recorded is None) == (other.recorded is None)
    if one.recorded is not None:
        same(one, other, "recorded")
    assert (one.allocated is None) == (other.allocated is None)
    if one.allocated is not None:
        same(one, other, "allocated")
    waits = [
        after and list(zip(after.job, after.before, after.delay, strict=True))
        for after in (one.after, other.after)
    ]
    assert waits[0] == waits[1]


def is_plain(content: bytes) -> bool:
    """Tell whether the jobs of a file are read by whole columns."""
    return plain_jobs(bytearray(content), dict) is not None


@settings(max_examples=amount(300))
@given(workloads(moldable=False))
def test_what_we_write_of_rigid_jobs_is_plain(workload: Workload) -> None:
    write(workload, stream := io.BytesIO(), format="json")
    assert is_plain(stream.getvalue()) == (len(workload) > 0)
    agree(stream.getvalue())


@settings(max_examples=amount(600))
@given(st.lists(st.dictionaries(FIELDS, JSON, max_size=5), max_size=3), st.sampled_from((None, 2)))
def test_jobs_with_any_values_come_to_the_same_both_ways(jobs: Any, indent: int | None) -> None:
    whole = [job(id=f"j{i}") | values for i, values in enumerate(jobs)]
    head = {"format": "schedweb-workload", "version": 1, "jobs": whole}
    agree(json.dumps(head, indent=indent).encode("utf-8", "surrogatepass"))


@settings(max_examples=amount(600))
@given(
    st.integers(0, 400),
    st.integers(0, 9),
    st.binary(max_size=4)
    | st.sampled_from((b"null", b"{}", b'"', b"\\", b",", b"]", b"}{", b"\n")),
)
@example(78, 0, b"null,")
def test_damaged_files_come_to_the_same_both_ways(at: int, cut: int, put: bytes) -> None:
    jobs = [
        job(id=str(i), after=[{"job": "0", "delay": 2}] * (i > 0), user="ü\\") for i in range(3)
    ]
    whole = document(*jobs)
    agree(whole[:at] + put + whole[at + cut :])


@pytest.mark.parametrize(
    "values",
    [
        {"times": [3, 2]},
        {"procs": 4, "moldable": "ceil"},
        {"id": 7},
        {"id": "a\u202eb"},
        {"id": ""},
        {"id": "x" * 101},
        {"user": "x" * 101},
        {"user": "a\0b"},
        {"user": 3},
        {"release": -1},
        {"release": None},
        {"weight": 1e-101},
        {"estimate": 0},
        {"start": 2**54},
        {"procs": 0},
        {"procs": 2.0},
        {"procs": 2**31},
        {"time": 2**54},
        {"after": "b"},
        {"after": [{"job": "b", "delay": -1}]},
        {"after": [{"job": ""}]},
        {"after": [None]},
        {"colour": "red"},
    ],
)
def test_a_job_that_is_not_plain_is_read_with_all_others_one_by_one(values: dict[str, Any]) -> None:
    content = document(job(id="b"), job(id="c") | values)
    assert is_plain(document(job(id="b"), job(id="c")))
    assert not is_plain(content)
    agree(content)


@pytest.mark.parametrize(
    "text",
    [
        '{"jobs": [{"id": "a", "procs": 1, "time": NaN}]}',
        '{"jobs": [{"id": "a", "procs": 1, "time": 1}{"id": "b", "procs": 1, "time": 1}]}',
        '{"jobs": [{"id": "a", "procs": 1, "time": 1},]}',
        '{"jobs": [{"id": "a", "id": "a", "procs": 1, "time": 1}]}',
        '{"jobs": [{"id": "a", "procs": 1, "time": 1}, null]}',
        '{"jobs": [{"id": "a", "procs": 1, "time": 1}] ',
        '{"jobs": [{"id": "a\n", "procs": 1, "time": 1}]}',
        '{"inner": {"jobs": [{"id": "a", "procs": 1, "time": 1}]}}',
        '{"jobs": [',
        '{"jobs": ["a"]}',
    ],
)
def test_what_is_no_list_of_objects_is_not_plain(text: str) -> None:
    content = text.replace("{", '{"format": "schedweb-workload", "version": 1, ', 1).encode()
    assert not is_plain(content)
    agree(content)


def test_a_second_list_of_jobs_is_refused_both_ways() -> None:
    agree(document(job())[:-1] + b', "jobs": []}')


def test_blocks_end_between_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parsched.data.formats.jobs_json.plain.BLOCK", 100)
    jobs = [job(id=str(i), user=f"u{i % 3}") for i in range(50)]
    assert is_plain(document(*jobs))
    agree(document(*jobs))
    assert not is_plain(document(*jobs, job(id="x", user="u" * 99, queue="q" * 99, group="g" * 99)))
    agree(json.dumps(json.loads(document(*jobs)), indent=1).encode())


def test_ids_that_occur_twice_are_named_by_the_careful_reader() -> None:
    for twice in ("7", "a"):
        content = document(job(id=twice), job(id="b"), job(id=twice))
        assert not is_plain(content)
        agree(content)
