"""Static files are packed once for each version, under names that change with what they hold."""

import gzip
import logging
import os
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.contrib.staticfiles.finders import find
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from django.test import Client

from schedweb.server.delivery import packing, serving
from schedweb.server.delivery.errors import PackError
from schedweb.server.delivery.sources import Sources, entries_of_templates
from schedweb.server.delivery.storage import PackedStorage
from tests.everywhere import ROOT

NAMED = re.compile(r"\{% static '([^']+)' %\}")
ADDRESS = re.compile(r'(?:src|href)="(/static/[^"]+)"')
HASHED = re.compile(r"/static/.*\.[0-9a-f]{12}\.\w+")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packed files of this version, made once for these tests."""
    place = tmp_path_factory.mktemp("packed") / "files"
    PackedStorage(location=place).fill(Sources.found().joined())
    return place


@pytest.fixture
def packed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let pages and middleware find that folder, as on a server."""
    monkeypatch.setattr("schedweb.server.delivery.serving.current", lambda: folder)
    monkeypatch.setattr(staticfiles_storage, "_wrapped", serving.storage())
    return folder


def texts(**files: str) -> dict[str, tuple[Storage, str]]:
    """Return files as those to be packed, all in the folder `css`."""
    memory = InMemoryStorage()
    return {
        (name := f"css/{key}.css"): (memory, memory.save(name, ContentFile(text.encode())))
        for key, text in files.items()
    }


def names(folder: Path, files: dict[str, tuple[Storage, str]]) -> dict[str, str]:
    """Pack files; return their new names."""
    storage = PackedStorage(location=folder)
    storage.fill(files)
    return dict(storage.hashed_files)


def test_a_name_changes_with_what_a_file_holds_and_with_nothing_else(tmp_path: Path) -> None:
    first = names(tmp_path / "1", texts(a="a {}", b='a { background: url("a.css") }', c="c {}"))
    again = names(tmp_path / "2", texts(a="a {}", b='a { background: url("a.css") }', c="c {}"))
    other = names(tmp_path / "3", texts(a="b {}", b='a { background: url("a.css") }', c="c {}"))
    assert again == first
    assert other["css/a.css"] != first["css/a.css"]
    assert other["css/b.css"] != first["css/b.css"]  # it names the file that changed
    assert other["css/c.css"] == first["css/c.css"]


def test_a_style_sheet_that_names_what_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"css/a\.css: .*css/none\.svg.* could not be found"):
        names(tmp_path / "1", texts(a='a { background: url("none.svg") }'))
    found = Sources({**texts(a='@import "none.css";\n')}, frozenset())
    with pytest.raises(PackError, match=r"There is no static file css/none\.css\."):
        found.joined()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('@import "b.css";\n', r"css/a\.css imports itself"),
        ('@import url("c.css");\n', r"css/a\.css has '@import url\(\"c\.css\"\);', which cannot"),
        ('@import "c.css" print;\n', "cannot be joined"),
    ],
)
def test_style_sheets_that_cannot_be_joined_are_refused(text: str, said: str) -> None:
    sheets = texts(a=text, b='@import "a.css";\n', c="c {}")
    with pytest.raises(PackError, match=said):
        Sources(sheets, frozenset()).joined()


def test_servers_that_pack_at_the_same_time_get_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Sources(texts(a="a {}"), frozenset())
    monkeypatch.setattr(Sources, "joined", lambda _: {})
    place = tmp_path / found.digest

    def filled(self: PackedStorage, files: Any) -> None:
        Path(self.location).mkdir()
        place.mkdir()
        (place / "of the other server").touch()

    monkeypatch.setattr(PackedStorage, "fill", filled)
    assert packing.made_in(tmp_path, found) == place
    assert [path.name for path in tmp_path.iterdir()] == [found.digest]


def test_versions_that_are_used_are_kept(tmp_path: Path, settings: Any) -> None:
    settings.SCHEDWEB_PACKED = [tmp_path]
    used = packing.pack()
    assert used
    os.utime(used, (0, 0))
    for number in range(packing.KEPT):
        (tmp_path / f"{number:016x}").mkdir()
    assert packing.pack() == used
    packing.forget(tmp_path)
    assert used.is_dir()
    assert len(list(tmp_path.iterdir())) == packing.KEPT


def test_templates_name_only_static_files_that_are_there() -> None:
    missing = {
        f"{path.relative_to(ROOT)} names {name}"
        for path in (ROOT / "templates").rglob("*.html")
        for name in NAMED.findall(path.read_text(encoding="utf-8"))
        if find(name) is None
    }
    assert missing == set()
    assert {"js/main.js", "js/gantt/main.js"} <= set(entries_of_templates())


@pytest.mark.django_db
def test_pages_name_packed_files_which_browsers_keep_for_a_year(
    packed: Path, client: Client
) -> None:
    page = client.get("/accounts/login/").content.decode()
    addresses = ADDRESS.findall(page)
    assert len(addresses) >= 5
    for address in addresses:
        assert HASHED.fullmatch(address)
        with closing(client.get(address)) as answer:
            assert answer.headers["Cache-Control"] == "max-age=31536000, public, immutable"
            assert b"".join(answer) == (packed / address.removeprefix("/static/")).read_bytes()


