"""What a person has confirmed here; no other installation can confirm it for them."""

from typing import TYPE_CHECKING

from django.db import models

if TYPE_CHECKING:
    Json = models.JSONField[list[str], list[str]]
else:
    Json = models.JSONField


class ConfirmedField(Json):
    """The commands that a person has read on a page and let run: no archive has them, whatever it
    says, so what is restored waits for another confirmation."""

    def __init__(self, **options: object) -> None:
        super().__init__(**{"default": list, **options})  # type: ignore[arg-type]
