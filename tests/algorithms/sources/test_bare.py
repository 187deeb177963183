"""Tables without a line of names: the first line is a job, and is not lost."""

import io
from pathlib import Path

import pytest

from algorithms.errors import FormatError
from algorithms.formats import read, sample_of
from tests.algorithms.sources.test_known import findings, reading

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
