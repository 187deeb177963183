"""Files that mean harm, or no workload at all, end in a report or one sentence."""

import gzip
import io
import json
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parsched.base.errors import FormatError
from parsched.data.formats import FileLimits, Reading, ReadOptions, read
from tests.parsched.data.formats.json_files import document, job
from tests.parsched.data.formats.lines import findings, line, reading, swf

FIELD = st.one_of(
    st.integers(-2, 2**70).map(str),
    st.floats().map(repr),
    st.sampled_from(["-1", "", ".", "-", "+", "1e", "1e400", "-0", "5.", ".5", "\0", ";", "é"]),
)
LINE = st.lists(FIELD, max_size=21).map(" ".join)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


def attempt(content: bytes) -> Reading | None:
    """Read arbitrary bytes; anything but a reading or a FormatError fails the test."""
    try:
        return reading(content)
    except FormatError as error:
        sentence = str(error)
    assert sentence.isprintable()
    return None


@given(st.binary(max_size=300))
@example(b"\x1f\x8b")
@example(b"\x1f\x8b" + bytes(30))
@example(b"{")
@example(b"[" * 100_000)
@example(b'{"format": "schedweb-workload", "version": 1, "jobs": [' + b"9" * 5_000 + b"]}")
@example(b"\xff\xfe1\x000\x00")
@example(b"\xef\xbb\xbf")
@example(b";" * 5_000)
def test_arbitrary_bytes_are_read_or_refused(content: bytes) -> None:
    attempt(content)
    attempt(gzip.compress(content))


@given(st.lists(LINE, max_size=6), st.sampled_from(["\n", "\r\n", "\r"]))
def test_lines_of_arbitrary_fields_are_read_or_refused(lines: list[str], end: str) -> None:
    found = attempt(end.join(lines).encode())
    if found is not None:
        assert found.report.kept == len(found.workload) > 0


@given(JSON, JSON, JSON)
def test_arbitrary_json_is_read_or_refused(name: object, job: object, value: object) -> None:
    jobs = [
        job,
        {"id": "1", "procs": value, "time": value, "times": job},
        {"id": value},
        {"id": "2", "procs": 3, "time": 4, "speedup": job},
        {"id": "3", "procs": 9, "time": 1, "speedup": {"law": "downey", "A": value, "sigma": job}},
        {"id": "4", "times": {"1": value, "2": job}},
        {"id": "5", "times": [value, job]},
    ]
    for content in (job, {"format": "schedweb-workload", "version": 1, "jobs": jobs, "name": name}):
        attempt(json.dumps(content).encode())


def test_a_gzip_bomb_is_stopped_at_the_limit() -> None:
    bomb = gzip.compress((b" " * 999 + b"\n") * (200 << 10))

    def refuse() -> None:
        with pytest.raises(FormatError, match="more than 10 MiB, the limit"):
            read(io.BytesIO(bomb), options=ReadOptions(limits=FileLimits(max_bytes=10 << 20)))

    refuse()  # what is imported once does not count
    tracemalloc.start()
    refuse()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 40 << 20


def test_gzip_that_is_cut_off_is_refused() -> None:
    with pytest.raises(FormatError, match="cut off"):
        reading(gzip.compress(swf(line()))[:-10])


def test_damaged_gzip_is_refused() -> None:
    packed = bytearray(gzip.compress(swf(*(line(id=i) for i in range(2000)))))
    packed[len(packed) // 2] ^= 0xFF
    with pytest.raises(FormatError, match="damaged"):
        reading(bytes(packed))


def test_gzip_members_one_after_the_other_are_one_file() -> None:
    content = gzip.compress(swf(line())) + gzip.compress(swf(line(id=2))) + bytes(20)
    assert reading(content).workload.ids.tolist() == [1, 2]


def test_a_line_of_a_million_characters_is_left_out() -> None:
    found = reading(swf(line(), "1" * 1_000_000, line(id=2) + " 7" * 400_000, line(id=3)))
    assert found.workload.ids.tolist() == [1, 2, 3]
    assert findings(found)["too_few_fields"].examples[0].line == 2
    assert len(findings(found)["too_few_fields"].sentence) < 300


def test_a_line_that_never_ends_is_refused() -> None:
    with pytest.raises(FormatError, match="line 2 is longer"):
        reading(swf(line()) + b"1" * (3 << 20))


def test_a_header_that_never_ends_is_read_in_bounded_memory() -> None:
    found = reading(swf(*["; Note: " + "x" * 100] * 30_000, line()))
    assert len(found.header) == 10_000


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "PNG picture"),
        (b"PK\x03\x04" + bytes(100), "zip archive is damaged"),
        (b"\xfd7zXZ\0" + bytes(100), "xz data are damaged"),
        (gzip.compress(swf(line()), mtime=0), "packed twice"),
        (b"<!DOCTYPE html><html><body>404</body></html>", "web page"),
        ("1 0 -1".encode("utf-16"), "UTF-16"),
        (bytes(range(256)) * 4, "binary"),
        (bytes(1000), "binary"),
        (b'{"nb_res": 4, "jobs": [], "profiles": {}}', "file holds no jobs"),
    ],
)
def test_foreign_files_are_named(content: bytes, what: str) -> None:
    packed = gzip.compress(content) if what == "packed twice" else content
    with pytest.raises(FormatError, match=rf"^test\.swf: the .*{what}"):
        reading(packed)


