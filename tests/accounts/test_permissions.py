"""Who may let a server run programs of their choice."""

import pytest
from django.conf import settings

from schedweb.accounts import permissions
from schedweb.accounts.permissions import refusal_of_commands
from tests import factories


@pytest.mark.django_db
def test_on_a_server_of_a_team_administrators_alone_choose_programs() -> None:
    alice = factories.person("alice")
    text = "runs a program, which administrators alone may choose"
    assert refusal_of_commands(alice) == text
    alice.is_staff = True
    assert refusal_of_commands(alice) is None


@pytest.mark.django_db
def test_in_local_mode_whoever_started_it_chooses_programs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings, "SCHEDWEB_MODE", "local")
    monkeypatch.setattr(settings, "SCHEDWEB_LOCAL_TOKEN", False)
    me = factories.person("local")
    monkeypatch.setattr(permissions, "are_several", lambda: False)
    assert refusal_of_commands(me) is None
    monkeypatch.setattr(permissions, "are_several", lambda: True)
    assert "SCHEDWEB_LOCAL_TOKEN=1" in (refusal_of_commands(me) or "")
    monkeypatch.setattr(settings, "SCHEDWEB_LOCAL_TOKEN", True)
    assert refusal_of_commands(me) is None
