"""What a source says of jobs and a workload cannot hold is carried through, and proves nothing."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parsched.base.errors import FormatError
from parsched.data.formats import FORMATS, read, write
from parsched.data.merging import MergeSpec, SiteTrace, merge
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.unmodelled import DEPENDENCIES, UNMODELLED, reason, sentence
from parsched.model.problem.workload import Workload
from parsched.run.solve import solve
from tests.parsched.apps.test_cli import Output, run, run_json
from tests.parsched.data.formats.lines import line, swf
from tests.parsched.factories import offline

LOST = (DEPENDENCIES,)
TASKS = "WorkflowID,JobID,SubmitTime,RunTime,NProcs,ReqNProcs,Dependencies\n"


def dependent() -> Workload:
    """Two jobs that had dependencies, all there at time 0."""
    return replace(offline((1, 3), (1, 2)), unmodelled=LOST)


def given(content: bytes | str, name: str) -> tuple[str, ...]:
    """Return what is lost of a file."""
    content = content.encode() if isinstance(content, str) else content
    return read(io.BytesIO(content), name=name).workload.unmodelled


def rewritten(workload: Workload, format: str) -> Workload:
    stream = io.BytesIO()
    write(workload, stream, format=format)
    stream.seek(0)
    return read(stream, name="again", format=format).workload


class TestReading:
    """Readers tell what they do not keep."""

    def test_preceding_jobs_of_swf_that_are_not_there(self) -> None:
        assert given(swf(line(), line(id=2, preceding=7)), "x.swf") == LOST
        assert given(swf(line(), line(id=2, preceding=1)), "x.swf") == ()
        assert given(swf(line(), line(id=2)), "x.swf") == ()

    def test_preceding_jobs_of_lines_that_are_left_out_do_not_count(self) -> None:
        assert given(swf(line(), line(id=2, run=-1, preceding=1)), "x.swf") == ()

    def test_tasks_of_gwf(self) -> None:
        assert given(f"{TASKS}0,1,16,11,1,1,\n0,2,40,3,1,1,7\n", "x.gwf") == LOST
        assert given(f"{TASKS}0,1,16,11,1,1,\n0,2,40,3,1,1,1\n", "x.gwf") == ()

    def test_columns_of_tables(self) -> None:
        assert given("procs,time,Depends_On\n1,2,\n1,3,9\n", "x.csv") == LOST
        assert given("procs,time,Depends_On\n1,2,\n1,3,1\n", "x.csv") == ()
        assert given("procs,time,colour\n1,2,\n1,3,1\n", "x.csv") == ()

    @pytest.mark.parametrize(("value", "lost"), [(["a"], LOST), ([], ()), (None, ())])
    def test_keys_of_json(self, value: Any, lost: tuple[str, ...]) -> None:
        jobs = [{"id": "a", "procs": 1, "time": 2}, {"id": "b", "procs": 1, "time": 2}]
        jobs[1]["dependencies"] = value
        content = json.dumps({"format": "schedweb-workload", "version": 1, "jobs": jobs})
        assert given(content, "x.json") == lost

    def test_published_logs(self, shared: Path) -> None:
        assert read(shared / "logs" / "dep.swf").workload.unmodelled == ()


class TestKeeping:
    """Whatever is made of the jobs knows it."""

    def test_parts_and_other_estimates(self) -> None:
        jobs = dependent()
        for made in (jobs.take(np.array([1])), jobs.with_estimates("raise"), jobs.within(1)):
            assert made.unmodelled == LOST

    @pytest.mark.parametrize("format", ["json", "swf"])
    def test_files_of_ours(self, format: str) -> None:
        assert rewritten(dependent(), format).unmodelled == LOST
        assert rewritten(offline((1, 3)), format).unmodelled == ()

    @pytest.mark.parametrize("value", ["dependencies", ["colours"], [1], {}])
    def test_json_that_says_something_else_is_refused(self, value: Any) -> None:
        content = {"format": "schedweb-workload", "version": 1, "jobs": [], "unmodelled": value}
        with pytest.raises(
            FormatError,
            match=f"unmodelled must be a list of {', '.join(UNMODELLED)}, got",
        ):
            given(json.dumps(content), "x.json")

    def test_merged_traces(self) -> None:
        sources = [{"site": f"s{i}", "file": f"{i}.swf", "processors": 4} for i in range(2)]
        window = {"align": "start", "after_days": 0, "days": 1}
        spec = MergeSpec.from_json({"window": window, "sources": sources})
        plain, lost = (
            SiteTrace(workload=jobs, sha256="0" * 64) for jobs in (offline((1, 3)), dependent())
        )
        assert merge(spec, [plain, lost]).workload.unmodelled == LOST
        assert merge(spec, [plain, plain]).workload.unmodelled == ()


@pytest.mark.parametrize("what", UNMODELLED)
def test_exports_say_what_is_not_kept(what: str) -> None:
    """It is read back."""
    jobs = replace(offline((1, 3)), unmodelled=(what,))
    for key in FORMATS:
        file = io.BytesIO()
        write(jobs, file, format=key)
        file.seek(0)
        assert read(file, name=f"x.{key}").workload.unmodelled == (what,)


@pytest.mark.parametrize("what", UNMODELLED)
def test_results_and_reports_say_it_and_call_nothing_optimal(what: str) -> None:
    jobs = replace(offline((1, 3), (1, 2)), unmodelled=(what,))
    result = solve(Instance(jobs, Platform.of(2)), "ltf")
    assert result.as_json()["unmodelled"] == [what]
    assert all(found.gap is None for found in result.certificates.values())
    assert f"gives {what} of jobs that are not kept" in sentence((what,))


class TestCertificates:
    """A schedule of the jobs may be none for those with dependencies."""

    def test_there_are_none_with_the_reason(self) -> None:
        result = solve(Instance(dependent(), Platform.of(2)), "ltf")
        assert (result.bounds, result.metrics["makespan"]) == ({}, 3)
        for found in result.certificates.values():
            assert (found.gap, found.text) == (None, "no certificate")
            assert found.reason == reason(LOST) == "dependencies of the jobs are not kept"
        known = result.as_json()
        assert known["unmodelled"] == ["dependencies"]
        assert known["certificates"]["makespan"] == {
            "gap": None,
            "text": "no certificate",
            "reason": "dependencies of the jobs are not kept",
        }

    def test_otherwise_there_is_no_reason(self) -> None:
        result = solve(Instance(offline((1, 3), (1, 2)), Platform.of(2)), "ltf")
        assert result.certificates["makespan"].is_proof
        assert result.as_json()["unmodelled"] == []
        assert sentence(()) == reason(()) == ""


@pytest.fixture
def dep(tmp_path: Path) -> str:
    """The path of a file whose second job comes after one that is not there."""
    path = tmp_path / "dep.swf"
    path.write_bytes(swf(line(), line(id=2, preceding=7)))
    return str(path)


def test_the_command_line_says_it(capsys: Output, dep: str) -> None:
    given = ["--workload", dep, "--procs", "4"]
    for text in (
        run(capsys, "run", *given, "--algorithm", "easy"),
        run(capsys, "compare", *given, "easy", "fcfs"),
    ):
        assert sentence(LOST) in text.splitlines()
        assert "no certificate" in text
        assert "proved optimal" not in text
    assert run_json(capsys, "run", *given, "--algorithm", "easy")["unmodelled"] == ["dependencies"]
    compared = run_json(capsys, "compare", *given, "easy", "fcfs")
    assert compared["unmodelled"] == compared["results"][0]["unmodelled"] == ["dependencies"]
