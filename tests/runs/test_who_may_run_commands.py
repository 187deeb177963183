"""Who may let a server run programs of their choice."""

import pytest
from django.conf import settings

from schedweb.runs.commands import refusal_of_commands
from tests import factories


@pytest.mark.django_db
def test_on_a_server_of_a_team_administrators_alone_choose_programs() -> None:
    alice = factories.person("alice")
    text = "runs a program, which administrators alone may choose"
    assert refusal_of_commands(alice) == text
    alice.is_staff = True
    assert refusal_of_commands(alice) is None


@pytest.mark.django_db
def test_who_was_an_administrator_chooses_none() -> None:
    alice = factories.admin("alice")
    assert refusal_of_commands(alice) is None
    alice.is_active = False
    assert "administrators alone" in (refusal_of_commands(alice) or "")


@pytest.mark.django_db
def test_in_local_mode_only_who_has_the_token_chooses_programs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Lists of accounts prove nothing: a directory of people need not be enumerated."""
    monkeypatch.setattr(settings, "SCHEDWEB_MODE", "local")
    monkeypatch.setattr(settings, "SCHEDWEB_LOCAL_TOKEN", False)
    monkeypatch.setattr("pwd.getpwall", list)
    me = factories.person("local")
    assert "start with SCHEDWEB_LOCAL_TOKEN=1" in (refusal_of_commands(me) or "")
    monkeypatch.setattr(settings, "SCHEDWEB_LOCAL_TOKEN", True)
    assert refusal_of_commands(me) is None
