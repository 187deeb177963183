"""The address that a start prints: with the token, where local mode asks for one."""

from pathlib import Path

import pytest

from schedweb.launch.__main__ import entrance


@pytest.mark.parametrize(
    ("mode", "asks", "has_token"),
    [("local", "1", True), ("local", "0", False), ("team", "1", False)],
)
def test_the_token_stands_in_the_address_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, mode: str, asks: str, has_token: bool
) -> None:
    monkeypatch.setenv("SCHEDWEB_MODE", mode)
    monkeypatch.setenv("SCHEDWEB_LOCAL_TOKEN", asks)
    monkeypatch.setenv("SCHEDWEB_DATA", str(tmp_path))
    printed = entrance()
    file = tmp_path / "local_token"
    assert printed == (f"/?token={file.read_text()}" if has_token else "")
    assert file.exists() == has_token
