"""Files made to hang, crash or mislead: each is read right or refused in one sentence, soon."""

import io
import json
import re
import zipfile
from contextlib import suppress
from random import Random

import pyarrow as pa
import pytest
import zstandard

from parsched.base.errors import FormatError
from parsched.data.files.unpacking import unpacked
from parsched.data.formats import sample_of
from tests.amount import amount
from tests.parsched.data.logs import samples
from tests.parsched.data.logs.condor_events import JOBS, WRITERS
from tests.parsched.data.logs.samples import as_parquet
from tests.parsched.data.logs.test_known import findings, reading
from tests.parsched.data.logs.test_tables import name_of

HEAD = "JobID|State|Submit|Start|End|Elapsed|NCPUS\n"


def test_profiles_that_name_each_other_again_and_again_end() -> None:
    profiles: dict[str, object] = {"p0": {"type": "delay", "delay": 1}}
    profiles |= {f"p{i}": {"type": "composed", "seq": [f"p{i - 1}"] * 10} for i in range(1, 19)}
    jobs = [{"id": 1, "subtime": 0, "res": 1, "profile": "p18", "walltime": 60}]
    content = json.dumps({"nb_res": 1, "jobs": jobs, "profiles": profiles}).encode()
    assert reading(content).workload.runtime.tolist() == [60]


@pytest.mark.parametrize(
    "content",
    [
        b"03/01/2025 00:02:00;E;7.s;" + b"x" * 900_000 + b"\n",
        b"JobId=1 EndTime=" + b" " * 900_000 + b"x\n",
        b"JobId=1 " + b"A" * 900_000 + b" EndTime=1\n",
        b"cores,run_" + b"s" * 90_000 + b"\n1,2\n",
    ],
    ids=name_of,
)
def test_long_lines_are_refused(content: bytes) -> None:
    with pytest.raises(FormatError):
        reading(content)


_FILES = {**samples.SAMPLES, **{form: write(JOBS).encode() for form, write in WRITERS.items()}}
_TEXTS = {name: file for name, file in _FILES.items() if file.isascii() and b"\0" not in file}


_DIGITS = (b"9" * 5_000, b"9" * 30, "٣".encode() * 5_000)


