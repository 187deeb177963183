"""What pages name and the web server answers: packed files, or files as they are written."""

from typing import Any

from django.contrib.staticfiles.storage import StaticFilesStorage
from whitenoise.middleware import WhiteNoiseMiddleware

from schedweb.server.delivery.packing import current
from schedweb.server.delivery.storage import PackedStorage


def storage() -> StaticFilesStorage:
    """Return the storage that gives `{% static %}` its addresses."""
    folder = current()
    return PackedStorage(location=folder) if folder else StaticFilesStorage()


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Serves packed files, good for a year since their names change with them, and all others."""

    FOREVER = 365 * 86_400  # seconds

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if folder := current():
            self.add_files(folder, prefix=self.static_prefix)
