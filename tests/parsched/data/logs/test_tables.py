"""Tables of any kind: separators, packings, spreadsheets, Parquet, and what is wrong with them."""

import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable
from datetime import datetime

import numpy as np
import pytest
import zstandard
from openpyxl import Workbook

from parsched.base.errors import FormatError
from parsched.data.formats import FileLimits
from parsched.data.logs import Mapping
from tests.parsched.data.logs.samples import as_parquet
from tests.parsched.data.logs.test_known import findings, reading

ROWS = (
    ("job_id", "submit_time", "run_time", "req_procs", "req_time", "user_id"),
    (1, 0, 100, 8, 600, "ann"),
    (2, 10, 50, 4, 60, "bob"),
    (3, 10, 0, 1, "", "ann"),
)


def text(separator: str = ",") -> bytes:
    """Return the rows as text."""
    return "".join(separator.join(map(str, row)) + "\n" for row in ROWS).encode()


def zipped(content: bytes) -> bytes:
    """Return an archive of one file."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("folder/", "")
        archive.writestr("folder/log.csv", content)
    return file.getvalue()


def sheet(*rows: tuple[object, ...]) -> bytes:
    """Return rows as a spreadsheet."""
    book = Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "xz": lzma.compress,
    "bz2": bz2.compress,
    "zst": zstandard.compress,
    "zip": zipped,
}
TABLES = {
    **{f"separated by {each!r}": text(each) for each in ",|\t;"},
    **{f"packed as {name}": pack(text()) for name, pack in PACKINGS.items()},
    "in two parts": bz2.compress(text()[:40]) + bz2.compress(text()[40:]),
    "in two frames": zstandard.compress(text()[:40]) + zstandard.compress(text()[40:]),
    "with a mark": b"\xef\xbb\xbf" + text(),
    "with CR LF": text().replace(b"\n", b"\r\n"),
    "with quotes": b'"' + text().replace(b",", b'","').replace(b"\n", b'"\n"')[:-1],
    "with remarks": b"# a remark\n\n" + text(),
    "below a title": b"Jobs of the machine\n\n" + text(),
    "below titles with separators": b'"Jobs, all of them";;\nMay;;\n' + text(";"),
    "XLSX": sheet((), *ROWS),
    "XLSX below titles": sheet(("Jobs of the machine",), (), (None, "May"), *ROWS),
    "Parquet": as_parquet(
        {
            name: [None if row[i] == "" else row[i] for row in ROWS[1:]]
            for i, name in enumerate(ROWS[0])
        }
    ),
}


def name_of(value: object) -> str | None:
    """Name a file in the list of tests, which must be the same in all processes: packed files hold
    the time."""
    return "file" if isinstance(value, bytes) else None


@pytest.mark.parametrize("of", TABLES)
def test_the_same_jobs_in_any_table(of: str) -> None:
    found = reading(TABLES[of], "jobs.csv.zst")
    jobs = found.workload
    assert found.format == "table"
    assert jobs.name == "jobs"
    assert jobs.ids.tolist() == [1, 2, 3]
    assert jobs.release.tolist() == [0, 10, 10]
    assert jobs.runtime.tolist() == [100, 50, 0]
    assert jobs.width.tolist() == [8, 4, 1]
    assert jobs.estimate[:2].tolist() == [600, 60]
    assert np.isnan(jobs.estimate[2])
    assert jobs.user is not None
    assert [jobs.user.name(i) for i in range(3)] == ["ann", "bob", "ann"]


def test_the_dates_and_durations_of_a_spreadsheet() -> None:
    found = reading(
        sheet(
            ("id", "submit", "start", "elapsed", "cores"),
            ("a", datetime(2025, 3, 1), datetime(2025, 3, 1, 0, 1), "00:01:40", 8),
        ),
        "jobs.xlsx",
    )
    assert found.workload.unix_start == 1_740_787_200
    assert found.workload.runtime.tolist() == [100]
    assert findings(found)["no_zone"] == 1


def test_fields_of_structures_in_parquet_are_columns() -> None:
    content = as_parquet(
        {
            "id": [1, 2, 3],
            "times": [{"submit": 0, "run": {"seconds": 100}}, {"submit": 10, "run": None}, None],
            "resources": [{"cpus": 8, "names": ["a", "b"]}] * 3,
        }
    )
    told = {"submit": "times.submit", "run": "times.run.seconds", "processors": "resources.cpus"}
    jobs = reading(content, "x.parquet", mapping=Mapping.from_json({"columns": told})).workload
    assert (jobs.least_time.tolist(), jobs.least_width.tolist()) == ([100], [8])


def test_fields_of_structures_are_guessed_by_their_own_names() -> None:
    flat = as_parquet({"times": [{"submit": 0, "run": 100}], "resources": [{"cpus": 8}]})
    jobs = reading(flat, "x.parquet").workload
    assert (jobs.least_time.tolist(), jobs.least_width.tolist()) == ([100], [8])


@pytest.mark.parametrize("content", [b"Usage\n\n" + text(), sheet(("Usage",), (), *ROWS)])
def test_titles_above_the_names_are_told(content: bytes) -> None:
    [finding] = [f for f in reading(content, "x").report.findings if f.kind.key == "title"]
    assert [str(each) for each in finding.examples] == ['line 1: "Usage"']


def test_a_sheet_of_titles_alone_is_no_table_of_jobs() -> None:
    with pytest.raises(FormatError, match="no column says"):
        reading(sheet(*[("Usage",)] * 30), "x.xlsx")


def test_names_above_decimal_commas_are_no_title() -> None:
    names, row = b"Id;Submit time;Run (min);Procs;Limit (min)\n", b"1;0;1,5;8;2,5\n"
    assert reading(names + row * 3, "x.csv").workload.least_time.tolist() == [90] * 3


def test_names_apart_by_an_unusual_sign_are_no_title() -> None:
    content = b"id#submit_time#run_time#req_procs\n1#0,5#9,5#8\n2#1,5#9,5#8\n"
    assert reading(content, "x.csv").workload.least_width.tolist() == [8, 8]


def test_rows_of_other_lengths_are_told_by_their_lines() -> None:
    lines = text().splitlines()
    lines[2:2] = [b"9,1,2", b"9,1,2,3,4,5,6,7"]
    found = reading(b"\n".join(lines))
    [odd] = [each for each in found.report.findings if each.kind.drops]
    assert (odd.count, [each.line for each in odd.examples]) == (2, [3, 4])
    assert found.lines is not None
    assert found.lines.tolist() == [2, 5, 6]


def test_unusable_rows_name_line_and_value() -> None:
    bad = b"4,20,x,1,1,c\n5,20,10,0,1,c\n6,20,-5,1,1,c\n7,soon,10,1,1,c\n8,20,10,2.5,1,c\n"
    found = reading(text() + bad)
    told = {each.kind.key: str(each.examples[0]) for each in found.report.findings}
    unread = [each.sentence for each in found.report.findings if each.kind.key == "unreadable_time"]
    assert [text.partition(" must")[0] for text in unread] == [
        'Submit time in column "submit_time"',
        'Run time in column "run_time"',
    ]
    assert ['left out (line 8: "soon")' in unread[0], 'left out (line 5: "x")' in unread[1]] == [
        True,
        True,
    ]
    assert told["no_processors"] == "line 6: 0"
    assert told["negative_run"] == "line 7: -5"
    assert findings(found)["no_processors"] == 2
    with pytest.raises(FormatError, match=r"^file.log: line 5, \"x\": .*5 lines cannot be used$"):
        reading(text() + bad, bad_lines="error")


def test_latin_1_is_read() -> None:
    found = reading(text().replace(b"ann", "Ángel".encode("latin-1")))
    assert found.workload.user is not None
    assert found.workload.user.name(0) == "Ángel"


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (b"a,b\n1,2\n", "no column says how many processors"),
        (b"job_id,cores\n1,2\n", "no column says how long a job ran"),
        (b"1,2,3\n4,5,6\n", 'line 1, "1,2,3": it must name several columns'),
        (b"cores,run\n", "holds no jobs"),
        (sheet(("cores", "run")), "holds no jobs"),
        (sheet(), "the first sheet is empty"),
        (sheet(*ROWS)[:-200], "damaged"),
        (as_parquet({"a": [1]}), "no column says how many processors"),
        (as_parquet({"cores": [1], "run": [2]})[:-9], "damaged or cut off"),
        (gzip.compress(text())[:-9], "cut off"),
        (lzma.compress(text())[:-9], "cut off"),
        (bz2.compress(text())[:-9], "cut off"),
        (zstandard.compress(text() * 1_000)[:60], "cut off"),
        (zipped(text())[:-9], "damaged"),
        (lzma.compress(text())[:20] + b"xxxxxxxxxxxxxxxx", "damaged|cut off"),
    ],
    ids=name_of,
)
def test_what_cannot_be_read_is_one_sentence(content: bytes, rule: str) -> None:
    with pytest.raises(FormatError, match=rule) as caught:
        reading(content, "log.csv")
    assert len(str(caught.value)) < 600


def test_limits_hold() -> None:
    with pytest.raises(FormatError, match="more than 2 jobs"):
        reading(text(), limits=FileLimits(max_jobs=2))
    with pytest.raises(FormatError, match="at most 3 columns"):
        reading(text(), limits=FileLimits(max_columns=3))
    with pytest.raises(FormatError, match="more than 20 bytes"):
        reading(zipped(text()), limits=FileLimits(max_bytes=20))
    with pytest.raises(FormatError, match="different names"):
        reading(text(), limits=FileLimits(max_names=1))


def test_a_profile_says_what_columns_mean() -> None:
    mapping = Mapping.from_toml(
        'zone = "Europe/Berlin"\nrun = ["done"]\n'
        '[columns]\nprocessors = {column = "w", divide = 2}\nrun = {column = "l", unit = "min"}\n'
        'submit = "t"\nstate = "s"\n'
    )
    content = b"t,l,w,s\n2025-03-01 00:00:00,2,8,DONE\n2025-03-01 00:01:00,3,3,lost\n"
    found = reading(content, mapping=mapping)
    assert found.workload.runtime.tolist() == [120]
    assert found.workload.width.tolist() == [4]
    assert found.workload.unix_start == 1_740_787_200 - 3_600
    assert findings(found)["other_state"] == 1
    assert found.mapping == mapping


def test_a_column_of_a_profile_that_is_not_there_is_told() -> None:
    mapping = Mapping.from_json({"columns": {"run": "length", "processors": "cores"}})
    with pytest.raises(
        FormatError, match=r"^file.log: column \"length\" of the profile, columns\.run: .* \"time\""
    ):
        reading(b"cores,time\n1,2\n", mapping=mapping)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("columns = 1", "must be a table"),
        ("[columns]\nfoo = 'x'", "no role is called 'foo'"),
        ("[columns]\nrun = 1", "must be the name of a column"),
        ("[columns]\nrun = {column = 'x', unit = 'year'}", "unit must be one of"),
        ("[columns]\nrun = {column = 'x', per = 2}", "may have column, unit and divide"),
        ("[columns]\nprocessors = {column = 'x', divide = 0}", "divide must be a number above 0"),
        ("[columns]\nuser = {column = 'x', unit = 's'}", "columns.user has no unit"),
        ("zone = 'Mars/Olympus'", "must be the name of a time zone"),
        ("zone = 3", "zone must be a name"),
        ("restarts = 'maybe'", "restarts must be separate or joined"),
        ("run = 'done'", "run must be a list of states"),
        ("colour = 'red'", "not 'colour'"),
        ("= 1", "is no TOML"),
    ],
)
def test_a_wrong_profile_is_one_sentence(text: str, rule: str) -> None:
    with pytest.raises(FormatError, match=rule):
        Mapping.from_toml(text)


def test_a_profile_comes_back_from_toml() -> None:
    from parsched.data.logs import SOURCES  # noqa: PLC0415

    for source in SOURCES.values():
        assert Mapping.from_toml(source.mapping.as_toml()) == source.mapping


def test_many_batches_are_one_table() -> None:
    jobs = 200_000
    columns = {name: list(range(jobs)) for name in ("id", "submit")}
    columns |= {name: [1] * jobs for name in ("run", "cores")}
    found = reading(as_parquet(columns), "x.parquet").workload
    assert len(found) == jobs
    assert found.release[-1] == jobs - 1
    lines = b"id,submit,run,cores\n" + b"".join(b"%d,%d,1,1\n" % (i, i) for i in range(jobs))
    other = reading(lines, "x.csv")
    assert len(other.workload) == jobs
    assert other.lines is not None
    assert other.lines[-1] == jobs + 1


@pytest.mark.parametrize("byte", [b"\xe5", b"\xf3", b"\xff"])
def test_names_of_columns_in_parquet_that_are_no_text_are_damage(byte: bytes) -> None:
    content = as_parquet({"submit": [0], "run": [10], "xyzzy": [4]}).replace(
        b"xyzzy", byte + b"yzzy"
    )
    with pytest.raises(FormatError, match="damaged"):
        reading(content, "x.parquet")