@pytest.mark.parametrize("name", _TEXTS)
def test_numbers_of_any_length_are_read_or_refused(name: str) -> None:
    """Each cell gets one of the long numbers, and all of them in `make fuzz`."""
    content = _TEXTS[name]
    numbers = [match.span() for match in re.finditer(rb"\d+", content)]
    # Cells of the first jobs are tried, and some of the others.
    cells = sorted({*numbers[:20], *numbers[:: max(len(numbers) // 20, 1)]})
    for number, (begin, end) in enumerate(cells):
        tried = number % len(_DIGITS)
        for digits in (2 * _DIGITS)[tried : tried + amount(len(_DIGITS), least=1)]:
            with suppress(FormatError):
                reading(content[:begin] + digits + content[end:])


def test_many_odd_rows_are_counted_and_left_out() -> None:
    content = b"id,cores,run\n" + b"x\n" * 100_000 + b"1,2,3\n"
    found = reading(content)
    assert findings(found)["wrong_number_of_cells"] == 100_000
    assert found.lines is not None
    assert found.lines.tolist() == [100_002]


def test_little_zstandard_that_becomes_much_comes_in_bounded_parts() -> None:
    packed = zstandard.compress(bytes(64 << 20))
    sizes = [len(part) for part in unpacked(iter([packed]), 1 << 20, 10)]
    assert sum(sizes) == 64 << 20
    assert max(sizes) <= 9 << 20


def test_archives_that_unpack_any_amount_at_once_are_refused() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("a.csv", "x" * 1000)
    with pytest.raises(FormatError, match="use deflate"):
        reading(file.getvalue())


@pytest.mark.parametrize(
    "content",
    [
        f"id,cores,run\n1,{'1' * 64}x,3\n".encode(),
        f"id,cores,run\n1,2,{'9' * 400}\n".encode(),
        b"03/01/2025 00:02:00;E;7.s;start=1 end=2 exec_vnode=(n:ncpus=" + b"1" * 5000 + b")\n",
        as_parquet({"cores": [1], "run": [1], "submit": pa.array([10**17], pa.timestamp("ms"))}),
        b"cores,cores,run\n",
    ],
    ids=name_of,
)
def test_odd_cells_are_refused_in_a_sentence(content: bytes) -> None:
    with pytest.raises(FormatError) as caught:
        reading(content)
    assert len(str(caught.value)) < 700


def test_slots_that_are_no_numbers_count_one() -> None:
    content = "03/01/2025 00:02:00;E;7.s;qtime=1 start=1 end=2 exec_host=c/0-²\n".encode()
    assert reading(content).workload.width.tolist() == [1]


def test_columns_that_are_not_read_may_hold_anything() -> None:
    content = as_parquet(
        {
            "cores": [1],
            "run": [2],
            "other": pa.array([10**17], pa.timestamp("ms")),
            "user": pa.array([b"ann"], pa.binary()),
        }
    )
    jobs = reading(content).workload
    assert jobs.runtime.tolist() == [2]
    assert jobs.user is not None
    assert jobs.user.name(0) == "ann"


def test_halves_of_characters_are_no_names() -> None:
    content = samples.SACCT_JSON.replace(b'"name": "x"', b'"name": "a\\ud800"')
    jobs = reading(content).workload
    assert jobs.executable is not None
    assert jobs.executable.name(0) == "a?"


def test_a_restarted_job_keeps_its_first_time() -> None:
    rows = (
        "7|REQUEUED|2025-03-01T00:00:00|2025-03-01T00:00:05|2025-03-01T00:01:05|00:01:00|8\n"
        "7|COMPLETED|2025-03-01T00:01:05|2025-03-01T00:02:05|2025-03-01T00:04:05|00:02:00|8\n"
        "8|REQUEUED|2025-03-01T00:00:00|Unknown|Unknown|00:00:00|0\n"
    )
    found = reading((HEAD + rows).encode())
    assert found.workload.runtime.tolist() == [60, 120]
    assert findings(found)["never_started"] == 1


def test_zero_is_no_date_and_a_century_no_limit() -> None:
    rows = samples.JOB_TABLE.decode().splitlines()
    row = rows[1].split(",")
    row[0], row[3], row[4] = "9", "4", "4294967295"
    row[6] = row[7] = "0"
    limitless = rows[2].replace(",20,", ",4294967295,", 1)
    found = reading("\n".join([rows[0], rows[1], limitless, ",".join(row)]).encode())
    assert found.workload.ids.tolist() == [7, 8]
    assert findings(found)["never_started"] == 1
    assert findings(found)["no_limit"] == 1


def test_sacct_with_semicolons_is_no_simulator() -> None:
    content = samples.SACCT.replace(b";", b",").replace(b"|", b";")
    wide = b"".join(line + b";x" * 8 + b"\n" for line in content.splitlines())
    assert reading(wide).format == "sacct"


def test_a_table_that_lacks_what_its_source_needs_is_read_by_guesses() -> None:
    assert reading(b"JobID,State,Cores,Runtime\n1,DONE,2,3\n").workload.width.tolist() == [2]
    assert reading(b"id,user,cores,runtime\n1,u,2,3\n").workload.width.tolist() == [2]


def test_a_unit_behind_a_name_counts_for_times_alone() -> None:
    jobs = reading(b"cores,run (min),queue_s\n1,2,fast\n").workload
    assert jobs.runtime.tolist() == [120]


def test_milliseconds_are_told_in_spite_of_blanks() -> None:
    content = b"cores,run,submit\n1,2,Unknown\n1,2,1740787200000\n1,2,1740787210000\n"
    found = reading(content)
    assert found.workload.release.tolist() == [0, 10]


def test_blank_lines_before_columns_of_fixed_width_take_no_jobs() -> None:
    content = (
        b"\n\n  Cores    RunTime \n-------- --------- \n       1         2 \n       3         4 \n"
    )
    found = reading(content)
    assert found.workload.width.tolist() == [1, 3]
    assert found.lines is not None
    assert found.lines.tolist() == [5, 6]


def test_a_time_before_1970_is_a_row_that_cannot_be_used() -> None:
    found = reading(b"cores,run,submit\n1,2,-500\n1,2,10\n")
    assert findings(found)["no_submit"] == 1
    assert found.workload.release.tolist() == [10]


NO_LOGS = {
    "a.pdf": b"%PDF-1.7\n%\xe2\xe3\n" + b"1 0 obj\n<< /Type /Catalog >>\nendobj\n" * 50,
    "a.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + Random(1).randbytes(5_000),
    "a.jpg": b"\xff\xd8\xff\xe0" + Random(2).randbytes(5_000),
    "a.csv": Random(3).randbytes(70_000),
    "a.xlsx": b"PK\x03\x04" + Random(4).randbytes(3_000),
    "a.parquet": b"PAR1" + Random(5).randbytes(3_000),
    "a.txt": Random(6).randbytes(300),
}


@pytest.mark.parametrize("name", NO_LOGS)
def test_what_is_no_log_gets_one_short_sentence_and_no_columns(name: str) -> None:
    with pytest.raises(FormatError) as caught:
        reading(NO_LOGS[name], name)
    text = str(caught.value)
    assert text.startswith(f"{name}: ")
    assert 20 < len(text) < 110
    assert "\n" not in text
    with pytest.raises(FormatError):
        sample_of(io.BytesIO(NO_LOGS[name]), name=name)


def test_prose_has_no_columns() -> None:
    with pytest.raises(FormatError, match="no table whose columns"):
        sample_of(io.BytesIO(b"Dear all,\n\nsee you, tomorrow; bye\n"), name="a.txt")
