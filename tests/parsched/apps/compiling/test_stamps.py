"""When machine code is complete, and when set-up has to practise again."""

from collections.abc import Callable
from pathlib import Path

import pytest

from parsched.apps.compiling import compiling, setup
from parsched.base.compiled import folder, sources
from tests.parsched.apps.compiling.conftest import practise_one

Edit = Callable[..., None]


@pytest.fixture
def edit(monkeypatch: pytest.MonkeyPatch) -> Edit:
    """Change some of what sources are known by: files, code, kernels."""

    def change(*parts: str) -> None:
        for part in parts:
            monkeypatch.setattr(sources, f"of_{part}", lambda part=part: f"other {part}")

    return change


def test_a_comment_costs_nothing(place: Path, edit: Edit) -> None:
    setup.compile_all(1)
    before = (place / "complete").read_text(encoding="utf-8")
    edit("files")
    assert (folder.complaint(), folder.is_up_to_date()) == ("", True)
    assert setup.compile_all(1) == 0
    assert (place / "complete").read_text(encoding="utf-8") == before, "nothing was practised"


def test_code_that_is_no_kernel_is_practised_without_a_warning(place: Path, edit: Edit) -> None:
    setup.compile_all(1)
    edit("files", "code")
    assert (folder.complaint(), folder.is_up_to_date()) == ("", False)
    assert setup.compile_all(1) == 0
    assert folder.is_up_to_date()


def test_a_changed_kernel_is_missing(place: Path, edit: Edit) -> None:
    setup.compile_all(1)
    edit("files", "code", "kernels")
    assert folder.complaint() == "Machine code is not complete for this version"
    assert setup.compile_all(1) == 0, "the one that is practised here is the same"
    assert folder.is_complete()


def test_what_is_edited_during_practice_is_practised_again(
    place: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted() -> None:
        practise_one()
        edit("files", "code")

    monkeypatch.setattr(compiling, "practise", interrupted)
    setup.compile_all(1)
    assert (folder.complaint(), folder.is_up_to_date()) == ("", False)
    monkeypatch.setattr(compiling, "practise", practise_one)
    assert setup.compile_all(1) == 0
    assert folder.is_up_to_date()


def test_what_an_earlier_version_said_of_its_machine_code_does_not_count(place: Path) -> None:
    setup.compile_all(1)
    (place / "complete").write_text('{"stamp": "a", "names": []}', encoding="utf-8")
    assert not folder.is_complete()
