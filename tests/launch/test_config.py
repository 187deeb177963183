"""Settings are declared once and checked on reading."""

import pytest

from parsched.base.compiled import folder
from schedweb.base import config


def test_the_library_and_the_application_agree_on_what_is_a_clone() -> None:
    assert folder.IS_CLONE
    assert not config.INSTALLED


def test_defaults_obey_their_own_rules() -> None:
    for setting in config.SETTINGS:
        setting.read({})


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        (config.PORT, "eighty"),
        (config.PORT, "70000"),
        (config.MODE, "cloud"),
        (config.HTTPS, "yes"),
        (config.WORKERS, "0"),
        (config.DATABASE_URL, "mysql://host/name"),
        (config.LOG_LEVEL, "loud"),
        (config.SECRET_KEY, "short"),
    ],
)
def test_a_wrong_value_stops_with_variable_rule_and_value(
    setting: config.EnvironmentVariable[object], value: str
) -> None:
    with pytest.raises(config.ConfigError) as error:
        setting.read({setting.name: value})
    sentence = str(error.value)
    assert sentence.startswith(f"{setting.name} must be {setting.rule}; got ")
    assert (value in sentence) is not setting.secret


def test_blank_means_unset() -> None:
    assert config.PORT.read({"PORT": " "}) == config.PORT.read({})


def test_local_mode_refuses_addresses_that_others_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHEDWEB_MODE", "local")
    for host in config.LOOPBACK:
        monkeypatch.setenv("HOST", host)
        assert config.bind_host() == host
    monkeypatch.setenv("HOST", "0.0.0.0")
    with pytest.raises(config.ConfigError):
        config.bind_host()
    monkeypatch.setenv("SCHEDWEB_MODE", "team")
    assert config.bind_host() == "0.0.0.0"
