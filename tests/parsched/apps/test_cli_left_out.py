"""Of how many jobs of a file the command line speaks."""

import io

import pytest

from parsched.data.formats import ReadReport, read
from tests.parsched.apps.test_cli import EIGHT, Output, run


@pytest.mark.parametrize(
    ("more", "beginning"),
    [
        ((), "With 8 jobs, "),
        (("--procs", "4", "--too-wide", "drop"), "With 7 of 8 jobs, "),
        (("--without-users", "1"), "With 6 of 8 jobs, "),
        (("--procs", "4", "--too-wide", "drop", "--without-users", "1"), "With 3 of 8 jobs, "),
    ],
)
def test_compare_says_of_how_many_jobs_of_the_file_its_claim_is(
    more: tuple[str, ...], beginning: str, capsys: Output
) -> None:
    text = run(capsys, "compare", "--workload", EIGHT, *more, "fcfs", "easy")
    assert text.startswith(beginning)


NOT_JOBS = "submit,run,procs\n100,20,2\n150,25,2\n"
EVENTS = (
    "000 (001.000.000) 2026-02-01 10:00:00 x\n...\n001 (001.000.000) 2026-02-01 10:05:00 x\n...\n"
    "005 (001.000.000) 2026-02-01 10:20:00 x\n...\n"
)


@pytest.mark.parametrize(
    ("text", "kept", "left_out", "dropped"),
    [
        ("JobID|NCPUS|Submit|ElapsedRaw\n1|1|0|9\n1.batch|1|0|9\n2|2|1|9\n3|1|2|x\n", 2, 1, 2),
        (NOT_JOBS + "Total,45,4\n", 2, 0, 1),
        (NOT_JOBS + "submit,run,procs\nGrand total,45,4\n", 2, 0, 2),
        (NOT_JOBS + "soon,45,4\nTOTALS:,45,4\n", 2, 1, 2),
        (NOT_JOBS + "160,,4\n", 2, 1, 1),
        ("id,submit,run,procs\ntotal,100,20,2\n2,150,25,2\n", 2, 0, 0),
        ("id,submit,run,procs\n1,100,20,2\n2,150,25,2\nSubtotal,,45,4\n", 2, 0, 1),
        (EVENTS + EVENTS.replace("(001.", "(002.")[44:], 1, 1, 1),
        (EVENTS + "005 (003.000.000) 2026-02-01 10:30:00 x\n...\n", 1, 1, 1),
        (EVENTS + "000 (004.000.000) 2026-02-01 10:30:00 x\n...\n", 1, 0, 1),
    ],
)
def test_of_lines_that_are_left_out_the_jobs_are_counted(
    text: str, kept: int, left_out: int, dropped: int
) -> None:
    found = read(io.BytesIO(text.encode()), name="log.txt")
    assert len(found.workload) == kept
    assert (found.left_out, found.report.dropped) == (left_out, dropped)
    again = ReadReport.from_json(found.report.as_json())
    assert again.unusable == found.report.unusable == left_out
