"""`read --profile` of a table whose columns were not recognised."""

import tomllib
from pathlib import Path

import pytest

from parsched.apps.cli import main

TABLES = {
    "semicolons": "who;size of it;went\nann;4;100\nbob;8;200\n",
    "commas": "who,size of it,went\nann,4,100\nbob,8,200\n",
    "tabs": "who\tsize of it\twent\nann\t4\t100\nbob\t8\t200\n",
    "bars": "who|size of it|went\nann|4|100\nbob|8|200\n",
    "objects": '{"who": "ann", "size of it": 4, "went": 100}\n'
    '{"who": "bob", "size of it": 8, "went": 200}\n',
}


@pytest.mark.parametrize("kind", TABLES)
def test_a_profile_is_written_to_be_filled_in(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, profile = tmp_path / "odd.txt", tmp_path / "odd.toml"
    log.write_text(TABLES[kind])
    assert main(["read", str(log), "--profile", str(profile)]) != 0
    assert "lists its columns" in capsys.readouterr().err
    text = profile.read_text()
    assert '# column: "size of it"' in text
    assert "# role processors:" in text
    assert "columns" in tomllib.loads(text)
    filled = text + 'processors = "size of it"\nrun = "went"\n'
    profile.write_text(filled)
    assert main(["read", str(log), "--source", str(profile)]) == 0
    assert "2 jobs kept" in capsys.readouterr().out


def test_what_is_no_table_has_no_profile(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.html").write_text("<html><body>404</body></html>")
    profile = tmp_path / "page.toml"
    assert main(["read", str(tmp_path / "page.html"), "--profile", str(profile)]) != 0
    assert "web page" in capsys.readouterr().err
    assert not profile.exists()
