"""Small files stay small: what a packed file may become is limited before it is read.

What is counted is work, in bytes and rows that are looked at, never time.
"""

import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable, Iterator

import pyarrow as pa
import pytest
import zstandard
from pyarrow import parquet

from parsched.base.errors import FormatError
from parsched.data.files.growth import BYTES, FREE_BYTES, FREE_ROWS, PIECE, Growth, refuse_growth
from parsched.data.files.source import BLOCK, blocks
from parsched.data.formats import FileLimits, ReadOptions, read
from parsched.data.logs.tables import parquet_pages

TABLE = b"submit_time,run_time,procs\n"
SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    "<sheetData>{}</sheetData></worksheet>"
)


def zipped(content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("jobs.csv", content)
    return file.getvalue()


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda content: gzip.compress(content, 9),
    "bz2": bz2.compress,
    "xz": lambda content: lzma.compress(content, preset=0),
    "zstd": lambda content: bytes(zstandard.compress(content)),
    "zip": zipped,
}
WIDE = (b"," * 999 + b"\n") * 40_000
ROWS = {
    "jobs": TABLE + b"0,1,1\n" * 400_000,
    "blank lines": b"\n" * 400_000,
    "old line ends": TABLE + b"0,1,1\r" * 400_000,
    "comments": b";\n" * 400_000,
    "objects": b'{"format":"schedweb-workload","version":1,"jobs":[' + b"{}," * 400_000 + b"{}]}",
    "lists": b"[" + b"[]," * 400_000 + b"[]]",
}


def looked_at(packed: bytes) -> tuple[int, str]:
    """Return how many bytes are unpacked of a file until it is refused, and why it is."""
    size = 0
    try:
        for block in blocks(io.BytesIO(packed), FileLimits()):
            size += len(block)
    except FormatError as error:
        return size, str(error)
    return size, ""


@pytest.mark.parametrize("packer", PACKERS)
def test_what_grows_to_many_times_its_size_is_refused_early(packer: str) -> None:
    size, why = looked_at(PACKERS[packer](WIDE))
    assert why.startswith(f"the file unpacks to over {BYTES} times its size, so ")
    assert size <= FREE_BYTES + BYTES * (PIECE + len(zipped(WIDE))) + BLOCK


@pytest.mark.parametrize("packer", PACKERS)
@pytest.mark.parametrize("rows", ROWS)
def test_what_has_more_rows_than_bytes_is_refused_early(packer: str, rows: str) -> None:
    size, why = looked_at(PACKERS[packer](ROWS[rows]))
    assert why.startswith("the file unpacks to more rows than it has bytes, so ")
    assert size < len(ROWS[rows])


@pytest.mark.parametrize("rows", ROWS)
def test_the_reason_reaches_who_reads_the_file(rows: str) -> None:
    with pytest.raises(FormatError, match="unpack it yourself first") as caught:
        read(io.BytesIO(gzip.compress(ROWS[rows])), name="jobs.csv")
    assert str(caught.value).count(". ") == 0


@pytest.mark.parametrize("packer", PACKERS)
def test_what_is_not_packed_so_well_is_read(packer: str) -> None:
    content = TABLE + b"".join(b"%d,%d,%d\n" % (i, i * 7919 % 5_003, 1 + i % 4) for i in range(999))
    assert len(read(io.BytesIO(PACKERS[packer](content)), name="jobs.csv").workload) == 999


def test_a_file_that_is_not_packed_may_have_as_many_rows_as_it_has() -> None:
    rows = FREE_ROWS + 1_000
    assert looked_at(b"\n" * (rows + FREE_ROWS)) == (rows + FREE_ROWS, "")


@pytest.mark.parametrize("packed", [0, 1, 1_000_000])
def test_limits_are_what_they_say(packed: int) -> None:
    refuse_growth(packed, FREE_BYTES + BYTES * packed, FREE_ROWS + packed)
    with pytest.raises(FormatError, match="times its size"):
        refuse_growth(packed, FREE_BYTES + BYTES * packed + 1)
    with pytest.raises(FormatError, match="more rows"):
        refuse_growth(packed, rows=FREE_ROWS + packed + 1)


def test_only_what_was_used_counts() -> None:
    growth, sent = Growth(), iter([bytes(10 * PIECE)])
    taken: Iterator[bytes] = growth.taken(sent)
    assert (len(next(taken)), growth.packed) == (PIECE, PIECE)
    assert sum(map(len, taken)) == 9 * PIECE
    assert growth.packed == 10 * PIECE


