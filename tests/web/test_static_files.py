"""Static files are collected once for each version, under names that change with what they hold."""

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
from django.test import Client

from schedweb.base.backends import digest_of
from schedweb.server import static_files
from schedweb.server.static_files import StaticStorage, collect
from tests.everywhere import ROOT

NAMED = re.compile(r"\{% (?:static|module) '([^']+)' %\}")
ADDRESS = re.compile(r'(?:src|href)="(/static/[^"]+)"')
HASHED = re.compile(r"/static/.*\.[0-9a-f]{12}\.\w+")
VERSION = "0123456789abcdef"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The collected files of this version, made once for these tests."""
    root = tmp_path_factory.mktemp("static") / VERSION
    static_files.collect_into(root)
    return root


@pytest.fixture
def collected(folder: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let pages and middleware find that folder, as on a server."""
    settings.STATIC_ROOT = folder
    settings.WHITENOISE_AUTOREFRESH = False
    monkeypatch.setattr(staticfiles_storage, "_wrapped", StaticStorage())
    return folder


@pytest.fixture
def sources(tmp_path: Path, settings: Any) -> Path:
    """An empty folder of style sheets, which `collect` takes alone."""
    place = tmp_path / "sources"
    (place / "css").mkdir(parents=True)
    settings.STATICFILES_DIRS = [place]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "made" / VERSION
    return place


def sheets(place: Path, **texts: str) -> None:
    for name, text in texts.items():
        (place / "css" / f"{name}.css").write_text(text)


def names(root: Path) -> dict[str, str]:
    """Collect once more; return the new names."""
    static_files.collect_into(root)
    return dict(StaticStorage(location=root).hashed_files)


def test_a_name_changes_with_what_a_file_holds_and_with_nothing_else(
    sources: Path, tmp_path: Path
) -> None:
    sheets(sources, a="a {}", b='a { background: url("a.css") }', c="c {}", d='@import "a.css";\n')
    first, again = names(tmp_path / "1" / VERSION), names(tmp_path / "2" / VERSION)
    sheets(sources, a="b {}")
    other = names(tmp_path / "3" / VERSION)
    assert again == first
    assert {name for name in first if other[name] != first[name]} == {
        f"css/{changed}.css"
        for changed in "abd"  # what names or holds the file, too
    }


def test_the_folder_of_a_version_changes_with_files_and_with_what_makes_it(tmp_path: Path) -> None:
    maker, place = tmp_path / "maker.py", tmp_path / "static"
    (place / "js").mkdir(parents=True)
    maker.touch()
    (place / "a.js").write_text("a")
    first = digest_of(place, maker, ["Django"])
    assert re.fullmatch("[0-9a-f]{16}", first)
    assert digest_of(place, maker, ["Django"]) == first
    assert digest_of(place, maker, ["Django", "whitenoise"]) != first
    (place / "a.js").rename(place / "js" / "a.js")
    second = digest_of(place, maker, ["Django"])
    maker.write_text("pass")
    assert len({first, second, digest_of(place, maker, ["Django"])}) == 3


def test_servers_that_collect_at_the_same_time_get_the_same(
    sources: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = settings.STATIC_ROOT

    def other(*_: object, **__: object) -> None:
        root.mkdir()
        (root / "of the other server").touch()

    monkeypatch.setattr(static_files, "call_command", other)
    collect()
    assert [path.name for path in root.parent.iterdir()] == [VERSION]
    assert [path.name for path in root.iterdir()] == ["of the other server"]


def test_files_are_collected_once_and_old_versions_are_deleted(
    sources: Path, settings: Any
) -> None:
    sheets(sources, a="a {}")
    root = settings.STATIC_ROOT
    mine = [root.parent / name for name in ("notes", "photographs")]
    versions = [root.parent / f"{number:016x}" for number in range(4)]
    for seconds, path in enumerate([*mine, *versions]):
        path.mkdir(parents=True)
        os.utime(path, (seconds, seconds))
    collect()
    before = sorted(root.rglob("*"))
    os.utime(root, (0, 0))
    collect()
    assert sorted(root.rglob("*")) == before
    assert root.stat().st_mtime > 100  # its last start counts
    assert set(root.parent.iterdir()) == {root, *versions[2:], *mine}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('a { background: url("none.svg") }', r"css/none\.svg.* could not be found"),
        ('@import "none.css";\n', r"No such file .*css/none\.css"),
    ],
)
def test_a_start_goes_on_with_files_as_they_are_where_they_cannot_be_collected(
    sources: Path, settings: Any, caplog: pytest.LogCaptureFixture, text: str, said: str
) -> None:
    sheets(sources, a=text)
    with caplog.at_level(logging.WARNING):
        collect()
    assert re.search(f"are served as they are: .*{said}", caplog.text)
    assert list(settings.STATIC_ROOT.parent.iterdir()) == []


