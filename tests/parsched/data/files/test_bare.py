"""Tables without a line of names: the first line is a job, and is not lost."""

import io
from pathlib import Path

import pytest

from parsched.apps.cli.blank_profiles import write_blank_profile
from parsched.base.errors import FormatError
from parsched.data.files.layout import StatedCut
from parsched.data.files.mapping import Mapping
from parsched.data.formats import ReadOptions, read, sample_of
from parsched.data.logs.sample import TableSample
from tests.parsched.data.logs.test_known import findings, reading

TIMES = "2026-02-14T08:00:00|2026-02-14T08:05:00|2026-02-14T08:25:00"
ROWS = (
    f"12|x|{TIMES}|00:20:00|1-00:00:00|1|8|COMPLETED\n14|y|{TIMES}|00:20:00|01:00:00|1|4|FAILED\n"
)


def test_sacct_without_a_header_is_known_by_its_cells(shared: Path) -> None:
    found = read(shared / "cases" / "outside" / "16-sacct-no-header.txt")
    jobs = found.workload
    assert jobs.ids.tolist() == [12, 14]
    assert (jobs.width.tolist(), jobs.runtime.tolist()) == ([8, 4], [1200, 600])
    assert jobs.estimate.tolist() == [3600, 3600]
    assert jobs.recorded is not None
    assert jobs.recorded.tolist() == [300, 300]
    assert findings(found)["no_names"] == 1
    assert not any("()" in each.sentence for each in found.report.findings)


@pytest.mark.parametrize(
    "text",
    [
        ROWS,
        ROWS.replace("\n", "|\n"),
        ROWS.replace("|", ","),
        ROWS.replace("|1|8|", "|8|1|").replace("|1|4|", "|4|1|"),
        ROWS.replace("|1|8|", "|8|").replace("|1|4|", "|4|"),
        ROWS.replace("|00:20:00|", "|"),
        "14.batch" + ROWS.splitlines()[0][2:] + "\n" + ROWS,
    ],
)
def test_variants_of_it_are_known_too(text: str) -> None:
    jobs = reading(text.encode()).workload
    assert jobs.ids.tolist() == [12, 14]
    assert jobs.width.tolist() == [8, 4]
    assert jobs.runtime.tolist() == [1200, 1200]
    assert jobs.estimate.tolist() == [86_400, 3600]


def test_what_cells_do_not_tell_is_asked() -> None:
    text = ROWS.replace("|1|8|", "|8|8|").replace("|1|4|", "|4|4|").encode()
    with pytest.raises(FormatError, match="no column says how many processors a job has"):
        reading(text)
    sample = sample_of(io.BytesIO(text), name="x.txt")
    assert sample.columns == tuple(f"column {i}" for i in range(1, 11))
    assert len(sample.rows) == 2
    assert sample.cells["column 1"] == ["12", "14"]


PLAIN = b"7,0,4,100\n8,5,2,60\n"
"""Jobs of an id, a submission, processors and a run time, without a word in the first line."""
ROLES = {"id": "column 1", "submit": "column 2", "processors": "column 3", "run": "column 4"}


def profile(**more: str) -> Mapping:
    return Mapping.from_json({"columns": ROLES, "first_line": "job", **more})


@pytest.mark.parametrize(
    ("content", "more"),
    [
        (PLAIN, {}),
        (b"# made by hand\n" + PLAIN, {}),
        (PLAIN.replace(b",", b";"), {}),
        (PLAIN.replace(b",", b"   "), {"separator": "space"}),
        (PLAIN.replace(b",", b"||"), {"separator": "||"}),
        (PLAIN.replace(b",", b"|").replace(b"\n", b"|\n"), {}),
    ],
)
def test_a_profile_says_that_the_first_line_is_a_job(content: bytes, more: dict[str, str]) -> None:
    said = Mapping.from_toml(profile(**more).as_toml())
    assert said.first_line == "job"
    found = reading(content, mapping=said)
    assert found.workload.ids.tolist() == [7, 8]
    assert found.workload.width.tolist() == [4, 2]
    assert found.workload.runtime.tolist() == [100, 60]
    assert found.lines is not None
    assert found.lines.tolist() == [1 + content.startswith(b"#"), 2 + content.startswith(b"#")]


def test_sacct_whose_cells_prove_nothing_keeps_its_first_job() -> None:
    # Two instants and no time limit: cells with one date are no proof of a job.
    text = b"12|ann|2026-02-14T08:00:00|1200|8\n14|bob|2026-02-14T08:05:00|600|4\n"
    said = Mapping.from_json(
        {
            "first_line": "job",
            "columns": {
                "id": "column 1",
                "user": "column 2",
                "submit": "column 3",
                "run": "column 4",
                "processors": "column 5",
            },
        }
    )
    jobs = reading(text, mapping=said).workload
    assert (jobs.ids.tolist(), jobs.width.tolist()) == ([12, 14], [8, 4])
    assert jobs.release.tolist() == [0, 300]


def test_names_can_be_said_where_cells_look_like_a_job() -> None:
    said = Mapping.from_json({"columns": {"run": "x", "processors": "y"}, "first_line": "names"})
    dates = b"2026-02-14T08:00:00|2026-02-14T08:05:00|x|y\na|b|5|2\n"
    assert reading(dates, mapping=said).workload.runtime.tolist() == [5]


@pytest.mark.parametrize("wrong", ["Job", "yes", 1, True, ["job"]])
def test_what_a_first_line_cannot_be_is_refused(wrong: object) -> None:
    with pytest.raises(FormatError, match="first_line must be names or job"):
        Mapping.from_json({"first_line": wrong})


def test_numbers_alone_can_be_looked_at_and_are_remembered() -> None:
    with pytest.raises(FormatError, match="or say that this is a job"):
        reading(PLAIN)
    sample = sample_of(io.BytesIO(PLAIN), name="x.csv")
    assert sample.columns == tuple(ROLES.values())
    assert (sample.first_line, sample.said, len(sample.rows)) == ("job", StatedCut("", "job"), 2)
    same = TableSample.from_bytes(sample.as_bytes())
    assert (same.first_line, same.said, same.shape) == ("job", sample.said, sample.shape)
    found = reading(PLAIN + b"9,7,1,1\n", remembered={sample.shape: profile()}.get)
    assert found.is_remembered
    assert found.workload.ids.tolist() == [7, 8, 9]


def test_a_sample_of_names_becomes_one_of_jobs() -> None:
    text = b"ann,4,100\nbob,2,60\n"
    names = sample_of(io.BytesIO(text), name="x.csv")
    assert (names.columns, names.first_line) == (("ann", "4", "100"), "names")
    jobs = sample_of(io.BytesIO(text), name="x.csv", cut=StatedCut(first_line="job"))
    assert (len(jobs.rows), jobs.columns[0]) == (2, "column 1")


def test_a_profile_of_numbers_alone_is_written(tmp_path: Path) -> None:
    file, target = tmp_path / "x.csv", tmp_path / "x.toml"
    file.write_bytes(PLAIN)
    assert "lists its columns" in write_blank_profile(str(file), str(target), ReadOptions())
    assert Mapping.from_toml(target.read_text()).first_line == "job"
    assert 'first_line = "job"' in target.read_text()
    file.write_text("ann,4,100\nbob,2,60\n")
    write_blank_profile(str(file), str(target), ReadOptions())
    assert '# if the first line is a job: first_line = "job"' in target.read_text()
