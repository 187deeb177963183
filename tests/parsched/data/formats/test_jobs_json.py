"""The JSON workload: every kind of job, and errors that name job, field, value and rule."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parsched.base.errors import FormatError
from parsched.data.formats import FileLimits, read
from tests.parsched.data.formats.json_files import document, job, reading
from tests.parsched.data.formats.lines import findings

DATA = Path(__file__).parents[3] / "data"


def test_one_file_holds_every_kind_of_job() -> None:
    jobs = read(DATA / "every-kind-of-job.json").workload
    assert jobs.name == "every kind of job"
    assert jobs.ids.tolist() == ["1", "2", "3", "4", "late"]
    assert jobs.release.tolist() == [0, 0, 0, 0, 7.5]
    assert jobs.weight.tolist() == [3.5, 1, 1, 1, 1]
    profiles = [[part.tolist() for part in jobs.profiles.job(i)] for i in range(5)]
    assert profiles == [
        [[1, 2, 3], [9, 5, 4]],
        [[8], [25]],
        [[1, 2, 3, 4, 5, 6, 7, 8], [200, 100, 75, 50, 50, 50, 50, 25]],
        [[2, 4], [6, 2]],
        [[2], [4]],
    ]
    assert jobs.estimate[1] == 30
    assert np.isnan(jobs.estimate[[0, 2, 3, 4]]).all()
    assert jobs.environment is not None
    assert jobs.user is not None
    assert (jobs.environment.name(1), jobs.user.name(1)) == ("debian", "u1")


def test_ids_that_are_all_plain_numbers_are_numbers() -> None:
    assert reading(document(job(id="7"), job(id=12))).workload.ids.tolist() == [7, 12]
    assert reading(document(job(id="7"), job(id="07"))).workload.ids.tolist() == ["7", "07"]


def test_a_workload_may_be_empty() -> None:
    found = reading(document())
    assert (len(found.workload), found.report.kept, found.workload.name) == (0, 0, "jobs")


def test_jobs_are_sorted_stably_by_release() -> None:
    found = reading(document(*(job(id=i, release=r) for i, r in enumerate((5, 3, 5, 3)))))
    assert found.workload.ids.tolist() == [1, 3, 0, 2]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"procs": 0}, "procs must be an integer from 1 to 2^31 − 1, got 0"),
        ({"procs": 2.5}, "procs must be an integer from 1 to 2^31 − 1, got 2.5"),
        ({"procs": True}, "procs must be an integer from 1 to 2^31 − 1, got true"),
        ({"procs": None}, "procs must be an integer from 1 to 2^31 − 1, got null"),
        ({"procs": 2**31}, "procs must be an integer from 1 to 2^31 − 1, got 2147483648"),
        ({"time": -1}, "time must be a number from 0 to 2^53, got -1"),
        ({"time": "3"}, 'time must be a number from 0 to 2^53, got "3"'),
        ({"time": 1e17}, "time must be a number from 0 to 2^53, got 100000000000000000"),
        ({"time": False}, "time must be a number from 0 to 2^53, got false"),
        ({"release": -0.5}, "release must be a number from 0 to 2^53, got -0.5"),
        ({"weight": -1}, "weight must be a number, 0 or from 1e-100 to 1e100, got -1"),
        ({"weight": False}, "weight must be a number, 0 or from 1e-100 to 1e100, got false"),
        ({"weight": 9e-101}, "weight must be a number, 0 or from 1e-100 to 1e100, got 9e-101"),
        ({"weight": 10**101}, "weight must be a number, 0 or from 1e-100 to 1e100, got 1"),
        ({"estimate": 0}, "estimate must be a number above 0 and up to 2^53, got 0"),
        ({"moldable": "amdahl"}, 'moldable must be "ceil", got "amdahl"'),
        ({"moldable": "ceil", "procs": 2**25}, "procs of a moldable job must be ≤ 16,777,216"),
        ({"times": [1]}, "procs must not stand beside times, got 2"),
        ({"user": ["u"]}, "user must be text of at most 100 characters, got ['u']"),
        ({"queue": "q\0"}, "queue must have no NUL and no half of a surrogate pair, got "),
        ({"user": "\ud800"}, "user must have no NUL and no half of a surrogate pair, got "),
        ({"environment": "e" * 101}, "environment must be text of at most 100 characters"),
    ],
)
def test_a_wrong_value_names_job_field_rule_and_value(
    values: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(FormatError) as caught:
        reading(document(job(id="first"), job(**values)))
    assert f'job "a": {sentence}' in str(caught.value)


@pytest.mark.parametrize("id", [None, "", True, 1.5, "x" * 101, "a\nb"])
def test_a_job_without_a_proper_id_is_named_by_its_place(id: Any) -> None:
    with pytest.raises(FormatError, match="job number 2: id must be text of 1 to 100 characters"):
        reading(document(job(), job(id=id)))


def test_ids_must_be_unique() -> None:
    with pytest.raises(FormatError, match="job 1: id must be unique, jobs number 1 and 3 have it"):
        reading(document(job(id=1), job(id=2), job(id="1")))


def test_all_problems_are_counted_and_five_are_told() -> None:
    with pytest.raises(FormatError, match=r"job 0: time .*7 more problems of jobs$") as caught:
        reading(document(*(job(id=i, time=-1) for i in range(8))))
    assert len(caught.value.problems) == 5


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b'{"id": 1, "id": 2, "procs": 1, "time": 1}', 'job 2: "id" must be given once'),
        (b'{"id": 1, "procs": 1, "time": NaN}', "NaN is not a number in JSON"),
        (b'{"id": 1, "procs": 1, "time": -Infinity}', "-Infinity is not a number in JSON"),
        (b'{"id": 1, "procs": 1, "time": 1e400}', "job 1: time must be .*, got inf"),
        (b"5", "job number 1 must be an object, got 5"),
        (b'{"id": 1,}', "line 1, column 65: this is not JSON"),
    ],
)
def test_what_json_cannot_hold_is_refused(content: bytes, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        reading(document().replace(b"[]", b"[" + content + b"]"))


@pytest.mark.parametrize(
    ("top", "sentence"),
    [
        ({"version": 2}, "version 2 of the format is newer than this program"),
        ({"version": True}, "version must be 1, got True"),
        ({"version": 0}, "version must be 1, got 0"),
        ({"format": "other"}, 'key "format", "other".*: it must be "schedweb-workload"'),
        ({"jobs": {}}, "jobs must be a list"),
    ],
)
def test_the_head_of_the_file_is_checked(top: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        reading(document(**top))


def test_limits_on_jobs_and_configurations_hold() -> None:
    with pytest.raises(FormatError, match="2 jobs, the limit is 1"):
        reading(document(job(id=1), job(id=2)), FileLimits(max_jobs=1))
    wide = [job(id=i, procs=2**23, moldable="ceil") for i in range(3)]
    with pytest.raises(FormatError, match="the jobs up to 2 may run on more than 16,777,216"):
        reading(document(*wide))


def test_unknown_keys_and_times_that_go_up_are_told() -> None:
    found = findings(reading(document(job(wall=3), {"id": "b", "times": [2, 3]}, owner="me")))
    assert [str(e) for e in found["unknown_key"].examples] == ["owner", "job a: wall"]
    assert [str(e) for e in found["slower_with_more"].examples] == ["job b"]


def test_starts_before_the_release_are_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(
        """{"format": "schedweb-workload", "version": 1, "jobs": [
        {"id": "a", "procs": 1, "time": 1, "release": 9, "start": 4.5},
        {"id": "b", "procs": 1, "time": 1, "release": 9, "start": 9},
        {"id": "c", "procs": 1, "time": 1, "release": 0}]}"""
    )
    read_back = read(path)
    [finding] = read_back.report.findings
    assert finding.kind.key == "start_before_release"
    assert list(map(str, finding.examples)) == ["job a: 4.5 s before 9 s"]
    assert read_back.workload.recorded is not None
    assert read_back.workload.recorded[1] == 4.5, "it is kept"
