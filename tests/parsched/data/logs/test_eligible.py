"""Waits count from when jobs became eligible, where a log says it; the submission is kept."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from parsched import Instance, Platform, Workload, solve
from parsched.base.errors import WorkloadError
from parsched.data.formats import Reading, ReadOptions, read
from parsched.data.formats.gwf.write import write_gwf
from parsched.data.formats.jobs_csv.write import write_csv
from parsched.data.formats.jobs_json.write import write_json
from parsched.data.formats.swf.write import write_swf
from parsched.data.logs import SOURCES, Mapping
from parsched.data.logs.guess import guesses
from parsched.data.merging import MergeSpec, SiteTrace, merge
from parsched.report.explain import explain
from parsched.report.gantt import read as read_pack
from parsched.report.gantt import workload_pack
from parsched.report.questions import AskedJobs, matching, parsed
from tests.parsched.data.logs.samples import SAMPLES
from tests.parsched.data.logs.test_known import findings, reading
from tests.parsched.data.logs.written import FIRST, at, table
from tests.parsched.factories import rigid

Writer = Callable[[Workload, io.BytesIO], None]
HEAD = "JobID|Submit|Eligible|Start|End|NCPUS|State\n"
LATER, CAUSED = "eligible_later", "eligible_by_dependencies"
UNKNOWN = "eligible_unknown"
EARLY, LATE = "eligible_before_submit", "eligible_after_start"


def sacct(*rows: tuple[int, Any, int], more: str = "", cells: tuple[str, ...] = ()) -> Reading:
    """Jobs of ten seconds, each with its submission, eligible time and start, seconds."""
    text = HEAD.replace("\n", f"|{more}\n") if more else HEAD
    for number, (came, eligible, began) in enumerate(rows, 1):
        told = at(eligible) if isinstance(eligible, int) else eligible
        row = [str(number), at(came), told, at(began), at(began + 10), "4", "COMPLETED"]
        text += "|".join(row + ([cells[number - 1]] if more else [])) + "\n"
    return read(io.BytesIO(text.encode()), name="a.txt")


def waits(of: Workload) -> list[float]:
    schedule = solve(Instance(of, Platform.of(64)), "recorded").schedule
    found: list[float] = AskedJobs(Instance(of, Platform.of(64)), schedule).wait.tolist()
    return found


def noted(found: Reading) -> dict[str, int]:
    kinds = (LATER, CAUSED, UNKNOWN, EARLY, LATE)
    return {key: count for key, count in findings(found).items() if key in kinds}


def test_the_reported_log_waits_from_its_eligible_times(shared: Path) -> None:
    found = read(shared / "cases" / "outside" / "41-sacct-eligible-later.txt")
    jobs = found.workload
    assert waits(jobs) == [0, 2, 5]  # in order of release
    assert sorted((jobs.release - jobs.submission).tolist()) == [0, 540, 57_600]
    assert noted(found) == {LATER: 2}
    record = solve(Instance(jobs, Platform.of(8)), "recorded")
    assert record.metrics["mean_wait"] == pytest.approx(7 / 3)


def test_what_an_eligible_time_cannot_be_is_counted_and_the_submission_counts() -> None:
    found = sacct(
        (0, 50, 60),
        (1, "Unknown", 61),
        (2, 1, 62),  # before its submission
        (3, 99, 63),  # queued again after this start
        (4, "soon", 64),
        (5, 5, 65),
    )
    assert waits(found.workload) == [60, 60, 60, 60, 60, 10]
    assert found.workload.ids.tolist() == [2, 3, 4, 5, 6, 1]
    assert noted(found) == {LATER: 1, UNKNOWN: 2, EARLY: 1, LATE: 1}
    sentences = str([f.sentence for f in found.report.findings])
    assert 'Eligible time in column "Eligible" must be written like' in sentences
    assert "1 × " not in sentences


def test_a_log_whose_jobs_are_eligible_at_once_keeps_no_submissions() -> None:
    found = sacct((0, 0, 5), (10, 10, 15))
    assert found.workload.submitted is None
    assert noted(found) == {}


def test_time_0_is_the_first_release_and_a_submission_may_lie_before() -> None:
    found = sacct((0, 100, 105), (50, 101, 110))
    jobs = found.workload
    assert jobs.release.tolist() == [0, 1]
    assert jobs.submission.tolist() == [-100, -50]
    assert jobs.unix_start == FIRST + 100
    assert "calendar_eligible" in findings(found)


def test_what_a_job_waits_for_decides_not_the_eligible_time_that_it_caused() -> None:
    rows = (0, 0, 5), (1, 15, 20), (2, 30, 40)
    found = sacct(*rows, more="Dependency", cells=("", "afterok:1", ""))
    jobs = found.workload
    assert jobs.release.tolist() == [0, 1, 30]
    assert jobs.submission.tolist() == [0, 1, 2]
    assert noted(found) == {LATER: 1, CAUSED: 1}
    assert waits(jobs) == [5, 5, 10]  # job 1 ends at 15
    easy = solve(Instance(jobs, Platform.of(64)), "easy")
    assert easy.schedule.start.tolist() == [0, 10, 30]


def test_dependencies_go_along_where_eligible_times_change_the_order() -> None:
    rows = (0, 60, 70), (1, 1, 20), (2, 80, 90)
    found = sacct(*rows, more="Dependency", cells=("", "", "afterok:1"))
    jobs = found.workload
    assert jobs.ids.tolist() == [2, 3, 1]
    assert jobs.after is not None
    pairs = zip(jobs.ids[jobs.after.job], jobs.ids[jobs.after.before], strict=True)
    assert [(int(a), int(b)) for a, b in pairs] == [(3, 1)]


def test_a_dependency_that_is_not_kept_leaves_the_eligible_time() -> None:
    found = sacct((0, 0, 5), (1, 15, 20), more="Dependency", cells=("", "singleton"))
    assert waits(found.workload) == [5, 5]
    assert noted(found) == {LATER: 1}


def test_without_a_submission_the_eligible_time_is_one() -> None:
    text = f"JobID|Eligible|Start|End|NCPUS|State\n1|{at(0)}|{at(5)}|{at(9)}|1|COMPLETED\n"
    assert waits(read(io.BytesIO(text.encode()), name="a.txt").workload) == [5]


def test_an_hour_that_comes_twice_is_told_by_the_order() -> None:
    rows = (
        "1|2026-10-25T02:40:00|2026-10-25T02:10:00|2026-10-25T03:10:00|2026-10-25T03:20:00",
        "2|2026-10-25T01:40:00|2026-10-25T01:50:00|2026-10-25T03:10:00|2026-10-25T03:20:00",
    )
    text = HEAD + "".join(f"{row}|1|COMPLETED\n" for row in rows)
    mapping = Mapping.from_json(
        {
            "zone": "Europe/Berlin",
            "columns": {
                "id": "JobID",
                "submit": "Submit",
                "eligible": "Eligible",
                "start": "Start",
                "end": "End",
                "processors": "NCPUS",
            },
        }
    )
    found = read(io.BytesIO(text.encode()), name="a.txt", options=ReadOptions(mapping=mapping))
    assert sorted(waits(found.workload)) == [3_600, 8_400]


def _json(text: bytes) -> bytes:
    held = json.loads(text)
    for job, came in zip(held["jobs"], (0, 100), strict=True):
        job["time"]["eligible"] = {"set": True, "infinite": False, "number": FIRST + came}
    return json.dumps(held).encode()


def _parquet(content: bytes) -> bytes:
    jobs = parquet.read_table(io.BytesIO(content))
    eligible = pa.array([FIRST, FIRST + 100], pa.timestamp("s", "UTC"))
    file = io.BytesIO()
    parquet.write_table(jobs.append_column("eligible_time", eligible), file)
    return file.getvalue()


def _squeue_json(text: bytes) -> bytes:
    held = json.loads(text)
    held["jobs"][1]["eligible_time"]["number"] = FIRST + 100
    return json.dumps(held).encode()


def _beside(content: bytes, name: str, cells: tuple[object, ...], separator: str = ",") -> bytes:
    """Return a table with one more column."""
    lines = content.decode().splitlines()
    cells = (*cells, *cells[-1:] * (len(lines) - 1 - len(cells)))  # of rows that are no jobs
    return "\n".join(
        f"{a}{separator}{b}" for a, b in zip(lines, (name, *cells), strict=True)
    ).encode()


HELD = {
    "sacct": SAMPLES["sacct"]
    .replace(b"|Start", b"|Eligible|Start")
    .replace(f"{at(0)}|".encode(), f"{at(0)}|{at(0)}|".encode(), 1)
    .replace(f"|{at(5)}|{at(5)}|".encode(), f"|{at(5)}|{at(5)}|{at(5)}|".encode())
    .replace(f"{at(10)}|{at(110)}|".encode(), f"{at(10)}|{at(100)}|{at(110)}|".encode())
    .replace(f"{at(10)}|{at(10)}|".encode(), f"{at(10)}|{at(10)}|{at(10)}|".encode()),
    "sacct-json": _json(SAMPLES["sacct-json"]),
    "slurm-jobcomp": SAMPLES["slurm-jobcomp"]
    .replace(f"SubmitTime={at(0)}".encode(), f"SubmitTime={at(0)} EligibleTime={at(0)}".encode())
    .replace(
        f"SubmitTime={at(10)}".encode(), f"SubmitTime={at(10)} EligibleTime={at(100)}".encode()
    ),
    "slurm-jobcomp-json": SAMPLES["slurm-jobcomp-json"].replace(
        f'"@eligible": "{at(10)}"'.encode(), f'"@eligible": "{at(100)}"'.encode()
    ),
    "pbs": SAMPLES["pbs"].replace(f"etime={FIRST + 10}".encode(), f"etime={FIRST + 100}".encode()),
    "lsf": SAMPLES["lsf"].replace(
        f" {FIRST + 10} 0 0 ".encode(), f" {FIRST + 10} {FIRST + 100} 0 ".encode()
    ),
    "scontrol": SAMPLES["scontrol"].replace(
        f"EligibleTime={at(10)}".encode(), f"EligibleTime={at(100)}".encode()
    ),
    "squeue-json": _squeue_json(SAMPLES["squeue-json"]),
    "squeue": _beside(SAMPLES["squeue"], "ELIGIBLE_TIME", (at(0), at(100)), "|"),
    "pm100": _parquet(SAMPLES["pm100"]),
    "alcf": _beside(SAMPLES["alcf"], "ELIGIBLE_WAIT_SECONDS", (5, 10)),
    "nrel-eagle": _beside(SAMPLES["nrel-eagle"], "eligible_time", (at(0, " "), at(100, " "))),
    "slurm-job-table": _beside(SAMPLES["slurm-job-table"], "time_eligible", (FIRST, FIRST + 100)),
}
"""The samples of sources that say when jobs became eligible: the second after 90 s."""


def test_each_source_that_says_it_is_among_them() -> None:
    roles = {"eligible", "eligible_wait"}
    assert HELD.keys() == {key for key, of in SOURCES.items() if roles & of.mapping.columns.keys()}


@pytest.mark.parametrize("key", HELD)
def test_each_source_waits_from_the_eligible_time(key: str) -> None:
    before, found = reading(SAMPLES[key]), reading(HELD[key])
    assert found.format == key
    assert waits(before.workload) == [5, 100]
    assert waits(found.workload) == [5, 10]
    assert found.workload.submission.tolist() == [0, 10]
    assert noted(found) == {LATER: 1}


@pytest.mark.parametrize("name", ["Eligible", "eligible_time", "EligibleTime", "time_eligible"])
def test_the_usual_names_are_known_in_any_table(name: str) -> None:
    rows = [
        {"job": 1, "submit": 0, name: 40, "start": 50, "end": 60, "cpus": 2},
        {"job": 2, "submit": 0, name: 0, "start": 10, "end": 60, "cpus": 2},
    ]
    assert waits(reading(table(rows), "a.csv").workload) == [10, 10]


def test_etime_is_an_eligible_time_beside_other_names_of_pbs_alone() -> None:
    roles = {guess.column: guess.role for guess in guesses(["job", "ctime", "etime", "start"])}
    assert roles["etime"] == "eligible"
    roles = {guess.column: guess.role for guess in guesses(["pid", "etime", "start"])}
    assert roles["etime"] == ""


HELD_JOBS = sacct((0, 50, 60), (10, 10, 70), (20, 99, 120)).workload


def same(one: Workload, other: Workload) -> None:
    assert other.release.tolist() == one.release.tolist()
    assert other.submission.tolist() == one.submission.tolist()
    assert other.recorded is not None
    assert one.recorded is not None
    assert other.recorded.tolist() == one.recorded.tolist()


@pytest.mark.parametrize("writer", [write_json, write_csv])
def test_submissions_come_back_from_files(writer: Writer) -> None:
    file = io.BytesIO()
    writer(HELD_JOBS, file)
    file.seek(0)
    same(HELD_JOBS, read(file, name="a").workload)


def test_submissions_come_back_from_frames() -> None:
    frame = HELD_JOBS.to_frame("polars")
    same(HELD_JOBS, Workload.from_frame(frame, zone="UTC"))
    rows = {"release": [0.0], "submitted": [5.0], "procs": [1], "time": [1.0]}
    with pytest.raises(WorkloadError, match="job 1: submitted must be at most release, 0 s, got 5"):
        Workload.from_frame(pa.table(rows))


@pytest.mark.parametrize("writer", [write_swf, write_gwf])
def test_a_file_without_a_field_for_it_says_so(writer: Writer) -> None:
    file = io.BytesIO()
    writer(HELD_JOBS, file)
    note = "2 jobs were submitted before they could start: submit times are that, and waits count"
    assert note in file.getvalue().decode()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "id,release,procs,time,submitted\na,5,1,1,9\nb,7,1,1,2\n"),
        (
            "a.json",
            '{"format": "schedweb-workload", "version": 1, "jobs": ['
            '{"id": "a", "release": 5, "procs": 1, "time": 1, "submitted": 9},'
            '{"id": "b", "release": 7, "procs": 1, "time": 1, "submitted": 2}]}',
        ),
    ],
)
def test_a_submission_after_the_release_is_told_and_taken_for_it(name: str, text: str) -> None:
    found = read(io.BytesIO(text.encode()), name=name)
    assert found.workload.submission.tolist() == [5, 2]
    assert findings(found)["submitted_after_release"] == 1


def test_questions_tell_submission_and_release_apart() -> None:
    jobs = AskedJobs(Instance(HELD_JOBS, Platform.of(8)))
    assert jobs.workload.submission.tolist() == [10 - 10, -10, 10]

    for question, ids in {"submit<0": [1], "release>0": [1, 3], "eligible>50": [3]}.items():
        assert jobs.workload.ids[matching(parsed(question), jobs)].tolist() == ids


def test_charts_know_how_long_jobs_were_held() -> None:
    header, columns = read_pack(workload_pack(HELD_JOBS))
    assert (np.asarray(columns["held"]) / header["ticks"]).tolist() == [0, 50, 79]
    assert "held" not in read_pack(workload_pack(sacct((0, 0, 5)).workload))[1]


def test_an_explanation_tells_both_times() -> None:
    result = solve(Instance(HELD_JOBS, Platform.of(4)), "recorded")
    held, other = explain(result, 1), explain(result, 2)
    assert held.submitted == -10
    assert ("was submitted at 2025-03-01 00:00:00 UTC, released at 2025-03-01 00:00:50") in (
        held.sentences[0]
    )
    assert other.submitted is None
    assert "was released at 2025-03-01 00:00:10" in other.sentences[0]


def test_merged_jobs_keep_their_submissions() -> None:
    window = {"window": {"align": "start", "after_days": 0, "days": 1}}
    sources = [{"site": f"s{i}", "file": f"{i}.swf", "processors": 4} for i in range(2)]
    traces = [SiteTrace(workload=jobs, sha256="0" * 64) for jobs in (HELD_JOBS, rigid((3, 1, 1)))]
    merged = merge(MergeSpec.from_json(window | {"sources": sources}), traces).workload
    held = (merged.release - merged.submission).tolist()
    assert dict(zip(merged.ids.tolist(), held, strict=True)) == {
        "s0:1": 50,
        "s0:2": 0,
        "s0:3": 79,
        "s1:1": 0,
    }


def test_jobs_keep_their_submissions_where_some_are_taken_or_the_clock_is_moved() -> None:
    assert HELD_JOBS.take(np.array([1, 2])).submission.tolist() == [-10, 10]
    assert HELD_JOBS.since(0.0).submission.tolist() == HELD_JOBS.submission.tolist()
    counted = Instance(HELD_JOBS, Platform.of(8)).counted.workload
    assert len(counted) == 3
