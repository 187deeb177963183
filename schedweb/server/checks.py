"""System checks of the installation as a whole."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning

from parsched.base.origins import left_out


def broker_outlives_runs(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Redis hands a message to a second worker after its visibility timeout."""
    timeout = settings.CELERY_BROKER_TRANSPORT_OPTIONS.get("visibility_timeout")
    if timeout is None or timeout > settings.SCHEDWEB_RUN_SECONDS:
        return []
    return [
        Error(
            f"The broker's visibility_timeout ({timeout} s) must be longer than the longest time "
            f"limit of a run ({settings.SCHEDWEB_RUN_SECONDS} s).",
            hint="Raise visibility_timeout in CELERY_BROKER_TRANSPORT_OPTIONS.",
            id="schedweb.E001",
        )
    ]


def plugins_are_loaded(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Name the plugins that are broken, or allowed and not installed."""
    return [Warning(plugin.sentence, id="schedweb.W001") for plugin in left_out()]
