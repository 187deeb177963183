"""What the command `read` says and writes of dates and names."""

from pathlib import Path

import pytest

from parsched.apps import cli
from parsched.data.formats import read
from tests.parsched.apps.test_cli import EIGHT, Output, run, run_json


def test_read_writes_pseudonyms_by_a_key(capsys: Output, tmp_path: Path) -> None:
    table = tmp_path / "jobs.csv"
    table.write_text("procs,time,user,executable\n1,5,walter,lattice\n2,5,astrid,lattice\n")

    def users(*options: str) -> tuple[str, ...]:
        out = tmp_path / "out.json"
        told = run(capsys, "read", str(table), "--pseudonyms", *options, "--out", str(out))
        assert "replaced by pseudonyms made with a key" in told
        assert not [name for name in ("walter", "astrid", "lattice") if name in out.read_text()]
        user = read(out).workload.user
        assert user is not None
        return user.names

    first, again, other = users("--key", "one"), users("--key", "one"), users("--key", "two")
    drawn = users()
    assert first == again
    assert len({first, other, drawn}) == 3


@pytest.mark.parametrize("options", [["--key", "one"], ["--pseudonyms", "--key", ""]])
def test_a_key_is_one_of_pseudonyms(capsys: Output, options: list[str]) -> None:
    assert cli.main(["read", EIGHT, *options]) == 2
    assert "--key is the key, not blank, of --pseudonyms" in capsys.readouterr().err


def test_read_says_which_day_time_0_was(capsys: Output, tmp_path: Path) -> None:
    dated = tmp_path / "a.swf"
    head = "; UnixStartTime: 1774746000\n; TimeZoneString: Europe/Berlin\n"
    dated.write_text(f"{head}1 0 -1 9 1 -1 -1 1 9 -1 1 1 1 -1 1 -1 -1 -1\n")
    said = run(capsys, "read", str(dated))
    assert "time 0 is 2026-03-29 03:00:00 CEST (Europe/Berlin)" in said
    told = run_json(capsys, "read", str(dated))
    assert (told["unix_start"], told["zone"]) == (1_774_746_000, "Europe/Berlin")
