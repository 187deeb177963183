"""Of how many jobs of a file the command line speaks."""

from pathlib import Path

import pytest

from algorithms.formats import read
from tests.algorithms.test_cli import EIGHT, Output, run


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


def test_lines_that_hold_no_job_are_not_among_those_left_out(
    capsys: Output, tmp_path: Path
) -> None:
    log = tmp_path / "log.txt"
    rows = ("1|1|0|9", "1.batch|1|0|9", "2|2|1|9", "3|1|2|x")
    log.write_text("JobID|NCPUS|Submit|ElapsedRaw\n" + "\n".join(rows) + "\n")
    found = read(log)
    assert len(found.workload) == 2
    assert found.left_out < found.report.dropped
