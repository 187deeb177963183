"""Every limit takes what reaches it, and refuses what is one more."""

import importlib
import io
from collections.abc import Callable

import pytest

from parsched.base.errors import FormatError
from parsched.data.formats import FileLimits, Reading, ReadOptions, read
from parsched.model.problem.platform import MAX_PROCESSORS
from tests.parsched.data.formats import json_files, lines

JOBS = 3
GWF = "{} 0 -1 10 1 -1 -1 1" + " -1" * 21


def swf_file(jobs: int, width: int = 1) -> bytes:
    return lines.swf(*(lines.line(id=i + 1, requested=width) for i in range(jobs)))


def gwf_file(jobs: int) -> bytes:
    return "".join(GWF.format(i + 1) + "\n" for i in range(jobs)).encode()


def csv_file(jobs: int, width: int = 1) -> bytes:
    return ("procs,time\n" + f"{width},10\n" * jobs).encode()


def json_file(jobs: int, width: int = 1) -> bytes:
    return json_files.document(*(json_files.job(id=i, procs=width) for i in range(jobs)))


FILES: dict[str, Callable[[int], bytes]] = {
    "jobs.swf": swf_file,
    "jobs.gwf": gwf_file,
    "jobs.csv": csv_file,
    "jobs.json": json_file,
}
WIDE: dict[str, Callable[[int, int], bytes]] = {
    "jobs.swf": swf_file,
    "jobs.csv": csv_file,
    "jobs.json": json_file,
}


def reading(content: bytes, name: str, **limits: int) -> Reading:
    options = ReadOptions(limits=FileLimits(**limits), bad_lines="error")
    return read(io.BytesIO(content), name=name, options=options)


@pytest.mark.parametrize("name", FILES)
def test_as_many_jobs_as_the_limit_are_taken(name: str) -> None:
    content = FILES[name](JOBS)
    assert len(reading(content, name, max_jobs=JOBS).workload) == JOBS
    with pytest.raises(FormatError, match="jobs, the limit"):
        reading(content, name, max_jobs=JOBS - 1)


@pytest.mark.parametrize("name", FILES)
def test_as_many_bytes_as_the_limit_are_taken(name: str) -> None:
    content = FILES[name](JOBS)
    assert len(reading(content, name, max_bytes=len(content)).workload) == JOBS
    with pytest.raises(FormatError, match="the limit"):
        reading(content, name, max_bytes=len(content) - 1)


def test_json_has_a_limit_of_bytes_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("parsched.data.files.json_text")
    content = json_file(JOBS)
    monkeypatch.setattr(module, "MOST_BYTES", len(content))
    assert len(reading(content, "jobs.json").workload) == JOBS
    monkeypatch.setattr(module, "MOST_BYTES", len(content) - 1)
    with pytest.raises(FormatError, match="the limit for JSON"):
        reading(content, "jobs.json")


@pytest.mark.parametrize("name", WIDE)
def test_as_many_processors_as_any_machine_has_are_taken(name: str) -> None:
    found = reading(WIDE[name](1, MAX_PROCESSORS), name).workload
    assert found.width.tolist() == [MAX_PROCESSORS]
    with pytest.raises(FormatError):
        reading(WIDE[name](1, MAX_PROCESSORS + 1), name)


def test_as_many_columns_and_names_as_the_limits_are_taken() -> None:
    content = b"procs,time,user\n1,2,alice\n1,2,bob\n1,2,alice\n"
    assert len(reading(content, "jobs.csv", max_columns=3, max_names=2).workload) == 3
    with pytest.raises(FormatError, match="at most 2 columns, the limit, got 3"):
        reading(content, "jobs.csv", max_columns=2)
    with pytest.raises(FormatError, match="at most 1 different names, the limit"):
        reading(content, "jobs.csv", max_names=1)
