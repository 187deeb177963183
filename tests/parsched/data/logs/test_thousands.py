"""Signs between thousands, and counts with their unit behind them."""

import io
from pathlib import Path

import pytest

from parsched.base.errors import FormatError
from parsched.data.formats import Reading, read
from tests.parsched.data.logs.test_known import findings

OUTSIDE = Path(__file__).parents[5] / "shared" / "cases" / "outside"
JOB = "1 0 0 100 512 -1 -1 512 100 -1 1 1 1 1 1 1 -1 -1\n"


def reading(text: str, name: str = "jobs.txt") -> Reading:
    """Read a text as a file."""
    return read(io.BytesIO(text.encode()), name=name)


@pytest.mark.parametrize(
    ("entry", "processors"),
    [
        ("1,024", 1_024),
        ("1'024", 1_024),
        ("1 024", 1_024),
        ("1.024", 1_024),
        ("1,048,576", 1_048_576),
        ("1,024 (512 nodes)", 1_024),
        ("1,024, all alike", 1_024),
        ("1024 cores", 1_024),
        ("512 (2,048 threads)", 512),
        ("640.0", 640),
        ("512 640", 512),
    ],
)
def test_headers_may_have_signs_between_thousands(entry: str, processors: int) -> None:
    expected = 512_640 if entry == "512 640" else processors
    assert reading(f"; MaxProcs: {entry}\n{JOB}", "a.swf").processors == expected
    gwf = "1 0 0 60 4 -1 -1 4 60 -1 1 u g a q p o o j u -1 -1 -1 -1 -1 -1 -1 -1 -1\n"
    assert reading(f"# MaxProcs: {entry}\n{gwf}", "a.gwf").processors == expected


@pytest.mark.parametrize(
    ("cells", "widths"),
    [
        (["1,024", "512"], [1_024, 512]),
        (["1 024", "512"], [1_024, 512]),
        (["1'024", "10’240"], [1_024, 10_240]),
        (["1\u202f024", "1\u00a0024"], [1_024, 1_024]),
        (["1.024", "4.000"], [1_024, 4_000]),
        (["1.048.576", "512"], [1_048_576, 512]),
        (["4.000", "16.000"], [4, 16]),
        (["4.0", "16"], [4, 16]),
        (["16 cores", "1 core"], [16, 1]),
        (["16c", "16 CPUs"], [16]),
        (["16 CPUs", "8cpus"], [16, 8]),
        (["1,024 cores", "2 nodes"], [1_024, 2]),
        (["Unknown", "512"], [512]),
    ],
)
def test_counts_of_tables(cells: list[str], widths: list[int]) -> None:
    rows = "".join(f"{i}|{cell}|{i}|60\n" for i, cell in enumerate(cells))
    found = reading(f"id|cores|submit|run_time\n{rows}")
    assert found.workload.width.tolist() == (
        widths or [int(c) for c in cells if c == "512"] or [16]
    )


@pytest.mark.parametrize(
    ("cells", "runs"),
    [
        (["3,600", "7,200.5"], [3_600, 7_200.5]),
        (["1 234", "60"], [1_234, 60]),
        (["1'234.5", "60"], [1_234.5, 60]),
        (["1.234.567", "1.234"], [1_234_567, 1_234]),
        (["1.234", "1.5"], [1.234, 1.5]),
        (["1.234,5", "1,234"], [1_234.5, 1.234]),
        (["1,234,567", "60"], [1_234_567, 60]),
        (["3600s", "1h 30m"], [3_600, 5_400]),
    ],
)
def test_times_of_tables(cells: list[str], runs: list[float]) -> None:
    rows = "".join(f"{i};4;{i};{cell}\n" for i, cell in enumerate(cells))
    assert reading(f"id;cores;submit;run_time\n{rows}").workload.runtime.tolist() == runs


def test_thousands_of_times_are_certain_between_commas_alone() -> None:
    found = reading('id,cores,submit,run_time\n1,4,0,"3,600"\n2,4,5,"3,600s"\n')
    assert found.workload.runtime.tolist() == [3_600, 3_600]
    for names in ("id;cores;submit;run_time", "id;procs;release;time"):
        with pytest.raises(FormatError, match='"3,600"'):
            reading(f"{names}\n1;4;0;3,600\n", "a.csv")


def test_what_was_changed_is_said_with_its_lines() -> None:
    found = reading('id,cores,submit,run_time\n1,"1,024",0,60\n2,16 cores,5,"3,600"\n')
    told = {one.kind.key: one.sentence for one in found.report.findings}
    assert told["thousands"].endswith('(line 2: "1,024", line 3: "3,600")')
    assert told["text_behind_number"].endswith('(line 3: "16 cores")')


