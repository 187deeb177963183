"""Letters that joiners spell are kept by every reader, writer, question and command."""

import io
import json
from pathlib import Path

import pytest

import parsched as sched
from parsched.apps.cli import main
from parsched.base.errors import FormatError
from parsched.data.formats import read, write
from parsched.model.problem.identifiers import row_of
from parsched.model.problem.workload import Workload
from parsched.report.questions import select

SPELT = ["می\u200cشود", "क्\u200dष", "👩\u200d💻", "ශ්\u200dරී", "PDF\u200c\u0647\u0627"]
LONG = "a very long name of a trace that is too long to type " * 3


def as_csv(name: str) -> str:
    return f"id,procs,time,user,executable\n{name},1,1,{name},{name}\nplain,1,1,ann,x\n"


def as_json(name: str) -> str:
    job = {"id": name, "procs": 1, "time": 1, "user": name, "executable": name}
    return json.dumps(
        {"format": "schedweb-workload", "version": 1, "name": name, "jobs": [job]},
        ensure_ascii=False,
    )


def as_sacct(name: str) -> str:
    head = "JobID|JobName|User|Submit|Start|End|Elapsed|NCPUS|State"
    times = "2026-01-05T10:00:00|2026-01-05T10:00:00|2026-01-05T10:01:00|00:01:00"
    return f"{head}\n1|{name}|{name}|{times}|1|COMPLETED\n2|x|ann|{times}|1|COMPLETED\n"


FILES = {"csv": as_csv, "json": as_json, "sacct.txt": as_sacct}


def first_name(workload: Workload, column: str) -> str | None:
    labels = workload.labels[column]
    return labels.name(0)


@pytest.mark.parametrize("name", SPELT)
@pytest.mark.parametrize("kind", FILES)
def test_names_of_people_and_programs_stay_as_they_are_spelt(kind: str, name: str) -> None:
    found = read(io.BytesIO(FILES[kind](name).encode()), name=f"jobs.{kind}")
    assert first_name(found.workload, "user") == name
    assert "unfit_name" not in {finding.kind.key for finding in found.report.findings}


@pytest.mark.parametrize("name", SPELT)
@pytest.mark.parametrize("kind", ["csv", "json"])
def test_ids_of_jobs_stay_as_they_are_spelt(kind: str, name: str) -> None:
    jobs = read(io.BytesIO(FILES[kind](name).encode()), name=f"jobs.{kind}").workload
    assert jobs.ids[0] == name
    assert row_of(jobs, name) == 0


@pytest.mark.parametrize("name", SPELT)
@pytest.mark.parametrize("format", ["csv", "json"])
def test_what_is_written_is_read_again(format: str, name: str) -> None:
    jobs = read(io.BytesIO(as_csv(name).encode()), name="jobs.csv").workload
    stream = io.BytesIO()
    write(jobs, stream, format=format)
    again = read(io.BytesIO(stream.getvalue()), name=f"jobs.{format}").workload
    assert first_name(again, "user") == name
    assert list(again.ids) == list(jobs.ids)


@pytest.mark.parametrize("name", SPELT)
def test_questions_find_people_by_their_spelling(name: str) -> None:
    jobs = read(io.BytesIO(as_csv(name).encode()), name="jobs.csv").workload
    instance = sched.Instance(jobs, sched.Platform.of(1))
    schedule = sched.solve(instance, "fcfs").schedule
    assert select(instance, schedule, f'user:"{name}"').tolist() == [True, False]


@pytest.mark.parametrize("mark", ["\u202e", "\u2066", "\u200f", "\u200b"])
def test_an_id_that_hides_something_is_refused_in_words(mark: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(io.BytesIO(as_json(f"می{mark}شود").encode()), name="jobs.json")
    said = " ".join([str(caught.value), *caught.value.problems])
    assert "id must be text of 1 to 100 characters, or an integer, without " in said
    assert f"(U+{ord(mark):04X})" in said


def test_a_title_in_a_file_keeps_its_spelling() -> None:
    found = read(io.BytesIO(as_json(SPELT[0]).encode()), name="jobs.json")
    assert found.workload.name == SPELT[0]


@pytest.mark.parametrize("ending", ["csv", "csv.gz", "swf", "json", ""])
def test_a_long_name_of_a_file_keeps_its_beginning_and_it_is_said(ending: str) -> None:
    content = {
        "csv": "id,procs,time\n1,1,1\n",
        "json": json.dumps(
            {
                "format": "schedweb-workload",
                "version": 1,
                "jobs": [{"id": 1, "procs": 1, "time": 1}],
            }
        ),
    }.get(ending.removesuffix(".gz"), "1 0 0 1 1 -1 -1 1 1 -1 1 1 1 1 1 -1 -1 -1\n")
    found = read(io.BytesIO(content.encode()), name=f"{LONG}.{ending}".rstrip("."))
    assert found.workload.name.startswith(LONG[:80])
    assert found.workload.name.endswith("…")
    [said] = [one for one in found.report.findings if one.kind.key == "long_file_name"]
    assert LONG[:80] in said.sentence


def test_a_name_that_fits_is_not_remarked() -> None:
    found = read(io.BytesIO(as_csv("x").encode()), name=f"{'a' * 90}.csv")
    assert found.workload.name == "a" * 90
    assert not found.report.findings


def test_the_command_line_keeps_spelling(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"{SPELT[0]}.csv"
    path.write_text(as_csv(SPELT[1]), encoding="utf-8")
    assert main(["read", str(path), "--out", str(tmp_path / "out.json")]) == 0
    assert SPELT[1] in (tmp_path / "out.json").read_text(encoding="utf-8")
    assert "\\u200" not in capsys.readouterr().out