def sheet(rows: str) -> bytes:
    """Return a spreadsheet with some rows as XML."""
    openpyxl = pytest.importorskip("openpyxl")
    file, made = io.BytesIO(), io.BytesIO()
    openpyxl.Workbook().save(file)
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            is_sheet = name == "xl/worksheets/sheet1.xml"
            new.writestr(name, SHEET.format(rows) if is_sheet else old.read(name))
    return made.getvalue()


def of_sheet(rows: str, **limits: int) -> str:
    with pytest.raises(FormatError) as caught:
        read(
            io.BytesIO(sheet(rows)), name="x.xlsx", options=ReadOptions(limits=FileLimits(**limits))
        )
    return str(caught.value)


NAMES = "".join(
    f'<c r="{column}1" t="inlineStr"><is><t>{name}</t></is></c>'
    for column, name in (("A", "submit_time"), ("B", "run_time"), ("C", "procs"))
)


def filled(count: int, column: str) -> str:
    """Return a row of names, and rows of three numbers and one far from them."""
    rows = [f'<row r="1">{NAMES}</row>']
    for i in range(2, count + 2):
        cells = (f'<c r="{name}{i}"><v>1</v></c>' for name in ("A", "B", "C", column))
        rows.append(f'<row r="{i}">{"".join(cells)}</row>')
    return "".join(rows)


@pytest.mark.parametrize(
    ("column", "number"), [("XFD", "16,384"), ("ALM", "1,001"), ("AMJ", "1,024")]
)
def test_a_sheet_is_refused_at_its_first_row_that_is_too_wide(column: str, number: str) -> None:
    assert of_sheet(filled(200, column)) == (
        f"x.xlsx: a row must have at most 1,000 columns, the limit, got a cell in column {number}"
    )


def test_how_wide_a_sheet_may_be_is_a_limit() -> None:
    assert "at most 5 columns, the limit, got a cell in column 6" in of_sheet(
        filled(2, "F"), max_columns=5
    )


@pytest.mark.parametrize(
    "rows",
    [
        lambda: ("<row>" + "<c/>" * 900 + "</row>") * 4_000,
        lambda: "<row/>" * 3_600_000,
        lambda: filled(16_000, "ALL"),
    ],
    ids=["cells", "rows", "wide"],
)
def test_a_sheet_with_more_rows_than_its_bytes_hold_is_refused(rows: Callable[[], str]) -> None:
    assert "unpack it yourself first" in of_sheet(rows())


def table(column: pa.Array, **options: str) -> bytes:
    """Return a Parquet file with a column and numbers beside it."""
    file, ones = io.BytesIO(), pa.array([1] * len(column))
    columns = {"job": column, "submit_time": ones, "run_time": ones, "procs": ones}
    parquet.write_table(pa.table(columns), file, compression="zstd", **options)
    return file.getvalue()


def of_parquet(content: bytes) -> str:
    with pytest.raises(FormatError) as caught:
        read(io.BytesIO(content), name="x.parquet")
    return str(caught.value)


def repeated(text: str, count: int) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array([0] * count, pa.int32()), pa.array([text]))


def listed(texts: pa.Array) -> pa.Array:
    return pa.ListArray.from_arrays(list(range(len(texts) + 1)), texts)


WITHIN: dict[str, Callable[[pa.Array], pa.Array]] = {
    "column": lambda texts: texts,
    "structure": lambda texts: pa.StructArray.from_arrays([texts], names=["inner"]),
    "list": listed,
    "lists": lambda texts: listed(listed(texts)),
    "list in structure": lambda texts: pa.StructArray.from_arrays([listed(texts)], names=["a"]),
    "large list": lambda texts: listed(texts).cast(pa.large_list(texts.type)),
    "map": lambda texts: pa.MapArray.from_arrays(list(range(len(texts) + 1)), texts, texts),
}


@pytest.mark.parametrize("within", WITHIN)
def test_a_long_text_that_all_rows_share_is_not_written_out(within: str) -> None:
    content = table(WITHIN[within](repeated("x" * 1_000_000, 40_000)))
    assert len(content) < 10_000
    assert "unpack it yourself first" in of_parquet(content)