def test_regular_numbers_are_not_touched() -> None:
    found = reading("id,cores,submit,run_time\n1,1024,0,60\n2,16,5,1.234\n")
    assert found.workload.runtime.tolist() == [60, 1.234]
    assert not {"thousands", "text_behind_number"} & findings(found).keys()


def test_our_own_csv_has_them_too() -> None:
    found = reading('id,procs,time,release\n1,"1,024",60,0\n2,4,"3,600",5\n', "a.csv")
    assert found.workload.width.tolist() == [1_024, 4]
    assert found.workload.runtime.tolist() == [60, 3_600]
    assert findings(found)["thousands"] == 2


@pytest.mark.parametrize(
    ("cells", "widths"),
    [
        (["16 cores", "8x"], [16, 8]),
        (['"1,024 cores"', "4 nodes"], [1_024, 4]),
        (["1.024", "2"], [1_024, 2]),
        (["1.024", "16 CPUs"], [1_024, 16]),
        (["1.024", "2.048.000"], [1_024, 2_048_000]),
        (["16.000", "4.0"], [16, 4]),
        (["1'024", "4"], [1_024, 4]),
    ],
)
def test_counts_of_our_own_csv(cells: list[str], widths: list[int]) -> None:
    rows = "".join(f"{i},{cell},60\n" for i, cell in enumerate(cells))
    found = reading(f"id,procs,time\n{rows}", "a.csv")
    assert found.workload.width.tolist() == widths
    said = {"thousands", "text_behind_number"} & findings(found).keys()
    assert bool(said) == (cells != ["16.000", "4.0"])


@pytest.mark.parametrize("cell", ["1.024", "16 apples", "1.5", "x16"])
def test_counts_that_nothing_proves_are_left_out_by_name(cell: str) -> None:
    found = reading(f"id,procs,time\n1,{cell},60\n2,2.5,60\n3,4,60\n", "a.csv")
    assert found.workload.width.tolist() == [4]
    [left_out] = [each for each in found.report.findings if each.kind.drops]
    assert cell in left_out.sentence
    assert "procs must be a whole number" in left_out.sentence


@pytest.mark.parametrize("cell", ["1,024", "1'024", "1,024,000", "+1,024"])
@pytest.mark.parametrize("field", [2, 3, 4, 5, 8, 9])
def test_lines_of_swf_have_them_too(cell: str, field: int) -> None:
    fields = JOB.split()
    fields[field - 1] = cell
    plain = cell.translate(dict.fromkeys(map(ord, ",'+")))
    other = " ".join([*fields[: field - 1], plain, *fields[field:]]) + "\n"
    found = reading(f"; a comment, 1,024\n{JOB}{' '.join(fields)}\n", "a.swf")
    right = reading(f"; a comment, 1,024\n{JOB}{other}", "a.swf")
    assert found.workload.width.tolist() == right.workload.width.tolist()
    assert found.workload.runtime.tolist() == right.workload.runtime.tolist()
    assert found.workload.release.tolist() == right.workload.release.tolist()
    [told] = [one for one in found.report.findings if one.kind.key == "thousands"]
    assert told.sentence.endswith(f'(line 3: "{cell}")')


def test_commas_between_predecessors_are_no_thousands() -> None:
    line = "1234 9 0 1,024 4 -1 -1 4 5000 -1 1 1 1 1 1 1 12,345 5\n"
    found = reading(f"{JOB}{line}", "a.swf")
    assert found.workload.runtime.tolist() == [100, 1_024]
    assert found.workload.unmodelled == ("dependencies",)


def test_lines_of_gwf_have_them_too() -> None:
    cells = "1 0 0 60 1,024 -1 -1 1,024 60 -1 1 u g a q p o o j u -1 -1 -1 -1 -1 -1 -1 -1 -1"
    found = reading("\t".join(cells.split()) + "\n", "a.gwf")
    assert found.workload.width.tolist() == [1_024]
    assert findings(found)["thousands"] == 2


@pytest.mark.parametrize("cell", ["1,02", "1,0244", "16 apples", "4K", "1,,024", "0,512"])
def test_what_is_no_count_is_refused_by_name(cell: str) -> None:
    with pytest.raises(FormatError) as error:
        reading(f"id|cores|submit|run_time\n1|{cell}|0|60\n")
    assert any(text in str(error.value) for text in (cell, cell.replace(",", ".")))


@pytest.mark.skipif(not OUTSIDE.is_dir(), reason="shared/cases/outside is missing")
def test_the_case_from_outside() -> None:
    found = reading((OUTSIDE / "05-swf-maxprocs-thousands.swf").read_text(), "a.swf")
    assert (found.processors, found.report.dropped) == (1_024, 0)
    assert "wider_than_machine" not in findings(found)
