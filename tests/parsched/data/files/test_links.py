"""Which jobs wait for which, in files: read, written, and what of it cannot be kept."""

import io
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from parsched.base.errors import FormatError, WorkloadError
from parsched.data.files.links import split_ids
from parsched.data.formats import Reading, read, write
from parsched.model.problem.unmodelled import DEPENDENCIES
from parsched.model.problem.workload import Workload
from tests.parsched.data.formats.lines import findings, line, swf
from tests.parsched.factories import linked, rigid, waiting

LOST = (DEPENDENCIES,)
UNKNOWN, CIRCLE = "unknown_predecessor", "circular_dependency"
TASKS = "WorkflowID,JobID,SubmitTime,RunTime,NProcs,ReqNProcs,Dependencies\n"


def given(content: bytes | str, name: str) -> Reading:
    """Read a file's content."""
    content = content.encode() if isinstance(content, str) else content
    return read(io.BytesIO(content), name=name)


def written(workload: Workload, format: str) -> bytes:
    stream = io.BytesIO()
    write(workload, stream, format=format)
    return stream.getvalue()


def again(workload: Workload, format: str) -> Workload:
    return read(io.BytesIO(written(workload, format)), format=format).workload


def pairs(workload: Workload) -> list[tuple[Any, Any, float]]:
    """Ids of the jobs that wait, of those they wait for, and delays."""
    if (after := workload.after) is None:
        return []
    ids = [str(id) for id in workload.ids.tolist()]
    columns = after.job.tolist(), after.before.tolist(), after.delay.tolist()
    return [(ids[job], ids[before], delay) for job, before, delay in zip(*columns, strict=True)]


def as_json(*jobs: dict[str, Any]) -> str:
    listed = [{"id": str(n), "procs": 1, "time": 2} | job for n, job in enumerate(jobs, 1)]
    return json.dumps({"format": "schedweb-workload", "version": 1, "jobs": listed})


class TestReading:
    """Every format says for whom a job waits, and how long after that."""

    def test_preceding_jobs_and_think_times_of_swf(self, shared: Path) -> None:
        assert pairs(read(shared / "logs" / "dep.swf").workload) == [("2", "1", 20.0)]
        found = given(swf(line(), line(id=2, preceding=1), line(id=3, preceding=2, think=7)), "a")
        assert pairs(found.workload) == [("2", "1", 0.0), ("3", "2", 7.0)]
        assert (found.workload.unmodelled, found.report.repaired) == ((), 0)

    def test_jobs_that_stand_behind_those_who_wait_for_them(self) -> None:
        found = given(swf(line(submit=9, preceding=2, think=1), line(id=2, submit=20)), "a.swf")
        assert pairs(found.workload) == [("1", "2", 1.0)]
        late = given(swf(line(id=2, submit=20), line(preceding=2)), "a.swf")
        assert late.workload.ids.tolist() == [1, 2]
        assert pairs(late.workload) == [("1", "2", 0.0)]

    def test_dependencies_of_workflow_tasks(self) -> None:
        found = given(f"{TASKS}0,1,0,1,1,1,\n0,2,0,1,1,1,1\n0,3,0,1,1,1,1 2\n", "a.gwf")
        assert pairs(found.workload) == [("2", "1", 0), ("3", "1", 0), ("3", "2", 0)]

    @pytest.mark.parametrize(
        "title", ["after", "Depends_On", "dependencies", "predecessors", "preceding_job"]
    )
    def test_columns_of_csv_by_their_usual_names(self, title: str) -> None:
        text = f"id,procs,time,{title},delay\na,1,2,,\nb,1,2,a,\nc,1,2,a b,4\nd,1,2,b;c,1 2\n"
        expected = [("b", "a", 0), ("c", "a", 4), ("c", "b", 4), ("d", "b", 1), ("d", "c", 2)]
        assert pairs(given(text, "a.csv").workload) == expected

    def test_think_times_of_csv_without_anybody_to_wait_for_are_not_read(self) -> None:
        found = given("procs,time,delay\n1,2,3\n", "a.csv")
        assert findings(found)["unknown_column"].examples[0].value == '"delay"'

    @pytest.mark.parametrize(
        ("value", "expected"),
        [
            ("1", [("2", "1", 0)]),
            (1, [("2", "1", 0)]),
            ({"job": "1", "delay": 30}, [("2", "1", 30)]),
            ([{"job": 1, "delay": 2.5}], [("2", "1", 2.5)]),
            ([], []),
            (None, []),
        ],
    )
    def test_forms_of_json(self, value: Any, expected: list[Any]) -> None:
        found = given(as_json({}, {"after": value}), "a.json")
        assert pairs(found.workload) == expected
        assert (found.workload.unmodelled, found.report.findings) == ((), ())

    @pytest.mark.parametrize(
        ("value", "sentence"),
        [
            (1.5, 'job 2: after must be an id, {"job": id, "delay": seconds} or a list of these'),
            ({"job": "1", "late": 3}, "job 2: after must be an id"),
            ({"delay": 3}, "job 2: after must be an id"),
            ({"job": "1", "delay": -3}, "job 2: after.delay must be a number from 0 to 2\\^53"),
        ],
    )
    def test_other_values_in_json_are_refused(self, value: Any, sentence: str) -> None:
        with pytest.raises(FormatError, match=sentence):
            given(as_json({}, {"after": value}), "a.json")

    @pytest.mark.parametrize("delay", ["-1", "x", "1 2 3", "1e99"])
    def test_delays_of_csv_that_are_none_leave_the_line_out(self, delay: str) -> None:
        found = given(f"id,procs,time,after,delay\na,1,2,,\nb,1,2,a,{delay}\n", "a.csv")
        assert (found.report.kept, found.report.dropped) == (1, 1)
        assert findings(found)["wrong_delay"].examples[0].line == 3


