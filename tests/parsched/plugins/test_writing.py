"""`new-plugin` refuses names that cannot be, and writes nothing then."""

from pathlib import Path

import pytest

from parsched.apps import cli
from parsched.plugins.writing import write_plugin
from parsched.testing import check_algorithm, check_order
from tests.parsched.plugins.installed import install, loaded

Output = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    "name", ["", "Shelf", "1st", "a_b", "a--b", "-a", "a-", "a b", "../up", "a" * 41, "ltf", "try"]
)
def test_a_name_that_cannot_be_is_refused(name: str, tmp_path: Path, capsys: Output) -> None:
    assert cli.main(["new-plugin", "--out", str(tmp_path), "--", name]) == 2
    assert capsys.readouterr().err.startswith("name must be ")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path, capsys: Output) -> None:
    assert cli.main(["new-plugin", "shelves", "--out", str(tmp_path)]) == 0
    assert "its README.md says how to install and test it" in capsys.readouterr().out
    assert cli.main(["new-plugin", "shelves", "--out", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err


def test_what_is_written_does_what_all_algorithms_and_orders_do(tmp_path: Path) -> None:
    written = write_plugin("shelves", tmp_path)
    points = {f"schedweb.{g}s": f"schedweb_shelves.{g}" for g in ("algorithm", "order")}
    install(written, "schedweb-shelves", {}, points)
    with loaded(written):
        check_algorithm("shelves")
        check_order("shelves-order")
    assert not [p for p in written.rglob("*") if p.is_file() and b"@name@" in p.read_bytes()]
