"""Numbers of long studies that are kept: they are not computed again, and stops lose none."""

import json
import lzma
from pathlib import Path

import pytest

from parsched.apps.cli import main
from parsched.base.errors import FormatError
from parsched.studies import STUDIES, Cells, rejudging
from parsched.studies import kept_cells as module
from parsched.studies.journal import NAME
from parsched.studies.kept_cells import pack, unpack
from parsched.studies.kept_verdicts import FOLDER
from tests.parsched.studies.small import STUDY


@pytest.fixture(autouse=True)
def long_study(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STUDIES, "small", STUDY)
    monkeypatch.setattr(module, "LONG", 0.0)


def verdicts(kept: Path, *more: str) -> None:
    main(["study", "verdicts", "small", "--kept", str(kept), *more])


def test_what_is_kept_is_not_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    verdicts(tmp_path)

    def run(cells: Cells, *_: object, **__: object) -> None:
        assert cells.done == cells.total

    monkeypatch.setattr(rejudging, "run", run)
    capsys.readouterr()
    verdicts(tmp_path)
    assert capsys.readouterr().out == "small: Small\n  as before: 2 of 2\n"


def test_a_stop_keeps_what_was_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(cells: object, take: object, **_: object) -> None:
        (tmp_path / "r" / "small" / NAME).write_text('{"seconds": 1.0}\n{"torn')
        raise KeyboardInterrupt

    monkeypatch.setattr(rejudging, "run", stopped)
    with pytest.raises((KeyboardInterrupt, SystemExit)):
        verdicts(tmp_path, "--results", str(tmp_path / "r"))
    unpack("small", tmp_path / "again", tmp_path)
    assert (tmp_path / "again" / NAME).read_text() == '{"seconds": 1.0}\n'


def test_a_journal_that_has_begun_stays(tmp_path: Path) -> None:
    (tmp_path / "small.cells.jsonl.xz").write_bytes(lzma.compress(b'{"seconds": 1}\n'))
    (tmp_path / NAME).write_text("mine\n")
    unpack("small", tmp_path, tmp_path)
    assert (tmp_path / NAME).read_text() == "mine\n"


def test_numbers_that_are_soon_computed_are_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / NAME).write_text(json.dumps({"seconds": 20.0}) + "\n")
    monkeypatch.setattr(module, "LONG", 21.0)
    pack("small", tmp_path, tmp_path)
    assert [*tmp_path.glob("*.xz")] == []


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "small.cells.jsonl.xz").write_bytes(b"no such file")
    with pytest.raises(FormatError, match=r"small\.cells\.jsonl\.xz holds no kept numbers"):
        unpack("small", tmp_path / "r", tmp_path)


def test_every_kept_file_is_of_a_declared_study() -> None:
    for path in FOLDER.glob("*.cells.jsonl.xz"):
        lines = lzma.decompress(path.read_bytes()).splitlines()
        assert STUDIES[path.name.partition(".")[0]]
        assert sum(json.loads(line).get("seconds", 0.0) for line in lines) > 0