class TestWhatIsNotKept:
    """It is told with line or job, and no certificate is given."""

    FILES = (
        (swf(line(), line(id=2, preceding=9)), "a.swf", "line 2: 9"),
        (swf(line(run=-1), line(id=2, preceding=1)), "a.swf", "line 2: 1"),
        (f"{TASKS}0,1,0,1,1,1,\n0,2,0,1,1,1,x\n", "a.gwf", 'line 3: "x"'),
        ("id,procs,time,after\na,1,2,\nb,1,2,c\n", "a.csv", 'line 3: "c"'),
        (as_json({}, {"after": "9"}), "a.json", 'job 2: "9"'),
    )

    @pytest.mark.parametrize(("content", "name", "place"), FILES)
    def test_jobs_that_are_not_there(self, content: Any, name: str, place: str) -> None:
        found = given(content, name)
        assert (found.workload.after, found.workload.unmodelled) == (None, LOST)
        finding = findings(found)[UNKNOWN]
        assert [str(example) for example in finding.examples] == [place]
        assert "should be one of the jobs that are kept" in finding.sentence

    CIRCLES = (
        (swf(line(preceding=2), line(id=2, preceding=1), line(id=3, preceding=1)), "a.swf"),
        (f"{TASKS}0,1,0,1,1,1,2\n0,2,0,1,1,1,1\n0,3,0,1,1,1,1\n", "a.gwf"),
        ("id,procs,time,after\n1,1,2,2\n2,1,2,1\n3,1,2,1\n", "a.csv"),
        (as_json({"after": "2"}, {"after": "1"}, {"after": "1"}), "a.json"),
    )

    @pytest.mark.parametrize(("content", "name"), CIRCLES)
    def test_circles(self, content: Any, name: str) -> None:
        found = given(content, name)
        assert pairs(found.workload) == [("3", "1", 0)]
        assert found.workload.unmodelled == LOST
        assert findings(found)[CIRCLE].count == 2

    def test_a_number_that_several_lines_have_names_no_line(self) -> None:
        found = given(swf(line(), line(), line(id=3, preceding=1)), "a.swf")
        assert (found.workload.ids.tolist(), found.workload.unmodelled) == ([1, 2, 3], LOST)

    def test_jobs_too_wide_for_the_machine_take_along_who_waits_for_them(self) -> None:
        found = given(swf(line(requested=9), line(id=2, preceding=1)), "a.swf")
        assert found.workload.unmodelled == ()
        fitted = found.fit(4, "drop").workload
        assert (len(fitted), fitted.after, fitted.unmodelled) == (1, None, LOST)


class TestWriting:
    """What is written is read again."""

    @pytest.mark.parametrize("format", ["json", "csv", "gwf"])
    @pytest.mark.parametrize("seed", range(25))
    def test_round_trips(self, seed: int, format: str) -> None:
        chance = Random(seed)
        jobs = rigid(*((n // 3, 1 + n % 4, n) for n in range(chance.randint(1, 12))))
        jobs = linked(chance, jobs, chance.choice([1, 0.25]))
        if chance.random() < 0.5:
            jobs = replace(jobs, ids=np.array([f"a{n}:{n}" for n in range(len(jobs))]))
        read_again = again(jobs, format)
        assert pairs(read_again) == pairs(jobs)
        assert read_again.unmodelled == ()

    @pytest.mark.parametrize("seed", range(15))
    def test_swf_holds_one_predecessor_and_says_where_there_are_more(self, seed: int) -> None:
        chance = Random(seed)
        jobs = linked(chance, rigid(*((n, 1, n) for n in range(8))))
        read_again, of = again(jobs, "swf"), dict[str, Any]()
        for pair in pairs(jobs):
            of[pair[0]] = pair
        assert pairs(read_again) == list(of.values())
        assert read_again.unmodelled == (LOST if len(of) < len(pairs(jobs)) else ())

    def test_ids_that_swf_cannot_hold_are_numbered_with_their_pairs(self) -> None:
        jobs = waiting(rigid((0, 1, 2), (0, 1, 3)), (1, 0, 4))
        for ids in (np.array([0, 5]), np.array(["a b", "c"])):
            assert pairs(again(replace(jobs, ids=ids), "swf")) == [("2", "1", 4.0)]

    def test_ids_with_blanks_stand_alone_in_csv_and_are_numbered_in_gwf(self) -> None:
        jobs = waiting(rigid((0, 1, 2), (0, 1, 3), (0, 1, 4)), (1, 0, 4))
        jobs = replace(jobs, ids=np.array(["a b", "c,d", "e"]))
        assert pairs(again(jobs, "csv")) == [("c,d", "a b", 4.0)]
        assert pairs(again(jobs, "gwf")) == [("2", "1", 4.0)]
        with pytest.raises(WorkloadError, match="write JSON"):
            written(waiting(jobs, (2, 0, 0), (2, 1, 0)), "csv")

    def test_params_of_bags_of_tasks_name_no_job_to_wait_for(self) -> None:
        jobs = waiting(rigid((0, 1, 2), (0, 1, 3)), (1, 0, 0))
        text = written(jobs, "gwf").replace(b"DAG", b"BoT")
        assert given(text, "a.gwf").workload.after is None


def test_ids_in_a_cell_are_separated_by_blanks_commas_semicolons_or_bars() -> None:
    assert split_ids(" 1 2,3; 4|5 ") == ["1", "2", "3", "4", "5"]
    assert split_ids(" ") == []