@pytest.mark.parametrize("separator", [b"|", b","])
def test_other_separators_are_explained(separator: bytes) -> None:
    with pytest.raises(FormatError, match=r"line 1, 1 field, .*The file looks like a table"):
        reading(separator.join([b"1"] * 18) + b"\n")


def test_a_missing_file_and_a_folder_are_one_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "none.swf", tmp_path, Path("a\0b")):
        with pytest.raises(FormatError, match="cannot be read"):
            read(path)


def test_a_file_name_is_shown_without_folders_and_without_control_characters() -> None:
    with pytest.raises(FormatError, match=r"^b\?\.swf: the file is empty$"):
        read(io.BytesIO(b""), name="../../a/b\n.swf")


@pytest.mark.parametrize(
    ("content", "limits", "sentence"),
    [
        (
            b"procs,time" + b",a" * 75_000 + b"\n1,1\n",
            FileLimits(),
            r"^test\.swf: the first line must name at most 1,000 columns, the limit, got 75,002$",
        ),
        (
            gzip.compress(b"") * 101_000,
            FileLimits(),
            r"^test\.swf: the gzip file has more than 100,000 members, the limit: pack it as one$",
        ),
        (
            b'{"format":\n"schedweb-workload", "jobs": ' + b"[" * 99 + b'{"a": []}' + b"]" * 99,
            FileLimits(),
            r"line 2: lists and objects must not be more than 100 deep within each other",
        ),
        (
            "\n".join(["procs,time,user", *(f"1,1,u{i}" for i in range(4))]).encode(),
            FileLimits(max_names=3),
            r"column user must hold at most 3 different names, the limit, got 4 or more$",
        ),
        (
            swf(*(line(id=i, queue=i) for i in range(4))),
            FileLimits(max_names=3),
            r"column queue must hold at most 3 different names, the limit, got 4 or more$",
        ),
        (
            b"# JobID\n" + b"".join(b"\t".join([b"%d" % i] * 29) + b"\n" for i in range(1, 5)),
            FileLimits(max_names=3),
            r"column user must hold at most 3 different names, the limit, got 4 or more$",
        ),
        (
            document(*(job(id=i, environment=f"e{i}") for i in range(4))),
            FileLimits(max_names=3),
            r"column environment must hold at most 3 different names, the limit, got 4 or more$",
        ),
    ],
)
def test_what_is_beyond_a_limit_is_named(content: bytes, limits: FileLimits, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        reading(content, limits=limits)


def test_brackets_in_text_are_not_depth() -> None:
    found = reading(document(job(user="[" * 50 + '\\"' + "{" * 40)), limits=FileLimits(max_depth=3))
    assert found.report.kept == 1


def test_what_comes_in_small_pieces_is_read_as_one() -> None:
    content = swf(*(line(id=i) for i in range(50)))
    pieces = b"".join(gzip.compress(content[i : i + 1]) for i in range(len(content)))
    assert reading(pieces).workload.ids.tolist() == list(range(50))


def test_a_member_longer_than_a_block_is_read_whole() -> None:
    content = swf(*(line(id=i, submit=i) for i in range(60_000)))
    for packed in (gzip.compress(content, 1), gzip.compress(content, 0) + bytes(1 << 21)):
        assert len(reading(packed).workload) == 60_000
