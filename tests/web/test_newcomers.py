"""The first page before the first samples are there."""

import pytest
from django.test import Client

from schedweb.accounts.models import User
from schedweb.runs import samples
from schedweb.runs.models import Comparison, Welcome
from tests import factories

NOTE = "Sample comparisons are being made"


class MachineCode:
    """How far set-up is."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_complete, self.is_filled = False, False
        monkeypatch.setattr(samples, "is_complete", lambda: self.is_complete)
        monkeypatch.setattr(samples, "is_filled_now", lambda: self.is_filled)


@pytest.fixture
def code(monkeypatch: pytest.MonkeyPatch) -> MachineCode:
    return MachineCode(monkeypatch)


def test_while_loops_are_compiled_a_note_says_what_comes(
    hers: Client, alice: User, code: MachineCode
) -> None:
    code.is_filled = True
    assert NOTE in hers.get("/").content.decode()
    assert NOTE in hers.get("/active/").content.decode()
    assert not Welcome.objects.filter(user=alice).exists()


def test_once_they_are_compiled_the_page_reloads_and_gives_them(
    hers: Client, alice: User, code: MachineCode
) -> None:
    code.is_complete = True
    assert hers.get("/active/")["HX-Refresh"] == "true"
    page = hers.get("/").content.decode()
    assert NOTE not in page
    assert "Running now" in page
    assert Comparison.objects.filter(owner=alice, is_sample=True).exists()


def test_nothing_is_promised_where_no_process_compiles(hers: Client, code: MachineCode) -> None:
    page = hers.get("/")
    assert page.status_code == 200
    assert NOTE not in page.content.decode()


def test_the_page_reloads_as_the_first_comparison_ends(
    hers: Client, alice: User, code: MachineCode
) -> None:
    Welcome.objects.create(user=alice)
    factories.queued_run(alice)
    assert "?first=1" in hers.get("/").content.decode()
    assert not hers.get("/active/?first=1").has_header("HX-Refresh")
    place = factories.comparison(alice)
    factories.done_run(place, 9, "One", makespan=25.0)
    place.runs.exclude(label="One").delete()
    assert hers.get("/active/?first=1")["HX-Refresh"] == "true"
    assert not hers.get("/active/").has_header("HX-Refresh")