@pytest.mark.parametrize(
    "column",
    [
        lambda: pa.nulls(2_000_000, pa.int64()),
        lambda: pa.array([7] * 2_000_000),
        lambda: repeated("a", 2_000_000),
    ],
    ids=["nulls", "numbers", "texts"],
)
def test_rows_of_one_value_are_refused_by_their_number(column: Callable[[], pa.Array]) -> None:
    assert "to more rows than it has bytes" in of_parquet(table(column()))


@pytest.mark.parametrize("within", WITHIN)
def test_short_texts_are_read_wherever_they_stand(within: str) -> None:
    found = read(io.BytesIO(table(WITHIN[within](repeated("a name", 50)))), name="x.parquet")
    assert len(found.workload) == 50


def test_json_within_parquet_is_written_out_in_parts() -> None:
    long = pa.ExtensionArray.from_storage(pa.json_(), pa.array(['"' + "x" * 999_999 + '"'] * 99))
    assert "unpack it yourself first" in of_parquet(table(long))
    short = pa.ExtensionArray.from_storage(pa.json_(), pa.array(['{"a": 1}'] * 99))
    assert len(read(io.BytesIO(table(short)), name="x.parquet").workload) == 99


def varint(number: int, length: int = 0) -> bytes:
    """Return a number as metadata of Parquet have it, filled up to a number of bytes."""
    out, rest = bytearray(), number << 1
    while True:
        rest, low = rest >> 7, rest & 127
        if not rest and len(out) + 1 >= length:
            return bytes([*out, low])
        out.append(low | 128)


def lying(rows: int, said: int) -> bytes:
    """Return a Parquet file of one page a column, which says to have `said` rows of few bytes."""
    file, zeros = io.BytesIO(), pa.array([0] * rows, pa.int64())
    columns = dict.fromkeys(("submit_time", "run_time", "procs"), zeros)
    options = {"data_page_size": 1 << 30, "max_rows_per_page": rows, "write_statistics": False}
    parquet.write_table(
        pa.table(columns), file, compression="zstd", use_dictionary=False, **options
    )
    content = file.getvalue()
    group = parquet.read_metadata(file).row_group(0)
    cut = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    end = content[cut:-8]
    sizes = {group.column(at).total_uncompressed_size for at in range(3)}
    for number, instead in [(rows, said), *((s, 99) for s in (group.total_byte_size, *sizes))]:
        told = varint(number)
        assert told in end
        end = end.replace(told, varint(instead, len(told)))
    return content[:cut] + end + content[-8:]


@pytest.mark.parametrize("said", [3, 60_000])
def test_metadata_that_say_less_than_their_pages_are_not_believed(said: int) -> None:
    content = lying(900_000, said)
    assert parquet.read_metadata(io.BytesIO(content)).row_group(0).total_byte_size == 99
    assert "unpacks to over 100 times its size" in of_parquet(content)


def test_metadata_that_say_more_rows_than_there_are_add_none() -> None:
    assert "None of the 1,000 rows is a job" in of_parquet(lying(1_000, 5_000))


@pytest.mark.parametrize("byte", [0x00, 0x0C, 0x1C, 0x19, 0xF9, 0x80, 0xFF])
def test_a_page_with_a_damaged_header_is_refused(byte: int) -> None:
    content = bytearray(table(repeated("a name", 50)))
    content[4:40] = bytes([byte]) * 36
    with pytest.raises(FormatError):
        read(io.BytesIO(bytes(content)), name="x.parquet")


def test_pages_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_pages, "MOST_PAGES", 3)
    assert "has over 3 pages, the limit" in of_parquet(table(repeated("a name", 50)))


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("packing", ["snappy", "gzip", "zstd", "none"])
def test_pages_have_the_size_that_honest_metadata_say(version: str, packing: str) -> None:
    file = io.BytesIO()
    columns = {"a": list(range(5_000)), "s": [f"x{i % 9}" for i in range(5_000)]}
    parquet.write_table(
        pa.table(columns),
        file,
        compression=packing,
        data_page_version=version,
        row_group_size=2_000,
        data_page_size=1_000,
    )
    found = parquet.read_metadata(file)
    chunks = [found.row_group(g).column(c) for g in range(3) for c in range(2)]
    told = sum(chunk.total_uncompressed_size for chunk in chunks)
    size = sum(map(sum, parquet_pages.unpacked_sizes(file, found)))
    assert 0.5 * told < size <= told


def test_texts_that_rows_share_are_read() -> None:
    found = read(io.BytesIO(table(repeated("a name", 50))), name="x.parquet")
    assert found.workload.ids.tolist()
    assert len(found.workload) == 50