@pytest.mark.django_db
def test_packed_files_travel_in_the_form_that_a_browser_takes(packed: Path, client: Client) -> None:
    [address] = re.findall(
        r'"(/static/css/site\.[^"]+)"', client.get("/accounts/login/").content.decode()
    )
    plain = (packed / address.removeprefix("/static/")).read_bytes()
    assert b"@import" not in plain
    for encoding, unpack in (("br", brotli.decompress), ("gzip", gzip.decompress)):
        with closing(client.get(address, headers={"Accept-Encoding": encoding})) as answer:
            assert answer.headers["Content-Encoding"] == encoding
            assert answer.headers["Vary"] == "Accept-Encoding"
            content = b"".join(answer)
        assert int(answer.headers["Content-Length"]) == len(content) < len(plain) / 3
        assert unpack(content) == plain


@pytest.mark.django_db
def test_a_static_file_that_is_not_there_is_not_found(packed: Path, client: Client) -> None:
    assert client.get("/static/js/none.js").status_code == 404
    assert client.get("/static/css/site.0123456789ab.css").status_code == 404


@pytest.mark.django_db
def test_without_packed_files_pages_name_the_files_as_they_are(client: Client) -> None:
    assert packing.current() is None
    addresses = ADDRESS.findall(client.get("/accounts/login/").content.decode())
    assert "/static/css/site.css" in addresses
    for address in addresses:
        with closing(client.get(address)) as answer:
            assert answer.status_code == 200
            assert answer.headers["Cache-Control"] == "max-age=60, public"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be few files, which are packed at once."""
    kept = {name: place for name, place in Sources.found().files.items() if name.endswith(".js")}
    found = Sources(
        {n: p for n, p in kept.items() if n.startswith("js/")}, frozenset(["js/main.js"])
    )
    monkeypatch.setattr(Sources, "found", lambda: found)


def test_files_are_packed_once_and_old_versions_are_deleted(
    few: None, tmp_path: Path, settings: Any
) -> None:
    settings.SCHEDWEB_PACKED = (tmp_path,)
    for i in range(4):
        (tmp_path / f"{i:016x}").mkdir()
        os.utime(tmp_path / f"{i:016x}", (i, i))
    mine = [tmp_path / name for name in ("notes", "photographs")]
    for path in mine:
        path.mkdir()
        os.utime(path, (0, 0))
    made = packing.pack()
    assert made
    before = sorted(made.rglob("*"))
    assert packing.pack() == made
    assert sorted(made.rglob("*")) == before
    left = {tmp_path / f"{i:016x}" for i in (2, 3)}
    assert set(tmp_path.iterdir()) == {made, *left, *mine}


def test_an_image_packs_into_the_folder_that_it_names(tmp_path: Path) -> None:
    """A server in it then finds them, though it may not write there and has other data."""
    named = tmp_path / "named"

    def called(*command: str, data: str) -> str:
        environment = {**os.environ, "SCHEDWEB_PACKED": str(named), "SCHEDWEB_DATA": data}
        environment["DJANGO_SETTINGS_MODULE"] = "schedweb.server.settings"
        line = [sys.executable, *command]
        return subprocess.run(
            line, env=environment, cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.strip()

    said = called("-m", "schedweb", "pack_static", data=str(tmp_path / "built"))
    [made] = named.iterdir()
    assert said == f"Packed into {made}"
    assert all(path.stat().st_mode & 0o004 for path in (made, *made.rglob("*"))), "for other users"
    named.chmod(0o555)
    look = "import django; django.setup(); from schedweb.server.delivery import packing as p; "
    look += "print(p.current())"
    assert called("-c", look, data=str(tmp_path / "other")) == str(made)


def test_the_next_folder_is_taken_where_one_cannot_be_written_to(
    few: None, tmp_path: Path, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    settings.SCHEDWEB_PACKED = (tmp_path / "file" / "in", tmp_path / "data")
    made = packing.pack()
    assert made
    assert made.parent == tmp_path / "data"
    settings.SCHEDWEB_PACKED = (tmp_path / "file" / "in",)
    with caplog.at_level(logging.WARNING):
        assert packing.pack() is None
    assert "No folder for packed style sheets and scripts is writable" in caplog.text


def test_a_start_goes_on_with_files_as_they_are_where_they_cannot_be_packed(
    tmp_path: Path,
    settings: Any,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.SCHEDWEB_PACKED = (tmp_path,)
    broken = Sources(texts(a='@import "none.css";\n'), frozenset())
    monkeypatch.setattr(Sources, "found", lambda: broken)
    with caplog.at_level(logging.WARNING):
        assert packing.pack() is None
    assert "are served as they are. There is no static file css/none.css." in caplog.text
    assert list(tmp_path.iterdir()) == []