def test_a_start_goes_on_where_no_folder_can_be_written(
    tmp_path: Path, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    settings.STATIC_ROOT = tmp_path / "file" / VERSION
    with caplog.at_level(logging.WARNING):
        collect()
    assert "are served as they are: " in caplog.text


def test_templates_name_only_static_files_that_are_there() -> None:
    named = {
        (path, name)
        for path in (ROOT / "templates").rglob("*.html")
        for name in NAMED.findall(path.read_text(encoding="utf-8"))
    }
    assert {(path, name) for path, name in named if find(name) is None} == set()
    assert {"js/main.js", "js/gantt/main.js", "css/site.css"} <= {name for _, name in named}


def test_all_that_files_of_ours_import_is_collected(folder: Path) -> None:
    storage = StaticStorage(location=folder)
    for sheet in folder.glob("css/*.css"):
        assert "@import" not in sheet.read_text(encoding="utf-8")
    source = re.findall(r'^import "\./(.+)";$', (ROOT / "static/js/main.js").read_text(), re.M)
    imported = storage.imported("js/main.js")
    assert [storage.url(f"js/{name}") for name in source] == imported[: len(source)]
    for name in ("js/main.js", "js/gantt/main.js"):
        addresses = storage.imported(name)
        assert len(addresses) == len({*addresses}) > 20
        for address in (storage.url(name), *addresses):
            module = folder / address.removeprefix("/static/")
            found = re.findall(r'^(?:import|\} from).*"(\.[^"]+)"', module.read_text(), re.M)
            assert all(HASHED.fullmatch(f"/static/{one}") for one in found)


@pytest.mark.django_db
def test_pages_name_collected_files_which_browsers_keep_for_good(
    collected: Path, client: Client
) -> None:
    page = client.get("/accounts/login/").content.decode()
    addresses = ADDRESS.findall(page)
    modules = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    assert len(modules) >= 20
    assert {*modules} < {*addresses}
    for address in addresses:
        assert HASHED.fullmatch(address)
        with closing(client.get(address)) as answer:
            assert answer.headers["Cache-Control"] == "max-age=315360000, public, immutable"
            assert b"".join(answer) == (collected / address.removeprefix("/static/")).read_bytes()


@pytest.mark.django_db
def test_collected_files_travel_in_the_form_that_a_browser_takes(
    collected: Path, client: Client
) -> None:
    [address] = re.findall(
        r'"(/static/css/site\.[^"]+)"', client.get("/accounts/login/").content.decode()
    )
    plain = (collected / address.removeprefix("/static/")).read_bytes()
    for encoding, unpack in (("br", brotli.decompress), ("gzip", gzip.decompress)):
        with closing(client.get(address, headers={"Accept-Encoding": encoding})) as answer:
            assert answer.headers["Content-Encoding"] == encoding
            assert answer.headers["Vary"] == "Accept-Encoding"
            content = b"".join(answer)
        assert int(answer.headers["Content-Length"]) == len(content) < len(plain) / 3
        assert unpack(content) == plain


@pytest.mark.django_db
def test_a_static_file_that_is_not_there_is_not_found(collected: Path, client: Client) -> None:
    assert client.get("/static/js/none.js").status_code == 404
    assert client.get("/static/css/site.0123456789ab.css").status_code == 404


@pytest.mark.django_db
@pytest.mark.filterwarnings("ignore:No directory at")
def test_without_collected_files_pages_name_the_files_as_they_are(
    client: Client, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.STATIC_ROOT = tmp_path / "none"
    monkeypatch.setattr(staticfiles_storage, "_wrapped", StaticStorage())
    addresses = ADDRESS.findall(client.get("/accounts/login/").content.decode())
    assert {"/static/css/site.css", "/static/js/main.js"} <= {*addresses}
    for address in addresses:
        with closing(client.get(address)) as answer:
            assert answer.status_code == 200
            assert answer.headers["Cache-Control"] == "max-age=60, public"


def test_an_image_collects_into_the_folder_that_it_names(tmp_path: Path) -> None:
    """A server in it then finds them, though it may not write there and has other data."""
    named = tmp_path / "named"

    def called(*command: str, data: str) -> str:
        environment = {**os.environ, "SCHEDWEB_STATIC": str(named), "SCHEDWEB_DATA": data}
        environment["DJANGO_SETTINGS_MODULE"] = "schedweb.server.settings"
        line = [sys.executable, *command]
        return subprocess.run(
            line, env=environment, cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.strip()

    called("-m", "schedweb", "collectstatic", "--no-input", data=str(tmp_path / "built"))
    [made] = named.iterdir()
    assert all(path.stat().st_mode & 0o004 for path in (made, *made.rglob("*"))), "for other users"
    named.chmod(0o555)
    look = "import django; django.setup(); from django.conf import settings; "
    look += "from django.templatetags.static import static; "
    look += "print(settings.STATIC_ROOT, static('js/main.js'))"
    root, address = called("-c", look, data=str(tmp_path / "other")).split()
    assert root == str(made)
    assert HASHED.fullmatch(address)
