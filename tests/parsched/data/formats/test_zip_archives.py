"""Zip archives: of one file, whatever a system puts beside it, and of several."""

import io
import zipfile

import pytest

from parsched.base.errors import FormatError
from parsched.data.formats import read

TABLE = b"id,submit,run,cores\n1,0,10,4\n2,5,10,2\n"


def zipped(*names: str) -> io.BytesIO:
    """Return an archive of files with these names."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in names:
            archive.writestr(name, TABLE)
    packed.seek(0)
    return packed


@pytest.mark.parametrize(
    "added",
    [
        ("__MACOSX/._x.csv",),
        (".DS_Store",),
        ("logs/", "logs/.DS_Store", "__MACOSX/logs/._x.csv"),
        ("Thumbs.db", "desktop.ini"),
        (".git/config", ".hidden.csv"),
    ],
)
def test_what_a_system_adds_is_no_file_of_the_archive(added: tuple[str, ...]) -> None:
    for names in ((*added, "logs/x.csv"), ("logs/x.csv", *added)):
        assert len(read(zipped(*names), name="x.zip").workload) == 2


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("x.csv", "y.csv"), '2 files: give one of them, "x.csv", "y.csv"'),
        (("a/x.swf", ".DS_Store", "b/x.swf"), '2 files: give one of them, "a/x.swf", "b/x.swf"'),
        (("x.csv", "README"), '2 files: give one of them, "x.csv", "README"'),
        (tuple(f"{n}.csv" for n in range(9)), '"5.csv" and 3 more'),
        (("a.json", "b.json"), '2 files: give one of them, "a.json", "b.json"'),
        ((), "that holds no file"),
        (("__MACOSX/._x.csv",), "that holds no file"),
    ],
)
def test_files_to_choose_from_are_named(names: tuple[str, ...], said: str) -> None:
    with pytest.raises(FormatError) as error:
        read(zipped(*names), name="x.zip")
    assert str(error.value).startswith("x.zip: the file is a zip archive ")
    assert str(error.value).endswith(said)


def test_parts_that_begin_before_the_file_are_damage() -> None:
    """The end of an archive says where its list begins: too late, all parts begin too early."""
    content = bytearray(zipped("x.csv").getvalue())
    at = content.rindex(b"PK\x05\x06") + 16
    content[at : at + 4] = (int.from_bytes(content[at : at + 4], "little") + 10).to_bytes(
        4, "little"
    )
    with pytest.raises(FormatError, match="damaged"):
        read(io.BytesIO(bytes(content)), name="x.zip")
