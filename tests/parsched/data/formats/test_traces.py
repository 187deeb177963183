"""Real logs, plain and odd, give the published numbers of jobs and reports that help."""

from pathlib import Path

import numpy as np
import pytest

from parsched.base.errors import FormatError
from parsched.data.formats import Reading, read
from tests.parsched.data.formats.lines import findings

LOGS = {
    "KTH-SP2-1996-2.1-cln": (28_475, 1, 100),
    "SDSC-SP2-1998-4.2-cln": (54_044, 5_671, 128),
    "CTC-SP2-1996-3.1-cln": (77_222, 0, 338),
    "HPC2N-2002-2.2-cln": (202_871, 0, 240),
    "LANL-CM5-1994-4.1-cln": (122_057, 3, 1024),
    "SDSC-BLUE-2000-4.2-cln": (232_562, 10_744, 1152),
    "SDSC-DS-2004-2.1-cln": (85_045, 11_024, 1664),
    "DAS2-fs1-2003-1": (39_356, 959, 64),
}


def odd(shared: Path, name: str) -> Reading:
    """Read one of the odd traces."""
    return read(shared / "traces" / "odd" / f"{name}.swf.gz")


@pytest.mark.parametrize("name", LOGS)
def test_a_log_of_the_archive_keeps_the_known_number_of_jobs(shared: Path, name: str) -> None:
    found = read(shared / "traces" / f"{name}.swf.gz")
    assert (found.report.kept, found.report.dropped, found.processors) == LOGS[name]
    assert len(found.workload) == found.report.kept


def test_kth_has_the_published_peculiarities(shared: Path) -> None:
    found = findings(read(shared / "traces" / "KTH-SP2-1996-2.1-cln.swf.gz"))
    assert found["longer_than_requested"].count == 475
    assert found["requested_used"].count == 219
    assert found["zero_run"].count == 8


@pytest.mark.parametrize("case", ["lublin1000_m64", "ties2000_m128"])
def test_the_conformance_cases_are_read_as_published(shared: Path, case: str) -> None:
    jobs = read(shared / "cases" / f"{case}.swf").workload
    columns = np.loadtxt(
        shared / "cases" / f"{case}.starts.csv", delimiter=",", skiprows=1, usecols=range(5)
    ).T
    for column, values in zip(
        (jobs.ids, jobs.release, jobs.width, jobs.runtime, jobs.estimate), columns, strict=True
    ):
        assert column.tolist() == values.tolist()


def test_crlf_without_header_and_without_last_newline(shared: Path) -> None:
    found = odd(shared, "accasim-tests-workload")
    assert (found.report.kept, [*findings(found)]) == (25, ["memory_not_held"])
    assert found.workload.unmodelled == ("memory",)


def test_tabs_titles_and_two_fields_too_many(shared: Path) -> None:
    found = odd(shared, "alea-jaros1")
    assert found.report.kept == 12
    assert {"titles", "extra_fields"} <= set(findings(found))
    assert found.workload.after is not None
    assert len(found.workload.after) == 8


def test_allocated_and_requested_processors_that_differ(shared: Path) -> None:
    found = odd(shared, "batch-simulator-500")
    assert found.report.kept == 496
    assert found.workload.width[0] == 4828
    assert str(findings(found)["requested_used"].examples[0]) == "line 1: 4828, not 77248"
    assert "late_first_job" in findings(found)


def test_fractions_and_jobs_out_of_order(shared: Path) -> None:
    found = odd(shared, "evalys-easy_mediumWL_smallPF")
    assert found.report.kept == 800
    assert findings(found)["fractional_times"].count == 800
    assert findings(found)["unsorted"].count == 612
    assert found.workload.ids[:3].tolist() == [0, 10, 20]


def test_jobs_without_processors_and_a_wrong_count(shared: Path) -> None:
    found = odd(shared, "gofree_sample")
    assert (found.report.kept, found.report.dropped) == (1319, 129)
    assert "wrong_count" in findings(found)


def test_one_number_for_all_jobs(shared: Path) -> None:
    found = odd(shared, "haizea-test_cancel")
    assert found.workload.ids.tolist() == [1, 2, 3]
    assert {"negative_run", "job_numbers"} <= set(findings(found))


def test_epoch_times_and_a_nineteenth_field(shared: Path) -> None:
    found = odd(shared, "rlhpc-real_week_7")
    assert (found.report.kept, found.processors) == (3200, 4360)
    assert found.workload.release[0] == 0
    assert found.workload.unix_start == 1646147242


def test_semicolons_between_fields_and_names_in_them_are_read(shared: Path) -> None:
    found = odd(shared, "slurmsim-jobs500")
    assert (found.format, found.report.kept, found.report.dropped) == ("slurmsim", 437, 63)
    assert found.workload.user is not None
    assert found.workload.user.name(0) == "user5"


def test_every_sentence_about_an_odd_trace_is_short_and_printable(odd_traces: list[Path]) -> None:
    sentences = []
    for path in odd_traces:
        try:
            sentences += [finding.sentence for finding in read(path).report.findings]
        except FormatError as error:
            sentences.append(str(error))
    assert len(sentences) > len(odd_traces)
    for sentence in sentences:
        assert sentence.isprintable()
        assert 20 < len(sentence) < 600
