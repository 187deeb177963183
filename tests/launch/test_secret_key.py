"""The key is made once, and only its owner may read it."""

from pathlib import Path

from schedweb.base import secret_key
from tests.everywhere import ROOT


def test_the_key_is_made_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "secret_key"
    key = secret_key.kept_in(path)
    assert len(key) >= 50
    assert secret_key.kept_in(path) == key
    assert path.stat().st_mode & 0o077 == 0
    assert [file.name for file in path.parent.iterdir()] == ["secret_key"]


def test_two_installations_have_two_keys(tmp_path: Path) -> None:
    assert secret_key.kept_in(tmp_path / "one") != secret_key.kept_in(tmp_path / "two")


def test_a_teams_key_lies_outside_of_the_clone() -> None:
    assert not secret_key.team_file().is_relative_to(ROOT)
